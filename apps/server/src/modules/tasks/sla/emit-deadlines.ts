/** Scheduled jobs that emit SLA deadlines, and a cron job that restores missing ones. */
import type { CronJob } from '#server/platform/context.ts'
import { restoreJobs } from '#server/platform/work/restore-jobs.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
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
  run: (platform) =>
    restoreJobs(
      platform,
      {
        name: 'sla-scan',
        kind: slaDeadlineJob,
        table: 'sla_clock',
        key: 'task_id',
        dueAt: 'next_at',
        condition: 'next_at is not null',
        countsParked: false,
      },
      emitDeadlines,
    ),
}
