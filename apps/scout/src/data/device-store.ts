/** IndexedDB on the phone: operations, the book, and drafts of forms. */
import { scouts } from '#client/realms.ts'
import { ignoringErrors } from '#offline/cache.ts'
import { type OperationSchema, operationsIn } from '#offline/device-storage.ts'
import { type Drafts, draftsIn, type FormDraft, memoryDrafts } from '#offline/drafts.ts'
import { openRealmDatabase } from '#offline/realm-database.ts'
import { memoryStorage, type SafeStorage, safeStorage } from '#offline/storage.ts'
import type { Operation } from '../outbox/operation.ts'
import type { Book } from './book.ts'

export interface KeptBook {
  /** id of the scout */
  readonly owner: string
  /** start of the last read; milliseconds */
  readonly readAt: number
  /** when everything was read at once; milliseconds */
  readonly wholeAt: number
  readonly etag: string | undefined
  readonly book: Book
}

export interface BookCache {
  read(owner: string): Promise<KeptBook | undefined>
  write(kept: KeptBook): Promise<void>
  /** Deletes the books of other scouts. */
  keepOnly(owner: string): Promise<void>
  clear(): Promise<void>
}

interface Schema extends OperationSchema<Operation> {
  books: { key: string; value: KeptBook }
  drafts: { key: string; value: FormDraft }
}

export interface DeviceStore {
  readonly outbox: SafeStorage<Operation>
  readonly books: BookCache
  readonly drafts: Drafts
  /** false if this browser stores nothing after the page is closed */
  readonly isPersistent: boolean
}

const memoryBooks = (): BookCache => {
  let kept: KeptBook | undefined
  return {
    read: async (owner) => (kept?.owner === owner ? kept : undefined),
    write: async (next) => {
      kept = next
    },
    keepOnly: async () => {},
    clear: async () => {
      kept = undefined
    },
  }
}

/** Falls back to memory when IndexedDB is unavailable, as in some private windows. */
export const openDeviceStore = async (): Promise<DeviceStore> => {
  try {
    const withStore = await openRealmDatabase<Schema>(scouts, 1, (store) => {
      store.createObjectStore('operations', { keyPath: 'id' })
      store.createObjectStore('books')
      store.createObjectStore('drafts')
    })
    const books: BookCache = {
      read: (owner) => withStore((store) => store.get('books', owner)),
      write: async (kept) => {
        await withStore((store) => store.put('books', kept, kept.owner))
      },
      keepOnly: (owner) =>
        withStore(async (store) => {
          const others = (await store.getAllKeys('books')).filter((key) => key !== owner)
          await Promise.all(others.map((key) => store.delete('books', key)))
        }),
      clear: () => withStore((store) => store.clear('books')),
    }
    return {
      outbox: safeStorage(operationsIn<Operation>(withStore, scouts)),
      books: { ...ignoringErrors(books), clear: books.clear },
      drafts: ignoringErrors(draftsIn(withStore, 'drafts')),
      isPersistent: true,
    }
  } catch {
    return {
      outbox: safeStorage(memoryStorage<Operation>()),
      books: memoryBooks(),
      drafts: memoryDrafts(),
      isPersistent: false,
    }
  }
}
