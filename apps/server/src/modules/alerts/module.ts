import { module } from '#server/platform/module.ts'
import { handleReports } from './handle-report.ts'
import { alertNotice } from './mails/alert-notice.ts'

export default module({
  name: 'alerts',
  mails: { alertNotice },
  hearsMany: {
    'feedback.created': (ctx, events) =>
      handleReports(
        ctx,
        events.flatMap(({ payload }) => (payload.quarantined ? [] : [payload])),
      ),
    'status.reported': (ctx, events) =>
      handleReports(
        ctx,
        events.flatMap(({ payload: { quarantined, amenityId, reportId, itemId } }) =>
          quarantined ? [] : [{ amenityId, feedbackId: reportId, itemId }],
        ),
      ),
  },
  exported: {
    alert_notice: 'what rules remember while a problem lasts',
  },
})
