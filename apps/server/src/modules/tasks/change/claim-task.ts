import { claimTask } from '#contracts/tasks.ts'
import type { WorkContext } from '#server/platform/context.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readTask } from '../list/present-task.ts'
import {
  covers,
  isAssignee,
  isOfOwnCompany,
  managesTasks,
  requireUnmerged,
  requireVisible,
} from './access.ts'
import { assignTasks, manualRouting } from './assignment.ts'
import { lockTask, type TaskRow } from './task-row.ts'

/** A member or an API key; keys are refused. */
type Claimer = WorkContext & { readonly actor: Exclude<WorkContext['actor'], { kind: 'OPERATOR' }> }

/**
 * @param task locked by the caller
 * @throws ServiceError CONFLICT if the task is assigned to somebody else
 */
export const claim = async (ctx: Claimer, task: TaskRow): Promise<void> => {
  if (isAssignee(ctx.actor, task)) return
  const { actor } = ctx
  const couldSee = managesTasks(actor) || covers(actor, task)
  if (task.assignee_id !== null && couldSee && !isOfOwnCompany(actor, task))
    throw conflict('Somebody else has claimed this task')
  requireVisible(ctx, task)
  requireUnmerged(task)
  if (task.status === 'DONE') throw invalid('id', 'this task is done')
  await assignTasks(ctx, [task], { kind: 'USER', id: actor.id }, manualRouting('TAKEN', actor.name))
}

export default serve(claimTask)(async (ctx, { params }) => {
  const task = await lockTask(ctx, params.id)
  await claim(ctx, task)
  return readTask(ctx, task.id)
})
