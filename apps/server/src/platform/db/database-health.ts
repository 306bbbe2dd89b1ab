/**
 * The database health monitor: whether the database answers. One that is gone says so by itself; one that hangs
 * (stopped, or behind a line that swallows) says nothing, and each request would have to find out by waiting. So one
 * connection asks for all: where no answer comes, what is new is refused at once; where none comes to a second question
 * either, what is under way is cut off too, until an answer comes. So one slow answer costs no commit that is in flight.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type ServiceError, unavailable } from '../errors.ts'
import { TooLate, within } from '../gate/limits/store.ts'

/**
 * `gone`: connections are closed or refused; `doubtful`: one question was not answered in time; `silent`: two in a row.
 */
export type DatabaseState = 'answers' | 'gone' | 'doubtful' | 'silent'

export interface DatabaseHealthMonitor {
  readonly state: DatabaseState
  /** @throws ServiceError SERVICE_UNAVAILABLE while the database is doubtful or silent */
  assertAnswers(): void
  /** From now on the pool's connections are cut off when the database falls silent, and it gives none while it is doubtful or silent. */
  watchPool(pool: pg.Pool): void
  stop(): void
}

const askEveryMs = 500
/** So a doubt is known after 2.5 s and a silence after 4, and a request that meets one in the midst of connecting ends within 5. */
const patienceMs = 2000
const secondPatienceMs = 1500
/** So a return is found within 3 s, also where the last try was swallowed. */
const tryEveryMs = 250
const tryPatienceMs = 1800

const refusal = (): ServiceError => unavailable('The database is not available right now')

/** @throws Error where the database cannot be reached now */
export const openDatabaseHealthMonitor = async (
  url: string,
  onChange: (state: DatabaseState) => void,
): Promise<DatabaseHealthMonitor> => {
  const watched = new Set<pg.Client>()
  let state: DatabaseState = 'answers'
  let stopped = false
  let own: pg.Client | undefined

  const turn = (next: DatabaseState): void => {
    if (stopped || state === next) return
    state = next
    // Whoever waits for an answer on one of these hears now that none comes.
    if (next === 'silent') for (const client of watched) client.connection.stream.destroy()
    onChange(next)
  }

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      options: '-c role=wellkept_app',
      application_name: 'wellkept-pulse',
    })
    const lost = (): void => {
      if (own !== client) return
      own = undefined
      turn('gone')
    }
    client.on('error', lost)
    client.on('end', lost)
    const connected = client.connect()
    const patience = state === 'doubtful' ? secondPatienceMs : tryPatienceMs
    await (state === 'answers' ? connected : within(patience, connected)).catch((error: unknown) => {
      client.connection.stream.destroy()
      throw error
    })
    own = client
  }

  const askOnce = async (): Promise<void> => {
    if (!own) await connect()
    const client = own
    if (!client) return
    try {
      await within(state === 'doubtful' ? secondPatienceMs : patienceMs, client.query('select 1'))
    } catch (error) {
      own = undefined
      client.connection.stream.destroy()
      // Where nothing is under way there is nothing to be careful with.
      if (error instanceof TooLate && state === 'gone') turn('silent')
      throw error
    }
    turn('answers')
  }

  const ask = async (): Promise<void> => {
    try {
      await askOnce()
    } catch (error) {
      if (error instanceof TooLate && state === 'doubtful') turn('silent')
      else if (error instanceof TooLate && state === 'answers') turn('doubtful')
      throw error
    }
  }

  const refuses = (): boolean => state === 'silent' || state === 'doubtful'

  const watch = async (): Promise<void> => {
    while (!stopped) {
      await ask().catch((error: unknown) => {
        // Only an answer ends a silence, or the word that nobody is there.
        if (!(error instanceof TooLate)) turn('gone')
      })
      const pause = state === 'answers' ? askEveryMs : state === 'doubtful' ? 0 : tryEveryMs
      await delay(pause, undefined, { ref: false })
    }
    own?.end().catch(() => {})
  }
  await connect()
  void watch()

  return {
    get state() {
      return state
    },
    assertAnswers: () => {
      if (refuses()) throw refusal()
    },
    watchPool: (pool) => {
      pool.on('connect', (client) => void watched.add(client))
      pool.on('remove', (client) => void watched.delete(client))
      const give = pool.connect.bind(pool)
      // The form with a callback is what the pool's own `query` takes.
      pool.connect = ((told?: Parameters<typeof give>[0]) => {
        if (!refuses()) return told ? give(told) : give()
        return told ? told(refusal(), undefined, () => {}) : Promise.reject(refusal())
      }) as typeof pool.connect
    },
    stop: () => {
      stopped = true
      const client = own
      own = undefined
      if (state === 'answers') client?.end().catch(() => {})
      else client?.connection.stream.destroy()
    },
  }
}
