/** Members who can sign in by SSO only: those of a tenant that requires it, except its break-glass administrators. */

/** For `app_user u` and `tenant t`; does not apply if the plan no longer has SSO. */
export const ssoOnlySql =
  "(t.sso_required and t.plan = 'ENTERPRISE' and not (u.break_glass and 'ADMIN' = any(u.roles)))"

/** For these and `session s`: the session was opened by a sign-in that is no longer allowed. */
export const wrongWaySql = `(s.by_sso is false and ${ssoOnlySql})`
