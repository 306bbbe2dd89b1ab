import { submitFeedback } from '#contracts/feedback.ts'
import { serve } from '#server/platform/http/serve.ts'
import { submit } from './submit.ts'

export default serve(submitFeedback)((ctx, { body }) => submit(ctx, body))
