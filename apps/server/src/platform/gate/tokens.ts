/** Tokens of every kind: EdDSA, one algorithm, the kind in `typ`, `type` and audience. */
import type { KeyObject } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Keys } from '../crypto/keys.ts'
import { isUuid } from '../ids.ts'

const issuer = 'wellkept'
const days = 24 * 3600
export const accessSeconds = 15 * 60
export const refreshSeconds = 30 * days

interface TokenKind {
  /** `typ` of the header */
  readonly typ: string
  /** lifetimes that a token of the kind may have */
  readonly seconds: readonly number[]
  /** signed by the platform's own key, and of no tenant */
  readonly platform?: true
}

export const tokenKinds = {
  access: { typ: 'at+jwt', seconds: [accessSeconds] },
  refresh: { typ: 'rt+jwt', seconds: [refreshSeconds] },
  scout: { typ: 'scout+jwt', seconds: [3600] },
  scout_refresh: { typ: 'scout-rt+jwt', seconds: [refreshSeconds] },
  // Of a player, and of a wall display.
  arena: { typ: 'arena+jwt', seconds: [8 * 3600, 30 * days] },
  super_admin: { typ: 'sa+jwt', seconds: [30 * 60], platform: true },
} as const satisfies Record<string, TokenKind>
export type TokenKindName = keyof typeof tokenKinds

const kindOf = (name: TokenKindName): TokenKind => tokenKinds[name]

export interface TokenClaims {
  readonly userId: string
  readonly tenantId: string
  readonly sessionId: string
  readonly tokenId: string
  /** Unix seconds */
  readonly expires: number
}

/** Of a token of a realm: who its session is for. */
export interface RealmClaims extends Omit<TokenClaims, 'userId' | 'tenantId'> {
  readonly subjectId: string
  /** null: of the platform, which is no tenant */
  readonly tenantId: string | null
}

const sign = (
  keys: Keys,
  name: TokenKindName,
  payload: JWTPayload,
  { sessionId, tokenId }: Pick<TokenClaims, 'sessionId' | 'tokenId'>,
  now: Date,
  seconds: number,
): Promise<string> => {
  const issued = Math.floor(now.getTime() / 1000)
  const kind = kindOf(name)
  const { signing } = kind.platform ? keys.platform : keys
  return new SignJWT({ ...payload, type: name, sid: sessionId })
    .setProtectedHeader({ alg: 'EdDSA', typ: kind.typ, kid: signing.id })
    .setIssuer(issuer)
    .setAudience(`wellkept:${name}`)
    .setJti(tokenId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(signing.key)
}

/** A token of staff. */
export const signToken = (
  keys: Keys,
  kind: 'access' | 'refresh',
  claims: { userId: string; tenantId: string; roles: readonly Role[]; sessionId: string; tokenId: string },
  now: Date,
): Promise<string> => {
  const { userId, tenantId, roles } = claims
  const payload = { userId, tenantId, ...(kind === 'access' ? { roles: [...roles] } : {}) }
  return sign(keys, kind, payload, claims, now, kindOf(kind).seconds[0] ?? 0)
}

/** @param seconds one of the lifetimes of its kind; default: the first */
export const signRealmToken = (
  keys: Keys,
  kind: Exclude<TokenKindName, 'access' | 'refresh'>,
  { subjectId, tenantId, sessionId, tokenId }: Omit<RealmClaims, 'expires'>,
  now: Date,
  seconds = kindOf(kind).seconds[0] ?? 0,
): Promise<string> =>
  sign(
    keys,
    kind,
    { sub: subjectId, ...(tenantId === null ? {} : { tenantId }) },
    { sessionId, tokenId },
    now,
    seconds,
  )

const keyOf = (keys: Pick<Keys, 'verifying'>, kid: string | undefined): KeyObject => {
  const key = kid === undefined ? undefined : keys.verifying(kid)
  if (!key) throw new Error('The token names no key of ours')
  return key
}

/** Decoders ignore the last bits of a signature and padding; only the canonical spelling is accepted. */
const hasOneSpelling = (token: string): boolean => {
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(token)?.[1]
  return signature !== undefined && Buffer.from(signature, 'base64url').toString('base64url') === signature
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value)

interface Verified {
  readonly payload: JWTPayload
  readonly sessionId: string
  readonly tokenId: string
  readonly expires: number
}

const verify = async (
  keys: Keys,
  name: TokenKindName,
  token: string,
  now: Date,
): Promise<Verified | undefined> => {
  // guard: token-form
  if (token.length > 4096 || !hasOneSpelling(token)) return undefined
  const kind = kindOf(name)
  try {
    // guard: token-signature
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => keyOf(kind.platform ? keys.platform : keys, kid),
      {
        algorithms: ['EdDSA'],
        typ: kind.typ,
        issuer,
        audience: `wellkept:${name}`,
        // guard: token-time
        currentDate: now,
      },
    )
    const { sid, jti, exp, iat, type } = payload
    if (
      // guard: token-type
      type !== name ||
      typeof exp !== 'number' ||
      typeof iat !== 'number' ||
      !kind.seconds.includes(exp - iat) ||
      iat > now.getTime() / 1000 + 60
    )
      return undefined
    return isId(sid) && isId(jti) ? { payload, sessionId: sid, tokenId: jti, expires: exp } : undefined
  } catch {
    return undefined
  }
}

/** Undefined for whatever is not a token of staff of that kind, signed here, and in time. */
export const verifyToken = async (
  keys: Keys,
  kind: 'access' | 'refresh',
  token: string,
  now: Date,
): Promise<TokenClaims | undefined> => {
  const found = await verify(keys, kind, token, now)
  if (!found) return undefined
  const { payload, ...claims } = found
  const { userId, tenantId } = payload
  return isId(userId) && isId(tenantId) ? { ...claims, userId, tenantId } : undefined
}

/** The same for a token of a realm. */
export const verifyRealmToken = async (
  keys: Keys,
  kind: Exclude<TokenKindName, 'access' | 'refresh'>,
  token: string,
  now: Date,
): Promise<RealmClaims | undefined> => {
  const found = await verify(keys, kind, token, now)
  if (!found) return undefined
  const { payload, ...claims } = found
  const { sub, tenantId } = payload
  if (!isId(sub)) return undefined
  if (kindOf(kind).platform)
    return tenantId === undefined ? { ...claims, subjectId: sub, tenantId: null } : undefined
  return isId(tenantId) ? { ...claims, subjectId: sub, tenantId } : undefined
}
