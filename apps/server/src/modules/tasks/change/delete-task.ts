import { createTask, deleteTask } from '#contracts/tasks.ts'
import { eraseUploadsOfTasks } from '#server/modules/uploads/public.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { removeTask } from './change-task.ts'
import { lockTask } from './task-row.ts'

export default serve(deleteTask)(async (ctx, { params }) => {
  const task = await lockTask(ctx, params.id)
  requireVersion(ctx, task.version)
  // The audit entry omits free texts such as the description, which may quote a visitor.
  const { title, priority, category, due_at: dueAt, labels } = task
  auditGone(ctx, { title, priority, category, dueAt, labels }, createTask)
  const gone = await removeTask(ctx, task)
  await eraseUploadsOfTasks(ctx, gone)
  await emitAll(
    ctx,
    'task.deleted',
    gone.map((taskId) => ({ taskId })),
  )
  return { id: task.id }
})
