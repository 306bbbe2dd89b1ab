/** Changes plan and state of a tenant: all that does so goes through `change`. */
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { statusOf } from '#server/platform/gate/tenant-status.ts'
import { tellAdmins } from '../mails/billing-notice.ts'
import { afterGrace, nextPlan, type PaidPlan, type TenantPlan, withPlan } from './next-plan.ts'
import { noticeMs, planKey, scheduleTrialReminder } from './trial-reminder.ts'

const lockText = `select plan, plan_source, plan_until, state, state_reason, state_message, trial_ends_at, past_due_since,
    grace_until, history_plan, history_shrinks_at
  from tenant where id = $1 and state <> 'ERASED' for update`
const saveText = `update tenant set plan = $2, plan_source = $3, plan_until = $4, state = $5, state_reason = $6,
    state_message = $7, trial_ends_at = $8, past_due_since = $9, grace_until = $10, history_plan = $11,
    history_shrinks_at = $12
  where id = $1`
const accountText = 'select plan, past_due from billing_account where tenant_id = $1'

const readAccount = async (ctx: TenantContext): Promise<PaidPlan | undefined> =>
  (await ctx.run<PaidPlan>(accountText, [ctx.tenantId]))[0]

const toldOf = ({ plan, state }: TenantPlan) => statusOf({ plan, tenant_state: state })

const scheduleMoments = async (ctx: TenantContext, before: TenantPlan, after: TenantPlan): Promise<void> => {
  const times = new Map<string, Date | null>([
    ['billing.manual_ends', after.plan_until],
    ['billing.grace_ends', after.grace_until],
    ['billing.grace_reminder', after.grace_until && new Date(after.grace_until.getTime() - noticeMs)],
  ])
  const moved = before.plan_until !== after.plan_until || before.grace_until !== after.grace_until
  if (!moved) return
  // Without a time the job is left: it does nothing.
  for (const [kind, time] of times) if (time) await ctx.schedule(kind, planKey, time)
}

const announce = async (ctx: TenantContext, before: TenantPlan, after: TenantPlan): Promise<void> => {
  const state = { from: toldOf(before), to: toldOf(after) }
  const plan = { from: before.plan, to: after.plan }
  const changes = [
    ...(plan.from === plan.to ? [] : [{ field: 'plan', ...plan }]),
    ...(state.from === state.to ? [] : [{ field: 'state', ...state }]),
  ]
  if (changes.length === 0) return
  await emit(ctx, 'internal.plan_changed', { plan, state })
  // The command line and super admins have entries of their own, with who did it.
  if (ctx.actor.kind === 'SYSTEM' && ctx.actor.id === 'stripe')
    recordAudit(ctx, {
      action: 'billing.changePlan',
      target: null,
      fields: changes.map(({ field }) => field),
      changes,
    })
  if (plan.from !== plan.to) await tellAdmins(ctx, 'PLAN_CHANGED')
  if (after.history_shrinks_at && after.history_shrinks_at !== before.history_shrinks_at)
    await tellAdmins(ctx, 'HISTORY_SHRINKS')
  if (after.state === 'SUSPENDED' && after.state_reason === 'UNPAID' && state.from !== state.to)
    await tellAdmins(ctx, 'SUSPENDED')
}

export interface PlanChange {
  readonly before: TenantPlan
  readonly after: TenantPlan
}

/** @throws Error for a tenant that is gone */
const change = async (
  ctx: TenantContext,
  next: (tenant: TenantPlan, account: PaidPlan | undefined) => TenantPlan,
): Promise<PlanChange> => {
  const [before] = await ctx.run<TenantPlan>(lockText, [ctx.tenantId])
  if (!before) throw new Error('The tenant is gone')
  const after = next(before, await readAccount(ctx))
  await ctx.run(saveText, [
    ctx.tenantId,
    after.plan,
    after.plan_source,
    after.plan_until,
    after.state,
    after.state_reason,
    after.state_message,
    after.trial_ends_at,
    after.past_due_since,
    after.grace_until,
    after.history_plan,
    after.history_shrinks_at,
  ])
  await scheduleMoments(ctx, before, after)
  await announce(ctx, before, after)
  ctx.invalidate('tasks')
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  return { before, after }
}

/** Applies what Stripe said last, unless the plan was set by hand. */
export const applyPaidPlan = (ctx: TenantContext): Promise<PlanChange> =>
  change(ctx, (tenant, account) =>
    afterGrace(nextPlan(tenant, account, ctx.platform.config.defaultPlan, ctx.now), ctx.now),
  )

/**
 * Sets a plan by hand; what Stripe says waits until it ends.
 * @param until null: until it is taken back
 */
export const setPlanByHand = (ctx: TenantContext, plan: Plan, until: Date | null): Promise<PlanChange> =>
  change(ctx, (tenant, account) => {
    const byHand: TenantPlan = {
      ...withPlan(tenant, plan, ctx.now),
      plan_source: 'MANUAL',
      plan_until: until,
      // A trial that is given once more does not begin as one that has ended.
      trial_ends_at:
        plan === 'TRIAL' && tenant.trial_ends_at && tenant.trial_ends_at <= ctx.now
          ? null
          : tenant.trial_ends_at,
    }
    return nextPlan(byHand, account, ctx.platform.config.defaultPlan, ctx.now)
  })

/** Takes back a plan that was set by hand: from now on what Stripe says holds, else DEFAULT_PLAN. */
export const takeBackPlan = (ctx: TenantContext): Promise<PlanChange> =>
  change(ctx, (tenant, account) =>
    tenant.plan_source === 'MANUAL'
      ? nextPlan({ ...tenant, plan_until: ctx.now }, account, ctx.platform.config.defaultPlan, ctx.now)
      : tenant,
  )

/** Moves the end of the trial, also of one that is over. */
export const moveTrialEnd = async (ctx: TenantContext, trialEndsAt: Date | null): Promise<PlanChange> => {
  const changed = await change(ctx, (tenant) => ({ ...tenant, trial_ends_at: trialEndsAt }))
  await scheduleTrialReminder(ctx)
  return changed
}

/** @param message what staff are told; null: the usual text */
export const suspendTenant = (ctx: TenantContext, message: string | null): Promise<PlanChange> =>
  change(ctx, (tenant) => ({
    ...tenant,
    state: 'SUSPENDED',
    state_reason: 'OPERATOR',
    state_message: message,
  }))

/** Lifts SUSPENDED and CLOSING; a tenant that has not paid gets the days of grace again. */
export const reactivateTenant = (ctx: TenantContext): Promise<PlanChange> =>
  change(ctx, (tenant, account) => {
    if (tenant.state !== 'SUSPENDED' && tenant.state !== 'CLOSING') return tenant
    const lifted = { ...tenant, state: 'ACTIVE', state_reason: null, state_message: null, grace_until: null }
    return nextPlan(lifted, account, ctx.platform.config.defaultPlan, ctx.now)
  })
