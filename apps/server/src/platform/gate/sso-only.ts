/** Who may sign in by SSO only: members of a tenant that requires it, except its break-glass administrators. */

/** Over `app_user u` and `tenant t`. A tenant whose plan no longer has SSO is not held to it. */
export const ssoOnlySql =
  "(t.sso_required and t.plan = 'ENTERPRISE' and not (u.break_glass and 'ADMIN' = any(u.roles)))"

/** Over these and `session s`: it was opened in a way that is closed to its person now. */
export const wrongWaySql = `(s.by_sso is false and ${ssoOnlySql})`
