import { module } from '#server/platform/module.ts'
import { handleRepeats } from './handle-repeats.ts'
import { handleReports } from './handle-report.ts'
import { alertNotice } from './mails/alert-notice.ts'

export default module({
  name: 'alerts',
  mails: { alertNotice },
  onBatch: {
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
    'task.created': (ctx, events) =>
      handleRepeats(
        ctx,
        events.flatMap(({ payload: { source, taskId } }) =>
          source === 'FEEDBACK' || source === 'STATUS_REPORT' ? [taskId] : [],
        ),
      ),
    'task.reopened': (ctx, events) =>
      handleRepeats(
        ctx,
        events.map(({ payload }) => payload.taskId),
      ),
  },
  exported: {
    alert_notice: 'state of alert rules while a problem lasts',
    alert_cause: 'faults that alert rules have counted; the cause tasks are exported',
  },
})
