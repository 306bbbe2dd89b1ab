/**
 * The database health monitor. A database that is gone closes connections; one that hangs (stopped, or behind a
 * network that drops packets) says nothing, and each request would have to wait for a timeout. So one connection
 * checks for all: after one unanswered check new requests are rejected at once; after a second one running requests
 * are cut off as well, until an answer comes. A single slow answer thus costs no commit in flight.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type ServiceError, unavailable } from '../errors.ts'
import { TooLate, within } from '../gate/limits/store.ts'

/** `gone`: connections are closed or refused; `doubtful`: one check timed out; `silent`: two in a row. */
export type DatabaseState = 'answers' | 'gone' | 'doubtful' | 'silent'

export interface DatabaseHealthMonitor {
  readonly state: DatabaseState
  /** @throws ServiceError SERVICE_UNAVAILABLE while the database is doubtful or silent */
  assertAnswers(): void
  /**
   * Cuts off the pool's connections when the database becomes silent; the pool gives out none while it is doubtful
   * or silent.
   */
  watchPool(pool: pg.Pool): void
  stop(): void
}

const checkEveryMs = 500
/**
 * Thus `doubtful` is known after 2.5 s and `silent` after 4 s, and a request that is just connecting ends within 5
 * s.
 */
const firstTimeoutMs = 2000
const secondTimeoutMs = 1500
/** Thus a recovery is noticed within 3 s, even if the last check timed out. */
const retryEveryMs = 250
const retryTimeoutMs = 1800

const refusal = (): ServiceError => unavailable('The database is not available right now')

/** @throws Error if the database cannot be reached now */
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
    // Requests waiting on these connections fail at once.
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
      // No running requests are left to protect.
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
        // Only an answer, or a refused connection, ends `silent`.
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
      // The pool's own `query` calls connect with a callback.
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
