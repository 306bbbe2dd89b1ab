import * as contracts from '#contracts/status.ts'
import { module } from '#server/platform/module.ts'
import { expireItem } from './change-item.ts'
import { cronJobs } from './cron-jobs.ts'
import { exported } from './exported.ts'
import { emailSubscribers, followTasks } from './follow-tasks.ts'
import getStatus from './get-status.ts'
import getStatusHistory from './get-status-history.ts'
import { statusChanged } from './mails/status-changed.ts'
import { subscriptionConfirm } from './mails/subscription-confirm.ts'
import reportStatus from './report-status.ts'
import { statusSerializers } from './status-serializers.ts'
import subscribeStatus from './subscribe-status.ts'
import { deleteUnconfirmed } from './subscriptions.ts'

export default module({
  name: 'status',
  implements: contracts,
  handlers: { getStatus, getStatusHistory, reportStatus, subscribeStatus },
  scheduledJobs: {
    'status.item_silent': expireItem,
    'status.subscription_unconfirmed': deleteUnconfirmed,
  },
  cronJobs,
  serializers: statusSerializers,
  mails: { statusChanged, subscriptionConfirm },
  on: {
    'task.status_changed': (ctx, { payload }) => followTasks(ctx, [payload.taskId], 'MOVED'),
    'task.reopened': (ctx, { payload }) => followTasks(ctx, [payload.taskId], 'REOPENED'),
    'status.changed': (ctx, { payload }) => emailSubscribers(ctx, payload),
  },
  onBatch: {
    'feedback.merged': (ctx, events) =>
      followTasks(
        ctx,
        events.map(({ payload }) => payload.taskId),
        'JOINED',
      ),
  },
  exported,
})
