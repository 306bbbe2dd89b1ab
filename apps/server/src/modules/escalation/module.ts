import { module } from '#server/platform/module.ts'
import { escalate } from './escalate.ts'
import { hearOfMoved, hearOfTasks, walkOpen } from './hear.ts'
import { escalated } from './mails/escalated.ts'
import { escalationKind, escalationWalk } from './schedule-steps.ts'
import { schedules } from './schedules.ts'

export default module({
  name: 'escalation',
  onBatch: {
    'task.created': hearOfTasks,
    'task.assigned': hearOfTasks,
    'task.status_changed': hearOfTasks,
    'task.blocked': hearOfTasks,
    'task.updated': hearOfTasks,
    'internal.clocks_moved': hearOfMoved,
  },
  scheduledJobs: { [escalationKind]: escalate, [escalationWalk]: walkOpen },
  mails: { escalated },
  schedules,
})
