import { activateScout } from '#contracts/scout/phone/session.ts'
import { lockScout, presentProfile, readScout } from '#server/modules/scout/own/public.ts'
import { takeCode } from '#server/platform/codes.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { deviceName } from '#server/platform/device-name.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { endSessions, openSession } from '#server/platform/sessions.ts'
import { requireScouting } from './require-scouting.ts'
import { scoutTokens } from './scout-tokens.ts'

const activeText = `update scout set state = 'ACTIVE', activated_at = $3, platform = $4, changed_at = $3, version = version + 1
  where tenant_id = $1 and id = $2`

/** A repeated call, whose first answer was lost, opens a session anew. @throws ServiceError UNAUTHORIZED */
const activate = async (ctx: TenantContext, subjectId: string, phone: string, device: string) => {
  await requireScouting(ctx)
  const scout = await lockScout(ctx, subjectId)
  const mayWork = (scout.state === 'INVITED' || scout.state === 'ACTIVE') && ctx.now < scout.ends_at
  if (!mayWork) throw unauthorized()
  await ctx.run(activeText, [ctx.tenantId, subjectId, ctx.now, phone])
  await endSessions(ctx, { kind: 'SCOUT', subjectId })
  const session = await openSession(ctx, { kind: 'SCOUT', subjectId, device })
  return {
    scout: await presentProfile(ctx, await readScout(ctx, subjectId)),
    tokens: await scoutTokens(ctx.platform, { tenantId: ctx.tenantId, subjectId, ...session }, ctx.now),
  }
}

export default serve(activateScout)(async (ctx, { body }) => {
  const taken = await takeCode(ctx, 'scout', body.activationCode, body.deviceKey)
  if (!taken) throw unauthorized()
  const device = deviceName(ctx.userAgent)
  return ctx.inTenant(taken.tenantId, 'write', (tenant) =>
    activate(tenant, taken.subjectId, body.platform ?? device, device),
  )
})
