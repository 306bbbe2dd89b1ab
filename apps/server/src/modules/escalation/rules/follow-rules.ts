import type { TenantContext } from '#server/platform/context.ts'

/** The rules have changed: escalation looks at all open tasks again, by work at a time, 500 of them at once. */
export const followEscalationRules = (ctx: TenantContext): Promise<void> =>
  ctx.schedule('escalation.follow', '', ctx.now)
