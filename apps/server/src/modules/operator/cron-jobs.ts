import type { CronJob } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { certificateWork } from './certifications/expiring.ts'

/** The worker emits each certificate's event at its time; this cron job allows to run it on demand. */
const certificates: CronJob = {
  name: 'certificates',
  cron: '20 3 * * *',
  run: (platform) => runDueJobsOfKinds(platform, new Map(Object.entries(certificateWork))),
}

export const cronJobs: readonly CronJob[] = [certificates]
