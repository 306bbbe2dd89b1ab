import { refresh } from '#contracts/auth.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { wrongWaySql } from '#server/platform/gate/sso-only.ts'
import { refreshSeconds, type TokenClaims, verifyToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { endStolenFamily } from './end-stolen-family.ts'
import { tokensFor } from './sessions.ts'

/** Tabs may refresh at the same time: within this time a used token is refused, but does not end the session. */
const graceMs = 10_000
/** Milliseconds in which the token may be used once more if the answer of its refresh was lost. */
const lostAnswerMs = 24 * 3600_000

/** Conditions on the live user and session. */
const liveUserText = `from app_user u, tenant t
     where s.tenant_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $5
       and u.tenant_id = s.tenant_id and u.id = s.user_id and u.state = 'ACTIVE' and u.removed_at is null
       and t.id = s.tenant_id and not ${wrongWaySql}`

/** Used tokens by time in milliseconds, without those past their grace period. */
const spentInGraceText = `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(s.just_spent) where value::bigint >= $8)`

/** One conditional UPDATE decides which of many requests gets the next pair. */
const rotate = async (
  ctx: TenantContext,
  { tenantId, sessionId, userId, tokenId }: TokenClaims,
  next: string,
): Promise<Role[] | undefined> => {
  const now = ctx.now.getTime()
  // guard: refresh-live
  // guard: refresh-user
  const [rotated] = await ctx.run<{ roles: Role[] }>(
    `update session s set live_token = $4, last_used_at = $5, expires_at = $6,
       just_spent = ${spentInGraceText} || jsonb_build_object($7::text, $9::bigint),
       spent_token = $7::uuid, rotated_at = $5, unused_token = $4
     ${liveUserText} and s.user_id = $3 and s.live_token = $7::uuid
     returning u.roles`,
    [
      tenantId,
      sessionId,
      userId,
      next,
      ctx.now,
      new Date(now + refreshSeconds * 1000),
      tokenId,
      now - graceMs,
      now,
    ],
  )
  return rotated?.roles
}

/**
 * Issues one pair in place of a pair that was lost with its answer, and revokes the lost one. Only if nothing of the
 * lost pair was ever used: then it did arrive.
 */
const replaceLost = async (
  ctx: TenantContext,
  { tenantId, sessionId, userId, tokenId }: TokenClaims,
  next: string,
): Promise<Role[] | undefined> => {
  const now = ctx.now.getTime()
  // guard: lost-unused
  // guard: lost-once
  const [replaced] = await ctx.run<{ roles: Role[] }>(
    `update session s set live_token = $4, last_used_at = $5, expires_at = $6,
       just_spent = ${spentInGraceText} || jsonb_build_object($7::text, $9::bigint, s.live_token::text, $9::bigint),
       lost_token = s.live_token, rotated_at = $5, unused_token = null
     ${liveUserText} and s.user_id = $3
       and s.spent_token = $7::uuid and s.unused_token = s.live_token and s.rotated_at < $10 and s.rotated_at >= $11
     returning u.roles`,
    [
      tenantId,
      sessionId,
      userId,
      next,
      ctx.now,
      new Date(now + refreshSeconds * 1000),
      tokenId,
      now - graceMs,
      now,
      new Date(now - graceMs),
      new Date(now - lostAnswerMs),
    ],
  )
  return replaced?.roles
}

interface Family {
  live_token: string
  just_spent: Record<string, number>
}

/** A used token that comes back after its grace period may be stolen. */
const isReuse = ({ live_token, just_spent }: Family, tokenId: string, now: Date): boolean => {
  // A live token is refused if its member is disabled or the session has expired; that is not theft.
  if (live_token === tokenId) return false
  const spentAt = just_spent[tokenId]
  return spentAt === undefined || now.getTime() - spentAt > graceMs
}

export default serve(refresh)(async (ctx, { body }) => {
  const claims = await verifyToken(ctx.platform.keys, 'refresh', body.refreshToken, ctx.now)
  if (!claims) throw unauthorized()
  const { tenantId, sessionId, userId, tokenId } = claims
  // Ending the session must be committed although the answer is an error, so nothing is thrown inside.
  const tokens = await ctx.inTenant(tenantId, 'write', async (tenant) => {
    const next = newId(ctx.now.getTime())
    const roles = (await rotate(tenant, claims, next)) ?? (await replaceLost(tenant, claims, next))
    if (roles) return tokensFor(tenant, { id: userId, roles }, sessionId, next)
    const [family] = await tenant.run<Family>(
      'select live_token, just_spent from session where tenant_id = $1 and id = $2 and user_id = $3 and ended_at is null for update',
      [tenantId, sessionId, userId],
    )
    // guard: stolen-family
    if (family && isReuse(family, tokenId, ctx.now)) await endStolenFamily(tenant, userId, sessionId)
    return undefined
  })
  if (!tokens) throw unauthorized()
  return tokens
})
