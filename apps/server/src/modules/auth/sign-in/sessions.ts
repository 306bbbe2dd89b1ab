/** Sessions: a sign-in on one device and its tokens. */
import type { TokenPair } from '#contracts/auth.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { deviceName } from '#server/platform/device-name.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { ssoOnlySql } from '#server/platform/gate/sso-only.ts'
import { refreshSeconds, signToken } from '#server/platform/gate/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { endSubscriptions } from '#server/platform/push/subscriptions.ts'

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
  const id = newId(ctx.now.getTime())
  const tokenId = newId(ctx.now.getTime())
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
  await ctx.db
    .insertInto('session')
    .values({
      tenant_id: ctx.tenantId,
      id,
      user_id: user.id,
      live_token: tokenId,
      by_sso: way === 'SSO',
      device: deviceName(userAgent),
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + refreshSeconds * 1000),
    })
    .execute()
  return tokensFor(ctx, user, id, tokenId)
}

/** Ends sessions of a user: all of them, one, or all but one. Their tokens are refused at once. @returns how many */
export const endSessions = async (
  ctx: TenantContext,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> => {
  let query = ctx.db
    .updateTable('session')
    .set({ ended_at: ctx.now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which.only) query = query.where('id', '=', which.only)
  if (which.except) query = query.where('id', '!=', which.except)
  const ended = await query.returning('id').execute()
  await endSubscriptions(
    ctx,
    ended.map(({ id }) => id),
  )
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
  return ended.length
}

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
