/**
 * Turns committed events into jobs, in batches, and works them off. Events are claimed with SKIP LOCKED and never by
 * "newer than the last": ids of transactions that commit late would be passed over.
 */

import type pg from 'pg'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Platform, Schedule } from '../context.ts'
import { ServiceError } from '../errors.ts'
import { startHeartbeat } from './heartbeat.ts'
import { queueOf, scheduleQueueOf } from './queues.ts'
import { runJob } from './run-job.ts'
import type { HeardEvent, Subscriber } from './subscriber.ts'
import { tenantContextFor } from './tenant-context.ts'

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

const handleJob = async (
  platform: Platform,
  subscriber: Subscriber,
  { id, data }: Job<JobData>,
): Promise<JobResult> => {
  const began = performance.now()
  const ended = (result: 'OK' | 'FAILED'): void =>
    platform.metrics.jobEnded(queueOf(subscriber.name), result, performance.now() - began)
  try {
    await handleOnce(platform, subscriber, data)
    ended('OK')
    return { id, status: 'completed' }
  } catch (error) {
    ended('FAILED')
    platform.log.warn(
      { err: error, subscriber: subscriber.name, eventId: data.eventId },
      'A subscriber failed; it is tried again',
    )
    return {
      id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    }
  }
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

  const runSchedule = async (name: string): Promise<void> => {
    const schedule = schedules.find((candidate) => candidate.name === name)
    if (!schedule) throw new Error(`There is no schedule ${name}`)
    const { error } = await runJob(platform, schedule)
    if (error !== undefined) throw error
  }

  /** Ids of those who work the events off, by queue; empty while they rest. */
  const workers = new Map<string, string>()
  const workSubscriber = async (subscriber: Subscriber): Promise<void> => {
    const queue = queueOf(subscriber.name)
    const id = await boss.work(
      queue,
      { batchSize: 20, perJobResults: true, pollingIntervalSeconds: 1, burstWhenBatchFull: true } as const,
      async (jobs: Job<JobData>[]) => {
        const results: JobResult[] = []
        for (const job of jobs) {
          await platform.pressure.giveWay(jobGivesWay)
          results.push(await handleJob(platform, subscriber, job))
        }
        return results
      },
    )
    workers.set(queue, id)
  }
  const workSchedule = async ({ name }: Schedule): Promise<void> => {
    await boss.work(scheduleQueueOf(name), { pollingIntervalSeconds: 5 }, () =>
      // Somebody asked for it a moment ago, so it is being done.
      runSchedule(name).catch((error: unknown) => {
        if (!(error instanceof ServiceError && error.code === 'CONFLICT')) throw error
      }),
    )
  }
  const startWork = async (): Promise<void> => {
    for (const subscriber of subscribers) await workSubscriber(subscriber)
    for (const schedule of schedules) await workSchedule(schedule)
  }
  /** What is in hand is finished; nobody waits for it here. */
  const stopWork = async (): Promise<void> => {
    workers.clear()
    for (const { name } of subscribers) await boss.offWork(queueOf(name), { wait: false })
    for (const { name } of schedules) await boss.offWork(scheduleQueueOf(name), { wait: false })
  }
  for (const { name, cron } of schedules) await boss.schedule(scheduleQueueOf(name), cron)

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
    } while (again && !stopped && !platform.maintenance.state.on)
  }
  const wake = (): void => {
    if (stopped || platform.maintenance.state.on) return
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

  let resting = platform.maintenance.state.on
  if (!resting) await startWork()
  /** One after the other, however often it is switched. */
  let turning = Promise.resolve()
  const turn = async (): Promise<void> => {
    const { on } = platform.maintenance.state
    if (stopped || on === resting) return
    await (on ? stopWork() : startWork())
    resting = on
    wake()
  }
  platform.maintenance.onChange(() => {
    turning = turning
      .then(turn)
      .catch((error: unknown) => log.error({ err: error }, 'The worker could not be switched over'))
  })
  const endHeartbeat = await startHeartbeat(platform)
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
      endHeartbeat()
      await turning
      await running
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
