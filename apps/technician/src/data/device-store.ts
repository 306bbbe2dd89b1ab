/** IndexedDB on the phone: pending operations and cached tasks. */
import { type IDBPDatabase, openDB } from 'idb'
import { databaseName } from '#client/realm-names.ts'
import { staff } from '#client/realms.ts'
import { type OperationSchema, operationsIn } from '#offline/device-storage.ts'
import { reopeningStore, type WithStore } from '#offline/reopening-store.ts'
import { memoryStorage, safeStorage } from '#offline/storage.ts'
import type { Operation } from '../outbox/operation.ts'
import type { SafeStorage } from '../outbox/outbox.ts'
import type { TaskCache } from './task-cache.ts'
import {
  type CachedList,
  type CachedRoom,
  type CachedShift,
  type CachedTask,
  type FormDraft,
  memoryCache,
} from './task-cache.ts'

interface Schema extends OperationSchema<Operation> {
  lists: { key: string; value: CachedList }
  tasks: { key: string; value: CachedTask; indexes: { readAt: number } }
  /** shifts by owner id; form drafts by longer keys */
  shifts: { key: string; value: CachedShift | FormDraft }
  rooms: { key: string; value: CachedRoom; indexes: { tasksReadAt: number } }
}

type Store = IDBPDatabase<Schema>

const maxTasks = 50
const maxRooms = 200
const day = 86_400_000

const open = (): Promise<Store> =>
  openDB<Schema>(databaseName(staff), 3, {
    upgrade: (store, before) => {
      store.createObjectStore('rooms', { keyPath: 'id' }).createIndex('tasksReadAt', 'tasksReadAt')
      if (before >= 2) return
      store.createObjectStore('shifts')
      if (before >= 1) return
      store.createObjectStore('operations', { keyPath: 'id' })
      store.createObjectStore('lists')
      store.createObjectStore('tasks', { keyPath: 'task.id' }).createIndex('readAt', 'readAt')
    },
    // Another tab upgrades the database and is blocked until this connection closes.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  })

const cacheIn = (withStore: WithStore<Store>): TaskCache => ({
  readList: (owner) => withStore((store) => store.get('lists', owner)),
  writeList: async (seen) => {
    await withStore((store) => store.put('lists', seen, seen.owner))
  },
  readTask: async (owner, id) => {
    const seen = await withStore((store) => store.get('tasks', id))
    return seen?.owner === owner ? seen : undefined
  },
  writeTask: (seen) =>
    withStore(async (store) => {
      const change = store.transaction('tasks', 'readwrite')
      await change.store.put(seen)
      const surplus = (await change.store.count()) - maxTasks
      if (surplus > 0) {
        const oldest = await change.store.index('readAt').getAllKeys(undefined, surplus)
        await Promise.all(oldest.map((key) => change.store.delete(key)))
      }
      await change.done
    }),
  readKept: (owner) => withStore((store) => store.get('shifts', owner)),
  writeKept: async (kept) => {
    await withStore((store) => store.put('shifts', kept, kept.owner))
  },
  readRooms: async (owner) =>
    (await withStore((store) => store.getAll('rooms'))).filter((room) => room.owner === owner),
  writeRoom: (seen) =>
    withStore(async (store) => {
      const change = store.transaction('rooms', 'readwrite')
      await change.store.put(seen)
      const surplus = (await change.store.count()) - maxRooms
      if (surplus > 0) {
        const oldest = await change.store.index('tasksReadAt').getAllKeys(undefined, surplus)
        await Promise.all(oldest.map((key) => change.store.delete(key)))
      }
      await change.done
    }),
  keepOnly: (owner) =>
    withStore(async (store) => {
      const kept = await store.getAll('shifts')
      // A time in the future means that the clock has been set back since.
      const over = kept.filter(
        (one) => !one.owner.startsWith(owner) || ('at' in one && Math.abs(Date.now() - one.at) > day),
      )
      await Promise.all(over.map((one) => store.delete('shifts', one.owner)))
      const rooms = await store.getAll('rooms')
      const foreign = rooms.filter((room) => room.owner !== owner)
      await Promise.all(foreign.map(({ id }) => store.delete('rooms', id)))
      // Skip if this owner's data is already the only data: reading all tasks takes half a second on a slow
      // phone.
      const known = await store.getAllKeys('lists')
      if (known.length === 1 && known[0] === owner) return
      const change = store.transaction(['lists', 'tasks'], 'readwrite')
      const lists = change.objectStore('lists')
      const tasks = change.objectStore('tasks')
      const [owners, seen] = await Promise.all([lists.getAllKeys(), tasks.getAll()])
      await Promise.all([
        ...owners.filter((key) => key !== owner).map((key) => lists.delete(key)),
        ...seen.filter((one) => one.owner !== owner).map((one) => tasks.delete(one.task.id)),
        change.done,
      ])
    }),
  clear: () =>
    withStore(async (store) => {
      await Promise.all([
        store.clear('lists'),
        store.clear('tasks'),
        store.clear('shifts'),
        store.clear('rooms'),
      ])
    }),
})

/** Ignores cache errors, such as a full phone: the data can be read from the service again. */
const ignoringErrors = (cache: TaskCache): TaskCache => {
  const ignoreErrors =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T | undefined> =>
      work(...given).catch(() => undefined)
  return {
    readList: ignoreErrors(cache.readList),
    writeList: ignoreErrors(cache.writeList),
    readTask: ignoreErrors(cache.readTask),
    writeTask: ignoreErrors(cache.writeTask),
    readKept: ignoreErrors(cache.readKept),
    writeKept: ignoreErrors(cache.writeKept),
    readRooms: ignoreErrors(cache.readRooms),
    writeRoom: ignoreErrors(cache.writeRoom),
    keepOnly: ignoreErrors(cache.keepOnly),
    clear: cache.clear,
  }
}

export interface DeviceStore {
  readonly outbox: SafeStorage
  readonly cache: TaskCache
  /** false if this browser stores nothing after the page is closed */
  readonly isPersistent: boolean
}

/** Falls back to memory when IndexedDB is unavailable, as in some private windows. */
export const openDeviceStore = async (): Promise<DeviceStore> => {
  try {
    const withStore = await reopeningStore(open)
    return {
      outbox: safeStorage(operationsIn<Operation>(withStore, staff)),
      cache: ignoringErrors(cacheIn(withStore)),
      isPersistent: true,
    }
  } catch {
    return { outbox: safeStorage(memoryStorage()), cache: memoryCache(), isPersistent: false }
  }
}
