/** A refresh token was used twice: whoever holds the family's tokens must sign in again, and its owner is told. */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { mailLanguage } from '#server/platform/mail/render.ts'

interface Owner {
  email: string
  language: string
  device: string
  time_zone: string
}

/** Ends the family, notes it in the audit log and asks for the mail, in one transaction. */
export const endStolenFamily = async (
  ctx: TenantContext,
  userId: string,
  sessionId: string,
): Promise<void> => {
  const [owner] = await ctx.run<Owner>(
    `update session s set ended_at = $4 from app_user u join tenant t on t.id = u.tenant_id
     where s.tenant_id = $1 and s.id = $2 and s.user_id = $3 and s.ended_at is null and u.tenant_id = $1 and u.id = s.user_id
     returning u.email, u.language, s.device, coalesce(u.time_zone, t.time_zone) as time_zone`,
    [ctx.tenantId, sessionId, userId, ctx.now],
  )
  if (!owner) return
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  await emit(ctx, 'internal.mail_requested', {
    template: 'session-ended',
    to: owner.email,
    language: mailLanguage(owner.language),
    data: {
      ...(owner.device ? { device: owner.device } : {}),
      at: ctx.now.toISOString(),
      timeZone: owner.time_zone,
      link: `${ctx.platform.config.baseUrl}/app/sign-in`,
    },
  })
  recordAudit(
    { ...ctx, actor: { kind: 'SYSTEM', id: 'auth', name: 'Wellkept' } },
    { action: 'auth.refreshTokenReused', target: sessionId, fields: [] },
  )
}
