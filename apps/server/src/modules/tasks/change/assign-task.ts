import { assignTask } from '#contracts/tasks.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readTask } from '../list/present-task.ts'
import { requireUnmerged } from './access.ts'
import { assignTasks, manualRouting, readAssignee } from './assignment.ts'
import { lockTask } from './task-row.ts'

export default serve(assignTask)(async (ctx, { params, body }) => {
  // Lock order: companies before tasks, as where a company is suspended.
  const assignee = await readAssignee(ctx, body, 'body')
  const task = await lockTask(ctx, params.id)
  requireUnmerged(task)
  await assignTasks(ctx, [task], assignee, assignee && manualRouting('ASSIGNED', ctx.actor.name))
  return readTask(ctx, task.id)
})
