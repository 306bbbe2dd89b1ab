/** `npx wellkept plan TENANT PLAN`: sets the plan of an organisation without billing. */
import { type Plan, plans } from '#contracts/kit/vocabulary.ts'
import { setPlanByHand, takeBackPlan } from '#server/modules/billing/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { recordOperatorAction } from './operator.ts'
import { asSystem, listTenants, noSuchTenant, tenantNamed } from './tenants.ts'

/** An error shown without a stack trace. */
export class PlanError extends Error {}

export interface PlanSet {
  readonly name: string
  readonly before: Plan
  readonly now: Plan
}

/** @throws PlanError */
const dayOf = (text: string, now: Date): Date => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T23:59:59Z`) : undefined
  if (!day || Number.isNaN(day.getTime()) || day <= now)
    throw new PlanError(`The day must lie ahead and be written as 2027-12-31, not as "${text}"`)
  return day
}

/**
 * The plan holds, whatever is paid, until the day or until it is taken back.
 * @param tenant slug or id
 * @param plan `none` takes back what was set by hand
 * @param until a day as 2027-12-31
 * @throws PlanError if there is no such tenant, plan or day
 */
export const setPlan = async (
  { platform }: { readonly platform: Platform },
  tenant: string,
  plan: string,
  until?: string,
): Promise<PlanSet> => {
  const wished = plan.toLowerCase() === 'none' ? null : plans.find((one) => one === plan.toUpperCase())
  if (wished === undefined) throw new PlanError(`There is no plan "${plan}". There are: ${plans.join(', ')}`)
  const tenants = await listTenants(platform)
  const found = tenantNamed(tenant, tenants)
  if (!found) throw new PlanError(noSuchTenant(tenant, tenants))
  const now = platform.clock.now()
  const ends = until === undefined ? null : dayOf(until, now)
  return asSystem(platform, found.id, now, async (ctx) => {
    const { before, after } =
      wished === null ? await takeBackPlan(ctx) : await setPlanByHand(ctx, wished, ends)
    if (before.plan !== after.plan)
      recordOperatorAction(ctx, 'operator.setPlan', null, [
        { field: 'plan', from: before.plan, to: after.plan },
      ])
    return { name: found.name, before: before.plan, now: after.plan }
  })
}
