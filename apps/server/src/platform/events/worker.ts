/**
 * Turns committed events into jobs, in batches, and works them off. Events are claimed with SKIP LOCKED and never by
 * "newer than the last": ids of transactions that commit late would be passed over.
 */

import pg from 'pg'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Actor, Platform, TenantContext } from '../context.ts'
import { inTenant } from '../db/tenant-db.ts'
import { newId } from '../ids.ts'
import type { ForEachTenant, HeardEvent, Schedule, Subscriber } from './subscriber.ts'

export interface Worker {
  /** Looks for events now. */
  wake(): void
  /** Dispatches and works until nothing waits; for tests and the command line. */
  drain(): Promise<void>
  runSchedule(name: string): Promise<void>
  stop(): Promise<void>
}

interface JobData {
  readonly tenantId: string
  readonly eventId: string
  readonly type: HeardEvent['type']
  readonly at: string
  readonly payload: HeardEvent['payload']
}

interface EventRow {
  tenant_id: string
  id: string
  type: HeardEvent['type']
  payload: HeardEvent['payload']
  at: Date
}

const batch = 200
/** What each look for events and each job waits while requests crowd in. Milliseconds. */
const dispatchGivesWay = 400
const jobGivesWay = 25
const queueOf = (name: string): string => `event.${name}`

const actorOf = (name: string): Actor => ({ kind: 'SYSTEM', id: name, name: 'Wellkept' })

export const tenantContextFor = (platform: Platform, tenantId: string, name: string, requestId: string) => {
  const now = platform.clock.now()
  return <T>(work: (ctx: TenantContext) => Promise<T>): Promise<T> =>
    inTenant(platform.databases.app, tenantId, 'write', (transaction) =>
      work({ ...transaction, platform, requestId, now, tenantId, actor: actorOf(name) }),
    )
}

const handleOnce = async (platform: Platform, subscriber: Subscriber, data: JobData): Promise<void> => {
  const event: HeardEvent = {
    id: data.eventId,
    type: data.type,
    tenantId: data.tenantId,
    at: new Date(data.at),
    payload: data.payload,
  }
  if (subscriber.kind === 'effect') {
    await subscriber.handle(platform, event)
    return
  }
  await tenantContextFor(
    platform,
    data.tenantId,
    subscriber.name,
    data.eventId,
  )(async (ctx) => {
    const fresh = await ctx.run(
      'insert into event_handled (tenant_id, event_id, subscriber, at) values ($1, $2, $3, $4) on conflict do nothing returning event_id',
      [ctx.tenantId, event.id, subscriber.name, ctx.now],
    )
    if (fresh.length > 0) await subscriber.handle(ctx, event)
  })
}

