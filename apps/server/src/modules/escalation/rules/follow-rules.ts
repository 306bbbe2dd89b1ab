import type { TenantContext } from '#server/platform/context.ts'

/** After a change of rules: schedules a job that plans the escalation of all open tasks again, 500 at a time. */
export const followEscalationRules = (ctx: TenantContext): Promise<void> =>
  ctx.schedule('escalation.follow', '', ctx.now)
