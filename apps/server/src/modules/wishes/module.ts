/** "Tell me when …": what a person wishes to hear of, kept in their saved views (decision 0060). */
import type { TenantContext } from '#server/platform/context.ts'
import type { HeardEvent } from '#server/platform/events/subscriber.ts'
import { module } from '#server/platform/module.ts'
import { hearOf, interestedTenants, tellKind } from './hear.ts'
import { wishNews } from './mails/wish-news.ts'
import { tellWishes } from './tell.ts'

type TaskEvent = HeardEvent<'task.created' | 'task.assigned' | 'task.updated'>

/** One function for all of them, so that what comes together is asked for together. */
const hearTasks = (ctx: TenantContext, events: readonly TaskEvent[]): Promise<void> =>
  hearOf(
    ctx,
    'TASK',
    events.map(({ payload }) => payload.taskId),
  )

export default module({
  name: 'wishes',
  interestedTenants,
  onBatch: {
    'feedback.created': (ctx, events) =>
      hearOf(
        ctx,
        'FEEDBACK',
        events.flatMap(({ payload }) => (payload.quarantined ? [] : [payload.feedbackId])),
      ),
    'status.reported': (ctx, events) =>
      hearOf(
        ctx,
        'FEEDBACK',
        events.flatMap(({ payload }) => (payload.quarantined ? [] : [payload.reportId])),
      ),
    'task.created': hearTasks,
    'task.assigned': hearTasks,
    'task.updated': hearTasks,
  },
  scheduledJobs: { [tellKind]: tellWishes },
  mails: { wishNews },
  exported: { wish_news: 'what each person was told by their wishes, by ids' },
})
