/** Requests for mails about tasks: several to one person become one. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { type MailRequest, requestOf } from '#server/platform/mail/define.ts'

/** Which of two mails about the same task tells more comes first; so do those in a gathered one. */
export const taskMails = [
  'task-reopened',
  'task-unheard',
  'urgent-task',
  'task-assigned',
  'task-resumed',
  'task-new',
] as const
export type TaskMail = (typeof taskMails)[number]

export const TaskItem = Type.Object({ template: Type.Enum([...taskMails]), taskId: Id })
export type TaskItem = Static<typeof TaskItem>

/** One mail to one person; what of it still holds is looked at when it leaves. */
export const requestAbout = (userId: string, items: readonly TaskItem[]): MailRequest => {
  const [only, ...more] = items
  return only && more.length === 0
    ? { mail: only.template, data: { userId, taskId: only.taskId } }
    : { mail: 'task-news', data: { userId, items } }
}

/** The same of requests that waited, also of those that a version from before wrote. */
export const gather = (userId: string, waiting: readonly Parameters<typeof requestOf>[0][]): MailRequest =>
  requestAbout(
    userId,
    waiting
      .map(requestOf)
      .flatMap(({ mail, data }) => (data.items ?? [{ template: mail, taskId: data.taskId }]) as TaskItem[]),
  )
