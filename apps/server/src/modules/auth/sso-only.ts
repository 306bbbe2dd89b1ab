/** Who may sign in by SSO only: members of a tenant that requires it, except its break-glass administrators. */
import type { TenantContext } from '#server/platform/context.ts'

/** Over `app_user u` and `tenant t`. A tenant whose plan no longer has SSO is not held to it. */
export const ssoOnlySql =
  "(t.sso_required and t.plan = 'ENTERPRISE' and not (u.break_glass and 'ADMIN' = any(u.roles)))"

/** For every way in that is not SSO, before a session is made. */
export const ssoOnly = async (ctx: TenantContext, userId: string): Promise<boolean> => {
  const [row] = await ctx.run<{ only: boolean }>(
    `select ${ssoOnlySql} as only from app_user u join tenant t on t.id = u.tenant_id where u.tenant_id = $1 and u.id = $2`,
    [ctx.tenantId, userId],
  )
  return row?.only ?? false
}
