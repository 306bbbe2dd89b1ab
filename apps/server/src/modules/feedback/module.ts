import * as contracts from '#contracts/feedback.ts'
import { module } from '#server/platform/module.ts'
import { cronJobs } from './cron-jobs.ts'
import { exported } from './exported.ts'
import createUploadUrl from './intake/create-upload-url.ts'
import submitFeedback from './intake/submit-feedback.ts'
import { outcomeConfirm } from './mails/outcome-confirm.ts'
import { visitorOutcome } from './mails/visitor-outcome.ts'
import getFeedbackAmenity from './places/get-feedback-amenity.ts'
import { rollUpKind } from './rollup/recount.ts'
import { rollUpDue } from './rollup/roll-up.ts'
import { eraseQuestion, questionOverKind } from './tracking/confirmation-limits.ts'
import followUp from './tracking/follow-up.ts'
import getTracking from './tracking/get-tracking.ts'
import { addressWork } from './tracking/outcome-address.ts'
import { indexReports, indexSubmissions } from './words/search-comments.ts'

export default module({
  name: 'feedback',
  implements: contracts,
  handlers: { createUploadUrl, followUp, getFeedbackAmenity, getTracking, submitFeedback },
  cronJobs,
  scheduledJobs: {
    [rollUpKind]: rollUpDue,
    ...addressWork,
    [questionOverKind]: eraseQuestion,
  },
  mails: { outcomeConfirm, visitorOutcome },
  onBatch: {
    'feedback.created': indexSubmissions,
    'status.reported': indexReports,
  },
  exported,
})
