import { refresh } from '#contracts/auth.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { refreshSeconds, verifyToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { tokensFor } from './sessions.ts'

/** Two tabs may refresh at once: the loser is refused, but the family lives. */
const graceMs = 10_000

interface Spent {
  spent_token: string | null
  rotated_at: Date | null
}

export default serve(refresh)(async (ctx, { body }) => {
  const claims = await verifyToken(ctx.platform.keys, 'refresh', body.refreshToken, ctx.now)
  if (!claims) throw unauthorized()
  const { tenantId, sessionId, userId, tokenId } = claims
  // The ending of a family must be kept although the answer is a refusal, so nothing is thrown inside.
  const tokens = await ctx.inTenant(tenantId, 'write', async (tenant) => {
    const next = newId(ctx.now.getTime())
    const [rotated] = await tenant.run<{ roles: Role[] }>(
      `update session s set live_token = $4, spent_token = s.live_token, rotated_at = $5, last_used_at = $5, expires_at = $6
       from app_user u
       where s.tenant_id = $1 and s.id = $2 and s.user_id = $3 and s.live_token = $7 and s.ended_at is null and s.expires_at > $5
         and u.tenant_id = s.tenant_id and u.id = s.user_id and u.state = 'ACTIVE' and u.removed_at is null
       returning u.roles`,
      [
        tenantId,
        sessionId,
        userId,
        next,
        ctx.now,
        new Date(ctx.now.getTime() + refreshSeconds * 1000),
        tokenId,
      ],
    )
    if (rotated) return tokensFor(tenant, { id: userId, roles: rotated.roles }, sessionId, next)
    const [session] = await tenant.run<Spent>(
      'select spent_token, rotated_at from session where tenant_id = $1 and id = $2 and user_id = $3 and ended_at is null for update',
      [tenantId, sessionId, userId],
    )
    const justSpent =
      session?.spent_token === tokenId &&
      session.rotated_at &&
      ctx.now.getTime() - session.rotated_at.getTime() <= graceMs
    if (session && !justSpent) {
      // A spent token that comes back may be stolen: whoever holds the family's tokens must sign in again.
      await tenant.run('update session set ended_at = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        sessionId,
        ctx.now,
      ])
      tenant.afterCommit(() => ctx.platform.tenantChanged(tenantId))
    }
    return undefined
  })
  if (!tokens) throw unauthorized()
  return tokens
})
