/** The door to webhooks: for the demo. */
export { type PastDelivery, storePausedWebhook } from './store-history.ts'
