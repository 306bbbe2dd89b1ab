import * as contracts from '#contracts/status.ts'
import { module } from '#server/platform/module.ts'
import { settleSilentItem } from './change-item.ts'
import { followTasks, tellReaders } from './follow-task.ts'
import getStatus from './get-status.ts'
import getStatusHistory from './get-status-history.ts'
import { statusChanged } from './mails/status-changed.ts'
import { subscriptionConfirm } from './mails/subscription-confirm.ts'
import reportStatus from './report-status.ts'
import { schedules } from './schedules.ts'
import { showStatus } from './show-status-events.ts'
import subscribeStatus from './subscribe-status.ts'
import { forgetUnconfirmed } from './subscriptions.ts'

export default module({
  name: 'status',
  implements: contracts,
  handlers: { getStatus, getStatusHistory, reportStatus, subscribeStatus },
  scheduledJobs: {
    'status.item_silent': settleSilentItem,
    'status.subscription_unconfirmed': forgetUnconfirmed,
  },
  schedules,
  serializers: showStatus,
  mails: { statusChanged, subscriptionConfirm },
  on: {
    'task.status_changed': (ctx, { payload }) => followTasks(ctx, [payload.taskId], 'MOVED'),
    'task.reopened': (ctx, { payload }) => followTasks(ctx, [payload.taskId], 'REOPENED'),
    'status.changed': (ctx, { payload }) => tellReaders(ctx, payload),
  },
  onBatch: {
    'feedback.merged': (ctx, events) =>
      followTasks(
        ctx,
        events.map(({ payload }) => payload.taskId),
        'JOINED',
      ),
  },
})
