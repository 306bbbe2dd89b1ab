/** The job tables: a queue for each subscriber and each schedule. */

import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Schedule } from '../context.ts'
import type { Subscriber } from './subscriber.ts'

export const queueOf = (name: string): string => `event.${name}`
export const scheduleQueueOf = (name: string): string => `schedule.${name}`

/** Whether every queue is there; one look at one table. */
const queuesAreThere = async (ownerUrl: string, names: readonly string[]): Promise<boolean> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wellkept-jobs' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select name from pgboss.queue')
    const known = new Set(rows.map(({ name }) => name))
    return names.every((name) => known.has(name))
  } catch (error) {
    // No such table: nothing was installed yet.
    if ((error as { code?: string }).code === '42P01' || (error as { code?: string }).code === '3F000')
      return false
    throw error
  } finally {
    await client.end()
  }
}

/**
 * The job tables and queues, made before workers start, so that workers need no right to make tables. At each start
 * but the first it is one look, also when a version brings a queue without a migration.
 */
export const installQueues = async (
  ownerUrl: string,
  subscribers: readonly Subscriber[],
  schedules: readonly Schedule[],
): Promise<void> => {
  const names = [
    ...subscribers.map(({ name }) => queueOf(name)),
    ...schedules.map(({ name }) => scheduleQueueOf(name)),
  ]
  if (await queuesAreThere(ownerUrl, names)) return
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 1,
    supervise: false,
    schedule: false,
    application_name: 'wellkept-jobs',
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const known = new Set((await boss.getQueues()).map((queue) => queue.name))
    for (const subscriber of subscribers) {
      const queue = queueOf(subscriber.name)
      if (known.has(queue)) continue
      await boss.createQueue(queue, {
        retryLimit: 12,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: (subscriber.kind === 'effect' && subscriber.longestSeconds) || 120,
        heartbeatSeconds: 10,
        deleteAfterSeconds: 24 * 3600,
      })
    }
    for (const { name } of schedules) {
      if (!known.has(scheduleQueueOf(name)))
        await boss.createQueue(scheduleQueueOf(name), {
          policy: 'stately',
          retryLimit: 2,
          retryDelay: 5,
          expireInSeconds: 300,
        })
    }
    const db = boss.getDb()
    await db.executeSql('grant usage on schema pgboss to wellkept_worker', [])
    await db.executeSql(
      'grant select, insert, update, delete on all tables in schema pgboss to wellkept_worker',
      [],
    )
    await db.executeSql('grant execute on all functions in schema pgboss to wellkept_worker', [])
  } finally {
    await boss.stop({ graceful: false })
  }
}
