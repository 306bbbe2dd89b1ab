/** Whether each price id of STRIPE_PRICES costs what the plan is said to cost. */
import { type BuyablePlan, planPrices, priceCurrency } from '#contracts/kit/plan-prices.ts'
import type { Platform } from '#server/platform/context.ts'
import { stripeOf } from './stripe-client.ts'

const shown = (cents: number | null, currency: string): string =>
  `${((cents ?? 0) / 100).toFixed(2)} ${currency.toUpperCase()}`

/** @returns a sentence for each price that differs; none without keys */
export const checkPrices = async (platform: Platform): Promise<readonly string[]> => {
  if (!platform.config.stripe) return []
  const { stripe, settings } = stripeOf(platform)
  const checked = Object.entries(settings.prices).map(async ([plan, id]) => {
    const price = await stripe.prices.retrieve(id).catch(() => undefined)
    if (!price) return `${plan}: the price ${id} could not be read`
    const amount = planPrices[plan as BuyablePlan]
    const same =
      price.unit_amount === amount &&
      price.currency.toUpperCase() === priceCurrency &&
      price.recurring?.interval === 'month' &&
      price.recurring.interval_count === 1
    return same
      ? undefined
      : `${plan}: ${id} is ${shown(price.unit_amount, price.currency)} each ${price.recurring?.interval ?? 'time'}, shown is ${shown(amount, priceCurrency)} a month`
  })
  return (await Promise.all(checked)).filter((fault) => fault !== undefined)
}
