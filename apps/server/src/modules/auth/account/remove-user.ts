import { endConnections } from '#server/modules/mcp/public.ts'
import { unlinkPerson } from '#server/modules/slack/connection/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { unlinkIdentities } from '../sign-in/identities.ts'
import { endSessions } from '../sign-in/sessions.ts'

/** Removes a member: they are in no list and cannot sign in, and history keeps their name. */
export const removeUser = async (ctx: TenantContext, userId: string): Promise<void> => {
  await endSessions(ctx, userId)
  await unlinkIdentities(ctx, userId)
  await unlinkPerson(ctx, userId)
  await endConnections(ctx, userId)
  await ctx.db
    .updateTable('app_user')
    .set((eb) => ({
      removed_at: ctx.now,
      state: 'DISABLED',
      password_hash: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', userId)
    .execute()
  await ctx.db
    .deleteFrom('email_directory')
    .where('tenant_id', '=', ctx.tenantId)
    .where('user_id', '=', userId)
    .execute()
  await emit(ctx, 'internal.member_removed', { userId })
}
