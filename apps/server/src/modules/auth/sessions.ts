/** A sign-in on one device and the tokens that carry it. */
import type { TokenPair } from '#contracts/auth.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { refreshSeconds, signToken } from '#server/platform/gate/tokens.ts'
import { newId } from '#server/platform/ids.ts'

interface SessionOwner {
  readonly id: string
  readonly roles: readonly Role[]
}

/** Tokens for a session whose live refresh token is `tokenId`. */
export const tokensFor = async (
  ctx: TenantContext,
  user: SessionOwner,
  sessionId: string,
  tokenId: string,
): Promise<TokenPair> => {
  const claims = { userId: user.id, tenantId: ctx.tenantId, roles: user.roles, sessionId }
  const { keys } = ctx.platform
  const [accessToken, refreshToken] = await Promise.all([
    signToken(keys, 'access', { ...claims, tokenId: newId(ctx.now.getTime()) }, ctx.now),
    signToken(keys, 'refresh', { ...claims, tokenId }, ctx.now),
  ])
  return { accessToken, refreshToken }
}

/** Opens a session for a user who has just proved who they are. */
export const startSession = async (
  ctx: TenantContext,
  user: SessionOwner,
  device: string,
): Promise<TokenPair> => {
  const id = newId(ctx.now.getTime())
  const tokenId = newId(ctx.now.getTime())
  await ctx.db
    .insertInto('session')
    .values({
      tenant_id: ctx.tenantId,
      id,
      user_id: user.id,
      live_token: tokenId,
      device: device.slice(0, 200),
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + refreshSeconds * 1000),
    })
    .execute()
  await ctx.db.updateTable('app_user').set({ last_sign_in_at: ctx.now }).where('id', '=', user.id).execute()
  return tokensFor(ctx, user, id, tokenId)
}

/** Ends sessions of a user: all of them, one, or all but one. Their tokens are refused at once. */
export const endSessions = async (
  ctx: TenantContext,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<void> => {
  let query = ctx.db
    .updateTable('session')
    .set({ ended_at: ctx.now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which.only) query = query.where('id', '=', which.only)
  if (which.except) query = query.where('id', '!=', which.except)
  await query.execute()
  ctx.afterCommit(() => ctx.platform.tenantChanged(ctx.tenantId))
}
