import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

const text = `update round set reviewer_name = $3 where tenant_id = $1 and reviewer_id = $2 and reviewer_kind = 'USER'`

/** Erases a member's name on the rounds that they reviewed. */
export const eraseReviewer = async (ctx: TenantContext, userId: string): Promise<void> => {
  await ctx.run(text, [ctx.tenantId, userId, formerMember])
}
