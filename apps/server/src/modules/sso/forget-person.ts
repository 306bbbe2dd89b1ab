import type { TenantContext } from '#server/platform/context.ts'

/** Who a person is at the identity provider. */
export const forgetSubjects = async (ctx: TenantContext, userId: string): Promise<void> => {
  await ctx.run('delete from sso_identity where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId])
}
