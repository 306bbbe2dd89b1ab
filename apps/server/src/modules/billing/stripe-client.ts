/** The official SDK of Stripe, one client for each process. */
import Stripe from 'stripe'
import type { Platform } from '#server/platform/context.ts'
import { unavailable } from '#server/platform/errors.ts'
import type { StripeSettings } from '#server/platform/stripe-settings.ts'

const timeoutMs = 5000
const clients = new WeakMap<StripeSettings, Stripe>()

const openClient = ({ secretKey, apiUrl }: StripeSettings): Stripe =>
  new Stripe(secretKey, {
    host: apiUrl.hostname,
    protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
    port: apiUrl.port || (apiUrl.protocol === 'http:' ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })

export const notConfigured = () => unavailable('Payments are not set up on this service')

/** @throws ServiceError SERVICE_UNAVAILABLE without keys */
export const stripeOf = ({
  config,
}: Platform): { readonly stripe: Stripe; readonly settings: StripeSettings } => {
  const settings = config.stripe
  if (!settings) throw notConfigured()
  const stripe = clients.get(settings) ?? openClient(settings)
  clients.set(settings, stripe)
  return { stripe, settings }
}

/**
 * Runs calls for somebody who waits for the answer.
 * @throws ServiceError SERVICE_UNAVAILABLE whatever Stripe's reason is
 */
export const askStripe = async <T>(platform: Platform, call: (stripe: Stripe) => Promise<T>): Promise<T> => {
  const { stripe } = stripeOf(platform)
  try {
    return await call(stripe)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // Its message can hold what was sent, such as an id of a tenant.
    platform.log.warn(
      { type: error.type, code: error.code, status: error.statusCode },
      'Stripe refused a call',
    )
    throw unavailable('The payment provider does not answer as expected; try again in a few minutes')
  }
}
