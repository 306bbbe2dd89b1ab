/** Sessions: a sign-in on one device and its tokens. */
import type { TokenPair } from '#contracts/auth.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { deviceName } from '#server/platform/device-name.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { ssoOnlySql } from '#server/platform/gate/sso-only.ts'
import { signToken } from '#server/platform/gate/tokens.ts'
import { endSubscriptions } from '#server/platform/push/subscriptions.ts'
import { endSessions as endSubjectSessions, openSession } from '#server/platform/sessions.ts'

interface SessionOwner {
  readonly id: string
  readonly roles: readonly Role[]
}

/**
 * Tokens of a session whose live refresh token is `tokenId`. Both carry it, so a use of either shows that the pair
 * arrived.
 */
export const tokensFor = async (
  ctx: TenantContext,
  user: SessionOwner,
  sessionId: string,
  tokenId: string,
): Promise<TokenPair> => {
  const claims = { userId: user.id, tenantId: ctx.tenantId, roles: user.roles, sessionId }
  const { keys } = ctx.platform
  const [accessToken, refreshToken] = await Promise.all([
    signToken(keys, 'access', { ...claims, tokenId }, ctx.now),
    signToken(keys, 'refresh', { ...claims, tokenId }, ctx.now),
  ])
  return { accessToken, refreshToken }
}

/**
 * Opens a session for a user who has just authenticated.
 * @param way how they did; members who must use SSO may use nothing else
 * @throws ServiceError UNAUTHORIZED if they are not active, or must use SSO
 */
export const startSession = async (
  ctx: TenantContext,
  user: SessionOwner,
  userAgent: string,
  way: 'SSO' | 'OTHER' = 'OTHER',
): Promise<TokenPair> => {
  const [active] = await ctx.run(
    `update app_user u set last_sign_in_at = $3, failed_sign_ins = 0 from tenant t
     where u.tenant_id = $1 and u.id = $2 and u.state = 'ACTIVE' and u.removed_at is null
       and t.id = u.tenant_id and ($4 or not ${ssoOnlySql}) returning u.id`,
    [ctx.tenantId, user.id, ctx.now, way === 'SSO'],
  )
  // Disabled since they were looked up.
  if (!active) throw unauthorized()
  // Every way of joining ends here, so the digests of managers and administrators are planned here.
  if (user.roles.includes('MANAGER') || user.roles.includes('ADMIN'))
    await ctx.schedule('digest.plan', user.id, ctx.now)
  const { sessionId, tokenId } = await openSession(ctx, {
    kind: 'STAFF',
    subjectId: user.id,
    device: deviceName(userAgent),
    bySso: way === 'SSO',
  })
  return tokensFor(ctx, user, sessionId, tokenId)
}

/** Ends sessions of a user: all of them, one, or all but one. Their tokens are refused at once. @returns how many */
export const endSessions = (
  ctx: TenantContext,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> => endSubjectSessions(ctx, { kind: 'STAFF', subjectId: userId }, which)

/** Ends the sessions of members who must use SSO that were opened in another or an unknown way. */
export const endSessionsOutsideSso = async (ctx: TenantContext): Promise<void> => {
  const ended = await ctx.run<{ id: string }>(
    `update session s set ended_at = $2 from app_user u, tenant t
     where s.tenant_id = $1 and s.ended_at is null and s.by_sso is not true
       and u.tenant_id = $1 and u.id = s.user_id and t.id = $1 and ${ssoOnlySql} returning s.id`,
    [ctx.tenantId, ctx.now],
  )
  await endSubscriptions(
    ctx,
    ended.map(({ id }) => id),
  )
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
}
