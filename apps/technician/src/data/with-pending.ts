/** Applies pending operations to a task of the service. */
import type { Person } from '#contracts/records.ts'
import type { AttachmentKind, Blocked, Task } from '#contracts/tasks/records.ts'
import { type Operation, refusedEnd } from '../outbox/operation.ts'

/** Whether the user may claim the task: it is unassigned or assigned to their company. */
export const isFree = ({ assignee, allowed }: Pick<Task, 'assignee' | 'allowed'>): boolean =>
  assignee === null || (assignee.kind === 'COMPANY' && allowed.includes('claim'))

const mine = (task: Task, me: Person): Task['assignee'] =>
  isFree(task) ? { kind: 'USER', id: me.id, name: me.name } : task.assignee

const day = 24 * 3600 * 1000

/**
 * Whether the task may be reopened: as the service says or, if its answer is from before the task was finished
 * here, for 24 hours.
 * @param now milliseconds
 */
export const mayReopen = ({ allowed, completedAt, number }: Task, now: number): boolean =>
  allowed.includes('reopen') ||
  ((number === 0 || allowed.includes('finish')) && now - Date.parse(completedAt ?? '') < day)

/** Whether a photo of the result is missing: none was taken since the last rejection, and none is pending. */
export const lacksPhoto = ({ id, attachments, rejection }: Task, operations: readonly Operation[]): boolean =>
  !attachments.some(({ kind, createdAt }) => kind === 'AFTER' && createdAt > (rejection?.at ?? '')) &&
  !operations.some(
    ({ taskId, work, state }) =>
      taskId === id && state === 'WAITING' && work.kind === 'photo' && work.attachmentKind === 'AFTER',
  )

/**
 * The kind of a photo taken outside the finish form: BEFORE, because an AFTER photo would confirm the work,
 * unless the service rejected the finish for lack of a photo of the result.
 */
export const kindBesideFinish = (
  { id, status }: Pick<Task, 'id' | 'status'>,
  operations: readonly Operation[],
): AttachmentKind => {
  if (refusedEnd(operations, id)) return 'AFTER'
  return status === 'DONE' ? 'OTHER' : 'BEFORE'
}

const applyOne = <T extends Task>(task: T, { work, at }: Operation, me: Person): T => {
  switch (work.kind) {
    case 'claim':
      return { ...task, assignee: mine(task, me) }
    case 'checklist':
      return {
        ...task,
        checklist: task.checklist.map((item) => ({
          ...item,
          done: (work.checklist.find(({ id }) => id === item.id) ?? item).done,
        })),
      }
    case 'create':
    case 'note':
    case 'photo':
    case 'shift-end':
    case 'notes-read':
      return task
    case 'status': {
      const blocked: Blocked | null =
        work.blocked === undefined
          ? work.status === 'DONE'
            ? null
            : task.blocked
          : work.blocked && {
              reason: work.blocked.reason,
              since: at,
              until: work.blocked.until,
              note: work.blocked.note ?? null,
            }
      return {
        ...task,
        status: work.status,
        blocked,
        assignee: mine(task, me),
        startedAt: work.status === 'OPEN' ? null : (task.startedAt ?? at),
        completedAt: work.status === 'DONE' ? at : null,
        overdue: work.status === 'DONE' ? false : task.overdue,
        rejection: work.status === 'DONE' ? null : task.rejection,
        resolution: work.resolution ?? task.resolution,
        minutesSpent: work.minutesSpent ?? task.minutesSpent,
      }
    }
  }
}

/**
 * Applies pending operations, and those answered after `readAt` (milliseconds, start of the read), which the
 * read may not include. If it does include them, applying them again changes nothing.
 */
export const withPending = <T extends Task>(
  task: T,
  operations: readonly Operation[],
  readAt: number,
  me: Person,
): T =>
  operations
    .filter(
      ({ taskId, owner, state, answeredAt }) =>
        taskId === task.id &&
        owner === me.id &&
        (state === 'WAITING' || (state === 'SENT' && (answeredAt ?? 0) > readAt)),
    )
    .reduce((shown, operation) => applyOne(shown, operation, me), task)

/** The user's notes that the last read does not include yet, by this phone's clock. */
export const ownNotes = (operations: readonly Operation[], taskId: string, readAt: number): Operation[] =>
  operations.filter(
    ({ taskId: about, work, state, answeredAt }) =>
      about === taskId && work.kind === 'note' && (state !== 'SENT' || (answeredAt ?? 0) > readAt),
  )
