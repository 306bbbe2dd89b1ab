import { isEvent, type Subscriber } from '#server/platform/events/subscriber.ts'
import { handleReport } from './handle-report.ts'

export const subscribers: readonly Subscriber[] = [
  {
    name: 'alerts',
    kind: 'transaction',
    hears: ['feedback.created', 'status.reported'],
    handle: async (ctx, event) => {
      if (isEvent(event, 'feedback.created') && !event.payload.quarantined) {
        const { amenityId, feedbackId } = event.payload
        await handleReport(ctx, { amenityId, feedbackId })
      }
      if (isEvent(event, 'status.reported') && !event.payload.quarantined) {
        const { amenityId, reportId, itemId } = event.payload
        await handleReport(ctx, { amenityId, feedbackId: reportId, itemId })
      }
    },
  },
]
