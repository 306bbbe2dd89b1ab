import { setTaskStatus } from '#contracts/tasks.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readTask } from '../list/present-task.ts'
import { requireVisible } from './access.ts'
import { moveTask } from './move-task.ts'
import { lockTask } from './task-row.ts'

export default serve(setTaskStatus)(async (ctx, { params, body }) => {
  const task = await lockTask(ctx, params.id)
  requireVisible(ctx, task)
  requireVersion(ctx, task.version)
  await moveTask(ctx, task, body)
  return readTask(ctx, task.id)
})
