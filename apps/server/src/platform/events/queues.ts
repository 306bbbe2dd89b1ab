/** The job tables: a queue for each subscriber and each schedule. */

import type pg from 'pg'
import { PgBoss, type QueueResult } from 'pg-boss'
import type { CronJob } from '../context.ts'
import type { Subscriber } from './subscriber.ts'

export const queueOf = (name: string): string => `event.${name}`
export const cronQueueOf = (name: string): string => `schedule.${name}`
/** Where a job goes, with what it was to do, in the statement that notes its last failure. Nobody works it off. */
export const parkedQueue = 'parked'

/** Jobs of events that endanger people, of all subscribers: worked off during maintenance too. */
export const urgentQueue = 'urgent'

const day = 24 * 3600
const parkedDays = 30

const usualTries = { retryLimit: 12, retryDelay: 1, retryDelayMax: 3600 }

export const retriesOf = (subscriber: Subscriber): typeof usualTries => {
  if (subscriber.kind !== 'effect' || !subscriber.retries) return usualTries
  const { limit, firstSeconds, longestSeconds } = subscriber.retries
  return { retryLimit: limit, retryDelay: firstSeconds, retryDelayMax: longestSeconds }
}

const jobOptions = {
  retryBackoff: true,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  deleteAfterSeconds: day,
  // What waits is not given up, however long no worker runs.
  retentionSeconds: 365 * day,
  deadLetter: parkedQueue,
}

const optionsOf = (subscriber: Subscriber) => ({
  ...jobOptions,
  ...retriesOf(subscriber),
  expireInSeconds: (subscriber.kind === 'effect' && subscriber.longestSeconds) || jobOptions.expireInSeconds,
})

/** Jobs that a version from before has made know nothing of being parked. */
const setDeadLetter = `update pgboss.job set dead_letter = $2
  where name = $1 and state in ('created', 'retry', 'active') and dead_letter is null`

/** Nor of how long they are tried. */
const setRetries = `update pgboss.job set retry_limit = $2, retry_delay = $3, retry_delay_max = $4
  where name = $1 and state in ('created', 'retry') and (retry_limit, retry_delay) <> ($2, $3)`

const hasSameRetries = (found: QueueResult, subscriber: Subscriber): boolean => {
  const { retryLimit, retryDelay, retryDelayMax } = retriesOf(subscriber)
  return (
    found.retryLimit === retryLimit &&
    found.retryDelay === retryDelay &&
    found.retryDelayMax === retryDelayMax
  )
}

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
 * The job tables, queues and their rights, made before workers start, so that workers need no right to make tables.
 * Only what is missing is made: rights too are looked at and not given again, which would meet other instances' work.
 * @param client of the owner, who holds the lock of preparing
 */
export const installQueues = async (
  client: pg.Client,
  subscribers: readonly Subscriber[],
  cronJobs: readonly CronJob[],
): Promise<void> => {
  const boss = new PgBoss({
    // The session that holds the lock: what it has begun is over before another instance can begin.
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    if (!known.has(parkedQueue))
      await boss.createQueue(parkedQueue, { retentionSeconds: parkedDays * day, deleteAfterSeconds: day })
    if (!known.has(urgentQueue)) await boss.createQueue(urgentQueue, { ...jobOptions, ...usualTries })
    for (const subscriber of subscribers) {
      const queue = queueOf(subscriber.name)
      const found = known.get(queue)
      if (!found) await boss.createQueue(queue, optionsOf(subscriber))
      else if (found.deadLetter !== parkedQueue || !hasSameRetries(found, subscriber)) {
        await boss.updateQueue(queue, optionsOf(subscriber))
        await client.query(setDeadLetter, [queue, parkedQueue])
        const { retryLimit, retryDelay, retryDelayMax } = retriesOf(subscriber)
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
  }
}
