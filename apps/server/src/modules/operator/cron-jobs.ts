import type { CronJob } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { certificateWork } from './certifications/expiring.ts'

/** The worker tells of each certificate at its time; this is for whoever wants it now. */
const certificates: CronJob = {
  name: 'certificates',
  cron: '20 3 * * *',
  run: (platform) => runDueJobsOfKinds(platform, new Map(Object.entries(certificateWork))),
}

export const cronJobs: readonly CronJob[] = [certificates]
