/** IndexedDB on the phone: pending operations and cached tasks. */
import type { IDBPDatabase } from 'idb'
import { staff } from '#client/realms.ts'
import { ignoringErrors, putBounded } from '#offline/cache.ts'
import { type OperationSchema, operationsIn } from '#offline/device-storage.ts'
import { type Drafts, draftsIn, type FormDraft, memoryDrafts } from '#offline/drafts.ts'
import { openRealmDatabase } from '#offline/realm-database.ts'
import type { WithStore } from '#offline/reopening-store.ts'
import { memoryStorage, safeStorage } from '#offline/storage.ts'
import type { Operation } from '../outbox/operation.ts'
import type { SafeStorage } from '../outbox/outbox.ts'
import type { TaskCache } from './task-cache.ts'
import {
  type CachedList,
  type CachedRoom,
  type CachedShift,
  type CachedTask,
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

const upgrade = (store: Store, before: number): void => {
  store.createObjectStore('rooms', { keyPath: 'id' }).createIndex('tasksReadAt', 'tasksReadAt')
  if (before >= 2) return
  store.createObjectStore('shifts')
  if (before >= 1) return
  store.createObjectStore('operations', { keyPath: 'id' })
  store.createObjectStore('lists')
  store.createObjectStore('tasks', { keyPath: 'task.id' }).createIndex('readAt', 'readAt')
}

const cacheIn = (withStore: WithStore<Store>, drafts: Drafts): TaskCache => ({
  readList: (owner) => withStore((store) => store.get('lists', owner)),
  writeList: async (seen) => {
    await withStore((store) => store.put('lists', seen, seen.owner))
  },
  readTask: async (owner, id) => {
    const seen = await withStore((store) => store.get('tasks', id))
    return seen?.owner === owner ? seen : undefined
  },
  writeTask: (seen) => withStore((store) => putBounded(store, 'tasks', 'readAt', seen, maxTasks)),
  readShift: (owner) =>
    withStore(async (store) => (await store.get('shifts', owner)) as CachedShift | undefined),
  writeShift: async (shift) => {
    await withStore((store) => store.put('shifts', shift, shift.owner))
  },
  readRooms: async (owner) =>
    (await withStore((store) => store.getAll('rooms'))).filter((room) => room.owner === owner),
  writeRoom: (seen) => withStore((store) => putBounded(store, 'rooms', 'tasksReadAt', seen, maxRooms)),
  keepOnly: (owner) =>
    withStore(async (store) => {
      await drafts.keepOnly(owner)
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

export interface DeviceStore {
  readonly outbox: SafeStorage
  readonly cache: TaskCache
  readonly drafts: Drafts
  /** false if this browser stores nothing after the page is closed */
  readonly isPersistent: boolean
}

/** Falls back to memory when IndexedDB is unavailable, as in some private windows. */
export const openDeviceStore = async (): Promise<DeviceStore> => {
  try {
    const withStore = await openRealmDatabase<Schema>(staff, 3, upgrade)
    // Drafts share a store with the shifts, whose keys are shorter.
    const drafts = draftsIn(withStore, 'shifts')
    const cache = cacheIn(withStore, drafts)
    return {
      outbox: safeStorage(operationsIn<Operation>(withStore, staff)),
      cache: { ...ignoringErrors(cache), clear: cache.clear },
      drafts: ignoringErrors(drafts),
      isPersistent: true,
    }
  } catch {
    return {
      outbox: safeStorage(memoryStorage()),
      cache: memoryCache(),
      drafts: memoryDrafts(),
      isPersistent: false,
    }
  }
}
