import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

/**
 * Erases the personal data of a removed member's account. @returns who they were; undefined if there is no such
 * account
 */
export const erasePerson = async (
  ctx: TenantContext,
  userId: string,
): Promise<{ readonly name: string; readonly email: string } | undefined> => {
  const [before] = await ctx.run<{ name: string; email: string }>(
    'select name, email from app_user where tenant_id = $1 and id = $2 and removed_at is not null for update',
    [ctx.tenantId, userId],
  )
  if (!before) return undefined
  ctx.invalidate('tasks')
  await ctx.run(
    `update app_user set name = $3, email = 'erased-' || id || '@invalid', time_zone = null, preferences = '{}',
       last_sign_in_at = null, email_verified_at = null, tested_at = '{}', version = version + 1
     where tenant_id = $1 and id = $2`,
    [ctx.tenantId, userId, formerMember],
  )
  await ctx.run('delete from session where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId])
  await ctx.run('delete from mail_link where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId])
  return before
}
