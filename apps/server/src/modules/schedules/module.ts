import * as contracts from '#contracts/schedules.ts'
import { module } from '#server/platform/module.ts'
import createSchedule from './create-schedule.ts'
import { cronJobs } from './cron-jobs.ts'
import deleteSchedule from './delete-schedule.ts'
import { exported } from './exported.ts'
import { adoptZone, followKind } from './follow-zone.ts'
import listSchedules from './list-schedules.ts'
import { runKind } from './present-schedule.ts'
import { runSchedule } from './run-schedule.ts'
import updateSchedule from './update-schedule.ts'

export default module({
  name: 'schedules',
  implements: contracts,
  handlers: { createSchedule, deleteSchedule, listSchedules, updateSchedule },
  scheduledJobs: { [runKind]: runSchedule, [followKind]: adoptZone },
  cronJobs,
  exported,
})
