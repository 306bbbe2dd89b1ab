/** The only door to a tenant's rows: a transaction with the tenant set, on a connection of the request role. */
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
  /** Runs a statement written by hand, prepared under the name of its text; it must name its tenant itself. */
  run<R>(text: string, values: readonly unknown[]): Promise<R[]>
  /** Called after the commit, in order; a failure is logged and harms nobody. */
  afterCommit(effect: () => void): void
  /** Called in the transaction just before the commit. */
  beforeCommit(step: () => Promise<void>): void
  /** This transaction changes what the list shows: cached answers of it are invalid from the commit on. */
  invalidate(list: ListName): void
  /** Schedules a job of this kind on this subject at `time`; scheduled again, it moves there. */
  schedule(kind: string, key: string, time: Date): Promise<void>
  /** The same, but it stays where it is if that is sooner: for who cannot know what others schedule at this moment. */
  scheduleNoLaterThan(kind: string, key: string, time: Date): Promise<void>
  /** `scheduleNoLaterThan` for several subjects. */
  scheduleEachNoLaterThan(kind: string, times: ReadonlyMap<string, Date>): Promise<void>
  /** `schedule` for several subjects. */
  scheduleEach(kind: string, times: ReadonlyMap<string, Date>): Promise<void>
  /** The job is not to be run any more. */
  cancel(kind: string, key: string): Promise<void>
  /** The same for several subjects. */
  cancelEach(kind: string, keys: readonly string[]): Promise<void>
  /** Runs `work` in a savepoint: if it throws, what it wrote and what it registered is undone, and the error goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** No page of visitors shows what this transaction writes: cached pages stay valid. */
  skipInvalidation(): void
  /** what the request's answer should tell */
  readonly outcome: { replayed: boolean }
}

export interface Databases {
  /** requests, inside one tenant */
  readonly app: pg.Pool
  /** the same for jobs of every kind: a backlog of theirs takes no connection from a request */
  readonly jobs: pg.Pool
  /** insert-only, many tenants in one statement */
  readonly intake: pg.Pool
  /** dispatches events */
  readonly worker: pg.Pool
}

/**
 * Lost races: serialization, deadlock, and what must be unique was made by another after this one had looked. The next
 * try sees it and says so in its own words.
 */
const deadlock = '40P01'
const retryable = new Set(['40001', deadlock, '23505'])
/** A table has other columns than when the connection prepared the statement: a migration has passed. */
const planOutdated = '0A000'
const connectionLost = /^(08(?!P01)|57P0|53300)/

const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''

/** Database faults in the words of the service: gone is 503, a lost race 409, bad data that validation let through 400. */
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
    return new ServiceError('VALIDATION_ERROR', 'The input holds a value that cannot be stored', {
      cause: error,
    })
  return error
}

/** In a transaction that has failed already; the statement before it tells why. */
const afterFailure = '25P02'

/** The same connection; `onFault` hears of the faults that have a cause of their own. */
const reportFaults = (client: pg.PoolClient, onFault: (fault: unknown) => void): Queryable =>
  // Only the promise form is used here; the others of the overloaded type are not.
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

/** With the count of the tenant's writes as its last step: in one message, so the slot is locked for no longer than that. */
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
    // One message, not awaited: it leaves in one write with what the handler asks at once. The id is a checked UUID.
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
        // Of its own: going back leaves a savepoint there, and an outer one of the same name would go back to that.
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
      // Nothing depends on its end: whoever has the connection next comes behind it, and a line that breaks ends there.
      client.query('commit').catch(() => {})
      return result
    }
    for (const step of before) await step()
    // In one write with the commit, so that no round trip passes while a slot is locked.
    stream.cork()
    process.nextTick(() => stream.uncork())
    const incrementing =
      invalidated.size > 0 ? incrementChangeCounters(run, tenantId, invalidated) : undefined
    await Promise.all([commit(client, countsWrites), incrementing])
    for (const effect of after) {
      try {
        effect()
      } catch {
        // What runs after the commit only wakes somebody up; polling does the same a second later.
      }
    }
    return result
  } catch (error) {
    // guard: rolled-back
    await client.query('rollback').catch((failure: Error) => {
      connectionFault = failure
    })
    // Of statements sent together the second may be heard first.
    const cause = errorCode(error) === afterFailure && fault !== undefined ? fault : error
    // What else the connection has prepared is as old.
    if (errorCode(cause) === planOutdated)
      connectionFault ??= new Error('Prepared before a table was changed')
    throw cause
  } finally {
    client.release(connectionFault)
  }
}

/**
 * Runs `work` in a transaction of the tenant. A lost race is tried again, three times in all, after a deadlock a moment
 * later; a connection that is older than a change of a table is replaced, at most each of the pool. So `work` must not
 * have effects outside the transaction.
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
      // Those who met at their locks would meet again, were they to start at once.
      if (errorCode(error) === deadlock) await delay(Math.random() * 20 * attempt)
    }
  }
}
