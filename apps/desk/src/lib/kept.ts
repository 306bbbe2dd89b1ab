/**
 * What was read last, on this device, for the moments without a connection: of Today and the lists of daily work alone,
 * each person their own, gone with the sign-out. It is shown with its age, and never in the place of an answer.
 */
import type { DBSchema, IDBPDatabase } from 'idb'
import { getMe } from '#contracts/auth.ts'
import { getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { listTasks, taskSummary } from '#contracts/tasks.ts'

export interface Kept {
  readonly person: string
  readonly address: string
  readonly data: unknown
  /** milliseconds since 1970 */
  readonly at: number
}

interface Schema extends DBSchema {
  answers: { key: [string, string]; value: Kept; indexes: { at: number } }
}

const keptPaths: ReadonlySet<string> = new Set(
  [getMe, getOverview, listTasks, taskSummary, listRecentFeedback].map(({ path }) => path),
)
const most = 24
const daysMs = 7 * 24 * 3600_000

let opened: Promise<IDBPDatabase<Schema> | undefined> | undefined

/** Undefined where the browser keeps nothing, as in a private window. */
const store = (): Promise<IDBPDatabase<Schema> | undefined> => {
  opened ??= import('idb')
    .then(({ openDB }) =>
      openDB<Schema>('wellkept-desk', 1, {
        upgrade: (made) => {
          made.createObjectStore('answers', { keyPath: ['person', 'address'] }).createIndex('at', 'at')
        },
        blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
      }),
    )
    .catch(() => undefined)
  return opened
}

export const isKept = (path: string): boolean => keptPaths.has(path)

export const keep = async (person: string, address: string, data: unknown): Promise<void> => {
  try {
    const change = (await store())?.transaction('answers', 'readwrite')
    if (!change) return
    await change.store.put({ person, address, data, at: Date.now() })
    const others = await change.store.index('at').getAll()
    const over = others.length - most
    const gone = others.filter((one, index) => index < over || one.person !== person)
    await Promise.all([...gone.map((one) => change.store.delete([one.person, one.address])), change.done])
  } catch {
    // The device is full, or its store was taken away: the next answer is kept.
  }
}

/** Not older than a week. */
export const findKept = async (person: string, address: string): Promise<Kept | undefined> => {
  try {
    const kept = await (await store())?.get('answers', [person, address])
    return kept && Date.now() - kept.at < daysMs ? kept : undefined
  } catch {
    return undefined
  }
}

export const forgetKept = async (): Promise<void> => {
  try {
    await (await store())?.clear('answers')
  } catch {
    // Nothing could be kept there either.
  }
}
