/** A finished task becomes work again. */
import type { TaskStatus } from '#contracts/records.ts'
import type { Verification } from '#contracts/tasks/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { changeTask } from './change-task.ts'
import { writeHistory } from './history.ts'
import type { TaskChanges, TaskRow } from './task-row.ts'

export interface Reopening {
  readonly to: Exclude<TaskStatus, 'DONE'>
  readonly verification: Extract<Verification, 'NONE' | 'REJECTED'>
  /** what else changes with it */
  readonly more?: TaskChanges
}

/** Counts the reopening, tells of it, and keeps the resolution that did not last in the history. */
export const reopen = async (
  ctx: TenantContext,
  task: TaskRow,
  { to, verification, more = {} }: Reopening,
): Promise<TaskRow> => {
  const after = await changeTask(ctx, task, {
    ...more,
    status: to,
    verification,
    resolution: null,
    completed_at: null,
    started_at: to === 'IN_PROGRESS' ? ctx.now : null,
    reopen_count: task.reopen_count + 1,
  })
  await writeHistory(ctx, [
    {
      task: after,
      type: 'REOPENED',
      changes: {
        status: [task.status, to],
        reopenCount: [task.reopen_count, after.reopen_count],
        ...(task.resolution === null ? {} : { resolution: [task.resolution, null] }),
        ...(task.verification === verification ? {} : { verification: [task.verification, verification] }),
      },
    },
  ])
  await emit(ctx, 'task.status_changed', { taskId: task.id, from: 'DONE', to })
  await emit(ctx, 'task.reopened', { taskId: task.id, from: 'DONE', to, reopenCount: after.reopen_count })
  return after
}
