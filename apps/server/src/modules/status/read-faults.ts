/** Reads the faults that visitors reported at an amenity, with the work on them. */
import { faults } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type FaultTask, faultsOf, type Move } from './faults.ts'
import type { ItemRow } from './present-item.ts'
import { latest, type Span } from './timeline.ts'

/** Limits the memory of a request; an amenity has fewer in a quarter. */
const mostTasks = 1000

const undone = (task: string): string => `(${task}.status <> 'DONE' or ${task}.completed_at >= $3)`

const select = `select t.id, array_agg(distinct p.category) as issues, t.status, t.verification, min(p.created_at) as created_at, t.completed_at, t.reporter_count, ${faults.lastSeen} as seen_at,
    ${faults.itemOfTask('$2')} as item_id,
    case when t.status = 'DONE' and t.verification = 'REJECTED' then
      (select min(n.created_at) from task n
       where n.tenant_id = $1 and n.amenity_id = $2 and n.category = t.category and n.merged_into is distinct from t.id
         and n.source in ('FEEDBACK', 'STATUS_REPORT') and n.created_at > t.completed_at) end as next_at,
    (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'at', h.at, 'action', h.action, 'to', h.changes #> '{status,1}',
        'verdict', h.changes #> '{verification,1}') order by h.at, h.id), '[]')
     from task_history h
     where h.tenant_id = $1 and h.task_id = t.id and h.action in ('STATUS_CHANGED', 'REOPENED', 'REPORTED_AGAIN')) as moves
  from ${faults.reportedAt('$2', undone('r'))}
  where ${undone('t')}
  group by t.tenant_id, t.id order by created_at desc, t.id desc limit ${mostTasks}`

interface FaultRow {
  id: string
  issues: string[]
  status: FaultTask['status']
  verification: FaultTask['verification']
  created_at: Date
  completed_at: Date | null
  reporter_count: number
  seen_at: Date
  item_id: string | null
  next_at: Date | null
  moves: (Omit<Move, 'at'> & { at: string })[]
}

/** When staff said that it works, if after the last report; that ends the fault even before its task is done. */
const saidWorkingAt = ({ state, working_said_at }: ItemRow, { seen_at }: FaultRow): Date | null =>
  state === 'OPERATIONAL' && working_said_at && working_said_at >= seen_at ? working_said_at : null

/** An open span, ended by staff's word or with the time of the last report. */
const currentSpan = (span: Span, workingAt: Date | null, seenAt: Date): Span =>
  workingAt
    ? { ...span, endedAt: workingAt, report: 'RESOLVED', changedAt: workingAt }
    : { ...span, changedAt: latest(span.changedAt, seenAt) }

/** @param items all of the amenity; a fault whose report names no item is shown at the first visible one */
export const readFaults = async (
  ctx: TenantContext,
  amenityId: string,
  items: readonly ItemRow[],
  from: Date,
): Promise<Span[]> => {
  const rows = await ctx.run<FaultRow>(select, [ctx.tenantId, amenityId, from])
  const first = items.find(({ visible }) => visible)
  return rows.flatMap((row) => {
    const own = items.find(({ id }) => id === row.item_id)
    const item = own ?? first
    if (!item) return []
    const task: FaultTask = {
      id: row.id,
      issues: row.issues,
      status: row.status,
      verification: row.verification,
      createdAt: row.created_at,
      completedAt: row.completed_at,
      reporters: row.reporter_count,
      nextAt: row.next_at,
      // Leaves out work from before the problem was merged into this task.
      moves: row.moves
        .map((move) => ({ ...move, at: new Date(move.at) }))
        .filter(({ at }) => at >= row.created_at),
    }
    const workingAt = saidWorkingAt(item, row)
    return faultsOf(task, { itemId: item.id, itemName: item.name, follows: own !== undefined }).map((span) =>
      span.endedAt === null ? currentSpan(span, workingAt, row.seen_at) : span,
    )
  })
}
