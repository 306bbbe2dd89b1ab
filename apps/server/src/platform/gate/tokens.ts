/** Access and refresh tokens: JWTs by EdDSA with one key; the kind is in `typ`, `type` and the audience. */
import type { KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Keys } from '../crypto/keys.ts'
import { isUuid } from '../ids.ts'

export const accessSeconds = 15 * 60
export const refreshSeconds = 30 * 24 * 3600
const issuer = 'wellkept'

export interface TokenClaims {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
  readonly tokenId: string
  /** Unix seconds */
  readonly expires: number
}

type Kind = 'access' | 'refresh'
const lifetime = { access: accessSeconds, refresh: refreshSeconds } as const
const headerType = { access: 'at+jwt', refresh: 'rt+jwt' } as const

export const signToken = (
  keys: Keys,
  kind: Kind,
  claims: { userId: string; tenantId: string; roles: readonly Role[]; sessionId: string; tokenId: string },
  now: Date,
): Promise<string> => {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({
    userId: claims.userId,
    tenantId: claims.tenantId,
    ...(kind === 'access' ? { roles: [...claims.roles] } : {}),
    type: kind,
    sid: claims.sessionId,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: headerType[kind], kid: keys.signing.id })
    .setIssuer(issuer)
    .setAudience(`wellkept:${kind}`)
    .setJti(claims.tokenId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifetime[kind])
    .sign(keys.signing.key)
}

const keyOf = (keys: Keys, kid: string | undefined): KeyObject => {
  const key = kid === undefined ? undefined : keys.verifying(kid)
  if (!key) throw new Error('The token names no key of ours')
  return key
}

/** Decoders ignore the last bits of a signature and padding; only the canonical spelling is accepted. */
const hasOneSpelling = (token: string): boolean => {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1]
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** Undefined unless it is a token of that kind, issued here and not expired. */
export const verifyToken = async (
  keys: Keys,
  kind: Kind,
  token: string,
  now: Date,
): Promise<TokenClaims | undefined> => {
  // guard: token-form
  if (token.length > 4096 || !hasOneSpelling(token)) return undefined
  try {
    // guard: token-signature
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(keys, kid), {
      algorithms: ['EdDSA'],
      typ: headerType[kind],
      issuer,
      audience: `wellkept:${kind}`,
      // guard: token-time
      currentDate: now,
    })
    const { userId, tenantId, sid, jti, exp, iat, type } = payload as Record<string, unknown>
    if (
      // guard: token-type
      type !== kind ||
      typeof exp !== 'number' ||
      typeof iat !== 'number' ||
      exp !== iat + lifetime[kind] ||
      iat > now.getTime() / 1000 + 60
    )
      return undefined
    if (
      typeof userId !== 'string' ||
      typeof tenantId !== 'string' ||
      typeof sid !== 'string' ||
      typeof jti !== 'string'
    )
      return undefined
    if (![userId, tenantId, sid, jti].every(isUuid)) return undefined
    return { userId, tenantId, sessionId: sid, tokenId: jti, expires: exp }
  } catch {
    return undefined
  }
}
