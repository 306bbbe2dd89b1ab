import { getSubscription, limitNames, type Subscription, type SubscriptionLimit } from '#contracts/billing.ts'
import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import { countThisMonth } from '#server/modules/feedback/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { countUsed } from '#server/platform/gate/plan-limits.ts'
import { type LimitOverride, limitsOf, statusOf } from '#server/platform/gate/tenant-status.ts'
import { serve } from '#server/platform/http/serve.ts'
import { reachesAt, readGrowth } from './growth.ts'
import type { TenantPlan } from './plan/next-plan.ts'

const text = `select t.plan, t.plan_source, t.state, t.trial_ends_at, t.past_due_since, t.grace_until,
    t.history_shrinks_at, t.limit_overrides, a.amount, a.currency, a.period_ends_at, a.cancels_at, a.warning
  from tenant t left join billing_account a on a.tenant_id = $1
  where t.id = $1`

interface Row extends Omit<TenantPlan, 'plan_until' | 'state_reason' | 'state_message' | 'history_plan'> {
  readonly limit_overrides: readonly LimitOverride[]
  readonly amount: number | null
  readonly currency: string | null
  readonly period_ends_at: Date | null
  readonly cancels_at: Date | null
  readonly warning: Subscription['warning']
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const readLimitLines = async (ctx: StaffContext, row: Row): Promise<SubscriptionLimit[]> => {
  const allowed = limitsOf(row.plan, row.limit_overrides, ctx.now)
  const growth = await readGrowth(ctx)
  const lines: SubscriptionLimit[] = []
  for (const name of limitNames) {
    const isMonthly = name === 'feedbackThisMonth'
    const used = isMonthly ? await countThisMonth(ctx) : await countUsed(ctx, name)
    const override = row.limit_overrides.find(
      ({ limit, until }) => limit === name && Date.parse(until) > ctx.now.getTime(),
    )
    lines.push({
      name,
      used,
      allowed: allowed[name],
      override: override ? { until: new Date(override.until).toISOString() } : null,
      // It begins anew each month.
      reachesAt: isMonthly ? null : reachesAt(used, allowed[name], growth[name] ?? 0, ctx.now),
    })
  }
  return lines
}

export default serve(getSubscription)(async (ctx): Promise<Subscription> => {
  const [row] = await ctx.run<Row>(text, [ctx.tenantId])
  if (!row) throw new Error('The tenant is gone')
  const isPaid = row.plan_source === 'PROVIDER'
  return {
    plan: row.plan,
    state: statusOf({ plan: row.plan, tenant_state: row.state }),
    source: row.plan_source,
    configured: ctx.platform.config.stripe !== undefined,
    trialEndsAt: row.plan === 'TRIAL' ? iso(row.trial_ends_at) : null,
    periodEndsAt: isPaid ? iso(row.period_ends_at) : null,
    cancelsAt: isPaid ? iso(row.cancels_at) : null,
    pastDueSince: iso(row.past_due_since),
    graceUntil: iso(row.grace_until),
    readOnly: ctx.readOnly,
    price:
      isPaid && row.amount !== null && row.currency !== null
        ? { amount: row.amount, currency: row.currency, interval: 'MONTH' }
        : null,
    warning: row.warning,
    limits: await readLimitLines(ctx, row),
    features: entitlementsOf(row.plan),
    historyShrinksAt:
      row.history_shrinks_at && row.history_shrinks_at > ctx.now ? iso(row.history_shrinks_at) : null,
  }
})
