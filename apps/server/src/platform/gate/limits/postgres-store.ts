/** Buckets in PostgreSQL: one function takes all requests of a turn of the event loop together (migration 0028). */
import type { Logger } from 'pino'
import { type Clock, movedMicroseconds } from '../../clock.ts'
import { statementName } from '../../db/named-dialect.ts'
import { openPool } from '../../db/pools.ts'
import { unavailable } from '../../errors.ts'
import { type Bucket, type Counted, reasonOf, type Store, within } from './store.ts'

/** A database that is gone must be told within 2 s. */
const answerWithinMs = 2000
/** Batches under way at once; what comes meanwhile goes together with the next. */
const batchesAtOnce = 2
const statement = 'select * from rate_spend($1, $2, $3, $4, $5)'

interface Waiting {
  readonly spends: boolean
  readonly resolve: (counted: Counted) => void
  readonly reject: (error: Error) => void
}

/** The requests of one turn for one bucket. */
interface Group extends Bucket {
  readonly waiting: Waiting[]
}

/** Times are microseconds; 0: none. */
interface Row {
  now_at: number
  /** places that were spent before */
  used: number
  /** places that are given; their times are `first_at`, `first_at + 1`, … */
  granted: number
  first_at: number
  /** last time of the bucket before */
  latest_at: number
  /** the time that must leave the window before there is a place */
  frees_at: number
}

/** Gives the places that were granted to those who wait, in the order in which they came. */
const settle = ({ limit, waiting }: Group, row: Row): void => {
  const now = row.now_at
  let given = 0
  for (const { spends, resolve } of waiting) {
    const full = spends ? given >= row.granted : row.used + given >= limit
    if (!full && spends) given++
    const used = row.used + given
    const latest = given > 0 ? row.first_at + given - 1 : row.latest_at
    resolve({ allowed: !full, used, from: full ? row.frees_at : latest, now })
  }
}

export const postgresStore = (url: string, clock: Clock, log: Logger, withinMs = answerWithinMs): Store => {
  let waiting = new Map<string, Group>()
  let underWay = 0
  let scheduled = false
  let answers = true

  const lost = (error: unknown): void => {
    // The error itself may carry a password.
    if (answers) log.error({ reason: reasonOf(error) }, 'PostgreSQL does not answer for the limits')
    answers = false
  }
  const heard = (): void => {
    if (!answers) log.info('PostgreSQL counts the limits again')
    answers = true
  }
  // Its own connections: a crowd that waits for the database must not wait to be refused.
  const pool = openPool({ url, role: 'wellkept_app', max: batchesAtOnce, onError: lost })

  const decide = async (batch: readonly Group[]): Promise<void> => {
    const values = [
      batch.map(({ key }) => key),
      batch.map(({ limit }) => limit),
      batch.map(({ window }) => window),
      batch.map((group) => group.waiting.filter(({ spends }) => spends).length),
      movedMicroseconds(clock),
    ]
    try {
      const query = pool.query<Row>({ name: statementName(statement), text: statement, values })
      const { rows } = await within(withinMs, query)
      heard()
      for (const [index, row] of rows.entries()) {
        const group = batch[index]
        if (group) settle(group, row)
      }
    } catch (error) {
      lost(error)
      for (const group of batch)
        for (const { reject } of group.waiting) reject(unavailable('Requests cannot be counted right now'))
    }
  }

  const send = (): void => {
    if (waiting.size === 0 || underWay === batchesAtOnce) return
    // In the order of their keys, so that two batches cannot lock each other out.
    const batch = [...waiting.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    waiting = new Map()
    underWay++
    void decide(batch).finally(() => {
      underWay--
      send()
    })
  }

  return {
    standing: { store: 'postgresql', first: 'postgresql', fallbacks: 0 },
    count: (bucket, spends) =>
      new Promise((resolve, reject) => {
        const group = waiting.get(bucket.key) ?? { ...bucket, waiting: [] }
        waiting.set(bucket.key, group)
        group.waiting.push({ spends, resolve, reject })
        if (scheduled) return
        scheduled = true
        setImmediate(() => {
          scheduled = false
          send()
        })
      }),
    close: () => pool.end(),
  }
}
