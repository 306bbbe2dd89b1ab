/** Faults: visitors report a problem that is not open. Reports that join an open task belong to the same fault. */
import { faults } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface Fault {
  readonly amenityId: string
  readonly category: string
  readonly taskId: string
  readonly at: Date
  /** the last submission linked to its task; null if it was deleted */
  readonly feedbackId: string | null
}

/** The course of a fault. */
export interface FaultCourse {
  readonly number: number
  readonly at: Date
  /** null if it is open */
  readonly finished: { readonly at: Date; readonly by: string; readonly resolution: string | null } | null
}

interface FaultRow {
  amenity_id: string
  category: string
  task_id: string
  at: Date
  feedback_id: string | null
}

// A task opened by a usage rule or a rating without issues is not a fault.
const named = faults.isReported('t.category')

const happened = `(h.action = 'CREATED' or ${faults.reportedAgain})`

const lastFeedback = `(select l.feedback_id from task_feedback l
    where l.tenant_id = $1 and l.task_id = t.id order by l.linked_at desc, l.feedback_id desc limit 1) as feedback_id`

const faultsText = `select t.amenity_id, t.category, t.id as task_id, h.at, ${lastFeedback}
  from unnest($2::uuid[], $3::text[]) as asked (amenity_id, category)
  join task t on t.tenant_id = $1 and t.amenity_id = asked.amenity_id and t.category = asked.category
    and t.merged_into is null and t.source in ('FEEDBACK', 'STATUS_REPORT')
  join task_history h on h.tenant_id = $1 and h.task_id = t.id and ${happened}
  where h.at > $4 and ${named} order by h.at, h.id`

const asFault = (row: FaultRow): Fault => ({
  amenityId: row.amenity_id,
  category: row.category,
  taskId: row.task_id,
  at: row.at,
  feedbackId: row.feedback_id,
})

/** Faults of these amenities and categories after `since`, oldest first. */
export const readFaults = async (
  ctx: TenantContext,
  faultKeys: readonly { readonly amenityId: string; readonly category: string }[],
  since: Date,
): Promise<Fault[]> => {
  const rows = await ctx.run<FaultRow>(faultsText, [
    ctx.tenantId,
    faultKeys.map(({ amenityId }) => amenityId),
    faultKeys.map(({ category }) => category),
    since,
  ])
  return rows.map(asFault)
}

const allText = `select t.amenity_id, t.category, t.id as task_id, h.at, null as feedback_id
  from task_history h
  join task t on t.tenant_id = $1 and t.id = h.task_id and t.merged_into is null
    and t.source in ('FEEDBACK', 'STATUS_REPORT') and t.amenity_id is not null and t.category is not null
  where h.tenant_id = $1 and h.at > $2 and ${happened} and ${named}
  order by h.at desc, h.id desc limit $3`

/** Faults of the tenant after `since`: the newest `most`, oldest first. */
export const readAllFaults = async (ctx: TenantContext, since: Date, most: number): Promise<Fault[]> => {
  const rows = await ctx.run<FaultRow>(allText, [ctx.tenantId, since, most])
  return rows.map(asFault).reverse()
}

interface LineRow {
  task_id: string
  number: number
  resolution: string | null
  action: string
  at: Date
  actor_name: string
  changes: Record<string, [unknown, unknown]>
}

const linesText = `select t.id as task_id, t.number, t.resolution, h.action, h.at, h.actor_name, h.changes
  from task t join task_history h on h.tenant_id = $1 and h.task_id = t.id and h.action in ('REOPENED', 'STATUS_CHANGED')
  where t.tenant_id = $1 and t.id = any($2::uuid[]) order by h.at, h.id`

const numbersText = 'select id, number from task where tenant_id = $1 and id = any($2::uuid[])'

/**
 * When the fault was finished, and the resolution, which moves from the task to its history when the task is
 * reopened.
 */
const endOf = (lines: readonly LineRow[], { at }: Fault): FaultCourse['finished'] => {
  const after = lines.filter((line) => line.at > at)
  const done = after.find(
    ({ action, changes }) => action === 'STATUS_CHANGED' && changes.status?.[1] === 'DONE',
  )
  if (!done) return null
  const reopened = after.find((line) => line.action === 'REOPENED' && line.at > done.at)
  const said = reopened ? reopened.changes.resolution?.[0] : done.resolution
  return { at: done.at, by: done.actor_name, resolution: typeof said === 'string' ? said : null }
}

export const readFaultCourses = async (
  ctx: TenantContext,
  faults: readonly Fault[],
): Promise<FaultCourse[]> => {
  const taskIds = [...new Set(faults.map(({ taskId }) => taskId))]
  const [lines, tasks] = await Promise.all([
    ctx.run<LineRow>(linesText, [ctx.tenantId, taskIds]),
    ctx.run<{ id: string; number: number }>(numbersText, [ctx.tenantId, taskIds]),
  ])
  const numbers = new Map(tasks.map(({ id, number }) => [id, number]))
  return faults.map((fault) => ({
    number: numbers.get(fault.taskId) ?? 0,
    at: fault.at,
    finished: endOf(
      lines.filter(({ task_id }) => task_id === fault.taskId),
      fault,
    ),
  }))
}
