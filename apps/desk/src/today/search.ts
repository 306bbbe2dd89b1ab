import type { CallInput } from '#client/types.ts'
import type { getOverview } from '#contracts/dashboard.ts'
import { day, ids, one } from '#desk-kit/lib/search.ts'

export interface TodaySearch {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly building?: string[] | undefined
  /** left out: with the previous period */
  readonly compare?: 'YEAR_BEFORE' | undefined
}

export const readToday = (search: Record<string, unknown>): TodaySearch => ({
  from: day(search.from),
  to: day(search.to),
  building: ids(search.building),
  compare: one(search.compare, ['YEAR_BEFORE']),
})

export const overviewOf = ({ from, to, building, compare }: TodaySearch): CallInput<typeof getOverview> => ({
  query: { from, to, building, compare },
})
