/** Saved-search alerts: people are notified of what is new in their saved views (decision 0060). */
import { overdueAlertJob } from '#server/modules/auth/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { module } from '#server/platform/module.ts'
import { newMatches } from './mails/new-matches.ts'
import { onLate, planOverdueJob, tellOverdue } from './on-late.ts'
import { formerJobs, interestedTenants, queueMatches } from './on-new.ts'
import { readSubscribers } from './subscribers.ts'

type TaskEvent = StoredEvent<'task.created' | 'task.assigned' | 'task.updated'>

const onFeedback = async (ctx: TenantContext, ids: readonly string[]): Promise<void> =>
  queueMatches(ctx, 'FEEDBACK', ids, await readSubscribers(ctx))

/** One function for all task events, so that a batch of them is matched together. */
const onTasks = async (ctx: TenantContext, events: readonly TaskEvent[]): Promise<void> => {
  const subscribers = await readSubscribers(ctx)
  const ids = events.map(({ payload }) => payload.taskId)
  await queueMatches(ctx, 'TASK', ids, subscribers)
  await planOverdueJob(ctx, subscribers)
}

export default module({
  // The stored name of the subscription.
  name: 'wishes',
  interestedTenants,
  onBatch: {
    'feedback.created': (ctx, events) =>
      onFeedback(
        ctx,
        events.flatMap(({ payload }) => (payload.quarantined ? [] : [payload.feedbackId])),
      ),
    'status.reported': (ctx, events) =>
      onFeedback(
        ctx,
        events.flatMap(({ payload }) => (payload.quarantined ? [] : [payload.reportId])),
      ),
    'task.created': onTasks,
    'task.assigned': onTasks,
    'task.updated': onTasks,
    'task.reopened': async (ctx) => planOverdueJob(ctx, await readSubscribers(ctx)),
    'sla.breached': (ctx, events) =>
      onLate(
        ctx,
        events.map(({ payload }) => payload.taskId),
      ),
  },
  scheduledJobs: { ...formerJobs, [overdueAlertJob.kind]: tellOverdue },
  mails: { newMatches },
})
