import { limitNames, listPlans } from '#contracts/billing.ts'
import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import { planLimits } from '#contracts/kit/plan-limits.ts'
import { planPrices, priceCurrency } from '#contracts/kit/plan-prices.ts'
import { type Plan, plans } from '#contracts/kit/vocabulary.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'

const priceOf = (plan: Plan) => {
  const amount = plan === 'TRIAL' ? 0 : plan === 'ENTERPRISE' ? null : planPrices[plan]
  return amount === null ? null : { amount, currency: priceCurrency, interval: 'MONTH' as const }
}

export default serve(listPlans)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const prices: Readonly<Partial<Record<Plan, string>>> = ctx.platform.config.stripe?.prices ?? {}
  const offers = plans.map((plan) => ({
    plan,
    price: priceOf(plan),
    limits: limitNames.map((name) => ({ name, allowed: planLimits[plan][name] })),
    features: entitlementsOf(plan),
    buyable: prices[plan] !== undefined,
    current: plan === ctx.tenant.plan,
  }))
  const ordered = query.sort === '-plan' ? offers.toReversed() : offers
  return { items: ordered.slice(offset, offset + limit), total: offers.length }
})
