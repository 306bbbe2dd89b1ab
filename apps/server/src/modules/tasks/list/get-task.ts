import { getTask } from '#contracts/tasks.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findTask } from '../change/task-row.ts'
import { requireVisibleOrTell } from '../notes/involved.ts'
import { readTaskDetail } from './task-detail.ts'

export default serve(getTask)(async (ctx, { params }) => {
  await requireVisibleOrTell(ctx, await findTask(ctx, params.id))
  return readTaskDetail(ctx, params.id)
})
