import { module } from '#server/platform/module.ts'
import { cronJobs } from './cron-jobs.ts'
import { escalate } from './escalate.ts'
import { escalated } from './mails/escalated.ts'
import { rescheduleMoved, rescheduleOpen, rescheduleTasks } from './reschedule.ts'
import { escalationKind, escalationWalk } from './schedule-steps.ts'

export default module({
  name: 'escalation',
  onBatch: {
    'task.created': rescheduleTasks,
    'task.assigned': rescheduleTasks,
    'task.status_changed': rescheduleTasks,
    'task.blocked': rescheduleTasks,
    'task.updated': rescheduleTasks,
    'internal.clocks_moved': rescheduleMoved,
  },
  scheduledJobs: { [escalationKind]: escalate, [escalationWalk]: rescheduleOpen },
  mails: { escalated },
  cronJobs,
  exported: { escalation_done: 'which rules have acted; the history of tasks has it too' },
})
