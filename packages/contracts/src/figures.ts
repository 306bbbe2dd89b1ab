/**
 * Figures of feedback: counts, scores and shares under the filters of the overview. Each equals a plain count over the
 * rows at the moment `freshness`, and stands beside the n that it was made of. Submissions in quarantine count nowhere;
 * hidden and erased ones do; a submission counts for the building in which its amenity stood at the time.
 *
 * change          against the period of the same length before, as a fraction of `count`; of a period that is not over
 *                 against as much of the one before as has passed of it: whole days, and of today the time since midnight
 * averageChange   against it in points of the scale; null where one of the two has no rating
 * score           (10 · m + sum of ratings) / (10 + rated), where m is the mean of all the tenant's ratings in the period;
 *                 null where the tenant has none
 * low, high       of a score: score ± 1.96 · s / √(rated + 10), s the deviation of all the tenant's ratings in the period;
 *                 of an average: average ± 1.96 · s / √rated; both kept within 1..5; of a share: Wilson bounds at 95 %
 */
import { type Static, Type } from 'typebox'
import { Average, Change, Distribution, dashboardFilters, Period, PeriodNotes } from './dashboard.ts'
import { Rating } from './feedback.ts'
import { endpoint, manager, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Id, Timestamp } from './kit/text.ts'
import { BuildingRef, Code, Count, OperationalState } from './records.ts'

/** Beside or within every figure; `freshness`: the moment at which all of the answer was counted. */
export const about = { period: Period, freshness: Timestamp }

const Bound = Nullable(Type.Number({ minimum: 1, maximum: 5 }))
const Share = Nullable(Type.Number({ minimum: 0, maximum: 1 }))

const counted = {
  /** submissions, with a rating or without */
  count: Count,
  /** those with a rating: the n of `average` */
  rated: Count,
  average: Average,
}
const scored = { score: Bound, low: Bound, high: Bound }
const changed = { change: Change, averageChange: Nullable(Type.Number()) }

/** A day of `period.timeZone`. */
export const TrendDay = Type.Object({ date: DateOnly, ...counted })

/** By the wall clock of each building; 1 is Monday. */
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
  /** one entry a day, days without feedback included */
  trend: Type.Array(TrendDay),
  notes: PeriodNotes,
  /** all 168 hours of the week, Monday 00 first */
  heatmap: Type.Array(HeatmapCell),
  /** submissions with a reply, or a public note on the task behind them or on one merged into it; their share of `count` */
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
  /** where it begins; weeks begin on Monday, and the first and the last step end where the period does */
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
  /** of an amenity: how its place is called, e.g. "Washroom East · Level 3 · Quay House"; else null */
  place: Nullable(Type.String()),
  ...counted,
  /** all steps of the period, those without feedback included; at most 800 */
  points: Type.Array(TrendPoint),
})
export type Trend = Static<typeof Trend>

export const IssueFigure = Type.Object({
  code: Code,
  name: Type.String(),
  /** submissions that name it, each once */
  count: Count,
  /** of the submissions that name any issue; one may name several, so shares may exceed 1 together */
  share: Share,
  low: Share,
  high: Share,
  change: Change,
})
export type IssueFigure = Static<typeof IssueFigure>

export const AmenityPerformance = Type.Object({
  id: Id,
  name: Type.String(),
  /** where it stands now */
  building: BuildingRef,
  /** names from the top down, e.g. "Level 2, East wing"; empty on no floor */
  location: Type.String(),
  type: Code,
  archived: Type.Boolean(),
  ...counted,
  ...scored,
  /** by score within the filter, whatever the page; equal scores share it; null below 5 ratings */
  rank: Nullable(Type.Integer({ minimum: 1 })),
  ...changed,
  /** not done now */
  openTasks: Count,
})
export type AmenityPerformance = Static<typeof AmenityPerformance>

const taskFigures = {
  /** not done now */
  openTasks: Count,
  /** of these past their due time */
  overdue: Count,
}

