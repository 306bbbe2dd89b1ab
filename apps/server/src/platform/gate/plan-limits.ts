/** Counted limits of the plan, also when many ask at once: a lock per tenant and resource holds until the commit. */
import { type PlanLimits, planLimits } from '#contracts/kit/plan-limits.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '../context.ts'
import { planLimitReached } from '../errors.ts'

export type CountedResource = 'buildings' | 'qrCodes' | 'qrStock' | 'members' | 'apiKeys'

const counts: Record<CountedResource, { text: string; noun: string; limit: keyof PlanLimits }> = {
  buildings: {
    text: 'select count(*) as n from building where tenant_id = $1 and archived_at is null',
    noun: 'buildings',
    limit: 'buildings',
  },
  qrCodes: {
    text: 'select count(*) as n from qr_code where tenant_id = $1 and amenity_id is not null and retired_at is null',
    noun: 'linked QR codes',
    limit: 'qrCodes',
  },
  qrStock: {
    text: 'select count(*) as n from qr_code where tenant_id = $1 and amenity_id is null and retired_at is null',
    noun: 'QR codes in stock',
    limit: 'qrCodes',
  },
  members: {
    text: "select count(*) as n from app_user where tenant_id = $1 and removed_at is null and state <> 'DISABLED'",
    noun: 'team members',
    limit: 'members',
  },
  apiKeys: {
    text: 'select count(*) as n from api_key where tenant_id = $1 and revoked_at is null',
    noun: 'API keys',
    limit: 'apiKeys',
  },
}

/** How many are used now. */
export const countUsed = async (ctx: TenantContext, resource: CountedResource): Promise<number> => {
  const [row] = await ctx.run<{ n: number }>(counts[resource].text, [ctx.tenantId])
  return row?.n ?? 0
}

/**
 * Makes sure that `more` fit, before they are made in this transaction.
 * @throws ServiceError PLAN_LIMIT_REACHED
 */
export const claimPlaces = async (
  ctx: TenantContext,
  resource: CountedResource,
  more: number,
): Promise<void> => {
  if (more <= 0) return
  const [tenant] = await ctx.run<{ plan: Plan }>('select plan from tenant where id = $1', [ctx.tenantId])
  const { noun, limit } = counts[resource]
  const allowed = tenant ? planLimits[tenant.plan][limit] : 0
  if (allowed === null) return
  await ctx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${ctx.tenantId}:${resource}`])
  if ((await countUsed(ctx, resource)) + more > allowed) throw planLimitReached(noun, allowed)
}
