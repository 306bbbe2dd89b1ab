/**
 * Offline cache: the last answers of Today and of the lists of daily work, stored on this device per person and
 * cleared at sign-out. A cached answer is shown with its age and never replaces a fresh one.
 */
import type { DBSchema, IDBPDatabase } from 'idb'
import type { Endpoint } from '#contracts/kit/endpoint.ts'

export interface CachedAnswer {
  readonly person: string
  readonly address: string
  readonly data: unknown
  /** milliseconds since 1970 */
  readonly at: number
}

interface Schema extends DBSchema {
  answers: { key: [string, string]; value: CachedAnswer; indexes: { at: number } }
}

let cachedEndpoints: readonly Endpoint[] = []

/** Called once by the app: the queries whose last answers are stored. */
export const cacheOffline = (endpoints: readonly Endpoint[]): void => {
  cachedEndpoints = endpoints
}
const most = 24
const daysMs = 7 * 24 * 3600_000

let opened: Promise<IDBPDatabase<Schema> | undefined> | undefined

/** Undefined where the browser has no storage, as in a private window. */
const store = (): Promise<IDBPDatabase<Schema> | undefined> => {
  opened ??= import('idb')
    .then(({ openDB }) =>
      openDB<Schema>('wellkept-desk', 1, {
        upgrade: (database) => {
          database.createObjectStore('answers', { keyPath: ['person', 'address'] }).createIndex('at', 'at')
        },
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
      }),
    )
    .catch(() => undefined)
  return opened
}

export const isCachedOffline = (path: string): boolean =>
  cachedEndpoints.some((endpoint) => endpoint.path === path)

export const saveOffline = async (person: string, address: string, data: unknown): Promise<void> => {
  try {
    const change = (await store())?.transaction('answers', 'readwrite')
    if (!change) return
    await change.store.put({ person, address, data, at: Date.now() })
    const others = await change.store.index('at').getAll()
    const over = others.length - most
    const outdated = others.filter((one, index) => index < over || one.person !== person)
    await Promise.all([...outdated.map((one) => change.store.delete([one.person, one.address])), change.done])
  } catch {
    // The storage is full or was removed: a later answer is cached.
  }
}

/** Undefined after a week. */
export const readOffline = async (person: string, address: string): Promise<CachedAnswer | undefined> => {
  try {
    const cached = await (await store())?.get('answers', [person, address])
    return cached && Date.now() - cached.at < daysMs ? cached : undefined
  } catch {
    return undefined
  }
}

export const clearOfflineCache = async (): Promise<void> => {
  try {
    await (await store())?.clear('answers')
  } catch {
    // Without storage there is nothing to clear.
  }
}