const slaFigures = {
  /** of the tasks created in the period that have met or missed their target; null without SLA */
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
  /** the most named first */
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
    /** of these, what a visitor, a later rating or a photo has confirmed */
    confirmed: Count,
  }),
  /** how long it could be used, of the time in the period in which it was there; MAINTENANCE and OUT_OF_ORDER are not use */
  uptime: Type.Object({
    share: Share,
    minutes: Count,
    usableMinutes: Count,
  }),
  /** of its stickers, since they were made: scans have no history by day */
  usage: Type.Object({ scans: Count, lastScanAt: Nullable(Timestamp) }),
  /** tasks that made it clean and were done in the period */
  cleanings: Type.Object({ count: Count, lastAt: Nullable(Timestamp) }),
})
export type AmenityFigures = Static<typeof AmenityFigures>

export const BuildingFigures = Type.Object({
  ...about,
  building: Type.Object({ id: Id, name: Type.String(), timeZone: Type.String(), archived: Type.Boolean() }),
  feedback: Type.Object({ ...counted, ...scored, ...changed, distribution: Distribution }),
  tasks: Type.Object({ ...taskFigures, ...slaFigures }),
  /** in the order of the building; amenities on no floor last, with `location` null */
  floors: Type.Array(
    Type.Object({
      location: Nullable(Type.Object({ id: Id, name: Type.String() })),
      amenities: Type.Array(AmenityPerformance),
    }),
  ),
})
export type BuildingFigures = Static<typeof BuildingFigures>

const common = { module: 'dashboard', method: 'GET', access: manager('read'), limit: 'read' } as const
const { from, to } = dashboardFilters

export const getFeedbackFigures = endpoint({
  ...common,
  name: 'getFeedbackFigures',
  path: '/api/dashboard/feedback',
  summary: 'Ratings, distribution, trend and weekday-by-hour heatmap',
  query: Type.Object(dashboardFilters),
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
    /** groups in which there is anything; without it one series of all */
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
  query: Type.Object({ ...dashboardFilters, sort: sortBy('count', 'change', 'name'), ...paging }),
  list: IssueFigure,
  about: Type.Object({
    ...about,
    count: Count,
    /** submissions that name any issue: the n of the shares */
    named: Count,
  }),
  errors: ['VALIDATION_ERROR'],
})

/** Comments that are read for topics, the newest first. */
export const topicComments = 50_000

export const Topic = Type.Object({
  /** as most have written it, in lower case */
  word: Type.String(),
  /** what the feed finds its comments by: the beginning that all its forms have */
  q: Type.String(),
  /** of the pages on which the comments were written */
  language: Type.String(),
  /** comments of the period that have it, each once */
  count: Count,
  /** those with a rating: the n of `average` */
  rated: Count,
  average: Average,
  /** of its share of the comments of its language, against the period before; null where none had it, or none were read */
  change: Change,
  /** the newest, at most 3 */
  examples: Type.Array(
    Type.Object({ id: Id, createdAt: Timestamp, rating: Nullable(Rating), comment: Type.String() }),
  ),
})
export type Topic = Static<typeof Topic>

/**
 * Words that stand in a larger share of the comments than in the period before, the clearest rise first, at most 100.
 * Visible comments alone are read. A word of fewer than 5 comments or visitors is none, nor is one of a name in the
 * team, one behind a form of address, one that is mostly written as a name, or one with digits.
 */
export const listFeedbackTopics = endpoint({
  ...common,
  name: 'listFeedbackTopics',
  path: '/api/dashboard/feedback/topics',
  summary: 'Terms that rise in the comments, by rating',
  query: Type.Object({
    ...dashboardFilters,
    /** left out: the clearest rise first */
    sort: sortBy('count', 'change', 'average', 'word'),
    ...paging,
  }),
  list: Topic,
  about: Type.Object({
    ...about,
    /** comments of the period, and of the one before, that were read: the newest of both together */
    read: Count,
    readBefore: Count,
    /** there are more than 50,000, so older ones were not read */
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
    ...dashboardFilters,
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
  query: Type.Object({ from, to }),
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
    ...dashboardFilters,
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
  query: Type.Object({ from, to }),
  data: BuildingFigures,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  example: ({ buildingId }) => ({ params: { id: buildingId } }),
})
