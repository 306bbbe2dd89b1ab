/**
 * What happens, as it happens. A browser opens one stream for all tabs of a person: the tab that holds the lock has it,
 * and tells the others.
 */
import { follow } from '#client/follow.ts'
import { followLive, type LiveEvent } from '#contracts/live.ts'
import { client, tokens } from './api.ts'
import { hear, hearReset } from './changes.ts'

/** What tabs tell each other. */
type Word = { readonly event: LiveEvent } | { readonly reset: true }

const startFor = (person: string, signal: AbortSignal): void => {
  const name = `wellkept.live.${person}`
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const began = Date.now()
  let lastEventId: string | undefined

  const take = (word: Word): void => {
    if ('event' in word) {
      lastEventId = word.event.id
      hear(word.event, person)
    } else {
      lastEventId = undefined
      hearReset()
    }
  }
  const tell = (word: Word): void => {
    take(word)
    channel?.postMessage(word)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => take(data))
  signal.addEventListener('abort', () => channel?.close())

  const lead = (): Promise<void> =>
    follow(
      {
        open: (id, line) => client.open(followLive, {}, { lastEventId: id, signal: line }),
        onEvent: (event) => tell({ event }),
        onReset: () => tell({ reset: true }),
        onState: () => undefined,
        lastEventId,
        // Another tab had it: what came between the two is asked for by the last event, or read anew.
        isLate: Date.now() - began > 1000,
      },
      signal,
    )
  // Kept by those who wait for it too, until they leave. Without locks, as on plain http, each tab has its own.
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks && channel) locks.request(name, { signal }, lead).catch(() => undefined)
  else void lead()
}

/** Follows as long as somebody is signed in here. */
export const startLive = (): void => {
  let running: { readonly person: string; readonly end: AbortController } | undefined
  const turn = (): void => {
    const person = tokens.read()?.user.id
    if (running?.person === person) return
    running?.end.abort()
    running = undefined
    if (person === undefined) return
    running = { person, end: new AbortController() }
    startFor(person, running.end.signal)
  }
  tokens.subscribe(turn)
  turn()
}
