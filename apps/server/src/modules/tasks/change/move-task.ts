/** Moves a task between OPEN, IN_PROGRESS and DONE, and puts it on hold; used by single calls and by outboxes. */
import type { TaskStatus } from '#contracts/records.ts'
import type { BlockInput } from '#contracts/tasks/records.ts'
import { recordCleaning } from '#server/modules/places/lookup/public.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { TenantContext, WorkContext } from '#server/platform/context.ts'
import { invalid, ServiceError } from '#server/platform/errors.ts'
import { withPhotoAfter } from '../notes/attachments.ts'
import { type HistoryChanges, type HistoryLine, writeHistory } from '../notes/history.ts'
import { addNote, isRepeatedNote } from '../notes/notes.ts'
import {
  isOfOwnCompany,
  managesTasks,
  mayReopen,
  reopenHours,
  requireUnmerged,
  requireVisible,
} from './access.ts'
import { assignmentChanges, manualRouting } from './assignment.ts'
import { changeEach, changeTask } from './change-task.ts'
import { reopenAll } from './reopen.ts'
import { firstAction, timesAfter } from './rules.ts'
import { assigneeOf, type TaskChanges, type TaskRow } from './task-row.ts'

export interface Move {
  readonly status: TaskStatus
  readonly note?: string
  readonly resolution?: string
  readonly minutesSpent?: number
  /** null lifts the hold */
  readonly blocked?: BlockInput | null
  /** when it happened on the phone; bounded by the task's times */
  readonly at?: Date
}

/** A technician who starts or finishes an unassigned task also claims it. */
const claimChanges = (ctx: WorkContext, task: TaskRow): TaskChanges =>
  ctx.actor.kind === 'USER' &&
  !managesTasks(ctx.actor) &&
  (task.assignee_id === null || isOfOwnCompany(ctx.actor, task))
    ? assignmentChanges({ kind: 'USER', id: ctx.actor.id }, manualRouting('TAKEN', ctx.actor.name))
    : {}

/** A hold that has ended but was not lifted yet counts as a new hold when it is set again. */
const holdStart = (ctx: TenantContext, { blocked_since: since, blocked_until: until }: TaskRow): Date =>
  since && !(until && until <= ctx.now) ? since : ctx.now

export const holdChanges = (ctx: TenantContext, task: TaskRow, blocked: BlockInput | null): TaskChanges =>
  blocked === null
    ? { blocked_reason: null, blocked_since: null, blocked_until: null, blocked_note: null }
    : {
        blocked_reason: blocked.reason,
        blocked_since: holdStart(ctx, task),
        blocked_until: blocked.until ? new Date(blocked.until) : null,
        blocked_note: blocked.note || null,
      }

const blockOf = (task: Pick<TaskRow, 'blocked_reason' | 'blocked_until'>) =>
  task.blocked_reason === null
    ? null
    : {
        reason: task.blocked_reason as BlockInput['reason'],
        until: task.blocked_until?.toISOString() ?? null,
      }

const isSameBlock = (task: TaskRow, blocked: BlockInput | null): boolean =>
  (task.blocked_reason ?? null) === (blocked?.reason ?? null) &&
  (task.blocked_until?.getTime() ?? null) === (blocked?.until ? new Date(blocked.until).getTime() : null) &&
  (task.blocked_note ?? '') === (blocked?.note ?? '')

/** The history line of a hold that was set, changed or lifted; none if it is unchanged. */
export const holdLines = (before: TaskRow, after: TaskRow): HistoryLine[] => {
  const [from, to] = [blockOf(before), blockOf(after)]
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  return [{ task: after, type: to ? 'BLOCKED' : 'UNBLOCKED', changes: { blocked: [from, to] } }]
}

/**
 * For tasks to be finished: which have a photo of the finished work (`shown`), and which lack one they need
 * (`missing`).
 */
export const photosToFinish = async (
  ctx: WorkContext,
  taskIds: readonly string[],
): Promise<{ readonly shown: ReadonlySet<string>; readonly missing: ReadonlySet<string> }> => {
  const shown = await withPhotoAfter(ctx, taskIds)
  const without = taskIds.filter((id) => !shown.has(id))
  const isRequired = without.length > 0 && (await readSettings(ctx)).work.photoRequiredToFinish
  return { shown, missing: new Set(isRequired ? without : []) }
}

export const photoMissing = (): ServiceError =>
  invalid('body.status', 'a photo of the finished work is required')

/** `details` distinguishes this FORBIDDEN from a task that is not visible, so that an outbox can say which it was. */
const reopenedTooLate = (): ServiceError => {
  const message = `A finished task may be reopened within ${reopenHours} hours`
  return new ServiceError('FORBIDDEN', message, { details: [{ path: 'body.status', message }] })
}

const noPhotos = { shown: new Set<string>(), missing: new Set<string>() }

const changesOf = (before: TaskRow, after: TaskRow): HistoryChanges => ({
  status: [before.status, after.status],
  ...(before.assignee_id === after.assignee_id
    ? {}
    : { assignee: [assigneeOf(before), assigneeOf(after)] as const }),
  ...(after.resolution === null || before.resolution === after.resolution
    ? {}
    : { resolution: [before.resolution, after.resolution] as const }),
  ...(before.minutes_spent === after.minutes_spent
    ? {}
    : { minutesSpent: [before.minutes_spent, after.minutes_spent] as const }),
})

