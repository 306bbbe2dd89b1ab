/** The only access to a tenant's rows: a transaction with the tenant set, on a connection of the request role. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { ServiceError, unavailable } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { incrementChangeCounters, type ListName } from './invalidated-lists.ts'
import { kyselyOver, type Queryable, statementName } from './named-dialect.ts'
import type { DB } from './tables.ts'
import { tenantPlugin } from './tenant-plugin.ts'

export type TenantDb = Kysely<DB>

export interface TenantTransaction {
  readonly db: TenantDb
  /** Runs handwritten SQL as a prepared statement; it must filter by tenant itself. */
  run<R>(text: string, values: readonly unknown[]): Promise<R[]>
  /** Called after the commit, in order; errors are ignored. */
  afterCommit(effect: () => void): void
  /** Called in the transaction, just before the commit. */
  beforeCommit(step: () => Promise<void>): void
  /** Marks the list as changed: cached answers are invalid from the commit on. */
  invalidate(list: ListName): void
  /** Schedules a job for the subject `key` at `time`; an existing one is moved. */
  schedule(kind: string, key: string, time: Date): Promise<void>
  /** The same, but an earlier time is kept; for callers that do not know of other schedules of the job. */
  scheduleNoLaterThan(kind: string, key: string, time: Date): Promise<void>
  /** `scheduleNoLaterThan` for several subjects. */
  scheduleEachNoLaterThan(kind: string, times: ReadonlyMap<string, Date>): Promise<void>
  /** `schedule` for several subjects. */
  scheduleEach(kind: string, times: ReadonlyMap<string, Date>): Promise<void>
  /** Removes the job. */
  cancel(kind: string, key: string): Promise<void>
  /** Removes several jobs. */
  cancelEach(kind: string, keys: readonly string[]): Promise<void>
  /** Runs `work` in a savepoint: if it throws, its writes and registrations are undone and the error is rethrown. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Declares that no visitor page shows this change, so cached pages stay valid. */
  skipInvalidation(): void
  /** result flags for the request's answer */
  readonly outcome: { replayed: boolean }
}

export interface Databases {
  /** for requests, inside one tenant */
  readonly app: pg.Pool
  /** for jobs, so that a backlog takes no connection from requests */
  readonly jobs: pg.Pool
  /** insert-only, for submissions of many tenants in one statement */
  readonly intake: pg.Pool
  /** for the worker: dispatch and scheduled jobs */
  readonly worker: pg.Pool
}

/**
 * Lost races: serialization failure, deadlock, unique violation after a check. A retry sees the other change and
 * reports it properly.
 */
const deadlock = '40P01'
const retryable = new Set(['40001', deadlock, '23505'])
/** The table has changed since the connection prepared the statement: a migration ran. */
const planOutdated = '0A000'
const connectionLost = /^(08(?!P01)|57P0|53300)/

const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

/** Maps database errors to ServiceErrors: connection lost is 503, a lost race 409, data that validation missed 400. */
export const translateDatabaseError = (error: unknown): unknown => {
  if (error instanceof ServiceError) return error
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : ''
  if (
    connectionLost.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
      message,
    )
  ) {
    return unavailable('The database is not available right now')
  }
  if (code === '57014' || code === '55P03') return unavailable('The database is busy right now')
  if (retryable.has(code))
    return new ServiceError('CONFLICT', 'Somebody else changed this at the same time', { cause: error })
  if (code.startsWith('22'))
    return new ServiceError('VALIDATION_ERROR', 'The input contains a value that cannot be stored', {
      cause: error,
    })
  return error
}

/** The transaction has failed already; the error of the earlier statement is the cause. */
const afterFailure = '25P02'

/** The same connection, reporting errors except follow-up ones. */
const reportFaults = (client: pg.PoolClient, onFault: (fault: unknown) => void): Queryable =>
  // Only the promise overload is used here.
  ({
    query: (config: pg.QueryConfig) =>
      client.query(config).catch((fault: unknown) => {
        if (errorCode(fault) !== afterFailure) onFault(fault)
        throw fault
      }),
  }) as Queryable

const scheduleText = `insert into due_work as w (tenant_id, kind, key, due_at)
  select $1, $2, row.key, row.due_at from unnest($3::text[], $4::timestamptz[]) as row (key, due_at) order by row.key
  on conflict (tenant_id, kind, key) do update
    set due_at = excluded.due_at, attempts = 0, parked_at = null, fault = null, urgent = w.urgent or excluded.urgent`
const scheduleNoLaterThanText = `insert into due_work as w (tenant_id, kind, key, due_at)
  select $1, $2, row.key, row.due_at from unnest($3::text[], $4::timestamptz[]) as row (key, due_at) order by row.key
  on conflict (tenant_id, kind, key) do update
    set due_at = case when w.parked_at is null then least(w.due_at, excluded.due_at) else excluded.due_at end,
      attempts = 0, parked_at = null, fault = null, urgent = w.urgent or excluded.urgent`
const cancelText = 'delete from due_work where tenant_id = $1 and kind = $2 and key = any($3::text[])'

/** Increments the tenant's write counter in the same message as the commit, so that its slot is locked only briefly. */
const commit = async (client: pg.PoolClient, countsWrites: boolean): Promise<void> => {
  const failedStatementIgnored = (): Error =>
    new Error('A failed statement was passed over; the transaction was rolled back')
  const ended: unknown = await client
    .query(countsWrites ? 'select count_write(); commit' : 'commit')
    .catch((error: unknown) => {
      throw errorCode(error) === afterFailure ? failedStatementIgnored() : error
    })
  const results = (Array.isArray(ended) ? ended : [ended]) as pg.QueryResult[]
  if (results.at(-1)?.command === 'ROLLBACK') throw failedStatementIgnored()
}

