/** Saved-search alerts: people are notified of what is new in their saved views (decision 0060). */
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { module } from '#server/platform/module.ts'
import { newMatches } from './mails/new-matches.ts'
import { formerJobs, interestedTenants, onNew } from './on-new.ts'

type TaskEvent = StoredEvent<'task.created' | 'task.assigned' | 'task.updated'>

/** One function for all task events, so that a batch of them is matched together. */
const onTasks = (ctx: TenantContext, events: readonly TaskEvent[]): Promise<void> =>
  onNew(
    ctx,
    'TASK',
    events.map(({ payload }) => payload.taskId),
  )

export default module({
  // The stored name of the subscription.
  name: 'wishes',
  interestedTenants,
  onBatch: {
    'feedback.created': (ctx, events) =>
      onNew(
        ctx,
        'FEEDBACK',
        events.flatMap(({ payload }) => (payload.quarantined ? [] : [payload.feedbackId])),
      ),
    'status.reported': (ctx, events) =>
      onNew(
        ctx,
        'FEEDBACK',
        events.flatMap(({ payload }) => (payload.quarantined ? [] : [payload.reportId])),
      ),
    'task.created': onTasks,
    'task.assigned': onTasks,
    'task.updated': onTasks,
  },
  scheduledJobs: formerJobs,
  mails: { newMatches },
})
