import { getTask } from '#contracts/tasks.ts'
import { serve } from '#server/platform/http/serve.ts'
import { requireSight } from './access.ts'
import { readTaskDetail } from './task-detail.ts'
import { findTask } from './task-row.ts'

export default serve(getTask)(async (ctx, { params }) => {
  requireSight(ctx, await findTask(ctx, params.id))
  return readTaskDetail(ctx, params.id)
})
