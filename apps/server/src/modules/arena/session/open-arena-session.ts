import { openArenaSession } from '#contracts/arena.ts'
import { takeCode } from '#server/platform/codes.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { forbidden, unauthorized } from '#server/platform/errors.ts'
import { requireFlag } from '#server/platform/flags.ts'
import { signRealmToken, verifyRealmToken, verifyToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { endSessions, openSession } from '#server/platform/sessions.ts'
import { playerOf } from '../players.ts'
import { readSettings } from '../settings.ts'

const playerSeconds = 8 * 3600
const kioskSeconds = 30 * 24 * 3600

interface Subject {
  readonly id: string
  readonly parentId?: string
  readonly seconds: number
}

const tokenFor = async (ctx: TenantContext, { id, parentId, seconds }: Subject) => {
  const opened = await openSession(ctx, {
    kind: 'ARENA',
    subjectId: id,
    device: parentId === undefined ? 'Wall' : 'Arena',
    ...(parentId === undefined ? {} : { parentId }),
  })
  const claims = { subjectId: id, tenantId: ctx.tenantId, ...opened }
  return {
    accessToken: await signRealmToken(ctx.platform.keys, 'arena', claims, ctx.now, seconds),
    expiresAt: new Date(ctx.now.getTime() + seconds * 1000).toISOString(),
  }
}

/** @throws ServiceError FORBIDDEN where the tenant has switched the arena off */
const requireArena = async (ctx: TenantContext): Promise<void> => {
  const [tenant] = await ctx.run<{ id: string; plan: 'TRIAL' }>('select id, plan from tenant where id = $1', [
    ctx.tenantId,
  ])
  if (tenant) requireFlag(ctx.platform.flags, 'ARENA', tenant)
  if (!(await readSettings(ctx)).enabled) throw forbidden('The arena is switched off')
}

const livePerson = `select s.user_id from session s
  join app_user u on u.tenant_id = $1 and u.id = s.user_id and u.state = 'ACTIVE' and u.removed_at is null
  where s.tenant_id = $1 and s.id = $2 and s.user_id = $3 and s.ended_at is null and s.lost_token is distinct from $4`

const forMember = async (ctx: PublicContext, bearer: string) => {
  const claims = await verifyToken(ctx.platform.keys, 'access', bearer, ctx.now)
  if (!claims) return undefined
  return ctx.inTenant(claims.tenantId, 'write', async (tenant) => {
    const { sessionId, userId, tokenId } = claims
    const [live] = await tenant.run(livePerson, [claims.tenantId, sessionId, userId, tokenId])
    if (!live) throw unauthorized()
    await requireArena(tenant)
    const id = await playerOf(tenant, userId)
    const token = await tokenFor(tenant, { id, parentId: sessionId, seconds: playerSeconds })
    return { ...token, kind: 'PLAYER' as const }
  })
}

/**
 * Notes that the wall is paired, and gives it a token.
 * @param paired whether by a code, which takes the wall from the device that had it; a renewal ends nothing, since its
 * answer may be lost
 */
const forKiosk = (ctx: PublicContext, tenantId: string, kioskId: string, paired: boolean) =>
  ctx.inTenant(tenantId, 'write', async (tenant) => {
    await requireArena(tenant)
    const [kiosk] = await tenant.run<{ name: string }>(
      `update arena_kiosk set paired_at = coalesce(paired_at, $3), last_seen_at = $3, expires_at = $4
       where tenant_id = $1 and id = $2 returning name`,
      [tenantId, kioskId, ctx.now, new Date(ctx.now.getTime() + kioskSeconds * 1000)],
    )
    if (!kiosk) throw unauthorized()
    if (paired) await endSessions(tenant, { kind: 'ARENA', subjectId: kioskId })
    const token = await tokenFor(tenant, { id: kioskId, seconds: kioskSeconds })
    return { ...token, kind: 'KIOSK' as const, kiosk: { id: kioskId, name: kiosk.name } }
  })

const forWall = async (ctx: PublicContext, bearer: string) => {
  const claims = await verifyRealmToken(ctx.platform.keys, 'arena', bearer, ctx.now)
  if (!claims || claims.tenantId === null) throw unauthorized()
  const { tenantId, subjectId, sessionId } = claims
  const live = await ctx.inTenant(tenantId, 'read', (tenant) =>
    tenant.run(
      `select 1 from session s join arena_kiosk k on k.tenant_id = $1 and k.id = s.subject_id
       where s.tenant_id = $1 and s.id = $2 and s.ended_at is null`,
      [tenantId, sessionId],
    ),
  )
  if (live.length === 0) throw unauthorized()
  return forKiosk(ctx, tenantId, subjectId, false)
}

export default serve(openArenaSession)(async (ctx, { body }) => {
  if (body?.pairingCode !== undefined) {
    const taken = await takeCode(ctx, 'kiosk', body.pairingCode)
    if (!taken) throw unauthorized()
    return forKiosk(ctx, taken.tenantId, taken.subjectId, true)
  }
  if (ctx.bearer === undefined) throw unauthorized()
  return (await forMember(ctx, ctx.bearer)) ?? (await forWall(ctx, ctx.bearer))
})
