import type { CronJob } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { mailingWork } from './mailings/mailing-work.ts'

/** The worker sends each mailing at its time; this cron job allows to run it on demand. */
const reportMailer: CronJob = {
  name: 'report-mailer',
  cron: '29 3 * * *',
  run: (platform) => runDueJobsOfKinds(platform, new Map(Object.entries(mailingWork))),
}

export const cronJobs: readonly CronJob[] = [reportMailer]
