import { refreshScout } from '#contracts/scout/phone/session.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { verifyRealmToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { endSessions, type LiveSubject, rotateSession } from '#server/platform/sessions.ts'
import { requireScouting } from './require-scouting.ts'
import { mayStillSend } from './scout-realm.ts'
import { scoutTokens } from './scout-tokens.ts'

const activeScout: LiveSubject = {
  kind: 'SCOUT',
  from: 'scout p',
  condition: `p.tenant_id = $1 and p.id = s.subject_id and p.state = 'ACTIVE'`,
  returning: 'p.id',
}

export default serve(refreshScout)(async (ctx, { body }) => {
  const claims = await verifyRealmToken(ctx.platform.keys, 'scout_refresh', body.refreshToken, ctx.now)
  if (!claims || claims.tenantId === null) throw unauthorized()
  const { tenantId, subjectId, sessionId } = claims
  // The end of a stolen session must be kept although the answer is a refusal, so nothing is thrown inside.
  const tokens = await ctx.inTenant(tenantId, 'write', async (tenant) => {
    await requireScouting(tenant)
    if (!mayStillSend(await readScout(tenant, subjectId), tenant.now)) return undefined
    const rotation = await rotateSession(tenant, activeScout, claims)
    if (rotation.kind === 'ROTATED')
      return scoutTokens(
        tenant.platform,
        { tenantId, subjectId, sessionId, tokenId: rotation.tokenId },
        tenant.now,
      )
    if (rotation.kind === 'STOLEN')
      await endSessions(tenant, { kind: 'SCOUT', subjectId }, { only: sessionId })
    return undefined
  })
  if (!tokens) throw unauthorized()
  return tokens
})
