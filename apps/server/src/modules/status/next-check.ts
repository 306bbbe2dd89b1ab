import type { TenantContext } from '#server/platform/context.ts'

/** The next planned cleaning. The due time of a report's task is a target, not a plan. */
export const nextCheck = async (ctx: TenantContext, amenityId: string): Promise<Date | null> => {
  const [row] = await ctx.run<{ at: Date | null }>(
    `select min(due_at) as at from task
     where tenant_id = $1 and amenity_id = $2 and merged_into is null and status in ('OPEN', 'IN_PROGRESS')
       and source in ('MANUAL', 'SCHEDULE') and skill = 'CLEANING' and blocked_reason is null and due_at > $3`,
    [ctx.tenantId, amenityId, ctx.now],
  )
  return row?.at ?? null
}
