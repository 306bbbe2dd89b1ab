/**
 * The public keys of an identity provider, found by discovery from its issuer. Both answers are remembered; a token
 * whose key is not known asks for the keys anew at most once in 30 s. Whatever a token names is never asked.
 */
import { type CryptoKey, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import type { Provider } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/context.ts'
import { unavailable } from '#server/platform/errors.ts'

/** The address and the keys take one request each, so that both together stay below five seconds. */
const timeoutMs = 2000
const maxBytes = 512 * 1024
const freshMs = 3600_000
/** After a failure nobody waits for the next timeout. */
const restMs = 2000

export interface Discovered {
  /** as the provider writes it; `{tenantid}` stands for any tenant of Microsoft's */
  readonly issuer: string
  readonly keyFor: JWTVerifyGetKey
  /** The issuer that one key belongs to, where the provider says so. */
  issuerOfKey(kid: string): string | undefined
}

/** @throws Error for an answer that is not 200, too long, elsewhere or too late */
const fetchBounded = async (url: string, signal: AbortSignal): Promise<Response> => {
  const response = await fetch(url, { redirect: 'error', headers: { accept: 'application/json' }, signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  if (response.status !== 200) throw new Error(`The answer has status ${response.status}`)
  return new Response(Buffer.concat(chunks), { status: 200 })
}

const text = (document: unknown, name: string): string | undefined => {
  const value: unknown =
    typeof document === 'object' && document !== null
      ? (document as Record<string, unknown>)[name]
      : undefined
  return typeof value === 'string' ? value : undefined
}

const isNoKey = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

const discover = async (provider: Provider, failed: (error: unknown) => Error): Promise<Discovered> => {
  // Any tenant's document tells the keys of all and the pattern of their issuers.
  const base = provider.issuer.replace('{tenantid}', 'common')
  const response = await fetchBounded(
    `${base}/.well-known/openid-configuration`,
    AbortSignal.timeout(timeoutMs),
  )
  const document: unknown = await response.json()
  const issuer = text(document, 'issuer')
  const address = text(document, 'jwks_uri')
  if (issuer?.replace(/\/+$/, '') !== provider.issuer) throw new Error('The document is of another issuer')
  if (!address || !URL.canParse(address)) throw new Error('The document names no keys')
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && provider.issuer.startsWith('http:')))
    throw new Error('The keys are not at an https address')
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
      const key: unknown = keys.jwks()?.keys.find((candidate) => candidate.kid === kid)
      return text(key, 'issuer')
    },
  }
}

interface Remembered {
  readonly at: number
  readonly discovered: Promise<Discovered>
}

const remembered = new WeakMap<Provider, Remembered>()
const failedAt = new WeakMap<Provider, number>()

/** @throws ServiceError SERVICE_UNAVAILABLE when the provider does not answer */
export const keysOf = (platform: Platform, provider: Provider): Promise<Discovered> => {
  const known = remembered.get(provider)
  if (known && performance.now() - known.at < freshMs) return known.discovered
  const failed = (error: unknown): Error => {
    const reason = error instanceof Error ? error.message : String(error)
    platform.log.warn({ issuer: provider.issuer, reason }, 'An identity provider did not give its keys')
    return unavailable('The sign-in service of the provider does not answer right now', 5)
  }
  if (performance.now() - (failedAt.get(provider) ?? Number.NEGATIVE_INFINITY) < restMs) {
    return known?.discovered ?? Promise.reject(unavailable('The provider did not answer a moment ago', 5))
  }
  const discovered = discover(provider, failed).catch((error: unknown) => {
    failedAt.set(provider, performance.now())
    if (known) {
      remembered.set(provider, known)
      return known.discovered
    }
    remembered.delete(provider)
    throw failed(error)
  })
  remembered.set(provider, { at: performance.now(), discovered })
  return discovered
}
