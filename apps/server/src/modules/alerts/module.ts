import { module } from '#server/platform/module.ts'
import { handleReport } from './handle-report.ts'
import { alertNotice } from './mails/alert-notice.ts'

export default module({
  name: 'alerts',
  mails: { alertNotice },
  hears: {
    'feedback.created': async (ctx, { payload: { quarantined, amenityId, feedbackId } }) => {
      if (!quarantined) await handleReport(ctx, { amenityId, feedbackId })
    },
    'status.reported': async (ctx, { payload: { quarantined, amenityId, reportId, itemId } }) => {
      if (!quarantined) await handleReport(ctx, { amenityId, feedbackId: reportId, itemId })
    },
  },
  exported: {
    alert_notice: 'what rules remember while a problem lasts',
  },
})
