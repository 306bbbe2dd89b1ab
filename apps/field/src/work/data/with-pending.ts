/** A task as the phone shows it: what the service said last, and what was done here since. */
import type { Person } from '#contracts/records.ts'
import type { AttachmentKind, Blocked, Task } from '#contracts/tasks/records.ts'
import { type Operation, refusedEnd } from '../outbox/operation.ts'

/** Nobody has taken it yet: it is in the pool, or with the company whose work they share. */
export const isFree = ({ assignee, allowed }: Pick<Task, 'assignee' | 'allowed'>): boolean =>
  assignee === null || (assignee.kind === 'COMPANY' && allowed.includes('claim'))

const mine = (task: Task, me: Person): Task['assignee'] =>
  isFree(task) ? { kind: 'USER', id: me.id, name: me.name } : task.assignee

const day = 24 * 3600 * 1000

/**
 * Whether "done" may be taken back: where the service said so; for a day where its answer is from before the end, which is
 * this phone's own then.
 * @param now milliseconds
 */
export const mayReopen = ({ allowed, completedAt, number }: Task, now: number): boolean =>
  allowed.includes('reopen') ||
  ((number === 0 || allowed.includes('finish')) && now - Date.parse(completedAt ?? '') < day)

/** No photo of the result is there, since a visitor called it not fixed if one did, and none waits here. */
export const lacksPhoto = ({ id, attachments, rejection }: Task, operations: readonly Operation[]): boolean =>
  !attachments.some(({ kind, createdAt }) => kind === 'AFTER' && createdAt > (rejection?.at ?? '')) &&
  !operations.some(
    ({ taskId, work, state }) =>
      taskId === id && state === 'WAITING' && work.kind === 'photo' && work.attachmentKind === 'AFTER',
  )

/**
 * What a photo shows that is taken beside the finish: until then the damage, whoever has begun; one after the work would
 * confirm it. Of an end that the service refused it may be the one of the result that was missing.
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
 * What waits counts as done; so does what was answered after `readAt` (milliseconds, when the service was asked),
 * because its answer at hand may be older. It may also be newer, so applying an operation twice must be idempotent.
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

/** What this person wrote and the service's answer at hand does not tell yet; all by this phone's clock. */
export const ownNotes = (operations: readonly Operation[], taskId: string, readAt: number): Operation[] =>
  operations.filter(
    ({ taskId: about, work, state, answeredAt }) =>
      about === taskId && work.kind === 'note' && (state !== 'SENT' || (answeredAt ?? 0) > readAt),
  )
