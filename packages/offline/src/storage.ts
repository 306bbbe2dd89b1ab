/** Storage interface of the outbox, independent of IndexedDB. */
import { type Cell, cell } from '#client/cell.ts'
import type { Operation } from './operation.ts'

export interface OutboxStorage<O extends Operation> {
  /** in no particular order */
  all(): Promise<readonly O[]>
  /** Writes all or none. */
  put(operations: readonly O[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** Calls the listener when another tab has written. */
  watch(listener: () => void): void
}

/** In-memory storage, for tests and for browsers without storage. */
export const memoryStorage = <O extends Operation>(): OutboxStorage<O> => {
  const kept = new Map<string, O>()
  return {
    all: async () => [...kept.values()],
    put: async (operations) => {
      for (const operation of operations) kept.set(operation.id, operation)
    },
    remove: async (ids) => {
      for (const id of ids) kept.delete(id)
    },
    watch: () => {},
  }
}

export interface SafeStorage<O extends Operation> extends OutboxStorage<O> {
  /** some operations are only in memory, because the store refused them */
  readonly unsaved: Cell<boolean>
}

/** Never fails: what a full or broken store refuses is kept in memory and retried with each write. */
export const safeStorage = <O extends Operation>(store: OutboxStorage<O>): SafeStorage<O> => {
  /** operations that are newer than the stored ones */
  const refused = new Map<string, O>()
  const gone = new Set<string>()
  const unsaved = cell(false)
  /** as last read, with this page's later writes */
  let known: readonly O[] = []
  let writes = 0

  /** Reads the store; repeats if this page started a write meanwhile. */
  const read = async (): Promise<readonly O[]> => {
    const before = writes
    try {
      const stored = await store.all()
      return writes === before ? stored : await read()
    } catch {
      return known
    }
  }
  const offer = async (operations: readonly O[]): Promise<void> => {
    try {
      await store.put(operations)
      for (const one of operations) if (refused.get(one.id) === one) refused.delete(one.id)
    } catch {
      // Kept in memory.
    }
  }
  return {
    unsaved,
    watch: store.watch,
    all: async () => {
      known = await read()
      const byId = new Map([...known, ...refused.values()].map((one) => [one.id, one]))
      for (const id of gone) byId.delete(id)
      return [...byId.values()]
    },
    put: async (operations) => {
      writes++
      const written = new Set(operations.map(({ id }) => id))
      known = [...known.filter(({ id }) => !written.has(id)), ...operations]
      const before = [...refused.values()].filter(({ id }) => !written.has(id))
      for (const one of operations) refused.set(one.id, one)
      await offer(operations)
      // Writes one by one, so that a photo that is too large does not block a note.
      const rest = operations.length > 1 ? [...before, ...operations] : before
      for (const one of rest) if (refused.get(one.id) === one) await offer([one])
      unsaved.set(refused.size > 0)
    },
    remove: async (ids) => {
      writes++
      known = known.filter(({ id }) => !ids.includes(id))
      for (const id of ids) {
        refused.delete(id)
        gone.add(id)
      }
      const wanted = [...gone]
      try {
        await store.remove(wanted)
        for (const id of wanted) gone.delete(id)
      } catch {
        // Deleted with the next removal.
      }
      unsaved.set(refused.size > 0)
    },
  }
}
