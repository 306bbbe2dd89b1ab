/** The phone's own store: operations that wait, and the tasks as last seen. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Operation } from '../outbox/operation.ts'
import { memoryStorage, type OutboxStorage } from '../outbox/storage.ts'
import type { TaskCache } from './task-cache.ts'
import { memoryCache, type SeenList, type SeenTask } from './task-cache.ts'

interface Schema extends DBSchema {
  operations: { key: string; value: Operation }
  lists: { key: string; value: SeenList }
  tasks: { key: string; value: SeenTask; indexes: { readAt: number } }
}

type Store = IDBPDatabase<Schema>

const keptTasks = 50

const open = (): Promise<Store> =>
  openDB<Schema>('wellkept-work', 1, {
    upgrade: (store) => {
      store.createObjectStore('operations', { keyPath: 'id' })
      store.createObjectStore('lists')
      store.createObjectStore('tasks', { keyPath: 'task.id' }).createIndex('readAt', 'readAt')
    },
    // Another tab wants a newer form: let it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  })

const operationsIn = (store: Store): OutboxStorage => ({
  all: () => store.getAll('operations'),
  put: async (operations) => {
    const change = store.transaction('operations', 'readwrite', { durability: 'strict' })
    await Promise.all([...operations.map((operation) => change.store.put(operation)), change.done])
  },
  remove: async (ids) => {
    const change = store.transaction('operations', 'readwrite')
    await Promise.all([...ids.map((id) => change.store.delete(id)), change.done])
  },
})

const cacheIn = (store: Store): TaskCache => ({
  readList: (owner) => store.get('lists', owner),
  writeList: async (seen) => {
    await store.put('lists', seen, seen.owner)
  },
  readTask: async (owner, id) => {
    const seen = await store.get('tasks', id)
    return seen?.owner === owner ? seen : undefined
  },
  writeTask: async (seen) => {
    const change = store.transaction('tasks', 'readwrite')
    await change.store.put(seen)
    const surplus = (await change.store.count()) - keptTasks
    if (surplus > 0) {
      const oldest = await change.store.index('readAt').getAllKeys(undefined, surplus)
      await Promise.all(oldest.map((key) => change.store.delete(key)))
    }
    await change.done
  },
  keepOnly: async (owner) => {
    const change = store.transaction(['lists', 'tasks'], 'readwrite')
    const lists = change.objectStore('lists')
    const tasks = change.objectStore('tasks')
    const [owners, seen] = await Promise.all([lists.getAllKeys(), tasks.getAll()])
    await Promise.all([
      ...owners.filter((key) => key !== owner).map((key) => lists.delete(key)),
      ...seen.filter((one) => one.owner !== owner).map((one) => tasks.delete(one.task.id)),
      change.done,
    ])
  },
  clear: async () => {
    await Promise.all([store.clear('lists'), store.clear('tasks')])
  },
})

export interface DeviceStore {
  readonly outbox: OutboxStorage
  readonly cache: TaskCache
  /** false: this browser keeps nothing once the page is closed */
  readonly lasts: boolean
}

/** Falls back to memory where the browser refuses, as some private windows do. */
export const openDeviceStore = async (): Promise<DeviceStore> => {
  try {
    const store = await open()
    return { outbox: operationsIn(store), cache: cacheIn(store), lasts: true }
  } catch {
    return { outbox: memoryStorage(), cache: memoryCache(), lasts: false }
  }
}
