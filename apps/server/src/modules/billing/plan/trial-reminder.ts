/** When administrators are told that something ends. */
import type { TenantContext } from '#server/platform/context.ts'
import { day } from './next-plan.ts'

/** Key of the scheduled jobs of a tenant's plan: there is one of each kind. */
export const planKey = 'plan'
export const trialKind = 'billing.trial_reminder'
export const noticeMs = 3 * day

interface Moments {
  readonly plan: string
  readonly state: string
  readonly trial_ends_at: Date | null
  readonly grace_until: Date | null
}

const momentsText = 'select plan, state, trial_ends_at, grace_until from tenant where id = $1'

export const momentsOf = async (ctx: TenantContext): Promise<Moments | undefined> =>
  (await ctx.run<Moments>(momentsText, [ctx.tenantId]))[0]

/** Whether the time is less than three days ahead. */
export const isNear = (time: Date | null, now: Date): boolean =>
  time !== null && time > now && time.getTime() - now.getTime() <= noticeMs

export const scheduleTrialReminder = async (ctx: TenantContext): Promise<void> => {
  const ends = (await momentsOf(ctx))?.trial_ends_at
  if (ctx.platform.config.trialsEnd && ends && ends > ctx.now)
    await ctx.schedule(trialKind, planKey, new Date(ends.getTime() - noticeMs))
}
