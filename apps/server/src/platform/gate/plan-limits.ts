/**
 * Counted limits of the plan, also when many ask at once: a lock per tenant and resource holds until the commit. How a
 * resource is counted says the module that owns its table (`counts` of its manifest).
 */
import { type PlanLimits, planLimits } from '#contracts/kit/plan-limits.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '../context.ts'
import { planLimitReached } from '../errors.ts'

const countedResources = [
  'buildings',
  'qrCodes',
  'qrStock',
  'members',
  'apiKeys',
  'webhooks',
  'shareLinks',
] as const
export type CountedResource = (typeof countedResources)[number]

export interface Count {
  /** of one row `n`; $1 is the tenant, $2 the moment where it is `timed` */
  readonly text: string
  /** what is over by itself at a time does not count then */
  readonly timed?: true
  /** for people, in the plural */
  readonly noun: string
  readonly limit: keyof PlanLimits
}

export type Counts = Readonly<Record<CountedResource, Count>>

/** @throws where a resource is counted by no module, or by two */
export const collectCounts = (parts: readonly Partial<Counts>[]): Counts => {
  for (const resource of countedResources) {
    const tellers = parts.filter((part) => part[resource] !== undefined).length
    if (tellers !== 1)
      throw new Error(`${resource} of the plan are counted by ${tellers} modules instead of one`)
  }
  return Object.assign({}, ...parts) as Counts
}

/** How many are used now. */
export const countUsed = async (ctx: TenantContext, resource: CountedResource): Promise<number> => {
  const { text, timed } = ctx.platform.counts[resource]
  const [row] = await ctx.run<{ n: number }>(text, timed ? [ctx.tenantId, ctx.now] : [ctx.tenantId])
  return row?.n ?? 0
}

/**
 * Makes sure that `more` fit, before they are made in this transaction.
 * @throws ServiceError PLAN_LIMIT_REACHED
 */
export const claimQuota = async (
  ctx: TenantContext,
  resource: CountedResource,
  more: number,
): Promise<void> => {
  if (more <= 0) return
  const [tenant] = await ctx.run<{ plan: Plan }>('select plan from tenant where id = $1', [ctx.tenantId])
  const { noun, limit } = ctx.platform.counts[resource]
  const allowed = tenant ? planLimits[tenant.plan][limit] : 0
  if (allowed === null) return
  // guard: plan-limit-at-once
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:${resource}`])
  // guard: plan-limit
  if ((await countUsed(ctx, resource)) + more > allowed) throw planLimitReached(noun, allowed)
}
