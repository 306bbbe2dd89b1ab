/** Splits a batch: its failed events become jobs of one event each, which are retried and parked alone. */
import type pg from 'pg'
import type { Job, PgBoss } from 'pg-boss'
import { groupOf, type JobData } from './dispatch.ts'
import type { Unhandled } from './handle.ts'
import { retries } from './queues.ts'

const mineText = `select from pgboss.job where name = $1 and id = $2 and retry_count = $3 and state = 'active' for update`

/** Completes the job in the transaction that creates the others; does nothing if its claim has ended. */
export const splitBatch = async (
  boss: PgBoss,
  pool: pg.Pool,
  queue: string,
  job: Job<JobData>,
  unhandled: readonly Unhandled[],
): Promise<void> => {
  const client = await pool.connect()
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
  let broken: Error | undefined
  try {
    await client.query('begin')
    const held = await client.query(mineText, [queue, job.id, job.retryCount])
    if (held.rowCount === 1) {
      const jobs = unhandled.map(({ event }) => ({
        ...retries,
        data: { ...job.data, events: [event] },
        group: groupOf(job.data),
      }))
      await boss.insert(queue, jobs, { db })
      await boss.complete(queue, job, null, { db })
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
