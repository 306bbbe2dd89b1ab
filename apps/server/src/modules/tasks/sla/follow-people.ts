/**
 * Updates the clocks of open tasks of people who changed their company, because a company's own policy takes
 * precedence.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { lockOpenTasksOf } from '../change/release-tasks.ts'
import type { AssigneeKey } from '../change/task-row.ts'
import { updateClocks } from './update-clocks.ts'

/**
 * The assignee's company is a fact of the task, so deadlines that pass by the change are emitted as after an
 * assignment.
 */
export const followPeople = async (ctx: TenantContext, people: readonly AssigneeKey[]): Promise<void> => {
  const tasks = await lockOpenTasksOf(ctx, people)
  const found = await updateClocks(
    ctx,
    tasks.map(({ id }) => id),
    'CHANGED',
  )
  if (found.length === 0) return
  ctx.invalidate('tasks')
  await emit(ctx, 'internal.clocks_moved', { taskIds: found.map(({ task }) => task.id), lateIds: [] })
}
