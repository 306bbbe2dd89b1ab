/** `npx wellkept plan TENANT PLAN`: sets the plan of an organisation without billing. */
import { type Plan, plans } from '#contracts/kit/vocabulary.ts'
import { setPlan as setPlanOf } from '#server/modules/auth/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { recordOperatorAction } from './operator.ts'
import { asSystem, listTenants, noSuchTenant, tenantNamed } from './tenants.ts'

/** An error shown without a stack trace. */
export class PlanError extends Error {}

/**
 * Setting the same plan again changes nothing and adds no entry.
 * @param tenant slug or id
 * @throws PlanError if there is no such tenant or plan
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
    if (was !== now)
      recordOperatorAction(ctx, 'operator.setPlan', null, [{ field: 'plan', from: was, to: now }])
    return was
  })
  return { name: found.name, before, now }
}
