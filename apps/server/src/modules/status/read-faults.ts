/** The faults that visitors named at an amenity, with the work on them. */
import { faults } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type FaultTask, faultsOf, type Move } from './faults.ts'
import type { ItemRow } from './present-item.ts'
import type { Span } from './timeline.ts'

/** More than an amenity sees in a quarter; a bound for the memory of one request. */
const mostTasks = 1000

const select = `select t.id, t.category, t.status, t.verification, t.created_at, t.completed_at, t.reporter_count, ${faults.lastSeen} as seen_at,
    (select l.item_id from task_status_report l where l.tenant_id = $1 and l.task_id = t.id order by l.linked_at limit 1) as item_id,
    case when t.status = 'DONE' and t.verification = 'REJECTED' then
      (select min(n.created_at) from task n
       where n.tenant_id = $1 and n.amenity_id = $2 and n.category = t.category and n.merged_into is null
         and n.source in ('FEEDBACK', 'STATUS_REPORT') and n.created_at > t.completed_at) end as next_at,
    (select coalesce(jsonb_agg(jsonb_build_object('at', h.at, 'action', h.action, 'to', h.changes #> '{status,1}',
        'verdict', h.changes #> '{verification,1}') order by h.at, h.id), '[]')
     from task_history h
     where h.tenant_id = $1 and h.task_id = t.id and h.action in ('STATUS_CHANGED', 'REOPENED', 'REPORTED_AGAIN')) as moves
  from task t
  where t.tenant_id = $1 and t.amenity_id = $2 and (t.status <> 'DONE' or t.completed_at >= $3) and ${faults.namedByVisitors}
  order by t.created_at desc, t.id desc limit ${mostTasks}`

interface Row {
  id: string
  category: string
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

/** Staff said that it works after it was last seen: their word counts, also before the work is closed. */
const settledAt = ({ state, working_said_at }: ItemRow, { seen_at }: Row): Date | null =>
  state === 'OPERATIONAL' && working_said_at && working_said_at >= seen_at ? working_said_at : null

/** @param items all of the amenity; what nobody reported of a certain item is told of the first visible one */
export const readFaults = async (
  ctx: TenantContext,
  amenityId: string,
  items: readonly ItemRow[],
  from: Date,
): Promise<Span[]> => {
  const rows = await ctx.run<Row>(select, [ctx.tenantId, amenityId, from])
  const first = items.find(({ visible }) => visible)
  return rows.flatMap((row) => {
    const own = items.find(({ id }) => id === row.item_id)
    const item = own ?? first
    if (!item) return []
    const task: FaultTask = {
      id: row.id,
      category: row.category,
      status: row.status,
      verification: row.verification,
      createdAt: row.created_at,
      completedAt: row.completed_at,
      reporters: row.reporter_count,
      nextAt: row.next_at,
      moves: row.moves.map((move) => ({ ...move, at: new Date(move.at) })),
    }
    const settled = settledAt(item, row)
    return faultsOf(task, { itemId: item.id, itemName: item.name, follows: own !== undefined }).map((span) =>
      span.endedAt === null && settled ? { ...span, endedAt: settled, report: 'RESOLVED' } : span,
    )
  })
}
