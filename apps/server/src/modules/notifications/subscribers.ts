/** What happened becomes requests for mails; each request is a job of its own that sends one mail. */
import { isEvent, type Subscriber } from '#server/platform/events/subscriber.ts'
import { askForAlert, askForAssigned, askForCreated, askForFixed, askForReply } from './ask-for-mails.ts'
import { deliverMail } from './deliver.ts'
import { isForVisitors } from './prepare.ts'

export const subscribers: readonly Subscriber[] = [
  {
    name: 'notifications',
    kind: 'transaction',
    hears: [
      'task.created',
      'task.assigned',
      'task.status_changed',
      'task.note_added',
      'internal.alert_raised',
    ],
    handle: async (ctx, event) => {
      if (isEvent(event, 'task.created')) await askForCreated(ctx, event.payload.taskId)
      else if (isEvent(event, 'internal.alert_raised')) await askForAlert(ctx, event.payload)
      else if (isEvent(event, 'task.assigned')) {
        const { taskId, to } = event.payload
        if (to?.kind === 'USER') await askForAssigned(ctx, taskId, to.id, event.at)
      } else if (isEvent(event, 'task.status_changed')) {
        if (event.payload.to === 'DONE') await askForFixed(ctx, event.payload.taskId)
      } else if (isEvent(event, 'task.note_added') && event.payload.public)
        await askForReply(ctx, event.payload.taskId, event.payload.noteId)
    },
  },
  {
    name: 'mail',
    kind: 'effect',
    hears: ['internal.mail_requested'],
    handle: async (platform, event) => {
      if (isEvent(event, 'internal.mail_requested') && !isForVisitors(event.payload.template))
        await deliverMail(platform, event)
    },
  },
  {
    name: 'mail-visitors',
    kind: 'effect',
    hears: ['internal.mail_requested'],
    handle: async (platform, event) => {
      if (isEvent(event, 'internal.mail_requested') && isForVisitors(event.payload.template))
        await deliverMail(platform, event)
    },
  },
]
