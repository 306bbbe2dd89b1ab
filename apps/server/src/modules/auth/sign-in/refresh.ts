import { refresh } from '#contracts/auth.ts'
import type { Role } from '#contracts/kit/vocabulary.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { wrongWaySql } from '#server/platform/gate/sso-only.ts'
import { verifyToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { type LiveSubject, rotateSession } from '#server/platform/sessions.ts'
import { endStolenFamily } from './end-stolen-family.ts'
import { tokensFor } from './sessions.ts'

const activeMember: LiveSubject = {
  kind: 'STAFF',
  from: 'app_user u, tenant t',
  condition: `u.tenant_id = $1 and u.id = s.user_id and u.state = 'ACTIVE' and u.removed_at is null
    and t.id = s.tenant_id and not ${wrongWaySql}`,
  returning: 'u.roles',
}

export default serve(refresh)(async (ctx, { body }) => {
  const claims = await verifyToken(ctx.platform.keys, 'refresh', body.refreshToken, ctx.now)
  if (!claims) throw unauthorized()
  const { tenantId, sessionId, userId, tokenId } = claims
  // The ending of a family must be kept although the answer is a refusal, so nothing is thrown inside.
  const tokens = await ctx.inTenant(tenantId, 'write', async (tenant) => {
    const presented = { sessionId, tokenId, subjectId: userId }
    const rotation = await rotateSession<{ roles: Role[] }>(tenant, activeMember, presented)
    if (rotation.kind === 'ROTATED')
      return tokensFor(tenant, { id: userId, roles: rotation.row.roles }, sessionId, rotation.tokenId)
    // guard: stolen-family
    if (rotation.kind === 'STOLEN') await endStolenFamily(tenant, userId, sessionId)
    return undefined
  })
  if (!tokens) throw unauthorized()
  return tokens
})
