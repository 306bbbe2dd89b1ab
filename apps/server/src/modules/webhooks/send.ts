/** One attempt: sends the body and reads the receiver's answer, with limits. */
import type { AttemptError, DeliveryAttempt } from '#contracts/webhooks.ts'
import type { Platform } from '#server/platform/context.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { Ready } from './claims.ts'
import { signatureOf } from './secrets.ts'

const timeoutMs = 15_000
const answerKept = 1000
const day = 86_400_000

export interface Attempt extends DeliveryAttempt {
  /** from Retry-After; at most a day */
  readonly retryAfterMs: number | undefined
}

/** Retry-After in seconds, or as a date. */
const retryAfterOf = (header: string | string[] | undefined, now: Date): number | undefined => {
  if (typeof header !== 'string') return undefined
  const ms = /^\d{1,9}$/.test(header.trim())
    ? Number(header) * 1000
    : new Date(header).getTime() - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), day) : undefined
}

/** The beginning of an answer as text that the database accepts. */
const beginningOf = (body: Uint8Array): string =>
  [
    ...Buffer.from(body)
      .toString('utf8')
      .slice(0, 2 * answerKept)
      .toWellFormed(),
  ]
    .filter((sign) => sign === '\n' || sign === '\t' || sign >= ' ')
    .slice(0, answerKept)
    .join('')

const nothing = { status: null, answer: '', retryAfterMs: undefined } as const

export const sendOnce = async (platform: Platform, ready: Ready): Promise<Attempt> => {
  const { clock, outgoing } = platform
  const at = clock.now()
  const began = performance.now()
  const ended = () => ({ at: at.toISOString(), durationMs: Math.round(performance.now() - began) })
  const { body, eventId: id, secrets, url } = ready
  if (body === undefined) return { ...nothing, ...ended(), error: 'GONE_RECORD' }
  // Unsigned, the receiver could not verify it.
  if (secrets.length === 0) return { ...nothing, ...ended(), error: 'NO_SECRET' }
  const timestamp = Math.floor(at.getTime() / 1000)
  try {
    const answer = await outgoing.call(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(secrets, { id, timestamp, body }),
      },
      body,
      timeoutMs,
    })
    const taken = answer.status >= 200 && answer.status < 300
    return {
      ...ended(),
      status: answer.status,
      error: taken ? null : 'STATUS',
      answer: beginningOf(answer.body),
      retryAfterMs: taken ? undefined : retryAfterOf(answer.headers['retry-after'], at),
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { ...nothing, ...ended(), error: error.fault satisfies AttemptError }
  }
}
