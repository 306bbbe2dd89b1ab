import { deleteTask } from '#contracts/tasks.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { removeTask } from './change-task.ts'
import { lockTask } from './task-row.ts'

export default serve(deleteTask)(async (ctx, { params }) => {
  const task = await lockTask(ctx, params.id)
  requireVersion(ctx, task.version)
  await removeTask(ctx, task)
  return { id: task.id }
})
