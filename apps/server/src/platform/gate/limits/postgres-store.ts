/** Buckets in PostgreSQL: one function takes a whole batch (migrations 0011 and 0018). */
import type { Logger } from 'pino'
import { statementName } from '../../db/named-dialect.ts'
import { openPool } from '../../db/pools.ts'
import type { Answer, Ask, Store } from './store.ts'
import { watch, within } from './store.ts'

/** A database that is gone must be told within 2 s. */
const answerWithinMs = 2000

const take = 'select * from rate_take($1, $2, $3, $4, $5, $6, $7, $8, $9)'
const takeIn = 'select * from rate_take_in($10, $1, $2, $3, $4, $5, $6, $7, $8, $9)'

export interface PostgresStore extends Store {
  /** As `ask`; no answer at all (an empty list) when another epoch has begun. */
  askIn(epoch: number, asks: readonly Ask[], moved: number): Promise<(Answer | undefined)[]>
}

interface Row {
  whole: boolean
  now_at: number
  used: number
  granted: number
  first_at: number
  latest_at: number
  frees_at: number
}

const answerOf = (row: Row): Answer => ({
  whole: row.whole,
  now: row.now_at,
  used: row.used,
  granted: row.granted,
  first: row.first_at,
  latest: row.latest_at,
  frees: row.frees_at,
})

/** @param connections batches that may be under way at once */
export const postgresStore = (url: string, connections: number, log: Logger): PostgresStore => {
  const state = watch((up, reason) =>
    up
      ? log.info('PostgreSQL counts the limits again')
      : log.error({ reason }, 'PostgreSQL does not answer for the limits'),
  )
  // Its own connections: a crowd that waits for the database must not wait to be refused.
  const pool = openPool({
    url,
    role: 'wellkept_app',
    max: connections,
    onError: (error) => state.lost(error),
  })

  const run = async (
    statement: string,
    asks: readonly Ask[],
    ...rest: number[]
  ): Promise<(Answer | undefined)[]> => {
    const column = (pick: (ask: Ask) => string | number): (string | number)[] => asks.map(pick)
    const given = asks.flatMap((ask, index) => ask.given.map((time) => [index + 1, time] as const))
    try {
      const { rows } = await within(
        answerWithinMs,
        pool.query<Row>({
          name: statementName(statement),
          text: statement,
          values: [
            column((ask) => ask.key),
            column((ask) => ask.limit),
            column((ask) => ask.window),
            column((ask) => ask.wants),
            column((ask) => ask.oldest),
            column((ask) => ask.newest),
            given.map(([place]) => place),
            given.map(([, time]) => time),
            ...rest,
          ],
        }),
      )
      state.found()
      return rows.map(answerOf)
    } catch (error) {
      state.lost(error)
      return asks.map(() => undefined)
    }
  }

  return {
    standing: { store: 'postgresql', first: 'postgresql', fallbacks: 0 },
    ask: (asks, moved) => run(take, asks, moved),
    askIn: (epoch, asks, moved) => run(takeIn, asks, moved, epoch),
    close: () => pool.end(),
  }
}
