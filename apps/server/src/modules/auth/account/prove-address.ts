/** The moment in which somebody shows for the first time that the address of an account is theirs. */
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { unbindIdentities } from '../sign-in/identities.ts'
import { endSessions } from '../sign-in/sessions.ts'

/**
 * Whoever opened an account never showed that its address is theirs: what they set must not open it any more. Nothing
 * ends where the address is proved, where the person is only invited, or on a device where this account was signed in
 * before: there it is the one who opened it that proves it.
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
  await unbindIdentities(ctx, userId)
}
