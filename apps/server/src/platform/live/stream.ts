/** One answer that goes on: what waits for a client that reads too slowly is bounded. */
import { Readable } from 'node:stream'
import type { ShownName } from '#contracts/outward.ts'
import type { Caller } from './caller.ts'

/** Bytes; a client that lets more than this wait when there is more to tell does not read. */
export const maxBufferedBytes = 1024 * 1024
/** How long nothing may be written; below what proxies bear. */
const heartbeatEveryMs = 15_000

export interface Stream {
  readonly caller: Caller
  /** undefined: all */
  readonly types: ReadonlySet<ShownName> | undefined
  readonly body: Readable
  /** what it was told when it was resumed, and when, as it may come once more with what is new */
  replay: { readonly ids: ReadonlySet<string>; readonly at: number } | undefined
  write(bytes: Uint8Array, now: number): void
  /** Writes something where nothing was written for long, so that nobody on the way takes it for dead. */
  beat(now: number): void
  /** The answer ends as it should; the client comes back. */
  end(): void
}

/** How long a client waits before it comes back, milliseconds. */
const retryMs = 3000
export const greeting = Buffer.from(`retry: ${retryMs}\n\n`)
const heartbeat = Buffer.from(':\n\n')
export const reset = Buffer.from('event: reset\ndata: {}\n\n')
/** One person has more streams than they may: this was the oldest. */
export const replaced = Buffer.from('event: replaced\ndata: {}\n\n')

/** @param closed whether it has ended, its client has gone away, or it does not read */
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
      // What one look brings may be more at once: it counts when the next one comes.
      if (body.readableLength > maxBufferedBytes) {
        body.destroy()
        return
      }
      writtenAt = now
      body.push(bytes)
    },
    beat: (now) => {
      // A clock that was set back must not keep it silent.
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
