/**
 * One run of a cron job, by the clock or by request. The instance that holds the lease in `job_run` runs it, so it
 * runs once at a time, and all instances report the same last run.
 */
import type { CronJob, ForEachTenant, Platform } from '../context.ts'
import { conflict, ServiceError } from '../errors.ts'
import { reasonOf } from '../gate/limits/store.ts'
import { newId } from '../ids.ts'
import type { JobResult } from '../metrics/counters.ts'
import { inSpan } from '../traces/spans.ts'
import { withTimeout } from '../with-timeout.ts'
import { tenantContextFor } from './tenant-context.ts'

export interface JobRun {
  readonly startedAt: Date
  readonly milliseconds: number
  readonly result: JobResult
  /** why it failed, without values; empty on success */
  readonly message: string
  /** what it threw; undefined also if it failed for some tenants only, which the next run retries */
  readonly error: unknown
}

const leaseSeconds = 60
const renewMs = 15_000

const runningJobs = new WeakMap<Platform, Set<Promise<JobRun>>>()

/** Resolves when the runs of this instance have ended, or after `within` ms. */
export const waitForJobRuns = async (platform: Platform, within: number): Promise<void> => {
  await withTimeout(within, Promise.allSettled(runningJobs.get(platform) ?? []))
}

interface Failures {
  tenants: number
  failed: number
}

const forEachTenantOf =
  (platform: Platform, name: string, failures: Failures): ForEachTenant =>
  async (work) => {
    const { rows } = await platform.databases.worker.query<{ id: string }>(
      "select id from tenant where state <> 'ERASED' order by id",
    )
    failures.tenants += rows.length
    for (let open = rows.map(({ id }) => id); open.length > 0; ) {
      const more: string[] = []
      for (const id of open)
        try {
          if ((await tenantContextFor(platform, id, name, newId(Date.now()))(work)) === true) more.push(id)
        } catch (error) {
          failures.failed++
          platform.log.error(
            { err: error, tenantId: id, cronJob: name },
            'A cron job failed for a tenant; the others continue',
          )
        }
      open = more
    }
  }

/** Texts of foreign errors may contain values, addresses or passwords. */
const messageOf = (error: unknown): string =>
  error instanceof ServiceError ? error.message : `Failed (${reasonOf(error)}); see the log`

const runAndRecord = async (platform: Platform, { name, run }: CronJob): Promise<JobRun> => {
  const startedAt = platform.clock.now()
  const began = performance.now()
  const failures: Failures = { tenants: 0, failed: 0 }
  let error: unknown
  let message = ''
  try {
    await inSpan(`cron ${name}`, {}, null, () => run(platform, forEachTenantOf(platform, name, failures)))
    if (failures.failed > 0)
      message = `Failed for ${failures.failed} of ${failures.tenants} tenants; see the log`
  } catch (thrown) {
    error = thrown
    message = messageOf(thrown)
  }
  const milliseconds = Math.round(performance.now() - began)
  const result = message === '' ? 'OK' : 'FAILED'
  platform.metrics.jobEnded(`schedule.${name}`, result, milliseconds)
  return { startedAt, milliseconds, result, message, error }
}

const takeLeaseText = `insert into job_run as j (name, runner, lease_until, running_since)
  values ($1, $2, clock_timestamp() + make_interval(secs => ${leaseSeconds}), $3)
  on conflict (name) do update
    set runner = excluded.runner, lease_until = excluded.lease_until, running_since = excluded.running_since
    where j.runner is null or j.lease_until < clock_timestamp()
  returning name`
const renewText = `update job_run set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
  where name = $1 and runner = $2`
const endText = `update job_run set runner = null, lease_until = null, running_since = null,
    started_at = $3, milliseconds = $4, result = $5, message = $6
  where name = $1 and runner = $2`

/**
 * Never rejects: the run continues, and the next renewal may succeed.
 * @param isOver whether the run has ended, and with it the lease
 */
export const renewLease = async (
  { databases, log }: Pick<Platform, 'databases' | 'log'>,
  name: string,
  runner: string,
  isOver: () => boolean,
): Promise<void> => {
  try {
    const { rowCount } = await databases.worker.query(renewText, [name, runner])
    if (rowCount === 0 && !isOver())
      log.warn({ cronJob: name }, 'A cron job lost its lease: it may run on another instance as well')
  } catch (error) {
    if (!isOver())
      log.warn(
        { err: error, cronJob: name },
        `The lease of a cron job was not renewed; ${leaseSeconds} s after the last renewal another instance may run it as well`,
      )
  }
}

const runWithLease = async (platform: Platform, cronJob: CronJob, runner: string): Promise<JobRun> => {
  const { worker } = platform.databases
  const { name } = cronJob
  let hasEnded = false
  const renewal = setInterval(() => void renewLease(platform, name, runner, () => hasEnded), renewMs)
  try {
    const run = await runAndRecord(platform, cronJob)
    hasEnded = true
    const { startedAt, milliseconds, result, message } = run
    await worker
      .query(endText, [name, runner, startedAt, milliseconds, result, message])
      .catch((error: unknown) =>
        platform.log.warn({ err: error, cronJob: name }, 'The result of a cron job could not be stored'),
      )
    return run
  } finally {
    clearInterval(renewal)
  }
}

/** @throws ServiceError CONFLICT while it runs, on this or another instance */
export const runJob = async (platform: Platform, cronJob: CronJob): Promise<JobRun> => {
  const runner = newId(Date.now())
  const taken = await platform.databases.worker.query(takeLeaseText, [
    cronJob.name,
    runner,
    platform.clock.now(),
  ])
  if (taken.rowCount === 0) throw conflict(`The job ${cronJob.name} is already running`)
  const ownRuns = runningJobs.get(platform) ?? new Set()
  runningJobs.set(platform, ownRuns)
  const run = runWithLease(platform, cronJob, runner)
  ownRuns.add(run)
  run.then(
    () => ownRuns.delete(run),
    () => ownRuns.delete(run),
  )
  return run
}
