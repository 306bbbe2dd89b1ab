import { verifyPassword } from '#server/modules/auth/public.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { unauthorized } from '#server/platform/errors.ts'
import { rejectOverLimit } from '#server/platform/gate/rate-limits.ts'
import { type OpenedShare, showShare, type Visit } from './open-share.ts'
import { type AccessState, accessStateOf, findHeldToken, logAccess, rowOf, startView } from './visit.ts'

/** UTF-16 units; more than 128 characters of any script, so longer input is wrong anyway. */
const longest = 512

/**
 * Opens a link with its password: ten attempts in 15 minutes for each link, by anybody. A link without a password
 * just opens.
 * @throws ServiceError UNAUTHORIZED for a wrong password, RATE_LIMITED, NOT_FOUND, VALIDATION_ERROR as `openShare`
 */
export const unlockShare = async (
  ctx: PublicContext,
  visit: Visit,
  password: string,
): Promise<OpenedShare> => {
  const found = await findHeldToken(ctx, visit.token)
  const { limiter, config } = ctx.platform
  // guard: share-password-tries
  if (config.rateLimits !== 'off') rejectOverLimit(await limiter.consume('unlock', found.linkId))
  const before = await ctx.inTenant(found.tenantId, 'read', (tenant) => rowOf(tenant, found))
  // Comparing a password is slow, so no transaction is open meanwhile.
  const isRight =
    before.password_hash === null || (await verifyPassword(password.slice(0, longest), before.password_hash))
  const access = await ctx.inTenant(
    found.tenantId,
    'write',
    async (tenant): Promise<AccessState | undefined> => {
      tenant.skipInvalidation()
      const row = await rowOf(tenant, found)
      const now = accessStateOf(tenant, row, undefined)
      if (now.state === 'ENDED') return now
      if (!isRight || row.epoch !== before.epoch) {
        await logAccess(tenant, row.id, 'UNLOCK_FAILED')
        return undefined
      }
      const viewSession = await startView(tenant, row)
      return viewSession
        ? {
            state: 'OPEN',
            row,
            viewSession,
            until: new Date(tenant.now.getTime() + viewSession.maxAgeSeconds * 1000),
          }
        : { state: 'ENDED', why: 'USED_UP' }
    },
  )
  if (!access) throw unauthorized()
  return showShare(ctx, visit, access)
}
