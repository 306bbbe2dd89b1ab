/** `npx wellkept plan TENANT PLAN`: what an organisation may use, where nobody sells plans. */
import { type Plan, plans } from '#contracts/kit/vocabulary.ts'
import { setPlan as setPlanOf } from '#server/modules/auth/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { recordDeed } from './operator.ts'
import { asSystem, listTenants, noSuchTenant, tenantNamed } from './tenants.ts'

/** A text for the terminal, without a stack. */
export class PlanError extends Error {}

/**
 * A second time changes nothing and leaves no entry.
 * @param tenant slug or id
 * @throws PlanError where there is no such tenant or plan
 */
export const setPlan = async (
  { platform }: { readonly platform: Platform },
  tenant: string,
  plan: string,
): Promise<{ readonly name: string; readonly before: Plan; readonly now: Plan }> => {
  const now = plans.find((one) => one === plan.toUpperCase())
  if (!now) throw new PlanError(`There is no plan "${plan}". There are: ${plans.join(', ')}`)
  const tenants = await listTenants(platform)
  const found = tenantNamed(tenant, tenants)
  if (!found) throw new PlanError(noSuchTenant(tenant, tenants))
  const before = await asSystem(platform, found.id, platform.clock.now(), async (ctx) => {
    const was = await setPlanOf(ctx, now)
    if (was !== now) recordDeed(ctx, 'operator.setPlan', null, [{ field: 'plan', from: was, to: now }])
    return was
  })
  return { name: found.name, before, now }
}
