/** What happens to a plan when its time has come; each job reads the tenant again. */
import { emit } from '#server/platform/events/emit.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { tellAdmins } from '../mails/billing-notice.ts'
import { applyPaidPlan } from './tenant-plan.ts'
import { isNear, momentsOf, scheduleTrialReminder, trialKind } from './trial-reminder.ts'

export const readingKind = 'billing.read_customer'

const applyNow: ScheduledJobHandler = async (ctx) => void (await applyPaidPlan(ctx))

export const planJobs: Readonly<Record<string, ScheduledJobHandler>> = {
  'billing.manual_ends': applyNow,
  'billing.grace_ends': applyNow,
  'billing.grace_reminder': async (ctx) => {
    const moments = await momentsOf(ctx)
    if (moments?.state === 'PAST_DUE' && isNear(moments.grace_until, ctx.now))
      await tellAdmins(ctx, 'GRACE_ENDS')
  },
  [trialKind]: async (ctx) => {
    const moments = await momentsOf(ctx)
    if (moments?.plan !== 'TRIAL') return
    if (isNear(moments.trial_ends_at, ctx.now)) await tellAdmins(ctx, 'TRIAL_ENDS')
    // The end was moved meanwhile.
    else await scheduleTrialReminder(ctx)
  },
  // The call itself is an effect of the event, since no transaction may wait for Stripe.
  [readingKind]: async (ctx) => void (await emit(ctx, 'internal.customer_changed', {})),
}
