import type { CallInput } from '#client/types.ts'
import type { getOverview } from '#contracts/dashboard.ts'
import { day, ids } from '#desk-kit/lib/search.ts'

export interface TodaySearch {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly building?: string[] | undefined
}

export const readToday = (search: Record<string, unknown>): TodaySearch => ({
  from: day(search.from),
  to: day(search.to),
  building: ids(search.building),
})

export const overviewOf = ({ from, to, building }: TodaySearch): CallInput<typeof getOverview> => ({
  query: { from, to, building },
})
