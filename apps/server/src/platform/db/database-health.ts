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

const checkEveryMs = 500
/** So a doubt is known after 2.5 s and a silence after 4, and a request that meets one in the midst of connecting ends within 5. */
const firstTimeoutMs = 2000
const secondTimeoutMs = 1500
/** So a return is found within 3 s, also where the last try was swallowed. */
const retryEveryMs = 250
const retryTimeoutMs = 1800

const refusal = (): ServiceError => unavailable('The database is not available right now')

/** @throws Error where the database cannot be reached now */
export const openDatabaseHealthMonitor = async (
  url: string,
  onChange: (state: DatabaseState) => void,
): Promise<DatabaseHealthMonitor> => {
  const watched = new Set<pg.Client>()
  let state: DatabaseState = 'answers'
  let stopped = false
  let ownClient: pg.Client | undefined

  const setState = (next: DatabaseState): void => {
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
      if (ownClient !== client) return
      ownClient = undefined
      setState('gone')
    }
    client.on('error', lost)
    client.on('end', lost)
    const connected = client.connect()
    const patience = state === 'doubtful' ? secondTimeoutMs : retryTimeoutMs
    await (state === 'answers' ? connected : within(patience, connected)).catch((error: unknown) => {
      client.connection.stream.destroy()
      throw error
    })
    ownClient = client
  }

  const checkOnce = async (): Promise<void> => {
    if (!ownClient) await connect()
    const client = ownClient
    if (!client) return
    try {
      await within(state === 'doubtful' ? secondTimeoutMs : firstTimeoutMs, client.query('select 1'))
    } catch (error) {
      ownClient = undefined
      client.connection.stream.destroy()
      // Where nothing is under way there is nothing to be careful with.
      if (error instanceof TooLate && state === 'gone') setState('silent')
      throw error
    }
    setState('answers')
  }

  const check = async (): Promise<void> => {
    try {
      await checkOnce()
    } catch (error) {
      if (error instanceof TooLate && state === 'doubtful') setState('silent')
      else if (error instanceof TooLate && state === 'answers') setState('doubtful')
      throw error
    }
  }

  const isRefusing = (): boolean => state === 'silent' || state === 'doubtful'

  const watch = async (): Promise<void> => {
    while (!stopped) {
      await check().catch((error: unknown) => {
        // Only an answer ends a silence, or the word that nobody is there.
        if (!(error instanceof TooLate)) setState('gone')
      })
      const pause = state === 'answers' ? checkEveryMs : state === 'doubtful' ? 0 : retryEveryMs
      await delay(pause, undefined, { ref: false })
    }
    ownClient?.end().catch(() => {})
  }
  await connect()
  void watch()

  return {
    get state() {
      return state
    },
    assertAnswers: () => {
      if (isRefusing()) throw refusal()
    },
    watchPool: (pool) => {
      pool.on('connect', (client) => void watched.add(client))
      pool.on('remove', (client) => void watched.delete(client))
      const connectPool = pool.connect.bind(pool)
      // The form with a callback is what the pool's ownClient `query` takes.
      pool.connect = ((callback?: Parameters<typeof connectPool>[0]) => {
        if (!isRefusing()) return callback ? connectPool(callback) : connectPool()
        return callback ? callback(refusal(), undefined, () => {}) : Promise.reject(refusal())
      }) as typeof pool.connect
    },
    stop: () => {
      stopped = true
      const client = ownClient
      ownClient = undefined
      if (state === 'answers') client?.end().catch(() => {})
      else client?.connection.stream.destroy()
    },
  }
}