const runOnce = async <T>(
  pool: pg.Pool,
  tenantId: string,
  mode: 'read' | 'write',
  work: (transaction: TenantTransaction) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  const after: (() => void)[] = []
  const before: (() => Promise<void>)[] = []
  const invalidated = new Set<ListName>()
  let countsWrites = mode === 'write'
  let connectionFault: Error | undefined
  let fault: unknown
  let attempts = 0
  const connection = reportFaults(client, (found) => {
    fault = found
  })
  try {
    // Not awaited: the message leaves in one packet with the handler's first query. The id is a validated UUID.
    const { stream } = client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    // guard: tenant-of-one-transaction
    const begin = client.query(
      `begin${mode === 'read' ? ' read only' : ''}; set local app.tenant_id = '${tenantId}'`,
    )
    begin.catch(() => {})
    const run = async <R>(text: string, values: readonly unknown[]): Promise<R[]> => {
      const result = await connection.query({
        name: statementName(text),
        text,
        values: values as unknown[],
      })
      return result.rows as R[]
    }
    const transaction: TenantTransaction = {
      db: kyselyOver(connection).withPlugin(tenantPlugin(tenantId)),
      run,
      schedule: async (kind, key, time) => void (await run(scheduleText, [tenantId, kind, [key], [time]])),
      scheduleNoLaterThan: async (kind, key, time) =>
        void (await run(scheduleNoLaterThanText, [tenantId, kind, [key], [time]])),
      scheduleEachNoLaterThan: async (kind, times) => {
        if (times.size > 0)
          await run(scheduleNoLaterThanText, [tenantId, kind, [...times.keys()], [...times.values()]])
      },
      scheduleEach: async (kind, times) => {
        if (times.size > 0) await run(scheduleText, [tenantId, kind, [...times.keys()], [...times.values()]])
      },
      cancel: async (kind, key) => void (await run(cancelText, [tenantId, kind, [key]])),
      cancelEach: async (kind, keys) => {
        if (keys.length > 0) await run(cancelText, [tenantId, kind, keys])
      },
      invalidate: (list) => void invalidated.add(list),
      afterCommit: (effect) => void after.push(effect),
      beforeCommit: (step) => void before.push(step),
      attempt: async (part) => {
        const kept = [after.length, before.length, [...invalidated]] as const
        // A unique name: `rollback to` keeps the savepoint, and an outer one of the same name would roll back to
        // it.
        const savepoint = `attempt_${++attempts}`
        await client.query(`savepoint ${savepoint}`)
        try {
          const result = await part()
          await client.query(`release savepoint ${savepoint}`)
          return result
        } catch (error) {
          await client.query(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`)
          after.length = kept[0]
          before.length = kept[1]
          invalidated.clear()
          for (const list of kept[2]) invalidated.add(list)
          throw error
        }
      },
      skipInvalidation: () => {
        countsWrites = false
      },
      outcome: { replayed: false },
    }
    const result = await work(transaction)
    await begin
    if (mode === 'read' && before.length + after.length === 0) {
      // Not awaited: a read has nothing to lose, and the next user of the connection queues behind it.
      client.query('commit').catch(() => {})
      return result
    }
    for (const step of before) await step()
    // Sent in one packet with the commit, so that no round trip passes while a slot is locked.
    stream.cork()
    process.nextTick(() => stream.uncork())
    const incrementing =
      invalidated.size > 0 ? incrementChangeCounters(run, tenantId, invalidated) : undefined
    await Promise.all([commit(client, countsWrites), incrementing])
    for (const effect of after) {
      try {
        effect()
      } catch {
        // These effects only wake workers; polling does the same within a second.
      }
    }
    return result
  } catch (error) {
    // guard: rolled-back
    await client.query('rollback').catch((failure: Error) => {
      connectionFault = failure
    })
    // Of statements sent together the error of the second may arrive first.
    const cause = errorCode(error) === afterFailure && fault !== undefined ? fault : error
    // Other prepared statements of the connection are outdated too, so it is closed.
    if (errorCode(cause) === planOutdated)
      connectionFault ??= new Error('Prepared before a table was changed')
    throw cause
  } finally {
    client.release(connectionFault)
  }
}

/**
 * Runs `work` in a transaction of the tenant. Lost races are retried twice; connections with outdated statements
 * are replaced, at most once for each in the pool. So `work` must have no effects outside the transaction.
 */
export const inTenant = async <T>(
  pool: pg.Pool,
  tenantId: string,
  mode: 'read' | 'write',
  work: (transaction: TenantTransaction) => Promise<T>,
): Promise<T> => {
  if (!isUuid(tenantId)) throw new Error('A tenant id must be a UUID')
  let outdated = 0
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(pool, tenantId, mode, work)
    } catch (error) {
      if (errorCode(error) === planOutdated && outdated++ <= pool.options.max) {
        attempt -= 1
        continue
      }
      if (attempt >= 3 || !retryable.has(errorCode(error))) throw translateDatabaseError(error)
      // A random delay, since transactions that deadlocked would deadlock again.
      if (errorCode(error) === deadlock) await delay(Math.random() * 20 * attempt)
    }
  }
}
