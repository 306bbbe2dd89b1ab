/** Which plan and state a tenant has, from what was set by hand and what Stripe said last. */
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { historyPlanOf, isLowerPlan } from '#server/platform/gate/tenant-status.ts'

export const graceDays = 14
/** What a lower plan no longer keeps is erased so many days later. */
export const historyDays = 30
export const day = 86_400_000

export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * day)

/** Columns of `tenant` that billing writes. */
export interface TenantPlan {
  readonly plan: Plan
  readonly plan_source: 'NONE' | 'PROVIDER' | 'MANUAL'
  readonly plan_until: Date | null
  /** as stored: TRIAL and ACTIVE follow from the plan */
  readonly state: string
  readonly state_reason: string | null
  readonly state_message: string | null
  readonly trial_ends_at: Date | null
  readonly past_due_since: Date | null
  readonly grace_until: Date | null
  readonly history_plan: Plan | null
  readonly history_shrinks_at: Date | null
}

/** What Stripe said last. */
export interface PaidPlan {
  /** of the live subscription; null: there is none */
  readonly plan: Plan | null
  readonly past_due: boolean
}

/** With another plan; a shorter history counts only later. */
export const withPlan = (tenant: TenantPlan, plan: Plan, now: Date): TenantPlan => {
  if (plan === tenant.plan) return tenant
  const kept = historyPlanOf(tenant, now)
  return isLowerPlan(plan, kept)
    ? { ...tenant, plan, history_plan: kept, history_shrinks_at: daysLater(now, historyDays) }
    : { ...tenant, plan, history_plan: null, history_shrinks_at: null }
}

const unpaid = (tenant: TenantPlan, now: Date): TenantPlan => ({
  ...tenant,
  state: tenant.state === 'SUSPENDED' || tenant.state === 'CLOSING' ? tenant.state : 'PAST_DUE',
  past_due_since: tenant.past_due_since ?? now,
  grace_until: tenant.grace_until ?? daysLater(now, graceDays),
})

/** A payment lifts what was for want of one, and nothing else. */
const paid = (tenant: TenantPlan): TenantPlan => {
  const lifted =
    tenant.state === 'TRIAL' ||
    tenant.state === 'PAST_DUE' ||
    (tenant.state === 'SUSPENDED' && tenant.state_reason === 'UNPAID')
  return {
    ...tenant,
    ...(lifted ? { state: 'ACTIVE', state_reason: null, state_message: null } : {}),
    past_due_since: null,
    grace_until: null,
  }
}

export const isByHand = ({ plan_source, plan_until }: TenantPlan, now: Date): boolean =>
  plan_source === 'MANUAL' && (plan_until === null || plan_until > now)

/** @param defaultPlan that of a tenant whose plan by hand has ended and who has bought none */
export const nextPlan = (
  tenant: TenantPlan,
  account: PaidPlan | undefined,
  defaultPlan: Plan,
  now: Date,
): TenantPlan => {
  if (isByHand(tenant, now)) return paid(tenant)
  if (account?.plan) {
    const bought: TenantPlan = {
      ...withPlan(tenant, account.plan, now),
      plan_source: 'PROVIDER',
      plan_until: null,
    }
    return account.past_due ? unpaid(bought, now) : paid(bought)
  }
  if (tenant.plan_source === 'NONE') return paid(tenant)
  const plan = tenant.plan_source === 'MANUAL' ? defaultPlan : 'TRIAL'
  const running = tenant.trial_ends_at !== null && tenant.trial_ends_at > now
  return paid({
    ...withPlan(tenant, plan, now),
    plan_source: 'NONE',
    plan_until: null,
    trial_ends_at: running ? tenant.trial_ends_at : now,
  })
}

/** The days of grace are over. */
export const afterGrace = (tenant: TenantPlan, now: Date): TenantPlan =>
  tenant.state === 'PAST_DUE' && tenant.grace_until !== null && tenant.grace_until <= now
    ? { ...tenant, state: 'SUSPENDED', state_reason: 'UNPAID', state_message: null }
    : tenant
