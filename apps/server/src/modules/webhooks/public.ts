/** The door to webhooks: for the demo. */
export { countFailingWebhooks } from './failing.ts'
export { type PastDelivery, storePausedWebhook } from './store-history.ts'
