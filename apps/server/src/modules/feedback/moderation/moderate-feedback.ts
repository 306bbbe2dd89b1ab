import { moderateFeedback } from '#contracts/feedback/moderation.ts'
import { moderateSubmission } from '#server/modules/feedback/public.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(moderateFeedback)(async (ctx, { params, body }) => {
  if (body.hidden === undefined && body.hiddenImages === undefined && body.release === undefined) {
    throw invalid('body', 'hidden, hiddenImages or release is required')
  }
  const { at, by, hiddenImages, ...moderated } = await moderateSubmission(ctx, params.id, body)
  return {
    id: params.id,
    ...moderated,
    hiddenImages: [...hiddenImages],
    moderatedAt: at.toISOString(),
    moderatedBy: by,
  }
})
