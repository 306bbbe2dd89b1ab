import { eraseFeedback } from '#contracts/feedback/moderation.ts'
import { eraseSubmission } from '#server/modules/feedback/public.ts'
import { serve } from '#server/platform/http/serve.ts'

export default serve(eraseFeedback)(async (ctx, { params }) => {
  await eraseSubmission(ctx, params.id)
  return { id: params.id }
})
