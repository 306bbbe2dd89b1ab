/**
 * How often what task lists show has changed, by tenant. The number is read after the call has begun, so whoever was
 * told of a change before finds it in the number; those who ask while a query runs are told by the next one together.
 */
import type pg from 'pg'
import { statementName } from './named-dialect.ts'
import { translateDatabaseError } from './tenant-db.ts'

export interface Revisions {
  /** @throws ServiceError SERVICE_UNAVAILABLE */
  of(tenantId: string): Promise<number>
}

const text = 'select tenant_id, tasks from tenant_revision where tenant_id = any($1::uuid[])'

type Waiting = Map<string, PromiseWithResolvers<number>>

export const openRevisions = (pool: pg.Pool): Revisions => {
  let waiting: Waiting = new Map()
  let asking = false

  const ask = async (batch: Waiting): Promise<void> => {
    try {
      const values = [[...batch.keys()]]
      const { rows } = await pool.query<{ tenant_id: string; tasks: number }>({
        name: statementName(text),
        text,
        values,
      })
      for (const row of rows) batch.get(row.tenant_id)?.resolve(row.tasks)
      // A tenant without a row has never had a task.
      for (const { resolve } of batch.values()) resolve(0)
    } catch (error) {
      const fault = translateDatabaseError(error)
      for (const { reject } of batch.values()) reject(fault)
    }
  }

  const askAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      await ask(batch)
    }
    asking = false
  }

  return {
    of: (tenantId) => {
      const known = waiting.get(tenantId)
      if (known) return known.promise
      const entry = Promise.withResolvers<number>()
      waiting.set(tenantId, entry)
      if (!asking) {
        asking = true
        // All that this turn of the event loop brings is asked together.
        setImmediate(() => void askAll())
      }
      return entry.promise
    },
  }
}
