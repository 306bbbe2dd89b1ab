import type { Handler } from '#server/platform/http/serve.ts'
import createUploadUrl from './create-upload-url.ts'
import followUp from './follow-up.ts'
import getFeedbackAmenity from './get-feedback-amenity.ts'
import getTracking from './get-tracking.ts'
import submitFeedback from './submit-feedback.ts'

export const routes: readonly Handler[] = [
  getFeedbackAmenity,
  submitFeedback,
  createUploadUrl,
  getTracking,
  followUp,
]
