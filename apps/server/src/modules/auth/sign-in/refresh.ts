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

/** Tabs may refresh at once: the losers are refused, but the family lives. */
const graceMs = 10_000
/** So long after a refresh whose answer was lost its token may ask once more. */
const lostMs = 24 * 3600_000

/** What a rotation is told of the live user besides their roles. */
const ofLiveUser = `from app_user u, tenant t
     where s.tenant_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $5
       and u.tenant_id = s.tenant_id and u.id = s.user_id and u.state = 'ACTIVE' and u.removed_at is null
       and t.id = s.tenant_id and not ${wrongWaySql}`

/** Spent tokens, with the time in milliseconds, without those whose grace is over. */
const stillSpent = `(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(s.just_spent) where value::bigint >= $8)`

/** One conditional UPDATE decides who of many gets the next pair. */
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
       just_spent = ${stillSpent} || jsonb_build_object($7::text, $9::bigint),
       spent_token = $7::uuid, rotated_at = $5, unused_token = $4
     ${ofLiveUser} and s.user_id = $3 and s.live_token = $7::uuid
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
 * A spent token whose answer was lost gets one pair in place of the lost one, which opens nothing from now on. Nothing of
 * that one was ever used, or it was not lost.
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
       just_spent = ${stillSpent} || jsonb_build_object($7::text, $9::bigint, s.live_token::text, $9::bigint),
       lost_token = s.live_token, rotated_at = $5, unused_token = null
     ${ofLiveUser} and s.user_id = $3
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
      new Date(now - lostMs),
    ],
  )
  return replaced?.roles
}

interface Family {
  live_token: string
  just_spent: Record<string, number>
}

/** A spent token that comes back later than its grace may be stolen. */
const isReuse = ({ live_token, just_spent }: Family, tokenId: string, now: Date): boolean => {
  // The live one is refused where its person is switched off or the family has expired; that is no theft.
  if (live_token === tokenId) return false
  const spentAt = just_spent[tokenId]
  return spentAt === undefined || now.getTime() - spentAt > graceMs
}

export default serve(refresh)(async (ctx, { body }) => {
  const claims = await verifyToken(ctx.platform.keys, 'refresh', body.refreshToken, ctx.now)
  if (!claims) throw unauthorized()
  const { tenantId, sessionId, userId, tokenId } = claims
  // The ending of a family must be kept although the answer is a refusal, so nothing is thrown inside.
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
