/** Scheduled jobs that emit SLA deadlines, and a cron job that restores missing ones. */
import type { CronJob, Platform, TenantContext } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { runDueJobsOfKinds, type ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { findLockable } from '../change/task-row.ts'
import { slaDeadlineJob, updateClocks } from './update-clocks.ts'

/** Emits the deadlines passed until now, each with its own time, and cronJobs the next. */
export const emitDeadlines: ScheduledJobHandler = async (ctx, taskId) => {
  const found = await findLockable(ctx, taskId)
  if (found === 'busy') await ctx.schedule(slaDeadlineJob, taskId, ctx.now)
  else if (found) await updateClocks(ctx, [taskId], 'TIME')
}

const batch = 500

const missingText = `select c.tenant_id, c.task_id from sla_clock c
  where c.next_at <= $1 and not exists (select from due_work w
    where w.tenant_id = c.tenant_id and w.kind = '${slaDeadlineJob}' and w.key = c.task_id::text and w.parked_at is null)
  order by c.next_at limit ${batch}`

interface Missing {
  readonly tenant_id: string
  readonly task_id: string
}

/** Uses the index of due clocks over all tenants, so its cost depends on what is due, not on what is open. */
const restoreMissingJobs = async (platform: Platform): Promise<number> => {
  const now = platform.clock.now()
  const { rows } = await platform.databases.worker.query<Missing>({
    name: 'sla-missing',
    text: missingText,
    values: [now],
  })
  for (const [tenantId, missing] of Map.groupBy(rows, ({ tenant_id }) => tenant_id)) {
    const inside = tenantContextFor(platform, tenantId, 'sla-scan', newId(now.getTime()))
    await inside((ctx: TenantContext) =>
      ctx.scheduleEach(slaDeadlineJob, new Map(missing.map(({ task_id }) => [task_id, now]))),
    )
  }
  return rows.length
}

/** The worker runs due jobs each second; this cron job also finds clocks that have lost their scheduled job. */
export const slaScan: CronJob = {
  name: 'sla-scan',
  cron: '*/5 * * * *',
  run: async (platform) => {
    const handlers = new Map([[slaDeadlineJob, emitDeadlines]])
    for (let more = true; more; ) {
      const missing = await restoreMissingJobs(platform)
      await runDueJobsOfKinds(platform, handlers)
      more = missing === batch
    }
  },
}
