/** Drafts of forms, kept until they are sent or discarded. */
import type { DBSchema, IDBPDatabase, StoreNames } from 'idb'
import type { WithStore } from './reopening-store.ts'

/** Draft of a form: its texts or its photos, in separate records so that typing does not rewrite photos. */
export interface FormDraft {
  /** user id, space, name of the form */
  readonly owner: string
  /** milliseconds; 0 once it is discarded */
  readonly at: number
  readonly texts?: Readonly<Record<string, string>>
  /** bytes, because some phones lose a Blob when its record is overwritten */
  readonly photos?: readonly ArrayBuffer[]
}

export interface Drafts {
  read(owner: string): Promise<Partial<FormDraft> | undefined>
  write(draft: FormDraft): Promise<void>
  /** Deletes the records of other users and drafts older than a day. */
  keepOnly(owner: string): Promise<void>
  clear(): Promise<void>
}

/** How a store of drafts by owner is used; it may hold other records of users too. */
interface DraftStore {
  get(name: string, owner: string): Promise<Partial<FormDraft> | undefined>
  getAll(name: string): Promise<readonly ({ readonly owner: string } & Partial<FormDraft>)[]>
  put(name: string, draft: FormDraft, owner: string): Promise<unknown>
  delete(name: string, owner: string): Promise<void>
  clear(name: string): Promise<void>
}

const day = 86_400_000

export const draftsIn = <S extends DBSchema>(
  database: WithStore<IDBPDatabase<S>>,
  name: StoreNames<S> & string,
): Drafts => {
  const withStore = database as unknown as WithStore<DraftStore>
  return {
    read: (owner) => withStore((store) => store.get(name, owner)),
    write: async (draft) => {
      await withStore((store) => store.put(name, draft, draft.owner))
    },
    keepOnly: (owner) =>
      withStore(async (store) => {
        const kept = await store.getAll(name)
        // A time in the future means that the clock has been set back since.
        const over = kept.filter(
          (one) =>
            !one.owner.startsWith(owner) || (one.at !== undefined && Math.abs(Date.now() - one.at) > day),
        )
        await Promise.all(over.map((one) => store.delete(name, one.owner)))
      }),
    clear: () => withStore((store) => store.clear(name)),
  }
}

/** For browsers without storage. */
export const memoryDrafts = (): Drafts => {
  const drafts = new Map<string, FormDraft>()
  return {
    read: async (owner) => drafts.get(owner),
    write: async (draft) => {
      drafts.set(draft.owner, draft)
    },
    keepOnly: async () => {},
    clear: async () => drafts.clear(),
  }
}