/** Moves tasks that are not DONE; `shown` are the ids of tasks with a photo of the finished work. */
const advance = async (
  ctx: WorkContext,
  tasks: readonly TaskRow[],
  move: Move,
  { at, shown }: { readonly at: Date; readonly shown: ReadonlySet<string> },
): Promise<TaskRow[]> => {
  const finishes = move.status === 'DONE'
  const after = await changeEach(
    ctx,
    tasks.map((task) => ({
      task,
      changes: {
        ...claimChanges(ctx, task),
        ...(move.blocked === undefined ? {} : holdChanges(ctx, task, move.blocked)),
        ...timesAfter(move.status, task, at),
        first_action_at: firstAction(task, move.status === 'OPEN' ? null : at),
        status: move.status,
        ...(finishes
          ? {
              ...holdChanges(ctx, task, null),
              verification: shown.has(task.id) ? 'CONFIRMED' : 'CLAIMED',
              resolution: move.resolution ?? null,
              ...(move.minutesSpent === undefined ? {} : { minutes_spent: move.minutesSpent }),
            }
          : {}),
      },
    })),
  )
  const cleaned = tasks.flatMap(({ skill, amenity_id }) =>
    finishes && skill === 'CLEANING' && amenity_id !== null ? [amenity_id] : [],
  )
  await Promise.all([
    writeHistory(
      ctx,
      tasks.flatMap((task, index) => {
        const row = after[index] ?? task
        const line: HistoryLine = { task: row, type: 'STATUS_CHANGED', changes: changesOf(task, row) }
        return [line, ...holdLines(task, row)]
      }),
    ),
    recordCleaning(ctx, cleaned, at),
  ])
  return after
}

const moveTo = async (ctx: WorkContext, task: TaskRow, move: Move): Promise<TaskRow> => {
  const at = clampTime(move.at, task.created_at, ctx.now)
  let after: TaskRow | undefined
  if (task.status === 'DONE' && move.status !== 'DONE') {
    if (!mayReopen(ctx.actor, task, ctx.now)) throw reopenedTooLate()
    const more = {
      ...claimChanges(ctx, task),
      ...(move.blocked === undefined ? {} : holdChanges(ctx, task, move.blocked)),
    }
    after = (await reopenAll(ctx, [task], { to: move.status, verification: 'NONE', more }))[0]
    if (after) await writeHistory(ctx, holdLines(task, after))
  } else {
    const { shown, missing } = move.status === 'DONE' ? await photosToFinish(ctx, [task.id]) : noPhotos
    if (missing.size > 0) throw photoMissing()
    after = (await advance(ctx, [task], move, { at, shown }))[0]
  }
  if (!after) throw new Error('The locked task was not updated')
  return after
}

/**
 * Moves many tasks for a manager in few statements; tasks that already have the status are unchanged.
 * @param tasks locked and not merged; if they are to be finished, `shown` of them have a photo of the finished work
 * @throws ServiceError CONFLICT if one would become the second open task of a problem
 */
export const moveTasks = async (
  ctx: WorkContext,
  tasks: readonly TaskRow[],
  status: TaskStatus,
  shown: ReadonlySet<string>,
): Promise<void> => {
  const moving = tasks.filter((task) => task.status !== status)
  if (status === 'DONE') {
    await advance(ctx, moving, { status }, { at: ctx.now, shown })
    return
  }
  const isDone = (task: TaskRow): boolean => task.status === 'DONE'
  await advance(
    ctx,
    moving.filter((task) => !isDone(task)),
    { status },
    { at: ctx.now, shown },
  )
  await reopenAll(ctx, moving.filter(isDone), { to: status, verification: 'NONE' })
}

/** Same status: writes only fields that differ, so that a repeated call changes nothing. */
const changeWithinStatus = async (ctx: WorkContext, task: TaskRow, move: Move): Promise<TaskRow> => {
  const changes: TaskChanges = {
    ...(move.blocked === undefined || isSameBlock(task, move.blocked)
      ? {}
      : holdChanges(ctx, task, move.blocked)),
    ...(task.status === 'DONE' && move.resolution !== undefined && move.resolution !== task.resolution
      ? { resolution: move.resolution }
      : {}),
    ...(task.status === 'DONE' && move.minutesSpent !== undefined && move.minutesSpent !== task.minutes_spent
      ? { minutes_spent: move.minutesSpent }
      : {}),
  }
  if (Object.keys(changes).length === 0) return task
  const after = await changeTask(ctx, task, { ...claimChanges(ctx, task), ...changes })
  const { status: _, ...otherChanges } = changesOf(task, after)
  const edited: HistoryLine[] =
    Object.keys(otherChanges).length > 0 ? [{ task: after, type: 'EDITED', changes: otherChanges }] : []
  await writeHistory(ctx, [...edited, ...holdLines(task, after)])
  return after
}

/**
 * @param task locked by the caller
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR
 */
export const moveTask = async (ctx: WorkContext, task: TaskRow, move: Move): Promise<TaskRow> => {
  requireVisible(ctx, task)
  requireUnmerged(task)
  if (move.status === 'DONE' && move.blocked)
    throw invalid('body.blocked', 'a finished task cannot be put on hold')
  const moves = task.status !== move.status
  const after = moves ? await moveTo(ctx, task, move) : await changeWithinStatus(ctx, task, move)
  if (move.note === undefined) return after
  if (!moves && (await isRepeatedNote(ctx, task.id, move.note))) return after
  return (await addNote(ctx, after, { text: move.note, public: false, attachmentKeys: [] })).task
}
