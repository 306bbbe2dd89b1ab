/** Moves a task between OPEN, IN_PROGRESS and DONE, and blocks it: the one way, for single calls and for outboxes. */
import type { TaskStatus } from '#contracts/records.ts'
import type { BlockInput } from '#contracts/tasks/records.ts'
import { recordCleaning } from '#server/modules/places/lookup/public.ts'
import { readSettings } from '#server/modules/settings/public.ts'
import type { TenantContext, WorkContext } from '#server/platform/context.ts'
import { invalid, ServiceError } from '#server/platform/errors.ts'
import { boundedTime } from '#server/platform/told-time.ts'
import { withPhotoAfter } from '../notes/attachments.ts'
import { type HistoryChanges, type HistoryLine, writeHistory } from '../notes/history.ts'
import { addNote, saidAlready } from '../notes/notes.ts'
import {
  isOfOwnCompany,
  managesTasks,
  mayReopen,
  reopenHours,
  requireUnmerged,
  requireVisible,
} from './access.ts'
import { byHand, givenTo } from './assignment.ts'
import { changeEach, changeTask } from './change-task.ts'
import { reopenAll } from './reopen.ts'
import { firstAction, timesAfter } from './rules.ts'
import { assigneeOf, type TaskChanges, type TaskRow } from './task-row.ts'

export interface Move {
  readonly status: TaskStatus
  readonly note?: string
  readonly resolution?: string
  readonly minutesSpent?: number
  /** null lifts the block */
  readonly blocked?: BlockInput | null
  /** when it was done; bounded */
  readonly at?: Date
}

/** As who takes it first, and then begins. */
const claimed = (ctx: WorkContext, task: TaskRow): TaskChanges =>
  ctx.actor.kind === 'USER' &&
  !managesTasks(ctx.actor) &&
  (task.assignee_id === null || isOfOwnCompany(ctx.actor, task))
    ? givenTo({ kind: 'USER', id: ctx.actor.id }, byHand('TAKEN', ctx.actor.name))
    : {}

/** One whose time has come while nobody looked is another block when it is set again. */
const standsSince = (ctx: TenantContext, { blocked_since: since, blocked_until: until }: TaskRow): Date =>
  since && !(until && until <= ctx.now) ? since : ctx.now

export const blockChanges = (ctx: TenantContext, task: TaskRow, blocked: BlockInput | null): TaskChanges =>
  blocked === null
    ? { blocked_reason: null, blocked_since: null, blocked_until: null, blocked_note: null }
    : {
        blocked_reason: blocked.reason,
        blocked_since: standsSince(ctx, task),
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

/** The line of a block that was set, changed or lifted; none where it is what it was. */
export const blockLines = (before: TaskRow, after: TaskRow): HistoryLine[] => {
  const [from, to] = [blockOf(before), blockOf(after)]
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  return [{ task: after, type: to ? 'BLOCKED' : 'UNBLOCKED', changes: { blocked: [from, to] } }]
}

/** Of tasks that are to be finished: which have a photo of the work, and which may not be finished without one. */
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
  invalid('body.status', 'a photo after the work is needed to finish')

/** The path tells it from a task that the caller may not see: an outbox that was offline says which of them it was. */
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

/** Moves tasks of which none is finished; of those in `shown` there is a photo of the work. */
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
        ...claimed(ctx, task),
        ...(move.blocked === undefined ? {} : blockChanges(ctx, task, move.blocked)),
        ...timesAfter(move.status, task, at),
        first_action_at: firstAction(task, move.status === 'OPEN' ? null : at),
        status: move.status,
        ...(finishes
          ? {
              ...blockChanges(ctx, task, null),
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
        return [line, ...blockLines(task, row)]
      }),
    ),
    recordCleaning(ctx, cleaned, at),
  ])
  return after
}

const moveTo = async (ctx: WorkContext, task: TaskRow, move: Move): Promise<TaskRow> => {
  const at = boundedTime(move.at, task.created_at, ctx.now)
  let after: TaskRow | undefined
  if (task.status === 'DONE' && move.status !== 'DONE') {
    if (!mayReopen(ctx.actor, task, ctx.now)) throw reopenedTooLate()
    const more = {
      ...claimed(ctx, task),
      ...(move.blocked === undefined ? {} : blockChanges(ctx, task, move.blocked)),
    }
    after = (await reopenAll(ctx, [task], { to: move.status, verification: 'NONE', more }))[0]
    if (after) await writeHistory(ctx, blockLines(task, after))
  } else {
    const { shown, missing } = move.status === 'DONE' ? await photosToFinish(ctx, [task.id]) : noPhotos
    if (missing.size > 0) throw photoMissing()
    after = (await advance(ctx, [task], move, { at, shown }))[0]
  }
  if (!after) throw new Error('A task that was to move is gone')
  return after
}

/**
 * Moves tasks for somebody who manages them all, in few statements; those that stand there already stay.
 * @param tasks locked and not merged; to be finished, `shown` of them have a photo of the work
 * @throws ServiceError CONFLICT where one would be the second open task of a problem
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

/** The status stays: only what is new is written, so that a repetition changes nothing. */
const stay = async (ctx: WorkContext, task: TaskRow, move: Move): Promise<TaskRow> => {
  const changes: TaskChanges = {
    ...(move.blocked === undefined || isSameBlock(task, move.blocked)
      ? {}
      : blockChanges(ctx, task, move.blocked)),
    ...(task.status === 'DONE' && move.resolution !== undefined && move.resolution !== task.resolution
      ? { resolution: move.resolution }
      : {}),
    ...(task.status === 'DONE' && move.minutesSpent !== undefined && move.minutesSpent !== task.minutes_spent
      ? { minutes_spent: move.minutesSpent }
      : {}),
  }
  if (Object.keys(changes).length === 0) return task
  const after = await changeTask(ctx, task, { ...claimed(ctx, task), ...changes })
  const { status: _, ...told } = changesOf(task, after)
  const edited: HistoryLine[] =
    Object.keys(told).length > 0 ? [{ task: after, type: 'EDITED', changes: told }] : []
  await writeHistory(ctx, [...edited, ...blockLines(task, after)])
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
    throw invalid('body.blocked', 'a finished task cannot be blocked')
  const moves = task.status !== move.status
  const after = moves ? await moveTo(ctx, task, move) : await stay(ctx, task, move)
  if (move.note === undefined) return after
  if (!moves && (await saidAlready(ctx, task.id, move.note))) return after
  return (await addNote(ctx, after, { text: move.note, public: false, attachmentKeys: [] })).task
}
