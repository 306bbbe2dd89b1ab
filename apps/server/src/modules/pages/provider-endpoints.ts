/** Where people sign in at an identity provider, found by discovery from its issuer and remembered for an hour. */
import type { Provider } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/context.ts'

export interface ProviderEndpoints {
  readonly authorization: URL
  /** undefined where the provider names none */
  readonly token: URL | undefined
}

const timeoutMs = 3000
const maxBytes = 256 * 1024
const freshMs = 3600_000
/** After a failure nobody waits for the next timeout. */
const restMs = 5000

/** @throws Error for an answer that is not 200, too long, elsewhere, too late or not JSON */
const fetchDocument = async (url: string): Promise<Record<string, unknown>> => {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  if (response.status !== 200) throw new Error(`The answer has status ${response.status}`)
  const document: unknown = JSON.parse(Buffer.concat(chunks).toString())
  if (typeof document !== 'object' || document === null) throw new Error('The answer is no document')
  return document as Record<string, unknown>
}

const discover = async (issuer: string): Promise<ProviderEndpoints> => {
  // Accounts of work and school; their document carries the pattern of the issuer.
  const base = issuer.replace('{tenantid}', 'organizations')
  const document = await fetchDocument(`${base}/.well-known/openid-configuration`)
  if (typeof document.issuer !== 'string' || document.issuer.replace(/\/+$/, '') !== issuer)
    throw new Error('The document is of another issuer')
  const address = (name: string): URL | undefined => {
    const text = document[name]
    if (typeof text !== 'string' || !URL.canParse(text)) return undefined
    const url = new URL(text)
    return url.protocol === 'https:' || (url.protocol === 'http:' && issuer.startsWith('http:'))
      ? url
      : undefined
  }
  const authorization = address('authorization_endpoint')
  if (!authorization) throw new Error('The document names no address to sign in at')
  return { authorization, token: address('token_endpoint') }
}

/** @returns undefined while the provider does not answer; never throws */
export type FindEndpoints = (provider: Provider) => Promise<ProviderEndpoints | undefined>

export const openProviderEndpoints = (platform: Platform): FindEndpoints => {
  const known = new Map<string, { until: number; endpoints: ProviderEndpoints | undefined }>()
  const asking = new Map<string, Promise<ProviderEndpoints | undefined>>()

  const ask = async (issuer: string): Promise<ProviderEndpoints | undefined> => {
    try {
      const endpoints = await discover(issuer)
      known.set(issuer, { until: performance.now() + freshMs, endpoints })
      return endpoints
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      platform.log.warn({ issuer, reason }, 'An identity provider did not tell where people sign in')
      // What was true an hour ago is better than nothing.
      const endpoints = known.get(issuer)?.endpoints
      known.set(issuer, { until: performance.now() + restMs, endpoints })
      return endpoints
    } finally {
      asking.delete(issuer)
    }
  }
  return async ({ issuer }) => {
    const remembered = known.get(issuer)
    if (remembered && performance.now() < remembered.until) return remembered.endpoints
    const running = asking.get(issuer) ?? ask(issuer)
    asking.set(issuer, running)
    return running
  }
}
