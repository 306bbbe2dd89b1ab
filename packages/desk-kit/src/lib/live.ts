/**
 * Live stream. A browser opens one stream per person for all tabs: the tab that holds the lock reads it and
 * broadcasts to the others.
 */
import { useSyncExternalStore } from 'react'
import { follow } from '#client/follow.ts'
import { followLive, type LiveEvent } from '#contracts/live.ts'
import { client, tokens } from './api.ts'
import { applyEvent, applyReset } from './live-updates.ts'

/** Messages between tabs. */
type Word =
  | { readonly event: LiveEvent }
  | { readonly reset: true }
  /** a new tab asks which events are known */
  | { readonly asks: true }
  | { readonly known: readonly string[] }
  /** whether the stream is connected */
  | { readonly comes: boolean }

/** A shorter interruption is not shown: the stream reconnects with each access token. */
const missedMs = 10_000
let isMissed = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const setMissed = (missed: boolean): void => {
  isMissed = missed
  for (const listener of listeners) listener()
}
const setConnected = (comes: boolean): void => {
  if (comes) {
    clearTimeout(timer)
    timer = undefined
    if (isMissed) setMissed(false)
  } else timer ??= setTimeout(() => setMissed(true), missedMs)
}

/** Whether the stream has been interrupted for a while. */
export const useMissed = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isMissed,
  )

/**
 * Without Web Locks, as on plain http, the visible tab has its own stream: a browser opens six connections to a
 * host.
 */
const whileSeen = (lead: (until: AbortSignal) => Promise<void>, signal: AbortSignal): void => {
  let line: AbortController | undefined
  const turn = (): void => {
    line?.abort()
    line = undefined
    if (signal.aborted || document.visibilityState === 'hidden') return
    line = new AbortController()
    void lead(line.signal)
  }
  document.addEventListener('visibilitychange', turn, { signal })
  signal.addEventListener('abort', turn)
  turn()
}

const startFor = (person: string, signal: AbortSignal): void => {
  const name = `wellkept.live.${person}`
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const began = Date.now()
  let lastEventId: string | undefined

  const known = new Set<string>()
  let leads = false
  let comes = false

  const take = (word: Word): void => {
    if ('event' in word) {
      lastEventId = word.event.id
      known.add(lastEventId)
      applyEvent(word.event, person)
    } else if ('reset' in word) {
      lastEventId = undefined
      applyReset()
    } else if ('known' in word) {
      // Ids in order; events received meanwhile are newer.
      for (const id of word.known) known.add(id)
      lastEventId ??= word.known.at(-1)
    } else if ('comes' in word) {
      comes = word.comes
      setConnected(comes)
    } else if (leads) {
      channel?.postMessage({ known: [...known] } satisfies Word)
      channel?.postMessage({ comes } satisfies Word)
    }
  }
  const tell = (word: Word): void => {
    take(word)
    channel?.postMessage(word)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => take(data))
  channel?.postMessage({ asks: true } satisfies Word)
  signal.addEventListener('abort', () => channel?.close())
  setConnected(false)

  const lead = (until: AbortSignal): Promise<void> => {
    leads = true
    return follow(
      {
        open: (id, line) => client.open(followLive, {}, { lastEventId: id, signal: line }),
        onEvent: (event) => tell({ event }),
        onReset: () => tell({ reset: true }),
        onState: (now) => {
          if (!until.aborted) tell({ comes: now })
        },
        lastEventId,
        known,
        // Another tab had the stream: the gap is requested by the last event id, or everything is refetched.
        isLate: Date.now() - began > 1000,
      },
      until,
    )
  }
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks && channel) {
    // Waiting for the lock: takes over when the other tab closes.
    locks.request(name, { signal }, () => lead(signal)).catch(() => undefined)
  } else whileSeen(lead, signal)
}

/** Runs while somebody is signed in. */
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
