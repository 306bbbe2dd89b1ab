/** The cron job `schedules`: runs what is due, and restores scheduled jobs that are missing or years ahead. */
import type { CronJob, Platform } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { runKind } from './present-schedule.ts'
import { runSchedule } from './run-schedule.ts'

const batch = 500

const missingText = `select s.tenant_id, s.id, s.next_at from schedule s where s.enabled and s.next_at <= $1
  and not exists (select from due_work w where w.tenant_id = s.tenant_id and w.kind = '${runKind}' and w.key = s.id::text)
  order by s.next_at limit ${batch}`

interface Missing {
  readonly tenant_id: string
  readonly id: string
  readonly next_at: Date
}

/** By the index of due times, over all tenants. @returns how many were scheduled */
const restore = async (platform: Platform): Promise<number> => {
  const now = platform.clock.now()
  const { rows } = await platform.databases.worker.query<Missing>({
    name: 'schedules-missing',
    text: missingText,
    values: [now],
  })
  for (const [tenantId, missing] of Map.groupBy(rows, ({ tenant_id }) => tenant_id)) {
    const inside = tenantContextFor(platform, tenantId, 'schedules', newId(now.getTime()))
    await inside((ctx) => ctx.scheduleEach(runKind, new Map(missing.map(({ id, next_at }) => [id, next_at]))))
  }
  return rows.length
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
  const { rows } = await platform.databases.worker.query<Pick<Missing, 'tenant_id' | 'id'>>({
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

const runDue: CronJob = {
  name: 'schedules',
  cron: '*/15 * * * *',
  run: async (platform) => {
    const handlers = new Map([[runKind, runSchedule]])
    await recompute(platform)
    for (let missing = batch; missing === batch; ) {
      missing = await restore(platform)
      await runDueJobsOfKinds(platform, handlers)
    }
  },
}

export const cronJobs: readonly CronJob[] = [runDue]
