import { CronExpressionParser } from 'cron-parser'
import { listJobs, type SystemJob } from '#contracts/system.ts'
import type { Platform } from '#server/platform/context.ts'
import { type Backlog, readBacklogs } from '#server/platform/events/backlogs.ts'
import { cronQueueOf } from '#server/platform/events/queues.ts'
import { serve } from '#server/platform/http/serve.ts'

interface JobRow {
  name: string
  running: boolean
  started_at: Date | null
  milliseconds: number
  result: 'OK' | 'FAILED'
  message: string
}

const runsText = `select name, coalesce(lease_until > clock_timestamp(), false) as running, started_at, milliseconds, result, message
  from job_run`
const backlogText = `select name, count(*) as waiting,
    greatest(0, extract(epoch from clock_timestamp() - min(start_after)))::float8 as oldest from pgboss.job
  where name = any($1) and state in ('created', 'retry') and start_after <= now() group by name`

const cronJobsOf = async ({ cronJobs, databases }: Platform, now: Date): Promise<SystemJob[]> => {
  const [runs, backlogs] = await Promise.all([
    databases.worker.query<JobRow>(runsText),
    databases.worker.query<{ name: string; waiting: number; oldest: number }>(backlogText, [
      cronJobs.map(({ name }) => cronQueueOf(name)),
    ]),
  ])
  return cronJobs.map(({ name, cron }) => {
    const run = runs.rows.find((row) => row.name === name)
    const backlog = backlogs.rows.find((row) => row.name === cronQueueOf(name))
    return {
      name,
      kind: 'SCHEDULE',
      cron,
      running: run?.running ?? false,
      lastRun: run?.started_at
        ? {
            startedAt: run.started_at.toISOString(),
            milliseconds: run.milliseconds,
            result: run.result,
            message: run.message,
          }
        : null,
      nextRunAt: CronExpressionParser.parse(cron, { currentDate: now, tz: 'UTC' })
        .next()
        .toDate()
        .toISOString(),
      backlog: backlog?.waiting ?? 0,
      oldestSeconds: backlog?.oldest ?? 0,
      parked: 0,
    }
  })
}

const withoutClock = (
  name: string,
  kind: 'SUBSCRIBER' | 'DUE_WORK',
  { waiting, oldestSeconds, parked }: Backlog,
  running: boolean | null,
): SystemJob => ({
  name,
  kind,
  cron: null,
  running,
  lastRun: null,
  nextRunAt: null,
  backlog: waiting,
  oldestSeconds,
  parked,
})

const othersOf = async (platform: Platform): Promise<SystemJob[]> => {
  const { subscribers, dueWork } = await readBacklogs(platform)
  return [
    ...[...subscribers].map(([name, backlog]) => withoutClock(name, 'SUBSCRIBER', backlog, backlog.running)),
    ...[...dueWork].map(([name, backlog]) => withoutClock(name, 'DUE_WORK', backlog, null)),
  ]
}

const kinds: readonly SystemJob['kind'][] = ['SCHEDULE', 'SUBSCRIBER', 'DUE_WORK']
/** A cron job and a subscriber may have the same name. */
const byName = (a: SystemJob, b: SystemJob): number =>
  a.name === b.name ? kinds.indexOf(a.kind) - kinds.indexOf(b.kind) : a.name < b.name ? -1 : 1
const byNextRun = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export default serve(listJobs)(async ({ platform, now }, { query }) => {
  const { page = 1, pageSize = 20, sort = 'name', kind } = query
  const [cronJobs, others] = await Promise.all([
    kind === undefined || kind === 'SCHEDULE' ? cronJobsOf(platform, now) : [],
    kind === 'SCHEDULE' ? [] : othersOf(platform),
  ])
  const items = [...cronJobs, ...others].filter((job) => kind === undefined || job.kind === kind).sort(byName)
  const down = sort.startsWith('-')
  if (sort === 'nextRunAt' || sort === '-nextRunAt')
    items.sort((a, b) =>
      a.nextRunAt === null || b.nextRunAt === null
        ? Number(a.nextRunAt === null) - Number(b.nextRunAt === null)
        : byNextRun(a.nextRunAt, b.nextRunAt) * (down ? -1 : 1),
    )
  else if (down) items.reverse()
  return { items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length }
})
