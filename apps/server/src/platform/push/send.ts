/**
 * Sends one encrypted notification to one device (RFC 8030, 8291, 8292) by `outgoing`, since the browser chose the
 * address.
 */
import { hash } from 'node:crypto'
import type { Platform } from '../context.ts'
import { OutgoingError } from '../outgoing/outgoing.ts'
import type { PushNote } from './note.ts'

/** The payload for the service worker. */
export interface PushPayload extends PushNote {
  readonly id: string
  /** URL for the receipt */
  readonly receipt: string
}

export interface Device {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * ACCEPTED  the push service accepted it
 * GONE      the subscription no longer exists
 * FAILED    it was not accepted, or the service could not be reached
 */
export type PushResult = 'ACCEPTED' | 'GONE' | 'FAILED'

const timeoutMs = 5000
/** The answer's body is not used. */
const maxBytes = 4096
const maxPayloadBytes = 3000

/** Cuts the text at a whole character. */
const shortened = (text: string, max: number): string => {
  const signs = [...text]
  return signs.length <= max ? text : `${signs.slice(0, max - 1).join('')}…`
}

const payloadText = (payload: PushPayload): string => {
  const text = JSON.stringify({
    ...payload,
    title: shortened(payload.title, 160),
    body: shortened(payload.body, 240),
  })
  if (Buffer.byteLength(text) > maxPayloadBytes) throw new TypeError('A notification is too long to be sent')
  return text
}

/** @param ttlSeconds how long the push service keeps it for an offline device */
export const sendPush = async (
  platform: Platform,
  { endpoint, p256dh, auth }: Device,
  payload: PushPayload,
  ttlSeconds: number,
): Promise<PushResult> => {
  const { config, pushKeys, outgoing, metrics, log } = platform
  try {
    // Loaded on demand: many services send no notification.
    const { default: webPush } = await import('web-push')
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payloadText(payload),
      {
        vapidDetails: { subject: config.vapidSubject, ...pushKeys },
        TTL: ttlSeconds,
        urgency: payload.urgent ? 'high' : 'normal',
        // A repeat replaces the first one also at the push service, if the device is offline.
        topic: hash('sha256', payload.id, 'base64url').slice(0, 32),
        contentEncoding: 'aes128gcm',
      },
    )
    const { status } = await outgoing.call(endpoint, {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
      timeoutMs,
      maxBytes,
    })
    if (status >= 200 && status < 300) {
      metrics.pushesSent++
      return 'ACCEPTED'
    }
    metrics.pushesFailed++
    if (status === 404 || status === 410) return 'GONE'
    log.warn({ status, host: new URL(endpoint).hostname }, 'A push service did not accept a notification')
    return 'FAILED'
  } catch (error) {
    metrics.pushesFailed++
    const fault = error instanceof OutgoingError ? error.fault : 'UNSENDABLE'
    log.warn({ err: error, fault }, 'A notification could not be sent')
    return 'FAILED'
  }
}
