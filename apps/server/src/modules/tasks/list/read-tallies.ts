/** Counts of tasks from the tallies, which needs a few keys however many tasks there are. */
import { type TaskStatus, taskStatuses } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { tallyKey } from './tally.ts'

const byBuilding = `select split_part(key, '|', 1) as status, split_part(key, '|', 2) as building, n from task_tally
  where tenant_id = $1 and facet = 'status,building' and key = any($2)`
const byStatus = "select key as status, n from task_tally where tenant_id = $1 and facet = 'status'"

export type StatusCounts = Record<TaskStatus, number>

const none = (): StatusCounts => ({ OPEN: 0, IN_PROGRESS: 0, DONE: 0 })

/** The tenant's tasks by status, without merged ones. */
export const knownTaskCounts = async (ctx: TenantContext): Promise<StatusCounts> => {
  const rows = await ctx.run<{ status: TaskStatus; n: number }>(byStatus, [ctx.tenantId])
  const counts = none()
  for (const { status, n } of rows) counts[status] = n
  return counts
}

/** The same for each of some buildings. */
export const knownTaskCountsOf = async (
  ctx: TenantContext,
  buildingIds: readonly string[],
): Promise<Map<string, StatusCounts>> => {
  const counts = new Map(buildingIds.map((id) => [id, none()]))
  const keys = buildingIds.flatMap((id) => taskStatuses.map((status) => tallyKey([status, id])))
  const rows = await ctx.run<{ status: TaskStatus; building: string; n: number }>(byBuilding, [
    ctx.tenantId,
    keys,
  ])
  for (const { status, building, n } of rows) {
    const of = counts.get(building)
    if (of) of[status] = n
  }
  return counts
}
