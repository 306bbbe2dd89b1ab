/** Reads the book: everything at once, then what changed since. */
import { type Cell, cell } from '#client/cell.ts'
import type { Client } from '#client/client.ts'
import { scoutBootstrap, scoutChanges } from '#contracts/scout/phone/sync.ts'
import { type ReadTrouble, readTroubleOf } from '#offline/read-trouble.ts'
import type { Operation } from '../outbox/operation.ts'
import { bookOf, withChanges } from './book.ts'
import type { BookCache, KeptBook } from './device-store.ts'
import { withSent } from './view.ts'

export interface BookSource {
  /** undefined: nothing is on this phone yet */
  readonly kept: Cell<KeptBook | undefined>
  readonly reading: Cell<boolean>
  readonly trouble: Cell<ReadTrouble | undefined>
  /** Reads what this phone keeps. */
  recall(): Promise<void>
  /** @param force also shortly after the last read */
  refresh(force?: boolean): Promise<void>
  /** Keeps the effect of operations that the service has received. */
  settle(sent: readonly Operation[]): void
  /** Takes a record that the service has just answered. */
  take(change: (book: KeptBook['book']) => KeptBook['book']): void
  forget(): Promise<void>
}

const pauseMs = 15_000
/** Names of categories and the privacy notice come only with everything. */
const wholeMs = 12 * 3_600_000

/** @param me id of the scout whose page this is */
export const createBookSource = (
  client: Client,
  cache: BookCache,
  me: () => string | undefined,
): BookSource => {
  const kept = cell<KeptBook | undefined>(undefined)
  const reading = cell(false)
  const trouble = cell<ReadTrouble | undefined>(undefined)
  let askedAt = Number.NEGATIVE_INFINITY

  const keep = (next: KeptBook): void => {
    if (next.owner !== me()) return
    kept.set(next)
    void cache.write(next)
  }

  const readWhole = async (owner: string, etag: string | undefined): Promise<void> => {
    const readAt = Date.now()
    const reply = await client.send(scoutBootstrap, {}, { ifNoneMatch: etag })
    const now = kept.get()
    if (reply.notModified) {
      if (now) keep({ ...now, readAt, wholeAt: readAt })
      return
    }
    keep({ owner, readAt, wholeAt: readAt, etag: reply.etag, book: bookOf(reply.data) })
  }

  const readChanges = async (owner: string): Promise<void> => {
    for (;;) {
      const before = kept.get()
      if (!before) return readWhole(owner, undefined)
      const readAt = Date.now()
      const answer = await client.call(scoutChanges, { query: { cursor: before.book.cursor } })
      if (answer.reset) return readWhole(owner, undefined)
      const now = kept.get() ?? before
      keep({
        ...now,
        readAt: answer.more ? now.readAt : readAt,
        // What was read at once is another answer now.
        etag: answer.changes.length > 0 ? undefined : now.etag,
        book: withChanges(now.book, answer.changes, answer.cursor),
      })
      if (!answer.more) return
    }
  }

  const read = async (owner: string): Promise<void> => {
    const now = kept.get()
    const isOld = !now || Math.abs(Date.now() - now.wholeAt) > wholeMs
    await (isOld ? readWhole(owner, now?.etag) : readChanges(owner))
  }

  let running: Promise<void> | undefined
  return {
    kept,
    reading,
    trouble,
    recall: async () => {
      const owner = me()
      if (owner === undefined) return
      kept.set(await cache.read(owner))
      void cache.keepOnly(owner)
    },
    refresh: (force = false) => {
      const owner = me()
      if (running) return running
      if (owner === undefined || (!force && Math.abs(Date.now() - askedAt) < pauseMs))
        return Promise.resolve()
      askedAt = Date.now()
      reading.set(true)
      running = read(owner)
        .then(
          () => trouble.set(undefined),
          (error) => trouble.set(readTroubleOf(error)),
        )
        .finally(() => {
          running = undefined
          reading.set(false)
        })
      return running
    },
    settle: (sent) => {
      const now = kept.get()
      if (now && sent.length > 0) keep({ ...now, book: withSent(now.book, sent) })
    },
    take: (change) => {
      const now = kept.get()
      if (now) keep({ ...now, book: change(now.book) })
    },
    forget: async () => {
      kept.set(undefined)
      await cache.clear()
    },
  }
}
