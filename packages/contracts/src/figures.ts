/**
 * Figures of feedback: counts, scores and shares under the filters of the overview. Each equals a plain count over the
 * rows at the moment `freshness`, and comes with its n. Submissions in quarantine are not counted; hidden and erased
 * ones are. A submission counts for the building in which its amenity was at the time.
 *
 * change          change of `count` from the previous period as a fraction; a period that is not over is compared with
 *                 the equally long beginning of the previous one: whole days, and for today the time since midnight
 * averageChange   change on the rating scale; null if one of the periods has no rating
 * score           (10 · m + sum of ratings) / (10 + rated), where m is the mean of all the tenant's ratings in the period;
 *                 null if the tenant has none
 * low, high       of a score: score ± 1.96 · s / √(rated + 10), s the deviation of all the tenant's ratings in the period;
 *                 of an average: average ± 1.96 · s / √rated; both limited to 1..5; of a share: Wilson bounds at 95 %
 */
import { type Static, Type } from 'typebox'
import {
  Average,
  Change,
  comparedFilters,
  Distribution,
  dashboardFilters,
  Period,
  PeriodNotes,
} from './dashboard.ts'
import { Rating } from './feedback.ts'
import { endpoint, manager, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Id, Timestamp } from './kit/text.ts'
import { BuildingRef, Code, Count, OperationalState } from './records.ts'
import { InspectionFigures } from './scout/figures.ts'

/** Part of every figure; `freshness` is the moment at which the whole answer was counted. */
export const about = { period: Period, freshness: Timestamp }

const Bound = Nullable(Type.Number({ minimum: 1, maximum: 5 }))
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

const counted = {
  /** submissions with or without a rating */
  count: Count,
  /** submissions with a rating: the n of `average` */
  rated: Count,
  average: Average,
}
const scored = { score: Bound, low: Bound, high: Bound }
const changed = { change: Change, averageChange: Nullable(Type.Number()) }

/** A day of `period.timeZone`. */
export const TrendDay = Type.Object({ date: DateOnly, ...counted })

