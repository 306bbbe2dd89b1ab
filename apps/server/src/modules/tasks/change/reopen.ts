/** Reopening of finished tasks. */
import type { TaskStatus } from '#contracts/records.ts'
import type { Verification } from '#contracts/tasks/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { writeHistory } from '../notes/history.ts'
import { changeEach } from './change-task.ts'
import { firstAction } from './rules.ts'
import { assigneeOf, type TaskChanges, type TaskRow } from './task-row.ts'

export interface Reopening {
  readonly to: Exclude<TaskStatus, 'DONE'>
  readonly verification: Extract<Verification, 'NONE' | 'REJECTED'>
  /** further changes in the same update */
  readonly more?: TaskChanges
}

/** Raises `reopened_count`, writes history, and keeps the old resolution there. */
export const reopenAll = async (
  ctx: TenantContext,
  tasks: readonly TaskRow[],
  { to, verification, more = {} }: Reopening,
): Promise<TaskRow[]> => {
  const after = await changeEach(
    ctx,
    tasks.map((task) => ({
      task,
      changes: {
        ...more,
        status: to,
        verification,
        resolution: null,
        completed_at: null,
        first_action_at: firstAction(task, task.completed_at),
        started_at: to === 'IN_PROGRESS' ? ctx.now : null,
        reopen_count: task.reopen_count + 1,
      },
    })),
  )
  await writeHistory(
    ctx,
    tasks.map((task, index) => ({
      task: after[index] ?? task,
      type: 'REOPENED' as const,
      changes: {
        status: [task.status, to],
        reopenCount: [task.reopen_count, task.reopen_count + 1],
        ...(more.assignee_id === undefined
          ? {}
          : { assignee: [assigneeOf(task), assigneeOf(after[index] ?? task)] as const }),
        ...(task.resolution === null ? {} : { resolution: [task.resolution, null] as const }),
        // Each rejection is a history entry, even if the task was REJECTED already.
        ...(verification === 'REJECTED' || task.verification !== verification
          ? { verification: [task.verification, verification] as const }
          : {}),
      },
    })),
  )
  return after
}

export const reopen = async (ctx: TenantContext, task: TaskRow, reopening: Reopening): Promise<TaskRow> => {
  const [after] = await reopenAll(ctx, [task], reopening)
  return after ?? task
}
