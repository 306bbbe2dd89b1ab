import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

/** Erases a person's name on photos that they took; the photos stay. */
export const eraseAuthorOfUploads = async (
  ctx: TenantContext,
  userId: string,
  former = formerMember,
): Promise<void> => {
  ctx.invalidate('tasks')
  await ctx.run('update upload set author_name = $3 where tenant_id = $1 and author_id = $2', [
    ctx.tenantId,
    userId,
    former,
  ])
}
