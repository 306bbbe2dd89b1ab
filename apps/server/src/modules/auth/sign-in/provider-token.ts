/** Verifies a token of an identity provider. Every failure gives the same 401. */
import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import type { Provider } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/context.ts'
import { ServiceError, unauthorized, unavailable } from '#server/platform/errors.ts'
import { repeatsName } from './json-names.ts'
import { type Discovered, keysOf } from './provider-keys.ts'

const maxLength = 16 * 1024
const graceSeconds = 60
/** Seconds. Tokens of providers live for hours; one that lives longer is refused. */
const longestSeconds = 2 * 24 * 3600

/** Header fields that bring or point to a key, or require extensions that are not supported. */
const refusedHeaders = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64']

interface Parsed {
  readonly token: string
  readonly kid: string
}

/** Undefined unless the text looks like a signed token that names its key. */
const parse = (token: string): Parsed | undefined => {
  if (token.length > maxLength || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined
  try {
    const [header = '', payload = ''] = token.split('.').slice(0, 2)
    const texts = [header, payload].map((part) => Buffer.from(part, 'base64url').toString())
    if (texts.some((text) => !text.trimStart().startsWith('{') || repeatsName(text))) return undefined
    const { alg, kid, ...others } = decodeProtectedHeader(token)
    if (typeof alg !== 'string' || typeof kid !== 'string' || kid === '') return undefined
    return refusedHeaders.some((name) => name in others) ? undefined : { token, kid }
  } catch {
    return undefined
  }
}

export interface Proof {
  readonly claims: JWTPayload
  readonly discovered: Discovered
  readonly kid: string
}

export interface Expected {
  /** the name of the provider, for people */
  readonly name: string
  readonly provider: Provider | undefined
  /** accepted values of `aud` */
  readonly audiences: (clientId: string) => readonly string[]
}

/** One audience, ours; with several, `azp` must name us as well. */
const isForUs = ({ aud, azp }: JWTPayload, clientId: string, audiences: readonly string[]): boolean => {
  if (typeof aud === 'string') return audiences.includes(aud)
  if (!Array.isArray(aud) || !aud.some((one) => audiences.includes(one))) return false
  return aud.length === 1 || azp === clientId
}

const inTime = ({ exp, iat }: JWTPayload, now: Date): boolean => {
  const seconds = now.getTime() / 1000
  return (
    typeof iat === 'number' &&
    iat <= seconds + graceSeconds &&
    typeof exp === 'number' &&
    exp <= seconds + longestSeconds
  )
}

/**
 * Checks the form, then whether the provider is set up, then signature, audience and times. The caller checks the
 * issuer.
 * @throws ServiceError UNAUTHORIZED; SERVICE_UNAVAILABLE if the provider is not set up or does not answer
 */
export const verifyProviderToken = async (
  platform: Platform,
  token: string,
  { name, provider, audiences }: Expected,
  now: Date,
): Promise<Proof> => {
  const parsed = parse(token)
  if (!parsed) throw unauthorized()
  if (!provider) throw unavailable(`Sign-in with ${name} is not set up here`, 3600)
  const discovered = await keysOf(platform, provider)
  try {
    // guard: provider-signature
    const { payload } = await jwtVerify(parsed.token, discovered.keyFor, {
      algorithms: ['RS256', 'ES256'],
      clockTolerance: graceSeconds,
      currentDate: now,
      requiredClaims: ['iss', 'aud', 'exp', 'iat'],
    })
    const good = isForUs(payload, provider.clientId, audiences(provider.clientId)) && inTime(payload, now)
    // guard: provider-audience
    if (!good) throw unauthorized()
    return { claims: payload, discovered, kid: parsed.kid }
  } catch (error) {
    throw error instanceof ServiceError ? error : unauthorized()
  }
}

/** A claim, if it is text of a sensible length. */
export const claim = (claims: JWTPayload, name: string): string | undefined => {
  const value = claims[name]
  return typeof value === 'string' && value !== '' && value.length <= 320 ? value : undefined
}
