/**
 * Plan limits. A lock for each tenant and resource is held until the commit, so that concurrent requests cannot
 * exceed one. The module that owns the table provides the count (`counts` of its manifest).
 */
import type { TenantContext } from '../context.ts'
import { planLimitReached } from '../errors.ts'
import { type CountedResource, type Counts, countedResources } from './counted-resources.ts'
import { readLimits } from './tenant-status.ts'

/** @throws Error if a resource is counted by no module or by two */
export const collectCounts = (parts: readonly Partial<Counts>[]): Counts => {
  for (const resource of countedResources) {
    const tellers = parts.filter((part) => part[resource] !== undefined).length
    if (tellers !== 1)
      throw new Error(`${resource} of the plan are counted by ${tellers} modules instead of one`)
  }
  return Object.assign({}, ...parts) as Counts
}

/** The current usage. */
export const countUsed = async (ctx: TenantContext, resource: CountedResource): Promise<number> => {
  const { text, timed } = ctx.platform.counts[resource]
  const [row] = await ctx.run<{ n: number }>(text, timed ? [ctx.tenantId, ctx.now] : [ctx.tenantId])
  return row?.n ?? 0
}

/**
 * Ensures that `more` fit, before they are created in this transaction.
 * @throws ServiceError PLAN_LIMIT_REACHED
 */
export const claimQuota = async (
  ctx: TenantContext,
  resource: CountedResource,
  more: number,
): Promise<void> => {
  if (more <= 0) return
  const { noun, limit } = ctx.platform.counts[resource]
  const allowed = (await readLimits(ctx))[limit]
  if (allowed === null) return
  // guard: plan-limit-at-once
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:${resource}`])
  // guard: plan-limit
  if ((await countUsed(ctx, resource)) + more > allowed) throw planLimitReached(noun, allowed)
}
