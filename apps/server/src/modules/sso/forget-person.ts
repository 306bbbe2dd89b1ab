import type { TenantContext } from '#server/platform/context.ts'

/** Deletes a member's subject at the identity provider, and their address in the last test. */
export const forgetPerson = async (ctx: TenantContext, userId: string, email: string): Promise<void> => {
  await ctx.run('delete from sso_identity where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId])
  await ctx.run(
    `update sso_configuration set last_test = jsonb_set(last_test, '{email}', 'null')
     where tenant_id = $1 and last_test ->> 'email' = $2`,
    [ctx.tenantId, email],
  )
}
