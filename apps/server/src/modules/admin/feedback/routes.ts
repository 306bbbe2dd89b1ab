import type { Handler } from '#server/platform/http/serve.ts'
import eraseFeedback from './erase-feedback.ts'
import moderateFeedback from './moderate-feedback.ts'

export const routes: readonly Handler[] = [moderateFeedback, eraseFeedback]
