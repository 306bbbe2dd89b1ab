/** The discovery document of an identity provider that the operator has set up. */
import type { Provider } from '../config.ts'

export interface Discovery {
  /** as the provider writes it; `{tenantid}` stands for any tenant of Microsoft's */
  readonly issuer: string
  /** An address that the document names; undefined where it names none or one that is less safe than the issuer. */
  address(name: string): URL | undefined
}

const maxBytes = 512 * 1024

/** @throws Error for an answer that is not 200, too long, elsewhere or too late */
export const fetchBounded = async (url: string, signal: AbortSignal): Promise<Response> => {
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

/** @throws Error when there is no document, or one of another issuer */
export const discover = async ({ issuer }: Provider, timeoutMs: number): Promise<Discovery> => {
  // Any tenant's document tells the addresses of all and the pattern of their issuers.
  const base = issuer.replace('{tenantid}', 'common')
  const response = await fetchBounded(
    `${base}/.well-known/openid-configuration`,
    AbortSignal.timeout(timeoutMs),
  )
  const document: unknown = await response.json()
  const text = (name: string): string | undefined => {
    const value: unknown =
      typeof document === 'object' && document !== null
        ? (document as Record<string, unknown>)[name]
        : undefined
    return typeof value === 'string' ? value : undefined
  }
  const found = text('issuer')
  if (found?.replace(/\/+$/, '') !== issuer) throw new Error('The document is of another issuer')
  return {
    issuer: found,
    address: (name) => {
      const address = text(name)
      if (!address || !URL.canParse(address)) return undefined
      const url = new URL(address)
      const safe = url.protocol === 'https:' || (url.protocol === 'http:' && issuer.startsWith('http:'))
      return safe ? url : undefined
    },
  }
}
