/** Answers of the service that this phone has seen last, for when there is no connection. */
import type { DBSchema } from 'idb'
import { players } from '#client/realms.ts'
import { ignoringErrors, putBounded } from '#offline/cache.ts'
import { openRealmDatabase } from '#offline/realm-database.ts'

/** An answer to one call, by the address of the call. */
export interface Kept {
  readonly address: string
  /** id of the person who read it */
  readonly owner: string
  /** milliseconds */
  readonly at: number
  readonly data: unknown
}

interface Schema extends DBSchema {
  answers: { key: string; value: Kept; indexes: { at: number } }
}

export interface AnswerStore {
  read(address: string): Promise<Kept | undefined>
  write(kept: Kept): Promise<void>
  /** Deletes what anybody else has read here. */
  keepOnly(owner: string | undefined): Promise<void>
}

const mostAnswers = 60

/** Where the browser stores nothing, the answers of this page are all there is. */
const nothing: AnswerStore = {
  read: async () => undefined,
  write: async () => {},
  keepOnly: async () => {},
}

export const openAnswerStore = async (): Promise<AnswerStore> => {
  try {
    const withStore = await openRealmDatabase<Schema>(players, 1, (store) => {
      store.createObjectStore('answers', { keyPath: 'address' }).createIndex('at', 'at')
    })
    return ignoringErrors<AnswerStore>({
      read: (address) => withStore((store) => store.get('answers', address)),
      write: (kept) => withStore((store) => putBounded(store, 'answers', 'at', kept, mostAnswers)),
      keepOnly: (owner) =>
        withStore(async (store) => {
          const others = (await store.getAll('answers')).filter((kept) => kept.owner !== owner)
          await Promise.all(others.map(({ address }) => store.delete('answers', address)))
        }),
    })
  } catch {
    return nothing
  }
}
