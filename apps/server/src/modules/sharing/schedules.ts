import type { Schedule } from '#server/platform/context.ts'
import { runDueJobsOfKinds } from '#server/platform/work/scheduled-jobs.ts'
import { mailingWork } from './mailings/mailing-work.ts'

/** The worker sends each mailing at its time; this cron job allows to run it on demand. */
const reportMailer: Schedule = {
  name: 'report-mailer',
  cron: '29 3 * * *',
  run: (platform) => runDueJobsOfKinds(platform, new Map(Object.entries(mailingWork))),
}

export const schedules: readonly Schedule[] = [reportMailer]
