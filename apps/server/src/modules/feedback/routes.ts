import type { Handler } from '#server/platform/http/serve.ts'
import createUploadUrl from './create-upload-url.ts'
import submitFeedback from './submit-feedback.ts'

export const routes: readonly Handler[] = [submitFeedback, createUploadUrl]
