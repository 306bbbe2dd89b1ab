/** Second factors: TOTP (RFC 6238) of six digits and 30 seconds, and recovery codes. */
import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const period = 30
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codes = 10
const codeLength = 16

/** @param secret base32 */
const totpOf = (secret: string, email: string): TOTP =>
  new TOTP({
    issuer: 'Wellkept',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  })

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app takes as a QR code. */
export const otpauthAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

export const codeAt = (secret: string, at: Date): string =>
  totpOf(secret, '').generate({ timestamp: at.getTime() })

/** The step of 30 seconds that the code is of, at most one beside that of now; undefined: it is of none. */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta
}

export const hashOfCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest('base64url')

/** `XXXX-XXXX-XXXX-XXXX`, 80 bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: codes }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  )
