/**
 * What events say about what is on the screen. What a person reads stands still: that it has changed is told, and it
 * is read anew when they ask for it or come back to the window. What is declared to read by itself does, now and then.
 */
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { EventKind } from '#contracts/kit/vocabulary.ts'
import type { LiveEvent } from '#contracts/live.ts'
import { isActing, queries } from './api.ts'
import type { Follows, LiveMode } from './follows.ts'

/** A screen reads anew by itself no more often than that. */
const readEvery = 30_000
/** And no sooner than what belongs together has come. */
const gather = 500
const tellEvery = 1000

interface Touch {
  /** records that changed */
  readonly records: Set<string>
  /** who changed them; '': nobody of the team */
  readonly names: Set<string>
  /** those of them that came anew */
  readonly fresh: Set<string>
}

/** By the hash of the query. */
const touches = new Map<string, Touch>()
/** Hashes of queries of which an event came while they were read: whether the answer knows of it nobody can tell. */
const overtaken = new Set<string>()

const isBeingRead = ({ state }: Query): boolean => state.fetchStatus === 'fetching'

export interface Changes {
  /** of records */
  readonly count: number
  /** whoever made them all; undefined: several, or nobody of the team */
  readonly name: string | undefined
  /** all of them are records that came anew */
  readonly fresh: boolean
}

const none: Changes = { count: 0, name: undefined, fresh: false }
let shown = none
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const isOnScreen = (query: Query): boolean => query.isActive()

const touchedOnScreen = (): Query[] =>
  queries.getQueryCache().findAll({ predicate: (query) => touches.has(query.queryHash) && isOnScreen(query) })

const gatherChanges = (): Changes => {
  const records = new Set<string>()
  const names = new Set<string>()
  let fresh = 0
  for (const { queryHash } of touchedOnScreen()) {
    const touch = touches.get(queryHash)
    for (const id of touch?.records ?? []) records.add(id)
    for (const name of touch?.names ?? []) names.add(name)
    fresh += touch?.fresh.size ?? 0
  }
  if (records.size === 0) return none
  const [name] = names.size === 1 ? names : []
  return { count: records.size, name: name || undefined, fresh: fresh === records.size }
}

const tell = (): void => {
  clearTimeout(timer)
  timer = undefined
  const next = gatherChanges()
  if (next.count === shown.count && next.name === shown.name && next.fresh === shown.fresh) return
  shown = next
  for (const listener of listeners) listener()
}
/** Not each of many that come at once. */
const tellSoon = (): void => {
  timer ??= setTimeout(tell, shown === none ? 0 : tellEvery)
}

const reads = new Map<string, ReturnType<typeof setTimeout>>()
/** When each was last asked for by itself: what comes before its answer is no reason to ask at once again. */
const asked = new WeakMap<Query, number>()

/** Once, when it is time, and only where somebody looks. */
const readSoon = (query: Query): void => {
  if (reads.has(query.queryHash)) return
  const since = Date.now() - Math.max(query.state.dataUpdatedAt, asked.get(query) ?? 0)
  const wait = Math.max(gather, query.meta?.about === undefined ? readEvery - since : 0)
  const read = (): void => {
    reads.delete(query.queryHash)
    // Whoever comes back to the window reads what is out of date.
    if (document.visibilityState !== 'visible' || !isOnScreen(query)) return
    asked.set(query, Date.now())
    void query.fetch().catch(() => undefined)
  }
  reads.set(query.queryHash, setTimeout(read, wait))
}

/** Out of date: read anew where it is shown next. */
const outdate = (query: Query): void =>
  void queries.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' })

const following = (): {
  query: Query
  about: string | undefined
  mode: LiveMode
  follows: readonly EventKind[]
}[] =>
  queries
    .getQueryCache()
    .getAll()
    .flatMap((query) => {
      const { follows, about, mode = 'tell' }: Follows = query.meta ?? {}
      return follows && mode !== 'none' && (query.state.data !== undefined || isBeingRead(query))
        ? [{ query, about, mode, follows }]
        : []
    })

/** '' where it is no colleague: the person's own act elsewhere, the service itself, a visitor. */
const nameOf = ({ by }: LiveEvent, person: string): string =>
  by === null || by.kind === 'SYSTEM' || by.id === person ? '' : by.name

/** @param person whose page this is */
export const hear = (event: LiveEvent, person: string): void => {
  // What this page did itself is read anew by whatever did it.
  if (event.by?.id === person && isActing()) return
  const kind = event.type.slice(0, event.type.indexOf('.')) as EventKind
  const text = JSON.stringify(event.data)
  for (const { query, about, mode, follows } of following()) {
    if (!follows.includes(kind) || (about !== undefined && !text.includes(about))) continue
    outdate(query)
    if (isBeingRead(query)) overtaken.add(query.queryHash)
    if (!isOnScreen(query)) continue
    if (mode === 'read') {
      readSoon(query)
      continue
    }
    const touch = touches.get(query.queryHash) ?? { records: new Set(), names: new Set(), fresh: new Set() }
    touches.set(query.queryHash, touch)
    touch.records.add(event.data.id)
    touch.names.add(nameOf(event, person))
    if (event.type === 'feedback.created') touch.fresh.add(event.data.id)
    tellSoon()
  }
}

/** Nobody knows what has changed: everything is read anew, not by all at the same moment. */
export const hearReset = (): void => {
  setTimeout(() => {
    for (const { query } of following()) {
      outdate(query)
      if (isOnScreen(query) && document.visibilityState === 'visible')
        void query.fetch().catch(() => undefined)
    }
  }, Math.random() * 5000)
}

// What has come anew has nothing left to tell, and another screen has other reads.
queries.getQueryCache().subscribe(({ type, query, ...more }) => {
  const { queryHash: hash } = query
  if (type === 'updated' && 'action' in more && more.action.type === 'success') {
    if (overtaken.delete(hash)) {
      outdate(query)
      if (query.meta?.mode === 'read') readSoon(query)
    } else if (touches.delete(hash)) tell()
  } else if (type === 'removed') {
    touches.delete(hash)
    overtaken.delete(hash)
  } else if ((type === 'observerAdded' || type === 'observerRemoved') && touches.size > 0) tellSoon()
})

export const showChanges = async (): Promise<void> => {
  await Promise.allSettled(touchedOnScreen().map((query) => query.fetch()))
}

export const useChanges = (): Changes =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
