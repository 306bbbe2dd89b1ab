/**
 * Applies live events to the query cache. A query on the screen stays as it is: the change is announced, and the
 * query is refetched on request or when the person comes back to the window. One with the mode `read` refetches
 * automatically.
 */
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { EventKind } from '#contracts/kit/vocabulary.ts'
import type { LiveEvent } from '#contracts/live.ts'
import { isActing, queryClient } from './api.ts'
import type { LiveMeta, LiveMode } from './live-meta.ts'

/** Minimum interval between automatic refetches of a query. */
const refetchEvery = 30_000
/** Events that belong together are batched. */
const batchMs = 500
const notifyEvery = 1000

interface PendingChange {
  /** ids of changed records */
  readonly records: Set<string>
  /** who changed them; '' for others than colleagues */
  readonly names: Set<string>
  /** ids of new records */
  readonly fresh: Set<string>
}

/** By the hash of the query. */
const pendingChanges = new Map<string, PendingChange>()
/** Hashes of queries that received an event while fetching: their answer may be stale already. */
const staleWhileFetching = new Set<string>()

const isFetching = ({ state }: Query): boolean => state.fetchStatus === 'fetching'

export interface ChangeSummary {
  /** number of records */
  readonly count: number
  /** the colleague who made all the changes; undefined: several, or none */
  readonly name: string | undefined
  /** all records are new */
  readonly fresh: boolean
}

const none: ChangeSummary = { count: 0, name: undefined, fresh: false }
let shown = none
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const isOnScreen = (query: Query): boolean => query.isActive()

const changedOnScreen = (): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => pendingChanges.has(query.queryHash) && isOnScreen(query) })

const summarizeChanges = (): ChangeSummary => {
  const records = new Set<string>()
  const names = new Set<string>()
  let fresh = 0
  for (const { queryHash } of changedOnScreen()) {
    const pending = pendingChanges.get(queryHash)
    for (const id of pending?.records ?? []) records.add(id)
    for (const name of pending?.names ?? []) names.add(name)
    fresh += pending?.fresh.size ?? 0
  }
  if (records.size === 0) return none
  const [name] = names.size === 1 ? names : []
  return { count: records.size, name: name || undefined, fresh: fresh === records.size }
}

const notify = (): void => {
  clearTimeout(timer)
  timer = undefined
  const next = summarizeChanges()
  if (next.count === shown.count && next.name === shown.name && next.fresh === shown.fresh) return
  shown = next
  for (const listener of listeners) listener()
}
/** Throttles notifications during a burst of events. */
const notifySoon = (): void => {
  timer ??= setTimeout(notify, shown === none ? 0 : notifyEvery)
}

const refetchTimers = new Map<string, ReturnType<typeof setTimeout>>()
/** Time of the last automatic refetch: an event before its answer does not refetch again. */
const refetchedAt = new WeakMap<Query, number>()

/** Refetches once per interval, and only while the page is visible. */
const refetchSoon = (query: Query): void => {
  if (refetchTimers.has(query.queryHash)) return
  const since = Date.now() - Math.max(query.state.dataUpdatedAt, refetchedAt.get(query) ?? 0)
  const wait = Math.max(batchMs, query.meta?.about === undefined ? refetchEvery - since : 0)
  const read = (): void => {
    refetchTimers.delete(query.queryHash)
    // A hidden page refetches stale queries when it becomes visible.
    if (document.visibilityState !== 'visible' || !isOnScreen(query)) return
    refetchedAt.set(query, Date.now())
    void query.fetch().catch(() => undefined)
  }
  refetchTimers.set(query.queryHash, setTimeout(read, wait))
}

/** Marks as stale without a refetch: it is fetched when it is shown next. */
const markStale = (query: Query): void =>
  void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' })

const liveQueries = (): {
  query: Query
  about: string | undefined
  mode: LiveMode
  follows: readonly EventKind[]
}[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap((query) => {
      const { follows, about, mode = 'tell' }: LiveMeta = query.meta ?? {}
      return follows && mode !== 'none' && (query.state.data !== undefined || isFetching(query))
        ? [{ query, about, mode, follows }]
        : []
    })

/** '' for the person's own action elsewhere, the service or a visitor. */
const colleagueName = ({ by }: LiveEvent, person: string): string =>
  by === null || by.kind === 'SYSTEM' || by.id === person ? '' : by.name

/** @param person id of the signed-in user */
export const applyEvent = (event: LiveEvent, person: string): void => {
  // The action itself refetches what it changed.
  if (event.by?.id === person && isActing()) return
  const kind = event.type.slice(0, event.type.indexOf('.')) as EventKind
  const text = JSON.stringify(event.data)
  for (const { query, about, mode, follows } of liveQueries()) {
    if (!follows.includes(kind) || (about !== undefined && !text.includes(about))) continue
    markStale(query)
    if (isFetching(query)) staleWhileFetching.add(query.queryHash)
    if (!isOnScreen(query)) continue
    if (mode === 'read') {
      refetchSoon(query)
      continue
    }
    const pending = pendingChanges.get(query.queryHash) ?? {
      records: new Set(),
      names: new Set(),
      fresh: new Set(),
    }
    pendingChanges.set(query.queryHash, pending)
    pending.records.add(event.data.id)
    pending.names.add(colleagueName(event, person))
    if (event.type === 'feedback.created') pending.fresh.add(event.data.id)
    notifySoon()
  }
}

/** Events were lost: everything is refetched, with jitter between clients. */
export const applyReset = (): void => {
  setTimeout(() => {
    for (const { query } of liveQueries()) {
      markStale(query)
      if (isOnScreen(query) && document.visibilityState === 'visible')
        void query.fetch().catch(() => undefined)
    }
  }, Math.random() * 5000)
}

// A refetched query has no announced changes, and neither has one that left the screen.
queryClient.getQueryCache().subscribe(({ type, query, ...more }) => {
  const { queryHash: hash } = query
  if (type === 'updated' && 'action' in more && more.action.type === 'success') {
    if (staleWhileFetching.delete(hash)) {
      markStale(query)
      if (query.meta?.mode === 'read') refetchSoon(query)
    } else if (pendingChanges.delete(hash)) notify()
  } else if (type === 'removed') {
    pendingChanges.delete(hash)
    staleWhileFetching.delete(hash)
  } else if ((type === 'observerAdded' || type === 'observerRemoved') && pendingChanges.size > 0) notifySoon()
})

export const refetchChanged = async (): Promise<void> => {
  await Promise.allSettled(changedOnScreen().map((query) => query.fetch()))
}

export const useChanges = (): ChangeSummary =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
