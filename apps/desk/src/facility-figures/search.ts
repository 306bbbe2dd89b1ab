/** Search parameters of the figures of feedback, amenities and buildings, and of reports. */
import type { CallInput } from '#client/types.ts'
import type {
  compareBuildings,
  getAmenityFigures,
  getBuildingFigures,
  getFeedbackFigures,
  listFeedbackTrends,
} from '#contracts/figures.ts'
import { type getReport, type ReportContent, reportContents } from '#contracts/reports.ts'
import { codes, day, ids, one, some } from '#desk-kit/lib/search.ts'
import { type Filters, readFilters } from '../figures/search.ts'

const readCompare = (search: Record<string, unknown>): 'YEAR_BEFORE' | undefined =>
  one(search.compare, ['YEAR_BEFORE'])

export const trendGroups = ['building', 'type', 'amenity'] as const

export interface FeedbackSearch extends Filters {
  /** left out: one trend for all */
  readonly group?: (typeof trendGroups)[number] | undefined
  /** left out: counts */
  readonly hours?: 'average' | undefined
}

export const readFeedbackFigures = (search: Record<string, unknown>): FeedbackSearch => ({
  ...readFilters(search),
  group: one(search.group, trendGroups),
  hours: one(search.hours, ['average']),
  compare: readCompare(search),
})

/** Filters that all sections share. */
export const placesOf = ({ from, to, building, type }: Filters) => ({ from, to, building, type })

/** The same, and what changes are against. */
export const comparedOf = (search: Filters) => ({ ...placesOf(search), compare: search.compare })

export const figuresOf = (search: FeedbackSearch): CallInput<typeof getFeedbackFigures> => ({
  query: comparedOf(search),
})

/** Most trends shown side by side. */
const multiples = 12

export const trendsOf = (search: FeedbackSearch): CallInput<typeof listFeedbackTrends> => ({
  query: {
    ...placesOf(search),
    by: search.by ?? 'day',
    group: search.group,
    pageSize: search.group ? multiples : 1,
  },
})

export const comparisonOf = (search: Filters): CallInput<typeof compareBuildings> => ({
  query: { ...comparedOf(search), sort: '-score', pageSize: 50 },
})

export interface DaysSearch {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly compare?: 'YEAR_BEFORE' | undefined
}

export const readDays = (search: Record<string, unknown>): DaysSearch => ({
  from: day(search.from),
  to: day(search.to),
  compare: readCompare(search),
})

export const amenityOf = (
  { from, to, compare }: DaysSearch,
  id: string,
): CallInput<typeof getAmenityFigures> => ({
  params: { id },
  query: { from, to, compare },
})

export const buildingOf = (
  { from, to, compare }: DaysSearch,
  id: string,
): CallInput<typeof getBuildingFigures> => ({
  params: { id },
  query: { from, to, compare },
})

export const reportLanguages = ['en', 'de'] as const

export interface ReportSearch extends DaysSearch {
  readonly building?: string[] | undefined
  readonly type?: string[] | undefined
  /** left out: all */
  readonly contents?: ReportContent[] | undefined
  readonly language?: (typeof reportLanguages)[number] | undefined
}

export const readReport = (search: Record<string, unknown>): ReportSearch => ({
  ...readDays(search),
  building: ids(search.building),
  type: codes(search.type),
  contents: some(search.contents, reportContents),
  language: one(search.language, reportLanguages),
})

export const reportOf = (
  search: ReportSearch,
  language: (typeof reportLanguages)[number],
): CallInput<typeof getReport> => ({ query: { ...search, language: search.language ?? language } })
