/** Stores queued entries in IndexedDB, else in localStorage (without photos), else in memory. */

/** A queued report; `id` is its submissionId, so that a retry never creates a second report. */
export interface Entry {
  readonly id: string
  readonly url: string
  readonly code: string
  /** name of the amenity, for the list; for additions also the button's text */
  readonly place: string
  readonly body: Readonly<Record<string, unknown>> & {
    readonly issues?: readonly unknown[] | undefined
    /** keys of uploaded photos; `photos` has the others */
    readonly imageKeys?: readonly string[] | undefined
  }
  readonly photos: readonly Blob[]
  /** sent afterwards through the tracking link, because the rating was already sent */
  readonly message?: string
  /** an addition to a received report: a message, an answer, an email address, a deletion or one photo */
  readonly follow?: boolean
  readonly at: number
  readonly tries: number
  /** time of the next attempt, in milliseconds */
  readonly next: number
  readonly refused?: boolean
  /** tracking token of a report that was received; it only remains in the list of this phone's reports */
  readonly token?: string
  /** draft of an unfinished form, restored when the page is opened again; nothing to send */
  readonly draft?: boolean
}

const storeName = 'reports'

const asPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let connection: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> => {
  connection ??= (async () => {
    const request = indexedDB.open('wellkept', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    return await asPromise(request)
  })()
  return connection
}

const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  await asPromise(act((await open()).transaction(storeName, mode).objectStore(storeName)))

const prefix = 'wellkept:'

/** Entries that this browser cannot store. */
export const memoryEntries = new Map<string, Entry>()

/** All entries, oldest first. */
export const all = async (): Promise<Entry[]> => {
  const found = [...memoryEntries.values()]
  try {
    found.push(...((await run('readonly', (store) => store.getAll())) as Entry[]))
  } catch {}
  try {
    for (const [key, value] of Object.entries(localStorage)) {
      if (key.startsWith(prefix)) found.push(JSON.parse(value))
    }
  } catch {}
  return found.sort((one, other) => one.at - other.at)
}

export const put = async (entry: Entry): Promise<void> => {
  try {
    await run('readwrite', (store) => store.put(entry))
  } catch {
    try {
      localStorage.setItem(prefix + entry.id, JSON.stringify({ ...entry, photos: [] }))
    } catch {
      memoryEntries.set(entry.id, entry)
    }
  }
}

export const drop = async (id: string): Promise<void> => {
  memoryEntries.delete(id)
  try {
    await run('readwrite', (store) => store.delete(id))
  } catch {}
  try {
    localStorage.removeItem(prefix + id)
  } catch {}
}
