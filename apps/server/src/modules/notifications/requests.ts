/** Requests for emails about tasks; several to one person are merged. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import { type MailRequest, requestOf } from '#server/platform/mail/define.ts'

/** Ordered by how much they say: of two emails about one task the first wins, and sections are in this order. */
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

/** A request for an email to one person; what still applies is checked when it is sent. */
export const requestAbout = (userId: string, items: readonly TaskItem[]): MailRequest => {
  const [only, ...more] = items
  return only && more.length === 0
    ? { mail: only.template, data: { userId, taskId: only.taskId } }
    : { mail: 'task-news', data: { userId, items } }
}

/** Merges delayed requests, also those that an older version wrote. */
export const gather = (userId: string, waiting: readonly Parameters<typeof requestOf>[0][]): MailRequest =>
  requestAbout(
    userId,
    waiting
      .map(requestOf)
      .flatMap(({ mail, data }) => (data.items ?? [{ template: mail, taskId: data.taskId }]) as TaskItem[]),
  )
