/** Storage of the outbox in IndexedDB, in the store `operations` with the key path `id`. */
import type { DBSchema } from 'idb'
import { outboxName } from '#client/realm-names.ts'
import type { Realm } from '#client/realms.ts'
import type { Operation } from './operation.ts'
import type { WithStore } from './reopening-store.ts'
import type { OutboxStorage } from './storage.ts'
import { fromStored, type StoredOperation, toStored } from './stored-operation.ts'

export interface OperationSchema<O extends Operation> extends DBSchema {
  operations: { key: string; value: StoredOperation<O> }
}

/** Any database of idb that has this store, whatever else it has. */
interface OperationStore<O extends Operation> {
  getAll(name: 'operations'): Promise<StoredOperation<O>[]>
  transaction(
    name: 'operations',
    mode: 'readwrite',
    options?: IDBTransactionOptions,
  ): { readonly store: object; readonly done: Promise<void> }
}

interface Writer<O extends Operation> {
  put(one: StoredOperation<O>): Promise<unknown>
  delete(id: string): Promise<void>
}

/** Notifies other tabs of a write; without BroadcastChannel they read it when they become visible. */
const openTabChannel = (name: string): { notifyTabs(): void; onNotify(listener: () => void): void } => {
  if (typeof BroadcastChannel === 'undefined') return { notifyTabs: () => {}, onNotify: () => {} }
  const channel = new BroadcastChannel(name)
  return {
    notifyTabs: () => channel.postMessage(null),
    onNotify: (listener) => channel.addEventListener('message', listener),
  }
}

export const operationsIn = <O extends Operation>(
  withStore: WithStore<OperationStore<O>>,
  realm: Realm,
): OutboxStorage<O> => {
  const { notifyTabs, onNotify } = openTabChannel(outboxName(realm))
  let last: Promise<unknown> = Promise.resolve()
  /** Runs writes in order: reading a photo's bytes is slow, and a later write must not overtake it. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine.then(notifyTabs)
  }
  const change = (work: (writer: Writer<O>) => Promise<unknown>[], options?: IDBTransactionOptions) =>
    withStore(async (store) => {
      const { store: writer, done } = store.transaction('operations', 'readwrite', options)
      await Promise.all([...work(writer as Writer<O>), done])
    })
  return {
    all: async () => (await withStore((store) => store.getAll('operations'))).map(fromStored<O>),
    put: (operations) =>
      inTurn(async () => {
        const stored = await Promise.all(operations.map(toStored<O>))
        await change((writer) => stored.map((one) => writer.put(one)), { durability: 'strict' })
      }),
    remove: (ids) => inTurn(() => change((writer) => ids.map((id) => writer.delete(id)))),
    watch: onNotify,
  }
}
