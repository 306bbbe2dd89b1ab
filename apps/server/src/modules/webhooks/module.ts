/** Webhooks: sends events to other systems. */
import * as contracts from '#contracts/webhooks.ts'
import { module } from '#server/platform/module.ts'
import { webhookChannel } from './channel.ts'
import createWebhook from './create-webhook.ts'
import { webhookRetry } from './cron-jobs.ts'
import deleteWebhook from './delete-webhook.ts'
import getWebhook from './get-webhook.ts'
import listWebhookDeliveries from './list-webhook-deliveries.ts'
import listWebhooks from './list-webhooks.ts'
import { webhookOff } from './mails/webhook-off.ts'
import { interestedTenants, recordDeliveries, shownNames } from './record-deliveries.ts'
import redeliverWebhook from './redeliver-webhook.ts'
import rotateWebhookSecret from './rotate-webhook-secret.ts'
import { renewSecrets } from './secrets.ts'
import testWebhook from './test-webhook.ts'
import { trimKind, trimLog } from './trim-log.ts'
import updateWebhook from './update-webhook.ts'

export default module({
  name: 'webhooks',
  implements: contracts,
  handlers: {
    createWebhook,
    deleteWebhook,
    getWebhook,
    listWebhookDeliveries,
    listWebhooks,
    redeliverWebhook,
    rotateWebhookSecret,
    testWebhook,
    updateWebhook,
  },
  onBatch: Object.fromEntries(shownNames.map((name) => [name, recordDeliveries])),
  interestedTenants,
  channels: [webhookChannel],
  scheduledJobs: { [trimKind]: trimLog },
  mails: { webhookOff },
  cronJobs: [webhookRetry],
  renews: renewSecrets,
  counts: {
    webhooks: {
      text: 'select count(*) as n from webhook where tenant_id = $1 and deleted_at is null',
      noun: 'webhooks',
      limit: 'webhooks',
    },
  },
})
