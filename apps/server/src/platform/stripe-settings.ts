/** Settings of the payment provider. */
import { type BuyablePlan, buyablePlans } from '#contracts/kit/plan-prices.ts'
import { isLoopbackName } from './loopback.ts'

export interface StripeSettings {
  readonly secretKey: string
  /** whether the key is one of live payments */
  readonly live: boolean
  /** one, or two while they are being exchanged; none: events are answered 503 */
  readonly webhookSecrets: readonly string[]
  readonly apiUrl: URL
  readonly prices: Readonly<Partial<Record<BuyablePlan, string>>>
}

type Env = Readonly<Record<string, string | undefined>>

const usualUrl = 'https://api.stripe.com'

const readPrices = (text: string | undefined, faults: string[]): StripeSettings['prices'] => {
  if (!text) return {}
  const fault = `STRIPE_PRICES must be JSON of plan and price id, such as {"PRO":"price_…"}; plans are ${buyablePlans.join(', ')}`
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new TypeError()
    const entries = Object.entries(given)
    const known = entries.every(
      ([plan, id]) => buyablePlans.some((one) => one === plan) && typeof id === 'string' && id !== '',
    )
    if (!known || new Set(entries.map(([, id]) => id)).size < entries.length) throw new TypeError()
    return Object.fromEntries(entries)
  } catch {
    faults.push(fault)
    return {}
  }
}

/** @returns undefined without STRIPE_SECRET_KEY */
export const readStripe = (
  env: Env,
  production: boolean,
  faults: string[],
  warnings: string[],
): StripeSettings | undefined => {
  const apiUrl = env.STRIPE_API_URL || usualUrl
  if (!URL.canParse(apiUrl) || !/^https?:/.test(apiUrl)) {
    faults.push(`STRIPE_API_URL must be an address such as ${usualUrl}`)
    return undefined
  }
  const url = new URL(apiUrl)
  if (production && url.protocol !== 'https:' && !isLoopbackName(url.hostname))
    faults.push('STRIPE_API_URL must be https in production')
  const webhookSecrets = env.STRIPE_WEBHOOK_SECRET ? env.STRIPE_WEBHOOK_SECRET.split(',') : []
  if (webhookSecrets.length > 2 || webhookSecrets.includes(''))
    faults.push(
      'STRIPE_WEBHOOK_SECRET must be one secret, or the new and the previous one with a comma between',
    )
  const prices = readPrices(env.STRIPE_PRICES, faults)
  const secretKey = env.STRIPE_SECRET_KEY
  if (!secretKey) return undefined
  if (Object.keys(prices).length === 0)
    warnings.push('STRIPE_PRICES is not set: no plan can be bought, and trials do not end')
  if (webhookSecrets.length === 0)
    warnings.push(
      'STRIPE_WEBHOOK_SECRET is not set: what is paid counts only after the daily billing-reconcile',
    )
  return { secretKey, live: /^[rs]k_live_/.test(secretKey), webhookSecrets, apiUrl: url, prices }
}
