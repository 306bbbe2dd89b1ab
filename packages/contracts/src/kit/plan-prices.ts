/** Prices of the plans; what is charged is the price at the payment provider, which `wellkept check` compares. */
import type { Plan } from './vocabulary.ts'

export const buyablePlans = ['STARTER', 'PRO', 'BUSINESS'] as const satisfies readonly Plan[]
export type BuyablePlan = (typeof buyablePlans)[number]

/** Whole cents a month. */
export const planPrices: Readonly<Record<BuyablePlan, number>> = { STARTER: 2900, PRO: 9900, BUSINESS: 29900 }
export const priceCurrency = 'EUR'
