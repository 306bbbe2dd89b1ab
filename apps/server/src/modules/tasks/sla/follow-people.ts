/** Open tasks of somebody who belongs to another company now, whose own policy goes before the others. */
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { lockOpenTasksOf } from '../change/release-tasks.ts'
import type { AssigneeKey } from '../change/task-row.ts'
import { lookAtClocks } from './keep-clocks.ts'

/** Who has a task is a fact of it, so whoever is late by it is told as after an assignment. */
export const followPeople = async (ctx: TenantContext, people: readonly AssigneeKey[]): Promise<void> => {
  const tasks = await lockOpenTasksOf(ctx, people)
  const found = await lookAtClocks(
    ctx,
    tasks.map(({ id }) => id),
    'CHANGED',
  )
  if (found.length === 0) return
  ctx.invalidate('tasks')
  await emit(ctx, 'internal.clocks_moved', { taskIds: found.map(({ task }) => task.id), lateIds: [] })
}
