import type { Schedule } from '#server/platform/context.ts'
import { workOffKinds } from '#server/platform/work/due.ts'
import { mailingWork } from './mailings/mailing-work.ts'

/** The worker sends each mailing at its time; this is for whoever wants it now. */
const reportMailer: Schedule = {
  name: 'report-mailer',
  cron: '29 3 * * *',
  run: (platform) => workOffKinds(platform, new Map(Object.entries(mailingWork))),
}

export const schedules: readonly Schedule[] = [reportMailer]
