/** Runs the operations of an offline outbox, each as if it had been sent alone, and each only once. */

import type { BulkResult, ChecklistItem } from '#contracts/tasks/records.ts'
import type { BulkOperation } from '#contracts/tasks.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { StaffContext, WorkContext } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import {
  type OperationResult,
  operationDone,
  rememberOperation,
  runEach,
} from '#server/platform/operations.ts'
import { registerPhoto } from '../notes/attachments.ts'
import { writeHistory } from '../notes/history.ts'
import { presentHolders } from '../notes/involved.ts'
import { addLateNote } from '../notes/notes.ts'
import { requireUnmerged, requireVisible } from './access.ts'
import { changeTask } from './change-task.ts'
import { sameChecklist, withTicks } from './checklist.ts'
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
  const after = withTicks(required(operation.checklist, 'checklist'), before)
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
      throw invalid('operation.kind', 'an API key cannot claim a task')
    case 'OPERATOR':
      throw invalid('operation.kind', 'a task opened by a link is assigned already')
    default:
      return actor satisfies never
  }
}

/** @param doneAt when it was done, corrected to the service's clock */
const perform = async (ctx: WorkContext, operation: BulkOperation, doneAt: Date): Promise<void> => {
  const task = await lockTask(ctx, operation.taskId)
  switch (operation.kind) {
    case 'status': {
      const { note, resolution, minutesSpent, blocked } = operation
      // Bounded like the completion time; otherwise later actions could get an earlier time than the completion.
      const at = clampTime(doneAt, task.created_at, ctx.now)
      // A start that happened before somebody else finished the task must not reopen it.
      if (
        operation.status !== 'DONE' &&
        task.status === 'DONE' &&
        task.completed_at !== null &&
        at < task.completed_at
      ) {
        throw conflict('Somebody else finished this task before; it stays done')
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
      await registerPhoto(ctx, task, {
        key: required(operation.key, 'key'),
        public: operation.public ?? false,
        takenAt: doneAt,
      })
      return
    default:
      return operation.kind satisfies never
  }
}

/** Refused because of who the caller is, or of who was faster. */
const isRefusedToCaller = (result: OperationResult | undefined): boolean =>
  result?.outcome === 'REJECTED' && (result.fault.code === 'FORBIDDEN' || result.fault.code === 'CONFLICT')

/**
 * Runs the operations in the order sent, with a result for each. One that fails undoes only itself and may be sent
 * again; one whose clientId succeeded before is not run again.
 * @param sentAt by the phone's clock
 */
export const runOperations = async (
  ctx: StaffContext,
  operations: readonly BulkOperation[],
  sentAt: string | undefined,
): Promise<BulkResult[]> => {
  // All tasks are locked first, ordered by id as everywhere, whatever the order of the operations.
  const tasks = await lockTasks(ctx, [...new Set(operations.map(({ taskId }) => taskId))])
  const outcomes = await runEach(ctx, operations, {
    subjectOf: ({ taskId }) => taskId,
    perform: async (operation, at) => void (await perform(ctx, operation, at)),
    sentAt,
    attempt: (work) => attempt(ctx, work),
  })
  const done = new Map<string, Set<BulkOperation['kind']>>()
  const refused = operations.filter((_, index) => isRefusedToCaller(outcomes[index]))
  const holders = await presentHolders(
    ctx,
    [...new Set(refused.map(({ taskId }) => taskId))].flatMap((id) => tasks.get(id) ?? []),
  )
  const results = operations.map(({ taskId: id, clientId, kind }, index): BulkResult => {
    const result = outcomes[index]
    if (result?.outcome === 'REJECTED') {
      const assignee = isRefusedToCaller(result) ? holders.get(id) : undefined
      return { id, clientId, ...refusedResult(result.fault), ...(assignee ? { assignee } : {}) }
    }
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
 * Runs one operation on a task that the caller has locked; not again if its clientId succeeded before.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, CONFLICT; the caller must then roll back
 */
export const runOperation = async (ctx: WorkContext, operation: BulkOperation): Promise<void> => {
  const isFresh = await rememberOperation(ctx, operation.clientId, operation.taskId)
  // guard: link-act-once
  if (isFresh) await perform(ctx, operation, new Date(operation.at))
}

/** Whether the caller has already run an operation with this clientId. */
export const wasDone = async (ctx: WorkContext, clientId: string): Promise<boolean> =>
  (await operationDone(ctx, clientId)) !== undefined
