import type { CronJob } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { settleSilentItem } from './change-item.ts'

/** The worker settles each item at its time; this is for whoever wants it now. */
const statusExpiry: CronJob = {
  name: 'status-expiry',
  cron: '31 3 * * *',
  run: (platform) => runDueJobsOfKinds(platform, new Map([['status.item_silent', settleSilentItem]])),
}

export const cronJobs: readonly CronJob[] = [statusExpiry]
