/** Buckets in PostgreSQL: one function call counts all requests of an event loop turn (migration 0028). */
import type { Logger } from 'pino'
import { type Clock, movedMicroseconds } from '../../clock.ts'
import { statementName } from '../../db/named-dialect.ts'
import { openPool } from '../../db/pools.ts'
import { unavailable } from '../../errors.ts'
import { type Bucket, type BucketState, reasonOf, type Store, within } from './store.ts'

/** Callers must learn within 2 s that the database is gone. */
const answerWithinMs = 2000
/** Concurrent batches; requests that come meanwhile form the next one. */
const batchesAtOnce = 2
const statement = 'select * from rate_spend($1, $2, $3, $4, $5)'

interface PendingRequest {
  readonly consumes: boolean
  readonly resolve: (counted: BucketState) => void
  readonly reject: (error: Error) => void
}

/** The requests of one event loop turn for one bucket. */
interface BucketRequests extends Bucket {
  readonly waiting: PendingRequest[]
}

/** Times are microseconds; 0: none. */
interface ConsumeResult {
  now_at: number
  /** requests consumed before */
  used: number
  /** number of requests allowed now; their times are `first_at`, `first_at + 1`, … */
  granted: number
  first_at: number
  /** last time in the bucket before */
  latest_at: number
  /** the time that must leave the window before a request is allowed */
  frees_at: number
}

/** Resolves the requests in the order in which they came. */
const resolveRequests = ({ limit, waiting }: BucketRequests, row: ConsumeResult): void => {
  const now = row.now_at
  let given = 0
  for (const { consumes, resolve } of waiting) {
    const full = consumes ? given >= row.granted : row.used + given >= limit
    if (!full && consumes) given++
    const used = row.used + given
    const latest = given > 0 ? row.first_at + given - 1 : row.latest_at
    resolve({ allowed: !full, used, from: full ? row.frees_at : latest, now })
  }
}

export const postgresStore = (url: string, clock: Clock, log: Logger, withinMs = answerWithinMs): Store => {
  let waiting = new Map<string, BucketRequests>()
  let underWay = 0
  let scheduled = false
  let answers = true

  const failed = (error: unknown): void => {
    // The error text may contain a password.
    if (answers) log.error({ reason: reasonOf(error) }, 'PostgreSQL does not answer for the limits')
    answers = false
  }
  const succeeded = (): void => {
    if (!answers) log.info('PostgreSQL counts the limits again')
    answers = true
  }
  // A pool of its own: requests must be rejected quickly even if all other connections are busy.
  const pool = openPool({ url, role: 'wellkept_app', max: batchesAtOnce, onError: failed })

  const countBatch = async (batch: readonly BucketRequests[]): Promise<void> => {
    const values = [
      batch.map(({ key }) => key),
      batch.map(({ limit }) => limit),
      batch.map(({ window }) => window),
      batch.map((group) => group.waiting.filter(({ consumes }) => consumes).length),
      movedMicroseconds(clock),
    ]
    try {
      const query = pool.query<ConsumeResult>({ name: statementName(statement), text: statement, values })
      const { rows } = await within(withinMs, query)
      succeeded()
      for (const [index, row] of rows.entries()) {
        const group = batch[index]
        if (group) resolveRequests(group, row)
      }
    } catch (error) {
      failed(error)
      for (const group of batch)
        for (const { reject } of group.waiting) reject(unavailable('Requests cannot be counted right now'))
    }
  }

  const send = (): void => {
    if (waiting.size === 0 || underWay === batchesAtOnce) return
    // Sorted by key, so that two batches cannot deadlock.
    const batch = [...waiting.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    waiting = new Map()
    underWay++
    void countBatch(batch).finally(() => {
      underWay--
      send()
    })
  }

  return {
    state: { store: 'postgresql', first: 'postgresql', fallbacks: 0 },
    count: (bucket, consumes) =>
      new Promise((resolve, reject) => {
        const group = waiting.get(bucket.key) ?? { ...bucket, waiting: [] }
        waiting.set(bucket.key, group)
        group.waiting.push({ consumes, resolve, reject })
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
