/**
 * The worker: dispatches committed events as jobs and runs them, and runs due scheduled jobs, in two independent
 * loops.
 */

import { type Job, PgBoss } from 'pg-boss'
import type { CronJob, Platform } from '../context.ts'
import { ServiceError } from '../errors.ts'
import { reasonOf } from '../gate/limits/store.ts'
import { isSending, whenSent } from '../outbox/sender.ts'
import { withTimeout } from '../with-timeout.ts'
import { runDueJobs, type ScheduledJobHandler } from '../work/scheduled-jobs.ts'
import { openCoalescingRunner } from './coalescing-runner.ts'
import { adoptOrphans, batch, dispatchEvents, type JobData } from './dispatch.ts'
import { handleJob } from './handle.ts'
import { startHeartbeat } from './heartbeat.ts'
import { openJobWorkers } from './job-workers.ts'
import { openQueueWarnings } from './queue-warnings.ts'
import { cronQueueOf, queueOf, urgentQueue } from './queues.ts'
import { runJob } from './run-job.ts'
import { splitBatch } from './split-batch.ts'
import type { Subscriber } from './subscriber.ts'

/** Milliseconds for running work at a stop; of 10 s in total 3 s come before it, and closing the database after. */
export const endsWithin = 3500

export interface Worker {
  /** Polls for events now. */
  wake(): void
  /** Polls for due scheduled jobs now. */
  wakeScheduledJobs(): void
  /** Runs until nothing waits and nothing is due; for tests and the command line. */
  drain(): Promise<void>
  runCronJob(name: string): Promise<void>
  /** Running work ends within `endsWithin`, or is returned to the queue. */
  stop(): Promise<void>
  /** whether it has recently polled for events and could have created jobs */
  readonly able: boolean
}

/** Milliseconds that a batch of a poll, or a job, waits at most while requests keep the process busy. */
const pollYieldsAtMostMs = 400
const jobYieldsAtMostMs = 250
/** Without a driver timeout, a query whose answer is lost would be awaited forever. */
const queueTimeouts = { query_timeout: 60_000 }
/** Concurrent jobs of a queue in this process; of one tenant only one, since two would wait for each other's rows. */
const sideBySide = {
  transaction: { workers: 2, options: { localGroupConcurrency: 1 } },
  effect: { workers: 4, options: {} },
} as const
/** For all subscribers together. */
const urgentSideBySide = 4
/** Alert when no poll has succeeded for this long. Milliseconds. */
const unableAfterMs = 10_000
/** Fails if no job could be inserted, without inserting one. */
const canInsertJobs = 'insert into pgboss.job (name) select name from pgboss.queue where false'

export interface WorkerOptions {
  readonly platform: Platform
  /** the owner's URL, since the owner owns the job tables */
  readonly ownerUrl: string
  readonly subscribers: readonly Subscriber[]
  readonly cronJobs: readonly CronJob[]
  readonly scheduledJobs: ReadonlyMap<string, ScheduledJobHandler>
}

