import type { Schedule } from '#server/platform/context.ts'
import { workOffKinds } from '#server/platform/work/due.ts'
import { certificateWork } from './certifications/expiring.ts'

/** The worker tells of each certificate at its time; this is for whoever wants it now. */
const certificates: Schedule = {
  name: 'certificates',
  cron: '20 3 * * *',
  run: (platform) => workOffKinds(platform, new Map(Object.entries(certificateWork))),
}

export const schedules: readonly Schedule[] = [certificates]
