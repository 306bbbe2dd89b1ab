/** SUPER_ADMIN_*: the platform user that a start makes or updates. */

export interface SuperAdminSetting {
  readonly email: string
  readonly password: string
  /** base32 */
  readonly totpSecret: string
}

/** 80 bits or more, as authenticator apps show it. */
const base32 = /^[A-Z2-7]{16,}=*$/

/** All three or none. */
export const readSuperAdmin = (
  env: Readonly<Record<string, string | undefined>>,
  passwordMinLength: number,
  faults: string[],
): SuperAdminSetting | undefined => {
  const { SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: password } = env
  const totpSecret = env.SUPER_ADMIN_TOTP_SECRET?.replace(/\s/g, '').toUpperCase()
  if (!email && !password && !totpSecret) return undefined
  if (!email || !password || !totpSecret) {
    faults.push('SUPER_ADMIN_EMAIL, SUPER_ADMIN_PASSWORD and SUPER_ADMIN_TOTP_SECRET must be set together')
    return undefined
  }
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) faults.push('SUPER_ADMIN_EMAIL must be an email address')
  if (password.length < passwordMinLength)
    faults.push(`SUPER_ADMIN_PASSWORD must have ${passwordMinLength} characters or more`)
  if (!base32.test(totpSecret))
    faults.push('SUPER_ADMIN_TOTP_SECRET must be 16 or more letters A to Z and digits 2 to 7 (base32)')
  return { email: email.toLowerCase(), password, totpSecret }
}
