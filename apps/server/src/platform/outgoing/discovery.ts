/** The OpenID discovery document of a configured identity provider. */
import type { Provider } from '../config.ts'

export interface Discovery {
  /** as in the document; `{tenantid}` stands for any Microsoft tenant */
  readonly issuer: string
  /** A URL in the document; undefined if it is missing, or http although the issuer is https. */
  address(name: string): URL | undefined
}

const maxBytes = 512 * 1024

/** @throws Error for a status other than 200, a redirect, an answer that is too long, or a timeout */
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

/** @throws Error if there is no document, or it is of another issuer */
export const discover = async ({ issuer }: Provider, timeoutMs: number): Promise<Discovery> => {
  // The document of `common` has the URLs of all tenants and the pattern of their issuers.
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
