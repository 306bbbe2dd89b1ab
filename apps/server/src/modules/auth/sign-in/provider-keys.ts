/**
 * The public keys of an identity provider, by OpenID Connect discovery from its issuer. Both answers are cached; an
 * unknown key id fetches the keys again at most every 30 s. Addresses that a token names are never called.
 */
import { type CryptoKey, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { Provider } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/context.ts'
import { unavailable } from '#server/platform/errors.ts'
import { discover, fetchBounded } from '#server/platform/outgoing/discovery.ts'

/** Discovery and keys take one request each; together they must stay below five seconds. */
const timeoutMs = 2000
const freshMs = 3600_000
/** After a failure, requests fail at once for this long instead of waiting for another timeout. */
const retryAfterMs = 2000

export interface Discovered {
  /** as the provider writes it; Microsoft's `{tenantid}` stands for any of its tenants */
  readonly issuer: string
  readonly keyFor: JWTVerifyGetKey
  /** The issuer of one key, if the provider names it. */
  issuerOfKey(kid: string): string | undefined
}

const isNoKey = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

const discoverKeys = async (provider: Provider, failed: (error: unknown) => Error): Promise<Discovered> => {
  const { issuer, address } = await discover(provider, timeoutMs)
  const url = address('jwks_uri')
  if (!url) throw new Error('The discovery document has no jwks_uri')
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
    [customFetch]: (where, { signal }) => fetchBounded(where, signal),
  })
  return {
    issuer,
    keyFor: async (header, token): Promise<CryptoKey> => {
      try {
        return await keys(header, token)
      } catch (error) {
        throw isNoKey(error) ? error : failed(error)
      }
    },
    issuerOfKey: (kid) => {
      const key = keys.jwks()?.keys.find((candidate) => candidate.kid === kid)
      const issuedBy: unknown = key && 'issuer' in key ? key.issuer : undefined
      return typeof issuedBy === 'string' ? issuedBy : undefined
    },
  }
}

interface CachedKeys {
  readonly at: number
  readonly discovered: Promise<Discovered>
}

const keyCache = new WeakMap<Provider, CachedKeys>()
const failedAt = new WeakMap<Provider, number>()

/** @throws ServiceError SERVICE_UNAVAILABLE when the provider does not answer */
export const keysOf = (platform: Platform, provider: Provider): Promise<Discovered> => {
  const known = keyCache.get(provider)
  if (known && performance.now() - known.at < freshMs) return known.discovered
  const failed = (error: unknown): Error => {
    const reason = error instanceof Error ? error.message : String(error)
    platform.log.warn(
      { issuer: provider.issuer, reason },
      'The keys of an identity provider could not be loaded',
    )
    return unavailable('The provider’s sign-in service is not responding', 5)
  }
  if (performance.now() - (failedAt.get(provider) ?? Number.NEGATIVE_INFINITY) < retryAfterMs) {
    return (
      known?.discovered ??
      Promise.reject(unavailable('The provider’s sign-in service did not respond a moment ago', 5))
    )
  }
  const discovered = discoverKeys(provider, failed).catch((error: unknown) => {
    failedAt.set(provider, performance.now())
    if (known) {
      keyCache.set(provider, known)
      return known.discovered
    }
    keyCache.delete(provider)
    throw failed(error)
  })
  keyCache.set(provider, { at: performance.now(), discovered })
  return discovered
}
