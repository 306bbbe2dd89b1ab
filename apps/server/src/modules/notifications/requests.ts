/** Requests for emails about tasks; several to one person are merged. */
import { type Static, Type } from 'typebox'
import { Id } from '#contracts/kit/text.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { askEach, mailChannel } from '#server/platform/mail/define.ts'
import { withdraw } from '#server/platform/outbox/withdraw.ts'

/** Ordered by how much they say: of two emails about one task the first wins, and sections are in this order. */
export const taskMails = [
  'task-reopened',
  'task-unheard',
  'urgent-task',
  'task-assigned',
  'task-resumed',
  'task-told',
  'task-withdrawn',
  'task-new',
] as const
export type TaskMail = (typeof taskMails)[number]

export const TaskItem = Type.Object({ template: Type.Enum([...taskMails]), taskId: Id })
export type TaskItem = Static<typeof TaskItem>

export const TaskNewsRequest = Type.Object({ userId: Id, items: Type.Array(TaskItem) })
export type TaskNewsRequest = Static<typeof TaskNewsRequest>

export const taskNewsRequest = { name: 'task-news', forVisitors: false, data: TaskNewsRequest } as const

/** News that is not urgent is combined into one message to a person. */
const taskNewsKey = 'tasks'

/**
 * Requests a message to each person; what still applies is checked when it is sent.
 * @param dueAt absent: at once, and alone
 */
export const askAbout = (ctx: TenantContext, each: readonly TaskNewsRequest[], dueAt?: Date): Promise<void> =>
  askEach(ctx, taskNewsRequest, each, dueAt && { dueAt, gather: taskNewsKey })

/**
 * Removes a new task from what waits to be sent, because another message announces it. @returns the people whose
 * messages contained it
 */
export const withdrawNewTask = (
  ctx: TenantContext,
  taskId: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> => {
  const items: TaskItem[] = [{ template: 'task-new', taskId }]
  return withdraw(ctx, mailChannel, people, {
    kind: taskNewsRequest.name,
    gather: taskNewsKey,
    subject: { items },
  })
}
