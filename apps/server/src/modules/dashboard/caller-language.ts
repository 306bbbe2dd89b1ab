/** The language in which a member of the team reads names of issues. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { tenantLanguage } from '#server/modules/admin/settings/public.ts'
import { spokenLanguage } from '#server/modules/feedback/public.ts'
import type { StaffContext } from '#server/platform/context.ts'

/** That of the person; the tenant's first one for a key, or where names are not there in the person's. */
export const callerLanguage = async (ctx: StaffContext): Promise<VisitorLanguage> => {
  const [row] = await ctx.run<{ language: string }>(
    'select language from app_user where tenant_id = $1 and id = $2',
    [ctx.tenantId, ctx.actor.id],
  )
  return spokenLanguage(row?.language) ?? tenantLanguage(ctx)
}
