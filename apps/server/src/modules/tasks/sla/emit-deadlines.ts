/** Scheduled jobs that emit SLA deadlines, and a cron job that restores missing ones. */
import type { CronJob } from '#server/platform/context.ts'
import { tenantContextFor } from '#server/platform/events/tenant-context.ts'
import { newId } from '#server/platform/ids.ts'
import { runDueJobsOfKinds, type ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { dueWithoutJob } from '#server/platform/work/without-job.ts'
import { findLockable } from '../change/task-row.ts'
import { slaDeadlineJob, updateClocks } from './update-clocks.ts'

/** Emits the deadlines passed until now, each with its own time, and cronJobs the next. */
export const emitDeadlines: ScheduledJobHandler = async (ctx, taskId) => {
  const found = await findLockable(ctx, taskId)
  if (found === 'busy') await ctx.schedule(slaDeadlineJob, taskId, ctx.now)
  else if (found) await updateClocks(ctx, [taskId], 'TIME')
}

/** The worker runs due jobs each second; this cron job also finds clocks that have lost their scheduled job. */
export const slaScan: CronJob = {
  name: 'sla-scan',
  cron: '*/5 * * * *',
  run: async (platform) => {
    const handlers = new Map([[slaDeadlineJob, emitDeadlines]])
    const now = platform.clock.now()
    for await (const missing of dueWithoutJob(platform, {
      name: 'sla',
      kind: slaDeadlineJob,
      table: 'sla_clock',
      key: 'task_id',
      dueAt: 'next_at',
      condition: 'next_at is not null',
      countsParked: false,
    })) {
      for (const [tenantId, rows] of missing)
        await tenantContextFor(
          platform,
          tenantId,
          'sla-scan',
          newId(now.getTime()),
        )((ctx) => ctx.scheduleEach(slaDeadlineJob, new Map(rows.map(({ key }) => [key, now]))))
      await runDueJobsOfKinds(platform, handlers)
    }
  },
}
