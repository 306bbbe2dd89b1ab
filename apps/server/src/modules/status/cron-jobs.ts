import type { CronJob } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { expireItem } from './change-item.ts'

/** The worker runs each item's job at its time; this cron job runs those that are due. */
const statusExpiry: CronJob = {
  name: 'status-expiry',
  cron: '31 3 * * *',
  run: (platform) => runDueJobsOfKinds(platform, new Map([['status.item_silent', expireItem]])),
}

export const cronJobs: readonly CronJob[] = [statusExpiry]
