/** Who is told of what about tasks, when, and what waits for what. */
import { endedByItself } from '#server/modules/tasks/public.ts'
import { module } from '#server/platform/module.ts'
import { mailUnlessConfirmed, unconfirmed } from '#server/platform/push/deliver.ts'
import {
  askForAssigned,
  askForFixed,
  askForFreed,
  askForNews,
  askForReply,
  askForResumed,
} from './ask-for-mails.ts'
import { digestPlan, digestSend, planDigests } from './digest/plan-digests.ts'
import { sendDigest } from './digest/send-digest.ts'
import { releaseMails } from './held-mails.ts'
import { digest } from './mails/digest.ts'
import { taskAssigned } from './mails/task-assigned.ts'
import { taskNew } from './mails/task-new.ts'
import { taskNews } from './mails/task-news.ts'
import { taskReopened } from './mails/task-reopened.ts'
import { taskResumed } from './mails/task-resumed.ts'
import { taskUnheard } from './mails/task-unheard.ts'
import { urgentTask } from './mails/urgent-task.ts'

export default module({
  name: 'notifications',
  on: {
    'task.assigned': (ctx, { payload: { taskId, from, to }, at }) =>
      to ? askForAssigned(ctx, taskId, to, at) : askForFreed(ctx, taskId, from, at),
    'task.status_changed': async (ctx, { payload: { taskId, to } }) => {
      if (to === 'DONE') await askForFixed(ctx, taskId)
    },
    'task.blocked': async (ctx, { payload, at }) => {
      if (endedByItself(payload, at)) await askForResumed(ctx, payload.taskId)
    },
    'task.note_added': async (ctx, { payload }) => {
      if (payload.public) await askForReply(ctx, payload.taskId, payload.noteId)
    },
  },
  onBatch: {
    'task.created': askForNews,
    'task.reopened': askForNews,
    'internal.alert_raised': askForNews,
  },
  mails: { digest, taskAssigned, taskNew, taskNews, taskReopened, taskResumed, taskUnheard, urgentTask },
  scheduledJobs: {
    'mail.release': releaseMails,
    [unconfirmed]: mailUnlessConfirmed,
    [digestPlan]: planDigests,
    [digestSend]: sendDigest,
  },
})
