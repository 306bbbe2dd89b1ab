/** What a tenant may do now: the one reader of its plan, trial, suspension and limits. */
import { type PlanLimits, planLimits } from '#contracts/kit/plan-limits.ts'
import { type Plan, plans, type TenantState } from '#contracts/kit/vocabulary.ts'
import type { Config } from '../config.ts'
import type { TenantContext } from '../context.ts'

/** Columns of `tenant t` that decide whether its staff may write. */
export const tenantStatusColumns = 't.plan, t.state as tenant_state, t.state_message, t.trial_ends_at'

export interface TenantStatusRow {
  readonly plan: Plan
  readonly tenant_state: string
  readonly state_message: string | null
  readonly trial_ends_at: Date | null
}

/** The state that is told of a tenant: without a stored reason it follows from the plan. */
export const statusOf = ({
  plan,
  tenant_state: stored,
}: Pick<TenantStatusRow, 'plan' | 'tenant_state'>): TenantState =>
  stored === 'PAST_DUE' || stored === 'SUSPENDED' || stored === 'CLOSING'
    ? stored
    : plan === 'TRIAL'
      ? 'TRIAL'
      : 'ACTIVE'

/**
 * Why the staff of a tenant may only read at the moment. Visitors are not affected.
 * @returns undefined where they may write
 */
export const readOnlyReason = (row: TenantStatusRow, config: Config, now: Date): string | undefined => {
  if (row.tenant_state === 'SUSPENDED' || row.tenant_state === 'CLOSING')
    return row.state_message ?? 'This account can only be read at the moment'
  if (config.trialsEnd && row.plan === 'TRIAL' && row.trial_ends_at && row.trial_ends_at <= now) {
    return 'The trial has ended; choose a plan to go on'
  }
  return undefined
}

export const isLowerPlan = (plan: Plan, than: Plan): boolean => plans.indexOf(plan) < plans.indexOf(than)

/** Columns of `tenant` that decide how long comments and photos are kept. */
export interface HistoryRow {
  readonly plan: Plan
  readonly history_plan: Plan | null
  readonly history_shrinks_at: Date | null
}

/** The plan whose history is kept: after a change to a lower one that of the former, for a time. */
export const historyPlanOf = ({ plan, history_plan, history_shrinks_at }: HistoryRow, now: Date): Plan =>
  history_plan && history_shrinks_at && history_shrinks_at > now && isLowerPlan(plan, history_plan)
    ? history_plan
    : plan

/** A limit that differs from the plan's until a day. */
export interface LimitOverride {
  readonly limit: keyof PlanLimits
  /** null: unlimited */
  readonly value: number | null
  /** ISO time */
  readonly until: string
  readonly reason: string
}

/** The plan's limits with the overrides that hold now; an override ends by its time, without any job. */
export const limitsOf = (plan: Plan, overrides: readonly LimitOverride[], now: Date): PlanLimits => ({
  ...planLimits[plan],
  ...Object.fromEntries(
    overrides
      .filter(({ until }) => Date.parse(until) > now.getTime())
      .map(({ limit, value }) => [limit, value]),
  ),
})

/** Limits of the tenant of this transaction. */
export const readLimits = async (ctx: TenantContext): Promise<PlanLimits> => {
  const [row] = await ctx.run<{ plan: Plan; limit_overrides: LimitOverride[] }>(
    'select plan, limit_overrides from tenant where id = $1',
    [ctx.tenantId],
  )
  return row ? limitsOf(row.plan, row.limit_overrides, ctx.now) : planLimits.TRIAL
}
