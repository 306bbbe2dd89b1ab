import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

/** Erases a person's name on submissions that they moderated, marked as done and replied to; their texts stay. */
export const eraseMember = async (ctx: TenantContext, userId: string): Promise<void> => {
  await ctx.run(
    `update feedback set moderated_by = jsonb_set(moderated_by, '{name}', to_jsonb($3::text))
     where tenant_id = $1 and moderated_by ->> 'id' = $2`,
    [ctx.tenantId, userId, formerMember],
  )
  await ctx.run('update feedback_handled set author_name = $3 where tenant_id = $1 and author_id = $2', [
    ctx.tenantId,
    userId,
    formerMember,
  ])
  await ctx.run('update feedback_reply set author_name = $3 where tenant_id = $1 and author_id = $2', [
    ctx.tenantId,
    userId,
    formerMember,
  ])
}
