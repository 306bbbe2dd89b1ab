import { addTaskAttachment } from '#contracts/tasks.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockTask } from '../change/task-row.ts'
import { registerPhoto, requestUpload } from './attachments.ts'
import { requireVisibleOrInvolved } from './involved.ts'

export default serve(addTaskAttachment)(async (ctx, { params, body }) => {
  const task = await lockTask(ctx, params.id)
  await requireVisibleOrInvolved(ctx, task)
  const { key, contentType, size, kind } = body
  if (key !== undefined) {
    if (contentType !== undefined || size !== undefined)
      throw invalid('body', 'must either request an upload or register one')
    return registerPhoto(ctx, task, { key, public: body.public ?? false, takenAt: ctx.now })
  }
  if (contentType === undefined) throw invalid('body.contentType', 'is missing')
  if (size === undefined) throw invalid('body.size', 'is missing')
  return requestUpload(ctx, task, { contentType, size, kind: kind ?? 'OTHER' })
})
