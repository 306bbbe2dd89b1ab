import { submitFeedback } from '#contracts/feedback.ts'
import { serve } from '#server/platform/http/serve.ts'
import { submit } from './submit.ts'

export default serve(submitFeedback)(async (ctx, { body }) => {
  const receipt = await submit(ctx, body)
  ctx.platform.metrics.submissions++
  return receipt
})
