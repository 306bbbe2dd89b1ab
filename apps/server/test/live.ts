/** A client of the live stream, over HTTP. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { LiveEvent } from '#contracts/live.ts'

/** Time limit of tests. */
const timeoutMs = 20_000

export interface StreamEvent {
  /** empty if the stream sent none */
  readonly event: string
  readonly id: string
  readonly data: LiveEvent
}

export interface Follower {
  readonly status: number
  readonly headers: Headers
  /** all events so far */
  readonly received: readonly StreamEvent[]
  /** number of heartbeats */
  readonly beats: number
  /** The next event that was not awaited yet. */
  next(): Promise<StreamEvent>
  /** Resolves when that many events have arrived. */
  count(many: number): Promise<readonly StreamEvent[]>
  /** whether the server ended the answer properly */
  readonly isWhole: boolean
  /** Resolves with the time of the end, as performance.now(). */
  readonly ended: Promise<number>
  beat(): Promise<void>
  close(): void
}

export interface FollowOptions {
  readonly token?: string
  readonly key?: string
  /** the query, without `?` */
  readonly query?: string
  readonly after?: string
}

const parse = (block: string): StreamEvent | undefined => {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const at = line.indexOf(': ')
      return at > 0 ? [[line.slice(0, at), line.slice(at + 2)] as const] : []
    }),
  )
  const data = fields.get('data')
  return data === undefined
    ? undefined
    : { event: fields.get('event') ?? '', id: fields.get('id') ?? '', data: JSON.parse(data) }
}

/** Opens a stream and reads it until it ends or is closed. */
export const follow = async (
  base: string,
  { token, key, query, after }: FollowOptions,
): Promise<Follower> => {
  const closing = new AbortController()
  const response = await fetch(`${base}/api/dashboard/live${query ? `?${query}` : ''}`, {
    signal: closing.signal,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'x-api-key': key } : {}),
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
  })
  const received: StreamEvent[] = []
  let beats = 0
  let isWhole = false
  let waited = 0
  const waiting = new Set<() => void>()
  const until = async (holds: () => boolean): Promise<void> => {
    const patience = new AbortController()
    const late = delay(timeoutMs, true, { ref: false, signal: patience.signal }).catch(() => false)
    while (!holds()) {
      const came = new Promise<void>((resolve) => waiting.add(resolve))
      assert.notEqual(await Promise.race([came, late]), true, `Nothing came for ${timeoutMs} ms`)
    }
    patience.abort()
  }
  const read = async (): Promise<number> => {
    let rest = ''
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        rest += decoder.decode(chunk, { stream: true })
        const blocks = rest.split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const one = parse(block)
          if (one) received.push(one)
          else if (block.startsWith(':')) beats++
        }
        for (const resolve of waiting) resolve()
        waiting.clear()
      }
      isWhole = true
    } catch (error) {
      if (!closing.signal.aborted) assert.match(String(error), /terminated/)
    }
    return performance.now()
  }
  return {
    status: response.status,
    headers: response.headers,
    received,
    get isWhole() {
      return isWhole
    },
    get beats() {
      return beats
    },
    next: async () => {
      await until(() => received.length > waited)
      const one = received[waited++]
      assert.ok(one)
      return one
    },
    count: async (many) => {
      await until(() => received.length >= many)
      return received
    },
    ended: read(),
    beat: async () => {
      const before = beats
      await until(() => beats > before)
    },
    close: () => closing.abort(),
  }
}
