/** One encrypted notification to one device (RFC 8030, 8291, 8292), through the door for addresses that others chose. */
import { hash } from 'node:crypto'
import type { Platform } from '../context.ts'
import { OutgoingError } from '../outgoing/outgoing.ts'

/** What a notification says and where it leads; in its reader's language, and no word of a visitor's. */
export interface PushNote {
  /** one line */
  readonly title: string
  /** one line; may be empty */
  readonly body: string
  /** on this service, e.g. /app/work/tasks/ID */
  readonly path: string
  /** a later one of the same takes its place on the device */
  readonly tag: string
  readonly language: string
  readonly urgent: boolean
}

/** What the device's service worker reads. */
export interface PushPayload extends PushNote {
  readonly id: string
  /** where it confirms */
  readonly receipt: string
}

export interface Device {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * ACCEPTED  the push service has it
 * GONE      the subscription is no more
 * FAILED    it did not take it, or nobody could ask it
 */
export type PushResult = 'ACCEPTED' | 'GONE' | 'FAILED'

const timeoutMs = 5000
/** What it says is of no use to us. */
const maxBytes = 4096
const maxPayloadBytes = 3000

/** As much of the text as fits; whole characters. */
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
  if (Buffer.byteLength(text) > maxPayloadBytes)
    throw new TypeError('A notification is too long to be pushed')
  return text
}

/** @param ttlSeconds how long the push service keeps it for a device that is away */
export const sendPush = async (
  platform: Platform,
  { endpoint, p256dh, auth }: Device,
  payload: PushPayload,
  ttlSeconds: number,
): Promise<PushResult> => {
  const { config, pushKeys, outgoing, metrics, log } = platform
  try {
    // Loaded with the first notification: many services send none.
    const { default: webPush } = await import('web-push')
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payloadText(payload),
      {
        vapidDetails: { subject: config.vapidSubject, ...pushKeys },
        TTL: ttlSeconds,
        urgency: payload.urgent ? 'high' : 'normal',
        // A repetition takes the place of the first also where the device has not been reached.
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
    log.warn({ status, host: new URL(endpoint).hostname }, 'A push service did not take a notification')
    return 'FAILED'
  } catch (error) {
    metrics.pushesFailed++
    const fault = error instanceof OutgoingError ? error.fault : 'UNSENDABLE'
    log.warn({ err: error, fault }, 'A notification could not be pushed')
    return 'FAILED'
  }
}
