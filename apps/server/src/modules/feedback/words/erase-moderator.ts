import type { TenantContext } from '#server/platform/context.ts'
import { formerMember } from '#server/platform/former-member.ts'

/** A person's name at the submissions that they moderated. */
export const eraseModerator = async (ctx: TenantContext, userId: string): Promise<void> => {
  await ctx.run(
    `update feedback set moderated_by = jsonb_set(moderated_by, '{name}', to_jsonb($3::text))
     where tenant_id = $1 and moderated_by ->> 'id' = $2`,
    [ctx.tenantId, userId, formerMember],
  )
}
