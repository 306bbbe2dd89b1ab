/** Which store counts, and who counts, as PostgreSQL knows it (migration 0018, decision 0018). */
import { statementName } from '../../db/named-dialect.ts'
import { openPool } from '../../db/pools.ts'
import { within } from './store.ts'

export type StoreName = 'postgres' | 'filling' | 'redis'

export interface Epoch {
  readonly epoch: number
  /** filling: on the way to Redis; nobody decides */
  readonly store: StoreName
  /** names what of Redis belongs to this epoch */
  readonly token: string
}

export interface Lease extends Epoch {
  /** milliseconds since the last change */
  readonly age: number
  /** whether PostgreSQL knew this instance; if not, it may have lost its buckets as well */
  readonly known: boolean
  /** other instances with a live lease */
  readonly others: number
  /** instances, this one included, that have not told yet what they let through before this epoch */
  readonly untold: number
  /** instances that do not reach Redis */
  readonly unreaching: number
  /** instances whose lease has ended without a word */
  readonly silent: readonly string[]
}

/** What a bucket holds that is carried to Redis. */
export interface FullBucket {
  readonly key: string
  /** microseconds */
  readonly times: readonly number[]
  /** milliseconds from now */
  readonly lasts: number
}

/** Each rejects when PostgreSQL does not answer. */
export interface Epochs {
  /**
   * @param told the epoch before which this instance has nothing left to tell; 0: it begins
   * @param leaseMs how long others must wait for it from now
   */
  lease(told: number, reachesRedis: boolean, leaseMs: number): Promise<Lease>
  /** @returns whether it was this call that changed the store */
  move(from: Epoch, to: StoreName, token: string): Promise<boolean>
  /** Forgets this instance, which has told everything. */
  quit(): Promise<void>
  /** Forgets silent instances for which this one has told. */
  bury(silent: readonly string[]): Promise<void>
  /** The buckets that let something through in the last `withinMs` and still count, a page in the order of their keys. */
  page(after: string, withinMs: number, moved: number): Promise<FullBucket[]>
  close(): Promise<void>
}

const answerWithinMs = 2000
export const bucketsInPage = 1000

interface LeaseRow {
  epoch: number
  store: StoreName
  token: string
  age_ms: number
  known: boolean
  others: number
  untold: number
  unreaching: number
  silent: string[]
}

/** @param me names this instance among all */
export const openEpochs = (url: string, me: string): Epochs => {
  // A connection of its own: a lease must not wait behind a crowd.
  const pool = openPool({ url, role: 'wellkept_app', max: 1, onError: () => {} })
  const run = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> => {
    const query = pool.query<Row>({ name: statementName(text), text, values: [...values] })
    return (await within(answerWithinMs, query)).rows
  }
  const quit = async (who: string, silent: readonly string[]): Promise<void> => {
    await run('select rate_quit($1, $2)', [who, silent])
  }
  return {
    lease: async (told, reachesRedis, leaseMs) => {
      const [row] = await run<LeaseRow>('select * from rate_lease($1, $2, $3, $4)', [
        me,
        told,
        reachesRedis,
        leaseMs,
      ])
      if (!row) throw new Error('No epoch of limits')
      return { ...row, age: row.age_ms }
    },
    move: async (from, to, token) => {
      const text = 'select rate_move($1, $2, $3, $4) as moved'
      const [row] = await run<{ moved: boolean }>(text, [from.epoch, from.store, to, token])
      return row?.moved === true
    },
    quit: () => quit(me, []),
    bury: (silent) => quit('', silent),
    page: async (after, withinMs, moved) => {
      const rows = await run<{ key: string; times: number[]; lasts_ms: number }>(
        'select * from rate_all($1, $2, $3, $4)',
        [after, bucketsInPage, withinMs, moved],
      )
      return rows.map(({ key, times, lasts_ms }) => ({ key, times: times.map(Number), lasts: lasts_ms }))
    },
    close: () => pool.end(),
  }
}
