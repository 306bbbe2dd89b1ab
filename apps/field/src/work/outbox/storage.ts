/** Where operations are kept; the outbox knows nothing of IndexedDB. */
import type { Operation } from './operation.ts'

export interface OutboxStorage {
  /** in no particular order */
  all(): Promise<readonly Operation[]>
  /** All of them or none. */
  put(operations: readonly Operation[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/** Lasts as long as the page: for tests, and for browsers that refuse to keep anything. */
export const memoryStorage = (): OutboxStorage => {
  const kept = new Map<string, Operation>()
  return {
    all: async () => [...kept.values()],
    put: async (operations) => {
      for (const operation of operations) kept.set(operation.id, operation)
    },
    remove: async (ids) => {
      for (const id of ids) kept.delete(id)
    },
  }
}
