import * as contracts from '#contracts/feedback.ts'
import { module } from '#server/platform/module.ts'
import createUploadUrl from './create-upload-url.ts'
import { exported } from './exported.ts'
import followUp from './follow-up.ts'
import getFeedbackAmenity from './get-feedback-amenity.ts'
import getTracking from './get-tracking.ts'
import { visitorOutcome } from './mails/visitor-outcome.ts'
import { schedules } from './schedules.ts'
import submitFeedback from './submit-feedback.ts'
import { indexReports, indexSubmissions } from './words.ts'

export default module({
  name: 'feedback',
  implements: contracts,
  handlers: { createUploadUrl, followUp, getFeedbackAmenity, getTracking, submitFeedback },
  schedules,
  mails: { visitorOutcome },
  hearsMany: {
    'feedback.created': indexSubmissions,
    'status.reported': indexReports,
  },
  exported,
})
