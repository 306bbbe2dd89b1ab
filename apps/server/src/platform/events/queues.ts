/** The job queues: one for each subscriber and each cron job. */

import type pg from 'pg'
import { PgBoss, type QueueResult } from 'pg-boss'
import type { CronJob } from '../context.ts'
import type { Subscriber } from './subscriber.ts'

export const queueOf = (name: string): string => `event.${name}`
export const cronQueueOf = (name: string): string => `schedule.${name}`
/** The dead letter queue, to which pg-boss moves a job with its last failure; no worker runs it. */
export const parkedQueue = 'parked'

/** Jobs of safety events, of all subscribers; they run during maintenance too. */
export const urgentQueue = 'urgent'

const day = 24 * 3600
const parkedDays = 30

/** About an hour; then it is parked. */
export const retries = { retryLimit: 12, retryDelay: 1, retryDelayMax: 3600 }

const jobOptions = {
  retryBackoff: true,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  deleteAfterSeconds: day,
  // Waiting jobs are not dropped, however long no worker runs.
  retentionSeconds: 365 * day,
  deadLetter: parkedQueue,
}

const optionsOf = (subscriber: Subscriber) => ({
  ...jobOptions,
  ...retries,
  expireInSeconds: (subscriber.kind === 'effect' && subscriber.longestSeconds) || jobOptions.expireInSeconds,
})

/** Jobs of an older version have no dead letter queue. */
const setDeadLetter = `update pgboss.job set dead_letter = $2
  where name = $1 and state in ('created', 'retry', 'active') and dead_letter is null`

/** Jobs of an older version have other retry limits. */
const setRetries = `update pgboss.job set retry_limit = $2, retry_delay = $3, retry_delay_max = $4
  where name = $1 and state in ('created', 'retry') and (retry_limit, retry_delay) <> ($2, $3)`

const hasSameRetries = ({ retryLimit, retryDelay, retryDelayMax }: QueueResult): boolean =>
  retryLimit === retries.retryLimit &&
  retryDelay === retries.retryDelay &&
  retryDelayMax === retries.retryDelayMax

const hasRights = `select has_schema_privilege('wellkept_worker', n.oid, 'usage')
    and not exists (
      select from pg_class c, unnest(array['select', 'insert', 'update', 'delete']) as wanted
      where c.relnamespace = n.oid and c.relkind in ('r', 'p') and not has_table_privilege('wellkept_worker', c.oid, wanted))
    and not exists (
      select from pg_proc p where p.pronamespace = n.oid and not has_function_privilege('wellkept_worker', p.oid, 'execute'))
    as "all"
  from pg_namespace n where n.nspname = 'pgboss'`

const giveRights = `grant usage on schema pgboss to wellkept_worker;
  grant select, insert, update, delete on all tables in schema pgboss to wellkept_worker;
  grant execute on all functions in schema pgboss to wellkept_worker`

/**
 * Creates job tables, queues and rights before workers start, so that workers need no right to create tables. Only
 * missing rights are granted, since granting conflicts with running instances.
 * @param client connection of the owner, who holds the lock of prepare.ts
 */
export const installQueues = async (
  client: pg.Client,
  subscribers: readonly Subscriber[],
  cronJobs: readonly CronJob[],
): Promise<void> => {
  const boss = new PgBoss({
    // Uses the session that holds the lock, so that all its work ends before another instance starts.
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  // On a Citus cluster the queue lies on the coordinator only (docs/distribution.md); elsewhere this says nothing.
  await client.query('set citus.enable_ddl_propagation to off')
  await boss.start()
  try {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    if (!known.has(parkedQueue))
      await boss.createQueue(parkedQueue, { retentionSeconds: parkedDays * day, deleteAfterSeconds: day })
    if (!known.has(urgentQueue)) await boss.createQueue(urgentQueue, { ...jobOptions, ...retries })
    for (const subscriber of subscribers) {
      const queue = queueOf(subscriber.name)
      const found = known.get(queue)
      if (!found) await boss.createQueue(queue, optionsOf(subscriber))
      else if (found.deadLetter !== parkedQueue || !hasSameRetries(found)) {
        await boss.updateQueue(queue, optionsOf(subscriber))
        await client.query(setDeadLetter, [queue, parkedQueue])
        const { retryLimit, retryDelay, retryDelayMax } = retries
        await client.query(setRetries, [queue, retryLimit, retryDelay, retryDelayMax])
      }
    }
    for (const { name } of cronJobs) {
      if (!known.has(cronQueueOf(name)))
        await boss.createQueue(cronQueueOf(name), {
          policy: 'stately',
          retryLimit: 2,
          retryDelay: 5,
          expireInSeconds: 300,
        })
    }
    const { rows } = await client.query<{ all: boolean }>(hasRights)
    if (!rows[0]?.all) await client.query(giveRights)
  } finally {
    await boss.stop({ graceful: false })
    await client.query('reset citus.enable_ddl_propagation')
  }
}
