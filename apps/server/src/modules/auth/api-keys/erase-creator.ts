import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

/** Erases a person's name on API keys that they created; the keys stay. */
export const eraseCreatorOfKeys = async (ctx: TenantContext, userId: string): Promise<void> => {
  await ctx.run('update api_key set created_by_name = $3 where tenant_id = $1 and created_by = $2', [
    ctx.tenantId,
    userId,
    formerMember,
  ])
}
