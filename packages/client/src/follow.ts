/** Follows the live stream: reconnects, resumes, and passes on each event once. */
import type { LiveEvent } from '#contracts/live.ts'
import { ApiError } from './errors.ts'
import { openParser } from './messages.ts'

export interface Followed {
  /** Once for each event. */
  onEvent(event: LiveEvent): void
  /** Missed events cannot be sent again: read everything anew. */
  onReset(): void
  /** whether the stream is connected */
  onState(comes: boolean): void
}

export interface FollowSettings extends Followed {
  readonly open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
  /** of the last event that was received in another way, e.g. by another tab */
  readonly lastEventId?: string | undefined
  /** ids of events received in another way; new ones are added */
  readonly known?: Set<string>
  /** events may have been missed before the first connection */
  readonly isLate?: boolean
  /** milliseconds; rejects when `signal` ends it */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** milliseconds without data after which the connection counts as broken; the service writes every 15 s */
  readonly silence?: number
}

const knownMost = 2000
const longestPause = 60_000
/** A person over the limit of streams: the newer streams stay open. */
const replacedPause = 5 * 60_000

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** A permanent refusal by the service itself; the same status from a proxy ends nothing. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'BAD_ANSWER' && [400, 401, 403, 404].includes(error.status)

export const follow = (settings: FollowSettings, signal: AbortSignal): Promise<void> => {
  const { open, onEvent, onReset, onState, silence = 40_000 } = settings
  const wait = settings.pause ?? pause
  const known = settings.known ?? new Set<string>()
  let last = settings.lastEventId
  let isLate = settings.isLate ?? false
  let isReplaced = false

  const take = (event: string, id: string | undefined, data: string): void => {
    if (event === 'reset') {
      last = undefined
      onReset()
    } else if (event === 'replaced') isReplaced = true
    else if (id !== undefined) {
      last = id
      // A resumed stream may repeat events; those older than the first known one were part of the initial reads.
      const [first] = known
      if (known.has(id) || (first !== undefined && id < first)) return
      known.add(id)
      for (const oldest of known) {
        if (known.size <= knownMost) break
        known.delete(oldest)
      }
      onEvent(JSON.parse(data) as LiveEvent)
    }
  }

  /** Until the stream ends, breaks or is silent for too long. */
  const read = async (): Promise<void> => {
    const line = new AbortController()
    const stop = (): void => line.abort(signal.reason)
    signal.addEventListener('abort', stop)
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const response = await open(last, line.signal)
      const reader = response.body?.getReader()
      if (!reader) return
      onState(true)
      // Without a last event id the service cannot resume, so events may be missing.
      if (isLate && last === undefined) onReset()
      isLate = true
      const parse = openParser()
      const decoder = new TextDecoder()
      for (;;) {
        clearTimeout(timer)
        timer = setTimeout(() => line.abort(), silence)
        const { done, value } = await reader.read()
        if (done) return
        for (const { event, id, data } of parse(decoder.decode(value, { stream: true })))
          take(event, id, data)
      }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      line.abort()
      onState(false)
    }
  }

  const run = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; ) {
      let least = 0
      isReplaced = false
      try {
        await read()
        // A regular end: the token expired, or the service restarts.
        failures = 0
      } catch (error) {
        if (signal.aborted || isFinal(error)) return
        failures++
        if (error instanceof ApiError) least = (error.retryAfterSeconds ?? 0) * 1000
      }
      const backoff = Math.min(longestPause, 500 * 2 ** failures)
      // Jitter, so that streams that ended together do not all reconnect at once.
      const milliseconds = isReplaced ? replacedPause : least + backoff * (0.5 + Math.random())
      await wait(milliseconds, signal).catch(() => undefined)
    }
  }
  return run()
}
