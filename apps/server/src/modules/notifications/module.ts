/** Who is notified about tasks, when, and what waits to be combined. */
import { endedByItself } from '#server/modules/tasks/public.ts'
import { module } from '#server/platform/module.ts'
import { digestPlan, digestSend, planDigests } from './digest/plan-digests.ts'
import { sendDigest } from './digest/send-digest.ts'
import { digest } from './mails/digest.ts'
import { taskAssigned } from './mails/task-assigned.ts'
import { taskNew } from './mails/task-new.ts'
import { taskNews } from './mails/task-news.ts'
import { taskReopened } from './mails/task-reopened.ts'
import { taskResumed } from './mails/task-resumed.ts'
import { taskTold } from './mails/task-told.ts'
import { taskUnheard } from './mails/task-unreachable.ts'
import { taskWithdrawn } from './mails/task-withdrawn.ts'
import { urgentTask } from './mails/urgent-task.ts'
import {
  notifyOfAssigned,
  notifyOfNews,
  notifyOfResumed,
  notifyOfTold,
  notifyOfUnassigned,
  notifyOfWithdrawn,
  notifyVisitorsOfFix,
  notifyVisitorsOfReply,
} from './notify.ts'

export default module({
  name: 'notifications',
  on: {
    'task.assigned': async (ctx, { payload: { taskId, from, to }, at }) => {
      if (to) await notifyOfAssigned(ctx, taskId, to, at)
      else await notifyOfUnassigned(ctx, taskId, from, at)
      if (from) await notifyOfWithdrawn(ctx, taskId, from, at)
    },
    'internal.task_told': (ctx, { payload }) => notifyOfTold(ctx, payload.taskId),
    'task.status_changed': async (ctx, { payload: { taskId, to } }) => {
      if (to === 'DONE') await notifyVisitorsOfFix(ctx, taskId)
    },
    'task.blocked': async (ctx, { payload, at }) => {
      if (endedByItself(payload, at)) await notifyOfResumed(ctx, payload.taskId)
    },
    'task.note_added': async (ctx, { payload }) => {
      if (payload.public) await notifyVisitorsOfReply(ctx, payload.taskId, payload.noteId)
    },
  },
  onBatch: {
    'task.created': notifyOfNews,
    'task.reopened': notifyOfNews,
    'internal.alert_raised': notifyOfNews,
  },
  mails: {
    digest,
    taskAssigned,
    taskNew,
    taskNews,
    taskReopened,
    taskResumed,
    taskTold,
    taskUnheard,
    taskWithdrawn,
    urgentTask,
  },
  scheduledJobs: {
    [digestPlan]: planDigests,
    [digestSend]: sendDigest,
  },
})
