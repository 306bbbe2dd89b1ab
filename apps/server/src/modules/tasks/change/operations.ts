/** An offline queue arrives: each action as if it had been sent alone, and each only once. */

import type { BulkResult, ChecklistItem } from '#contracts/tasks/records.ts'
import type { BulkOperation } from '#contracts/tasks.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { StaffContext, WorkContext } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { operationDone, rememberOperation, runEach } from '#server/platform/operations.ts'
import { registerPhoto } from '../notes/attachments.ts'
import { writeHistory } from '../notes/history.ts'
import { addLateNote } from '../notes/notes.ts'
import { requireUnmerged, requireVisible } from './access.ts'
import { changeTask } from './change-task.ts'
import { sameChecklist, ticked } from './checklist.ts'
import { claim } from './claim-task.ts'
import { moveTask } from './move-task.ts'
import { refusedResult } from './refused-result.ts'
import { attempt } from './savepoint.ts'
import { lockTask, lockTasks, type TaskRow } from './task-row.ts'

const required = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw invalid(`operation.${name}`, 'is missing')
  return value
}

const tick = async (ctx: WorkContext, task: TaskRow, operation: BulkOperation): Promise<void> => {
  requireVisible(ctx, task)
  requireUnmerged(task)
  const before = task.checklist as ChecklistItem[]
  const after = ticked(required(operation.checklist, 'checklist'), before)
  if (sameChecklist(before, after)) return
  const changed = await changeTask(ctx, task, { checklist: JSON.stringify(after) })
  await writeHistory(ctx, [{ task: changed, type: 'EDITED', changes: { checklist: [before, after] } }])
}

const claimFor = async (ctx: WorkContext, task: TaskRow): Promise<void> => {
  const { actor } = ctx
  switch (actor.kind) {
    case 'USER':
      return claim({ ...ctx, actor }, task)
    case 'KEY':
      throw invalid('operation.kind', 'an API key is nobody who takes a task')
    case 'OPERATOR':
      throw invalid('operation.kind', 'a task that came by a link is taken already')
    default:
      return actor satisfies never
  }
}

/** @param told when it was done, on the service's clock */
const perform = async (ctx: WorkContext, operation: BulkOperation, told: Date): Promise<void> => {
  const task = await lockTask(ctx, operation.taskId)
  switch (operation.kind) {
    case 'status': {
      const { note, resolution, minutesSpent, blocked } = operation
      // Bounded as the end of the task was: else what was done after it may seem to be before it.
      const at = clampTime(told, task.created_at, ctx.now)
      // What was begun before somebody else finished must not open the task again: done beats in progress.
      if (
        operation.status !== 'DONE' &&
        task.status === 'DONE' &&
        task.completed_at !== null &&
        at < task.completed_at
      ) {
        throw conflict('Somebody had already finished this task; it stays done')
      }
      await moveTask(ctx, task, {
        status: required(operation.status, 'status'),
        ...(note === undefined ? {} : { note }),
        ...(resolution === undefined ? {} : { resolution }),
        ...(minutesSpent === undefined ? {} : { minutesSpent }),
        ...(blocked === undefined ? {} : { blocked }),
        at,
      })
      return
    }
    case 'note':
      await addLateNote(ctx, task, {
        text: required(operation.text, 'text'),
        public: operation.public ?? false,
        attachmentKeys: operation.attachmentKeys ?? [],
      })
      return
    case 'claim':
      await claimFor(ctx, task)
      return
    case 'checklist':
      await tick(ctx, task, operation)
      return
    case 'attachment':
      await registerPhoto(ctx, task, required(operation.key, 'key'), told)
      return
    default:
      return operation.kind satisfies never
  }
}

/**
 * In the order sent, with a result for each; one that fails undoes only itself and may be sent again. An action
 * whose clientId was done before is not done again.
 * @param sentAt by the phone's clock
 */
export const runOperations = async (
  ctx: StaffContext,
  operations: readonly BulkOperation[],
  sentAt: string | undefined,
): Promise<BulkResult[]> => {
  // All tasks are locked first, in the order that everybody keeps, whatever the order of the actions.
  const tasks = await lockTasks(ctx, [...new Set(operations.map(({ taskId }) => taskId))])
  const outcomes = await runEach(ctx, operations, {
    subjectOf: ({ taskId }) => taskId,
    perform: async (operation, at) => void (await perform(ctx, operation, at)),
    sentAt,
    attempt: (work) => attempt(ctx, work),
  })
  const done = new Map<string, Set<BulkOperation['kind']>>()
  const results = operations.map(({ taskId: id, clientId, kind }, index): BulkResult => {
    const result = outcomes[index]
    if (result?.outcome === 'REJECTED') return { id, clientId, ...refusedResult(result.fault) }
    if (result?.outcome === 'APPLIED') done.set(id, (done.get(id) ?? new Set()).add(kind))
    return { id, clientId, ok: true }
  })
  auditEach(
    ctx,
    [...done].map(([id, kinds]) => ({ id, name: tasks.get(id)?.title ?? '', fields: [...kinds] })),
  )
  return results
}

/**
 * The same for one action of whoever has locked its task already; one whose clientId was done before is not done again.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, CONFLICT; then nothing of the transaction may be kept
 */
export const runOperation = async (ctx: WorkContext, operation: BulkOperation): Promise<void> => {
  const isFresh = await rememberOperation(ctx, operation.clientId, operation.taskId)
  // guard: link-act-once
  if (isFresh) await perform(ctx, operation, new Date(operation.at))
}

/** Whether an action of that clientId was done before. */
export const wasDone = async (ctx: WorkContext, clientId: string): Promise<boolean> =>
  (await operationDone(ctx, clientId)) !== undefined
