/** A live stream: an open answer with a bounded buffer for slow clients. */
import { Readable } from 'node:stream'
import type { ShownName } from '#contracts/outward.ts'
import type { Caller } from './caller.ts'

/** Bytes; a client with more than this unread when more is sent counts as gone. */
export const maxBufferedBytes = 1024 * 1024
/** Longest time without data, below the idle timeouts of proxies. */
const heartbeatEveryMs = 15_000

export interface Stream {
  readonly caller: Caller
  /** undefined: all */
  readonly types: ReadonlySet<ShownName> | undefined
  readonly body: Readable
  /** ids replayed at the start, and when, since they may come again as new events */
  replay: { readonly ids: ReadonlySet<string>; readonly at: number } | undefined
  write(bytes: Uint8Array, now: number): void
  /** Sends a heartbeat if nothing was sent for long, so that proxies keep the connection open. */
  beat(now: number): void
  /** Ends the answer properly; the client reconnects. */
  end(): void
}

/** How long a client waits before it reconnects, in milliseconds. */
const retryMs = 3000
export const greeting = Buffer.from(`retry: ${retryMs}\n\n`)
const heartbeat = Buffer.from(':\n\n')
export const reset = Buffer.from('event: reset\ndata: {}\n\n')
/** Sent to the oldest stream of a person with too many streams. */
export const replaced = Buffer.from('event: replaced\ndata: {}\n\n')

/** @param closed called when the stream has ended, its client has disconnected, or does not read */
export const openStream = (
  caller: Caller,
  types: readonly ShownName[] | undefined,
  now: number,
  closed: (stream: Stream) => void,
): Stream => {
  const body = new Readable({ read: () => undefined })
  let writtenAt = now
  let isClosed = false
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    closed(stream)
  }
  const stream: Stream = {
    caller,
    types: types && new Set(types),
    body,
    replay: undefined,
    write: (bytes, now) => {
      if (isClosed) return
      // One poll may exceed the limit; only what is still unread at the next one counts.
      if (body.readableLength > maxBufferedBytes) {
        body.destroy()
        return
      }
      writtenAt = now
      body.push(bytes)
    },
    beat: (now) => {
      // Also sent after the clock was set back, or there would be no heartbeat for long.
      if (now - writtenAt >= heartbeatEveryMs || now < writtenAt) stream.write(heartbeat, now)
    },
    end: () => {
      if (isClosed) return
      close()
      body.push(null)
    },
  }
  body.once('close', close)
  return stream
}
