/** Ends all tokens of a session whose refresh token was used twice, and notifies its owner. */
import type { TenantContext } from '#server/platform/context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { ask } from '#server/platform/mail/define.ts'
import { endSubscriptions } from '#server/platform/push/subscriptions.ts'
import { sessionEnded } from '../mails/session-ended.ts'

/** Ends the session, logs it in the audit log and queues the email, in one transaction. */
export const endStolenFamily = async (
  ctx: TenantContext,
  userId: string,
  sessionId: string,
): Promise<void> => {
  const [ended] = await ctx.run<{ device: string }>(
    `update session set ended_at = $4
     where tenant_id = $1 and id = $2 and user_id = $3 and ended_at is null returning device`,
    [ctx.tenantId, sessionId, userId, ctx.now],
  )
  if (!ended) return
  await endSubscriptions(ctx, [sessionId])
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  const device = ended.device ? { device: ended.device } : {}
  await ask(ctx, sessionEnded, { userId, at: ctx.now.toISOString(), ...device })
  recordAudit(
    { ...ctx, actor: { kind: 'SYSTEM', id: 'auth', name: 'Wellkept' } },
    { action: 'auth.refreshTokenReused', target: sessionId, fields: [] },
  )
}