export const startWorker = async ({
  platform,
  ownerUrl,
  subscribers,
  cronJobs,
  scheduledJobs,
}: WorkerOptions): Promise<Worker> => {
  const { log, databases, metrics } = platform
  const boss = new PgBoss({
    connectionString: ownerUrl,
    max: 4,
    ...queueTimeouts,
    migrate: false,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
    // Rebuilding indexes would surprise an operator with a small machine.
    reindex: false,
    application_name: 'wellkept-jobs',
  })
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue reported an error'))
  boss.on('warning', openQueueWarnings(log))
  await boss.start()

  const runCronJob = async (name: string): Promise<void> => {
    const cronJob = cronJobs.find((candidate) => candidate.name === name)
    if (!cronJob) throw new Error(`There is no cron job ${name}`)
    const { error } = await runJob(platform, cronJob)
    if (error !== undefined) throw error
  }

  const work = async (subscriber: Subscriber, queue: string, job: Job<JobData>): Promise<void> => {
    await platform.loadShedding.yieldToRequests(jobYieldsAtMostMs)
    const began = performance.now()
    const ended = (result: 'OK' | 'FAILED'): void =>
      metrics.jobEnded(queueOf(subscriber.name), result, performance.now() - began)
    const failed = (err: unknown, eventId: string | undefined): void =>
      log.warn({ err, subscriber: subscriber.name, eventId }, 'A subscriber failed; its job will be retried')
    try {
      const unhandled = await handleJob(platform, subscriber, job.data, job.signal)
      for (const { error, event } of unhandled) failed(error, event.id)
      if (unhandled.length > 0) await splitBatch(boss, databases.worker, queue, job, unhandled)
      ended(unhandled.length > 0 ? 'FAILED' : 'OK')
    } catch (error) {
      ended('FAILED')
      failed(error, undefined)
      // The queue stores the error, so it gets only the kind, without values.
      throw new Error(reasonOf(error))
    }
  }

  const jobWorkers = openJobWorkers(boss, databases.worker)
  const startWork = async (): Promise<void> => {
    for (const subscriber of subscribers) {
      const { workers, options } = sideBySide[subscriber.kind]
      const queue = queueOf(subscriber.name)
      for (let index = 0; index < workers; index++)
        await jobWorkers.start<JobData>(queue, options, (job) => work(subscriber, queue, job))
    }
    for (const { name } of cronJobs)
      await jobWorkers.start(cronQueueOf(name), {}, () =>
        // A run that was requested a moment ago is still going.
        runCronJob(name).catch((error: unknown) => {
          if (!(error instanceof ServiceError && error.code === 'CONFLICT')) throw error
        }),
      )
  }
  const urgentWork = async (job: Job<JobData>): Promise<void> => {
    const subscriber = subscribers.find(({ name }) => name === job.data.subscriber)
    if (!subscriber) throw new Error(`There is no subscriber ${job.data.subscriber}`)
    await work(subscriber, urgentQueue, job)
  }
  for (let index = 0; index < urgentSideBySide; index++)
    await jobWorkers.start<JobData>(urgentQueue, { localGroupConcurrency: 1 }, urgentWork)

  for (const { name, cron } of cronJobs) await boss.schedule(cronQueueOf(name), cron)

  let stopped = false
  /** True during maintenance. */
  const isUrgentOnly = (): boolean => platform.maintenance.state.on
  let polledAt = await databases.worker.query(canInsertJobs).then(
    () => performance.now(),
    () => -Infinity,
  )
  const events = openCoalescingRunner(
    async () => {
      for (let more = true; more && !stopped; ) {
        await platform.loadShedding.yieldToRequests(pollYieldsAtMostMs)
        const { count, queues } = await dispatchEvents(boss, databases.worker, subscribers, isUrgentOnly())
        if (count === 0) await databases.worker.query({ name: 'may-make-jobs', text: canInsertJobs })
        polledAt = performance.now()
        for (const [queue, jobs] of queues) jobWorkers.wake(queue, jobs)
        more = count === batch
      }
      await jobWorkers.poll()
    },
    (error) => log.warn({ err: error }, 'Events could not be dispatched; the next poll is within a second'),
  )
  const times = openCoalescingRunner(
    async () => {
      for (let more = true; more && !stopped; ) {
        await platform.loadShedding.yieldToRequests(pollYieldsAtMostMs)
        more = (await runDueJobs(platform, scheduledJobs, null, isUrgentOnly())).done > 0
      }
    },
    (error) => log.warn({ err: error }, 'Due jobs could not be run; the next poll is within a second'),
  )
  const wake = (): void => {
    // During maintenance the worker counts as able.
    if (isUrgentOnly()) polledAt = performance.now()
    if (!stopped) events.start()
  }
  // Finds events of other instances, due jobs, and what waited while the database was away.
  const pollTimer = setInterval(() => {
    wake()
    if (!stopped) times.start()
  }, 1000)
  pollTimer.unref()
  const adoptAll = (): Promise<unknown> =>
    adoptOrphans(databases.worker, subscribers).catch((error: unknown) =>
      log.warn({ err: error }, 'Jobs of an older version could not be adopted'),
    )
  const adoption = setInterval(() => void adoptAll(), 60_000)
  adoption.unref()
  await adoptAll()

  let isResting = platform.maintenance.state.on
  if (!isResting) await startWork()
  /** Switches of maintenance mode are handled one after the other. */
  let switching = Promise.resolve()
  const switchMaintenance = async (): Promise<void> => {
    const { on } = platform.maintenance.state
    if (stopped || on === isResting) return
    await (on ? jobWorkers.stopAllBut(urgentQueue) : startWork())
    isResting = on
    wake()
  }
  platform.maintenance.onChange(() => {
    switching = switching
      .then(switchMaintenance)
      .catch((error: unknown) => log.error({ err: error }, 'The worker could not switch maintenance mode'))
  })
  const endHeartbeat = await startHeartbeat(platform)
  wake()

  const countWaiting = async (): Promise<number> => {
    const { rows } = await databases.worker.query<{ n: number }>(
      `select (select count(*) from event where dispatched_at is null)
            + (select count(*) from due_work where due_at <= $1 and parked_at is null)
            + (select count(*) from pgboss.job where (name like 'event.%' or name = '${urgentQueue}') and state in ('created', 'active')) as n`,
      [platform.clock.now()],
    )
    return rows[0]?.n ?? 0
  }

  return {
    wake,
    wakeScheduledJobs: () => {
      if (!stopped) times.start()
    },
    get able() {
      return performance.now() - polledAt < unableAfterMs
    },
    runCronJob,
    drain: async () => {
      for (let round = 0; round < 2000; round++) {
        events.start()
        times.start()
        await events.ended()
        await times.ended()
        await whenSent(platform)
        // A poll may have started what is no longer waiting.
        if ((await countWaiting()) === 0) {
          await times.ended()
          if (!isSending(platform)) return
        }
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
      throw new Error('Events are still waiting after 30 s')
    },
    stop: async () => {
      const began = performance.now()
      stopped = true
      clearInterval(pollTimer)
      clearInterval(adoption)
      endHeartbeat()
      // A hanging poll must not keep jobs from being returned to the queue.
      await withTimeout(endsWithin / 2, Promise.all([switching, events.ended(), times.ended()]))
      await boss.stop({ graceful: true, timeout: endsWithin - (performance.now() - began) })
    },
  }
}
