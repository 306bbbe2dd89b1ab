/** Authorization endpoints of identity providers, by discovery from the issuer, cached for an hour. */
import type { Provider } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/context.ts'
import { discover } from '#server/platform/outgoing/discovery.ts'

export interface ProviderEndpoints {
  readonly authorization: URL
  /** undefined if the provider has none */
  readonly token: URL | undefined
}

const timeoutMs = 3000
const freshMs = 3600_000
/** After a failure, requests fail at once for this long instead of waiting for another timeout. */
const retryAfterMs = 5000

const find = async (provider: Provider): Promise<ProviderEndpoints> => {
  const { address } = await discover(provider, timeoutMs)
  const authorization = address('authorization_endpoint')
  if (!authorization) throw new Error('The discovery document has no authorization_endpoint')
  return { authorization, token: address('token_endpoint') }
}

/** @returns undefined if the provider does not answer; never throws */
export type FindEndpoints = (provider: Provider) => Promise<ProviderEndpoints | undefined>

export const openProviderEndpoints = (platform: Platform): FindEndpoints => {
  const known = new Map<string, { until: number; endpoints: ProviderEndpoints | undefined }>()
  const asking = new Map<string, Promise<ProviderEndpoints | undefined>>()

  const ask = async (provider: Provider): Promise<ProviderEndpoints | undefined> => {
    const { issuer } = provider
    try {
      const endpoints = await find(provider)
      known.set(issuer, { until: performance.now() + freshMs, endpoints })
      return endpoints
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      platform.log.warn({ issuer, reason }, 'The endpoints of an identity provider could not be loaded')
      // Outdated endpoints are better than none.
      const endpoints = known.get(issuer)?.endpoints
      known.set(issuer, { until: performance.now() + retryAfterMs, endpoints })
      return endpoints
    } finally {
      asking.delete(issuer)
    }
  }
  return async (provider) => {
    const { issuer } = provider
    const remembered = known.get(issuer)
    if (remembered && performance.now() < remembered.until) return remembered.endpoints
    const running = asking.get(issuer) ?? ask(provider)
    asking.set(issuer, running)
    return running
  }
}
