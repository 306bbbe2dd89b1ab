/** Sign-in of a super admin: a person who runs the platform and is a member of no tenant. */
import { type Static, Type } from 'typebox'
import { endpoint, entry } from '#contracts/kit/endpoint.ts'
import { Email, Exact, Id, Line, Timestamp } from '#contracts/kit/text.ts'

export const PlatformUser = Type.Object({ id: Id, email: Email, name: Type.String() })
export type PlatformUser = Static<typeof PlatformUser>

/**
 * A token of 30 minutes without refresh. `totp` is a code of six digits (RFC 6238: SHA-1, 30 s, one step to either
 * side), which works once, or a recovery code. Three sessions at a time; a fourth ends the oldest. Every fault is
 * the same UNAUTHORIZED.
 */
export const openPlatformSession = endpoint({
  module: 'super-admin',
  name: 'openPlatformSession',
  method: 'POST',
  path: '/api/super-admin/session',
  summary: 'Step up with a second factor (TOTP) to a token of 30 minutes',
  access: entry,
  limit: 'login',
  alsoLimit: ['login-ip'],
  body: Type.Object({ email: Email, password: Exact(128), totp: Line(20) }),
  data: Type.Object({ accessToken: Type.String(), expiresAt: Timestamp, admin: PlatformUser }),
  errors: ['UNAUTHORIZED'],
  example: ({ password }) => ({ body: { email: 'super@demo.example', password, totp: '123456' } }),
})
