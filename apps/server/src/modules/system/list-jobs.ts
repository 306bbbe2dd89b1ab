import { CronExpressionParser } from 'cron-parser'
import { listJobs, type SystemJob } from '#contracts/system.ts'
import { scheduleQueueOf } from '#server/platform/events/queues.ts'
import { serve } from '#server/platform/http/serve.ts'

interface Row {
  name: string
  running: boolean
  started_at: Date | null
  milliseconds: number
  result: 'OK' | 'FAILED'
  message: string
}

const runsText = `select name, coalesce(lease_until > clock_timestamp(), false) as running, started_at, milliseconds, result, message
  from job_run`
const backlogText = `select name, count(*) as waiting from pgboss.job
  where name = any($1) and state in ('created', 'retry') and start_after <= now() group by name`

const compare = {
  name: (a: SystemJob, b: SystemJob) => (a.name < b.name ? -1 : 1),
  nextRunAt: (a: SystemJob, b: SystemJob) =>
    a.nextRunAt < b.nextRunAt ? -1 : a.nextRunAt > b.nextRunAt ? 1 : 0,
}

export default serve(listJobs)(async ({ platform, now }, { query }) => {
  const { schedules, databases } = platform
  const [runs, backlogs] = await Promise.all([
    databases.worker.query<Row>(runsText),
    databases.worker.query<{ name: string; waiting: number }>(backlogText, [
      schedules.map(({ name }) => scheduleQueueOf(name)),
    ]),
  ])
  const items = schedules.map(({ name, cron }): SystemJob => {
    const run = runs.rows.find((row) => row.name === name)
    const backlog = backlogs.rows.find((row) => row.name === scheduleQueueOf(name))
    return {
      name,
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
    }
  })
  const { page = 1, pageSize = 20, sort = 'name' } = query
  const by = sort === 'nextRunAt' || sort === '-nextRunAt' ? compare.nextRunAt : compare.name
  items.sort(compare.name)
  items.sort((a, b) => (sort.startsWith('-') ? by(b, a) : by(a, b)))
  return { items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length }
})
