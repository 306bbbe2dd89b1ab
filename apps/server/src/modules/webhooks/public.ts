/** Webhooks for the demo and the setup checklist. */
export { countFailingWebhooks } from './failing.ts'
export { type PastDelivery, storePausedWebhook } from './store-history.ts'
