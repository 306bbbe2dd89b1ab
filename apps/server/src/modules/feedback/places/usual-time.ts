/** How long a fix usually takes here, shown only with enough data. */
import type { TenantContext } from '#server/platform/context.ts'

const minimumTasks = 5

/**
 * Minutes from report to done: the median of the last 100 done tasks that somebody reported; null below five. Planned
 * work does not count, and only the last 500 tasks are searched.
 */
export const usualMinutes = async (ctx: TenantContext, amenityId: string): Promise<number | null> => {
  const [row] = await ctx.run<{ n: number; minutes: number | null }>(
    `select count(*) as n, percentile_cont(0.5) within group (order by seconds / 60) as minutes
     from (select extract(epoch from completed_at - created_at)::float8 as seconds
           from (select source, reporter_count, created_at, completed_at from task
                 where tenant_id = $1 and amenity_id = $2 and merged_into is null and status = 'DONE'
                 order by created_at desc limit 500) as last
           where source in ('FEEDBACK', 'STATUS_REPORT') and reporter_count > 0 and completed_at is not null
           order by created_at desc limit 100) as done`,
    [ctx.tenantId, amenityId],
  )
  if (!row || row.n < minimumTasks || row.minutes === null) return null
  return Math.max(0, Math.round(row.minutes))
}