const dispatchOnce = async (
  boss: PgBoss,
  pool: pg.Pool,
  subscribers: readonly Subscriber[],
): Promise<{ count: number; queues: Set<string> }> => {
  const client = await pool.connect()
  const queues = new Set<string>()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<EventRow>(
      `select tenant_id, id, type, payload, at from event where dispatched_at is null order by id limit ${batch} for update skip locked`,
    )
    for (const subscriber of subscribers) {
      const jobs = rows
        .filter((row) => subscriber.hears.includes(row.type))
        .map((row) => ({
          data: {
            tenantId: row.tenant_id,
            eventId: row.id,
            type: row.type,
            at: row.at.toISOString(),
            payload: row.payload,
          } satisfies JobData,
        }))
      if (jobs.length === 0) continue
      queues.add(queueOf(subscriber.name))
      await boss.insert(queueOf(subscriber.name), jobs, {
        db: { executeSql: (text, values) => client.query(text, values) },
      })
    }
    if (rows.length > 0) {
      await client.query(
        'update event set dispatched_at = now() where (tenant_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))',
        [rows.map((row) => row.tenant_id), rows.map((row) => row.id)],
      )
    }
    await client.query('commit')
    return { count: rows.length, queues }
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

export interface WorkerOptions {
  readonly platform: Platform
  /** the owner's: the job tables belong to it */
  readonly ownerUrl: string
  readonly subscribers: readonly Subscriber[]
  readonly schedules: readonly Schedule[]
}

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
    ...schedules.map(({ name }) => `schedule.${name}`),
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
      if (!known.has(`schedule.${name}`))
        await boss.createQueue(`schedule.${name}`, {
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

export const startWorker = async ({
  platform,
  ownerUrl,
  subscribers,
  schedules,
}: WorkerOptions): Promise<Worker> => {
  const { log, databases } = platform
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 4,
    migrate: false,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
    // Rebuilding indexes is the operator's; it would surprise on a small machine.
    reindex: false,
    application_name: 'wellkept-jobs',
  })
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue had a fault'))
  boss.on('warning', () => {})
  await boss.start()

  const forEachTenant =
    (name: string): ForEachTenant =>
    async (work) => {
      const { rows } = await databases.worker.query<{ id: string }>(
        "select id from tenant where state <> 'ERASED' order by id",
      )
      for (const { id } of rows) {
        try {
          await tenantContextFor(platform, id, name, newId(Date.now()))(work)
        } catch (error) {
          log.error(
            { err: error, tenantId: id, schedule: name },
            'Scheduled work failed for a tenant; the others go on',
          )
        }
      }
    }
  const runSchedule = async (name: string): Promise<void> => {
    const schedule = schedules.find((candidate) => candidate.name === name)
    if (!schedule) throw new Error(`There is no schedule ${name}`)
    await schedule.run(platform, forEachTenant(name))
  }

  const workers = new Map<string, string>()
  for (const subscriber of subscribers) {
    const id = await boss.work(
      queueOf(subscriber.name),
      { batchSize: 20, perJobResults: true, pollingIntervalSeconds: 1, burstWhenBatchFull: true } as const,
      async (jobs: Job<JobData>[]) => {
        const results: JobResult[] = []
        for (const job of jobs) {
          await platform.pressure.giveWay(jobGivesWay)
          const began = performance.now()
          const ended = (result: 'OK' | 'FAILED'): void =>
            platform.metrics.jobEnded(queueOf(subscriber.name), result, performance.now() - began)
          try {
            await handleOnce(platform, subscriber, job.data)
            ended('OK')
            results.push({ id: job.id, status: 'completed' })
          } catch (error) {
            ended('FAILED')
            log.warn(
              { err: error, subscriber: subscriber.name, eventId: job.data.eventId },
              'A subscriber failed; it is tried again',
            )
            results.push({
              id: job.id,
              status: 'failed',
              output: { message: error instanceof Error ? error.message : String(error) },
            })
          }
        }
        return results
      },
    )
    workers.set(queueOf(subscriber.name), id)
  }
  for (const { name, cron } of schedules) {
    await boss.schedule(`schedule.${name}`, cron)
    await boss.work(`schedule.${name}`, { pollingIntervalSeconds: 5 }, () => runSchedule(name))
  }

  let stopped = false
  let running: Promise<void> | undefined
  let again = false
  const dispatch = async (): Promise<void> => {
    do {
      again = false
      await platform.pressure.giveWay(dispatchGivesWay)
      const { count, queues } = await dispatchOnce(boss, databases.worker, subscribers)
      for (const queue of queues) {
        const id = workers.get(queue)
        if (id) boss.notifyWorker(id)
      }
      if (count === batch) again = true
    } while (again && !stopped)
  }
  const wake = (): void => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = dispatch()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'Events could not be dispatched; the next look comes within a second'),
      )
      .finally(() => {
        running = undefined
      })
  }
  // Events of other instances, and those of a moment when the database was away.
  const net = setInterval(wake, 1000)
  net.unref()
  wake()

  const waiting = async (): Promise<number> => {
    const { rows } = await databases.worker.query<{ n: number }>(
      `select (select count(*) from event where dispatched_at is null)
            + (select count(*) from pgboss.job where name like 'event.%' and state in ('created', 'active')) as n`,
    )
    return rows[0]?.n ?? 0
  }

  return {
    wake,
    runSchedule,
    drain: async () => {
      for (let look = 0; look < 2000; look++) {
        wake()
        await running
        if ((await waiting()) === 0) return
        for (const id of workers.values()) boss.notifyWorker(id)
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
      throw new Error('Events are still waiting after 30 s')
    },
    stop: async () => {
      stopped = true
      clearInterval(net)
      await running
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
