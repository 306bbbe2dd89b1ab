/**
 * What waits on this phone, in IndexedDB; without it in localStorage, then without photos; where a browser keeps nothing,
 * with the open page.
 */

/** One report on its way; `id` is its submissionId, so that a second try is never a second report. */
export interface Entry {
  readonly id: string
  readonly url: string
  readonly code: string
  /** name of the amenity, for the list of what waits; of what is added also the words of the button */
  readonly place: string
  readonly body: Readonly<Record<string, unknown>> & {
    readonly issues?: readonly unknown[] | undefined
    /** keys of the photos that have arrived; `photos` has the others */
    readonly imageKeys?: readonly string[] | undefined
  }
  readonly photos: readonly Blob[]
  /** said afterwards through the tracking link: the rating itself had already gone */
  readonly message?: string
  /** about a report that has arrived: a message, an answer, an address, the wish to erase it, or one photo */
  readonly follow?: boolean
  readonly at: number
  readonly tries: number
  /** not before this time, ms */
  readonly next: number
  readonly refused?: boolean
  /** a form that was left half filled: not sent, given back when the page is opened again */
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

/** What this browser does not keep. */
export const memoryEntries = new Map<string, Entry>()

/** Everything that waits, oldest first. */
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
