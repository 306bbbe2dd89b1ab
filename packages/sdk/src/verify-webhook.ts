/** Verifies what a webhook sends (Standard Webhooks). */
import { webCrypto } from './crypto.ts'

/** `Headers`, or the headers of a request of Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

const toleranceSeconds = 5 * 60

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

const headerIn = (headers: WebhookHeaders, name: string): string => {
  const value =
    typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

/**
 * @param raw the body as it came, before it is parsed
 * @param secret `whsec_…`
 * @returns the event. @throws Error if the signature is not valid, or older than five minutes
 */
export const verify = async (
  raw: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<unknown> => {
  const id = headerIn(headers, 'webhook-id')
  const timestamp = headerIn(headers, 'webhook-timestamp')
  const body = typeof raw === 'string' ? raw : new TextDecoder().decode(raw)
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new Error('The webhook is older than five minutes, or has no time')
  const { subtle } = await webCrypto()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), hmac, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of headerIn(headers, 'webhook-signature').split(' ')) {
    if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) continue
    if (await subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed)) return JSON.parse(body)
  }
  throw new Error('The signature of the webhook is not valid')
}
