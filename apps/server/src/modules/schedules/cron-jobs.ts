/** The cron job `schedules`: runs what is due, and restores scheduled jobs that are missing or years ahead. */
import type { CronJob, Platform } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { type DueRows, restoreJobs } from '#server/platform/work/restore-jobs.ts'
import { runKind } from './present-schedule.ts'
import { runSchedule } from './run-schedule.ts'

const batch = 500

interface Ahead {
  readonly tenant_id: string
  readonly id: string
}

const aYearMs = 366 * 86_400_000

/** A last run in the future with the next one this far away was written while the system clock was wrong. */
const aheadText = `select tenant_id, id from schedule where enabled and next_at > $2 and done_until > $1
  order by next_at desc limit ${batch}`

const resetText =
  'update schedule set done_until = $3 where tenant_id = $1 and id = any($2::uuid[]) and done_until > $3'

/** Recalculates schedules that a clock jump moved years ahead; `runSchedule` finds their next time. */
const recompute = async (platform: Platform): Promise<void> => {
  const now = platform.clock.now()
  const { rows } = await platform.databases.worker.query<Ahead>({
    name: 'schedules-ahead',
    text: aheadText,
    values: [now, new Date(now.getTime() + aYearMs)],
  })
  for (const [tenantId, ahead] of Map.groupBy(rows, ({ tenant_id }) => tenant_id)) {
    const inside = tenantContextFor(platform, tenantId, 'schedules', newId(now.getTime()))
    const ids = ahead.map(({ id }) => id)
    await inside(async (ctx) => {
      await ctx.scheduleEach(runKind, new Map(ids.map((id) => [id, now])))
      await ctx.run(resetText, [tenantId, ids, now])
    })
  }
}

export const dueSchedules: DueRows = {
  name: 'schedules',
  kind: runKind,
  table: 'schedule',
  key: 'id',
  dueAt: 'next_at',
  condition: 'enabled and next_at is not null',
  countsParked: true,
}

const runDue: CronJob = {
  name: 'schedules',
  cron: '*/15 * * * *',
  run: async (platform) => {
    await recompute(platform)
    await restoreJobs(platform, dueSchedules, runSchedule)
  },
}

export const cronJobs: readonly CronJob[] = [runDue]