/** Local time of each building; weekday 1 is Monday. */
export const HeatmapCell = Type.Object({
  weekday: Type.Integer({ minimum: 1, maximum: 7 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  ...counted,
})
export type HeatmapCell = Static<typeof HeatmapCell>

export const FeedbackFigures = Type.Object({
  ...about,
  ...counted,
  ...changed,
  distribution: Distribution,
  /** one entry for each day, also without feedback */
  trend: Type.Array(TrendDay),
  notes: PeriodNotes,
  /** all 168 hours of the week, from Monday 00 */
  heatmap: Type.Array(HeatmapCell),
  /** submissions with a reply, or with a public note on their task or on one merged into it; share of `count` */
  replied: Count,
  repliedShare: Share,
  repliedLow: Share,
  repliedHigh: Share,
})
export type FeedbackFigures = Static<typeof FeedbackFigures>

export const trendSteps = ['hour', 'day', 'week', 'month'] as const
export const TrendStep = Type.Enum([...trendSteps])
export type TrendStep = Static<typeof TrendStep>

export const TrendPoint = Type.Object({
  /** beginning of the step; weeks begin on Monday, and the first and last step are cut to the period */
  at: Timestamp,
  ...counted,
  low: Bound,
  high: Bound,
})
export type TrendPoint = Static<typeof TrendPoint>

export const Trend = Type.Object({
  /** id of the building or amenity, code of the type; ALL without a group */
  key: Type.String(),
  name: Nullable(Type.String()),
  /** for an amenity its full place, e.g. "Washroom East · Level 3 · Quay House"; else null */
  place: Nullable(Type.String()),
  ...counted,
  /** all steps of the period, also without feedback; at most 800 */
  points: Type.Array(TrendPoint),
})
export type Trend = Static<typeof Trend>

export const IssueFigure = Type.Object({
  code: Code,
  name: Type.String(),
  /** submissions that name it, each counted once */
  count: Count,
  /** of the submissions that name any issue; one may name several, so shares may add up to more than 1 */
  share: Share,
  low: Share,
  high: Share,
  change: Change,
})
export type IssueFigure = Static<typeof IssueFigure>

export const AmenityPerformance = Type.Object({
  id: Id,
  name: Type.String(),
  /** current building */
  building: BuildingRef,
  /** names from the top level down, e.g. "Level 2, East wing"; empty without a location */
  location: Type.String(),
  type: Code,
  archived: Type.Boolean(),
  ...counted,
  ...scored,
  /** by score within the filter, over all pages; equal scores share a rank; null below 5 ratings */
  rank: Nullable(Type.Integer({ minimum: 1 })),
  ...changed,
  /** not done now */
  openTasks: Count,
})
export type AmenityPerformance = Static<typeof AmenityPerformance>

const taskFigures = {
  /** not done now */
  openTasks: Count,
  /** of the open tasks */
  overdue: Count,
}

const slaFigures = {
  /** of the tasks created in the period that met or missed their target; null without SLA */
  slaShare: Share,
  slaLow: Share,
  slaHigh: Share,
  slaMet: Count,
  slaMissed: Count,
}

export const BuildingComparison = Type.Object({
  id: Id,
  name: Type.String(),
  archived: Type.Boolean(),
  ...counted,
  ...scored,
  ...changed,
  ...taskFigures,
  ...slaFigures,
})
export type BuildingComparison = Static<typeof BuildingComparison>

export const AmenityFigures = Type.Object({
  ...about,
  amenity: Type.Object({
    id: Id,
    name: Type.String(),
    type: Code,
    state: OperationalState,
    building: BuildingRef,
    location: Nullable(Type.String()),
    archived: Type.Boolean(),
  }),
  feedback: Type.Object({
    ...counted,
    ...scored,
    ...changed,
    distribution: Distribution,
    trend: Type.Array(TrendDay),
  }),
  notes: PeriodNotes,
  /** most frequent first */
  issues: Type.Array(IssueFigure),
  /** submissions that name any issue: the n of their shares */
  named: Count,
  tasks: Type.Object({
    /** now */
    open: Count,
    inProgress: Count,
    overdue: Count,
    /** in the period */
    created: Count,
    done: Count,
    /** of the done ones, confirmed by a visitor, a later rating or a photo */
    confirmed: Count,
  }),
  /** usable share of the time in the period in which it existed; MAINTENANCE and OUT_OF_ORDER are not usable */
  uptime: Type.Object({
    share: Share,
    minutes: Count,
    usableMinutes: Count,
  }),
  /** scans of its QR codes since their creation; scans are not stored by day */
  usage: Type.Object({ scans: Count, lastScanAt: Nullable(Timestamp) }),
  /** cleaning tasks that were done in the period */
  cleanings: Type.Object({ count: Count, lastAt: Nullable(Timestamp) }),
  inspections: InspectionFigures,
})
export type AmenityFigures = Static<typeof AmenityFigures>

export const BuildingFigures = Type.Object({
  ...about,
  building: Type.Object({ id: Id, name: Type.String(), timeZone: Type.String(), archived: Type.Boolean() }),
  feedback: Type.Object({ ...counted, ...scored, ...changed, distribution: Distribution }),
  tasks: Type.Object({ ...taskFigures, ...slaFigures }),
  /** in the order of the building; amenities without a floor last, with `location` null */
  floors: Type.Array(
    Type.Object({
      location: Nullable(Type.Object({ id: Id, name: Type.String() })),
      amenities: Type.Array(AmenityPerformance),
    }),
  ),
  inspections: InspectionFigures,
})
export type BuildingFigures = Static<typeof BuildingFigures>

const common = { module: 'dashboard', method: 'GET', access: manager('read'), limit: 'read' } as const
const { from, to, compare } = comparedFilters

export const getFeedbackFigures = endpoint({
  ...common,
  name: 'getFeedbackFigures',
  path: '/api/dashboard/feedback',
  summary: 'Ratings, distribution, trend and weekday-by-hour heatmap',
  query: Type.Object(comparedFilters),
  data: FeedbackFigures,
  errors: ['VALIDATION_ERROR'],
})

export const listFeedbackTrends = endpoint({
  ...common,
  name: 'listFeedbackTrends',
  path: '/api/dashboard/feedback/trends',
  summary: 'Time series by hour, day, week or month, grouped by building, type or amenity',
  query: Type.Object({
    ...dashboardFilters,
    /** default day; at most 800 steps */
    by: Type.Optional(TrendStep),
    /** one series for each group that has any; without it a single series */
    group: Type.Optional(Type.Enum(['building', 'type', 'amenity'])),
    /** default -count */
    sort: sortBy('count', 'name'),
    ...paging,
  }),
  list: Trend,
  about: Type.Object({ ...about, notes: PeriodNotes }),
  errors: ['VALIDATION_ERROR'],
})

export const getFeedbackHeatmap = endpoint({
  ...common,
  name: 'getFeedbackHeatmap',
  path: '/api/dashboard/feedback/heatmap',
  summary: "Weekday by hour in the building's time zone: volume, mean rating",
  query: Type.Object(dashboardFilters),
  data: Type.Array(HeatmapCell),
  about: Type.Object({ ...about, ...counted }),
  errors: ['VALIDATION_ERROR'],
})

export const listFeedbackIssues = endpoint({
  ...common,
  name: 'listFeedbackIssues',
  path: '/api/dashboard/feedback/issues',
  summary: 'Issue categories ranked, share and change (Pareto)',
  query: Type.Object({ ...comparedFilters, sort: sortBy('count', 'change', 'name'), ...paging }),
  list: IssueFigure,
  about: Type.Object({
    ...about,
    count: Count,
    /** submissions that name any issue: the n of the shares */
    named: Count,
  }),
  errors: ['VALIDATION_ERROR'],
})

/** Most comments that are read for topics, the newest first. */
export const topicComments = 50_000

export const Topic = Type.Object({
  /** its most frequent spelling, in lower case */
  word: Type.String(),
  /** search text that finds its comments: the common beginning of all its forms */
  q: Type.String(),
  /** of the pages on which the comments were written */
  language: Type.String(),
  /** comments of the period with the word, each counted once */
  count: Count,
  /** comments with a rating: the n of `average` */
  rated: Count,
  average: Average,
  /** of its share of the comments in its language; null if fewer than 2 comments of the previous period had it, or fewer than 5 were read */
  change: Change,
  /** the newest three at most */
  examples: Type.Array(
    Type.Object({ id: Id, createdAt: Timestamp, rating: Nullable(Rating), comment: Type.String() }),
  ),
})
export type Topic = Static<typeof Topic>

/**
 * Words with a larger share of the comments than in the previous period, the clearest rise first, at most 100. Only
 * visible comments are read. Excluded are words with fewer than 5 comments or visitors, names of the team, words after
 * a form of address, words that are mostly written as a name, and words with digits.
 */
export const listFeedbackTopics = endpoint({
  ...common,
  name: 'listFeedbackTopics',
  path: '/api/dashboard/feedback/topics',
  summary: 'Terms that rise in the comments, by rating',
  query: Type.Object({
    ...comparedFilters,
    /** default: the clearest rise first */
    sort: sortBy('count', 'change', 'average', 'word'),
    ...paging,
  }),
  list: Topic,
  about: Type.Object({
    ...about,
    /** comments read of both periods together, the newest first */
    read: Count,
    readBefore: Count,
    /** there are more than 50,000 comments, so older ones were not read */
    limited: Type.Boolean(),
  }),
  errors: ['VALIDATION_ERROR'],
})

export const listAmenityPerformance = endpoint({
  ...common,
  name: 'listAmenityPerformance',
  path: '/api/dashboard/amenities/performance',
  summary: 'Amenities ranked by a score that is honest on few votes (Bayesian mean with interval)',
  query: Type.Object({
    ...comparedFilters,
    sort: sortBy('score', 'average', 'count', 'name', 'change', 'openTasks'),
    ...paging,
  }),
  list: AmenityPerformance,
  about: Type.Object({
    ...about,
    /** of all the tenant's ratings in the period: m and s of the score, and their n */
    mean: Average,
    deviation: Nullable(Type.Number({ minimum: 0 })),
    rated: Count,
  }),
  errors: ['VALIDATION_ERROR'],
})

export const getAmenityFigures = endpoint({
  ...common,
  name: 'getAmenityFigures',
  path: '/api/dashboard/amenities/:id',
  summary: 'One amenity: ratings, issues, tasks, uptime, usage',
  params: Type.Object({ id: Id }),
  query: Type.Object({ from, to, compare }),
  data: AmenityFigures,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  example: ({ amenityId }) => ({ params: { id: amenityId } }),
})

export const compareBuildings = endpoint({
  ...common,
  name: 'compareBuildings',
  path: '/api/dashboard/buildings/comparison',
  summary: 'Buildings side by side: score, volume, open tasks, SLA',
  query: Type.Object({
    ...comparedFilters,
    sort: sortBy('score', 'average', 'count', 'name', 'change', 'openTasks', 'overdue'),
    ...paging,
  }),
  list: BuildingComparison,
  about: Type.Object({
    ...about,
    mean: Average,
    deviation: Nullable(Type.Number({ minimum: 0 })),
    rated: Count,
  }),
  errors: ['VALIDATION_ERROR'],
})

export const getBuildingFigures = endpoint({
  ...common,
  name: 'getBuildingFigures',
  path: '/api/dashboard/buildings/:id',
  summary: 'One building, floor by floor',
  params: Type.Object({ id: Id }),
  query: Type.Object({ from, to, compare }),
  data: BuildingFigures,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  example: ({ buildingId }) => ({ params: { id: buildingId } }),
})
