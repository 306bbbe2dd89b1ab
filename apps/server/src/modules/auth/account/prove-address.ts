import { endConnections } from '#server/modules/mcp/public.ts'
/** When a person first proves that they own the address of an account. */
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { unlinkIdentities } from '../sign-in/identities.ts'
import { endSessions } from '../sign-in/sessions.ts'

/**
 * Whoever opened the account never proved that they own its address, so their password and sessions must not work any
 * longer. Nothing is revoked if the address is proved already, if the person is only invited, or on a device on which
 * this account was signed in before: there the account's owner is the one who proves it.
 */
export const forgetUnproved = async (
  { knowsDevice }: PublicContext,
  ctx: TenantContext,
  { id: userId }: { readonly id: string },
): Promise<void> => {
  if (knowsDevice(userId)) return
  const unproved = await ctx.run(
    `update app_user set password_hash = null, version = version + 1
     where tenant_id = $1 and id = $2 and email_verified_at is null and state = 'ACTIVE' returning id`,
    [ctx.tenantId, userId],
  )
  if (unproved.length === 0) return
  await endSessions(ctx, userId)
  await endConnections(ctx, userId)
  await unlinkIdentities(ctx, userId)
}
