/**
 * Change counters: per tenant, how often a list or anything at all has changed. The query starts after the call, so
 * it sees every change that the caller knows of; calls during a query share the next one.
 */
import type pg from 'pg'
import type { CounterName } from './invalidated-lists.ts'
import { statementName } from './named-dialect.ts'
import { translateDatabaseError } from './tenant-db.ts'

export interface ChangeCounters {
  /** @throws ServiceError SERVICE_UNAVAILABLE */
  of(tenantId: string, name: CounterName): Promise<number>
}

// One snapshot of all slots: the sum is the same only if nothing has committed.
const text = `select tenant_id, list, sum(n)::bigint as n from list_revision where tenant_id = any($1::uuid[])
  group by tenant_id, list`

/** counter name → value, of one tenant */
type Counters = ReadonlyMap<string, number>
type PendingTenants = Map<string, PromiseWithResolvers<Counters>>

export const openChangeCounters = (pool: pg.Pool): ChangeCounters => {
  let waiting: PendingTenants = new Map()
  let isReading = false

  const readBatch = async (batch: PendingTenants): Promise<void> => {
    try {
      const values = [[...batch.keys()]]
      const { rows } = await pool.query<{ tenant_id: string; list: string; n: number }>({
        name: statementName(text),
        text,
        values,
      })
      const found = new Map([...batch.keys()].map((tenantId) => [tenantId, new Map<string, number>()]))
      for (const { tenant_id, list, n } of rows) found.get(tenant_id)?.set(list, n)
      for (const [tenantId, { resolve }] of batch) resolve(found.get(tenantId) ?? new Map())
    } catch (error) {
      const fault = translateDatabaseError(error)
      for (const { reject } of batch.values()) reject(fault)
    }
  }

  const readPending = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      await readBatch(batch)
    }
    isReading = false
  }

  const countersOf = (tenantId: string): Promise<Counters> => {
    const known = waiting.get(tenantId)
    if (known) return known.promise
    const entry = Promise.withResolvers<Counters>()
    waiting.set(tenantId, entry)
    if (!isReading) {
      isReading = true
      // Calls of one event loop turn share a query.
      setImmediate(() => void readPending())
    }
    return entry.promise
  }

  return {
    // A list without a row was never invalidated.
    of: async (tenantId, name) => (await countersOf(tenantId)).get(name) ?? 0,
  }
}
