import { one } from '#desk-kit/lib/search.ts'

const checkouts = ['done', 'cancelled'] as const

/** Where somebody comes back from at the payment provider. */
export interface PlanSearch {
  readonly checkout?: (typeof checkouts)[number] | undefined
  readonly portal?: 'back' | undefined
}

export const readPlanSearch = (search: Record<string, unknown>): PlanSearch => ({
  checkout: one(search.checkout, checkouts),
  portal: one(search.portal, ['back'] as const),
})
