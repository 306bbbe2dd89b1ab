/** What managers read. Every figure equals a plain count over the rows of the period. */

import { type Static, Type } from 'typebox'
import { personal } from '#contracts/kit/personal.ts'
import { AttentionCount, AttentionItem } from './attention.ts'
import { Rating, TrackingState } from './feedback.ts'
import { endpoint, idFilter, manager, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Id, Line, LongText, Timestamp } from './kit/text.ts'
import { VisitorLanguage } from './kit/vocabulary.ts'
import { AmenityRef, Author, BuildingRef, Code, Count, Image, Issue, TaskRef } from './records.ts'
import { ReplyTemplates } from './settings.ts'
import { BulkResult } from './tasks/records.ts'

/** Days in `period.timeZone`, both included; default the last 30 days. */
export const dashboardFilters = {
  from: Type.Optional(DateOnly),
  to: Type.Optional(DateOnly),
  building: idFilter,
  buildingId: idFilter,
  amenity: idFilter,
  amenityId: idFilter,
  type: Type.Optional(Type.Array(Code, { maxItems: 50 })),
}

/**
 * What changes are against. PREVIOUS: the days of the same number before. YEAR_BEFORE: as many days a year earlier, from
 * the same date; below 28 days 52 weeks earlier, so that weekdays agree. For at most a year.
 */
export const comparisons = ['PREVIOUS', 'YEAR_BEFORE'] as const
export type Comparison = (typeof comparisons)[number]

/** `compare`: default PREVIOUS */
export const comparedFilters = { ...dashboardFilters, compare: Type.Optional(Type.Enum([...comparisons])) }

export const Period = Type.Object({
  from: DateOnly,
  to: DateOnly,
  /** that of the building if exactly one is filtered, else the tenant's */
  timeZone: Type.String(),
  /** PLAN_HISTORY: the period was cut to the history that the plan keeps */
  limitedBy: Nullable(Type.Enum(['PLAN_HISTORY'])),
  /**
   * with YEAR_BEFORE, the days that changes are against, the last of them in part while the period is running; null:
   * the plan's history does not reach back so far
   */
  compared: Type.Optional(Nullable(Type.Object({ from: DateOnly, to: DateOnly }))),
})

/** Day notes of the period, about the filtered buildings or about all; oldest first. */
export const PeriodNotes = Type.Array(
  Type.Object({ date: DateOnly, text: Type.String(), building: Nullable(BuildingRef) }),
)
export type PeriodNotes = Static<typeof PeriodNotes>

/** Mean of 1..5; null without ratings. */
export const Average = Nullable(Type.Number({ minimum: 1, maximum: 5 }))
/**
 * Change from the previous period, or from the year before, as a fraction: 0.25 is a quarter more; null if there was
 * nothing before. A period that is not over is compared with the equally long beginning of the other one.
 */
export const Change = Nullable(Type.Number())

/** Submissions by rating. */
export const Distribution = Type.Object({ '1': Count, '2': Count, '3': Count, '4': Count, '5': Count })

export const Overview = Type.Object({
  period: Period,
  feedback: Type.Object({
    /** submissions with or without a rating */
    count: Count,
    /** submissions with a rating: the n of `average` and the sum of `distribution` */
    rated: Count,
    average: Average,
    /** of `count` */
    change: Change,
    /** difference on the rating scale; null if one of the periods has no rating */
    averageChange: Nullable(Type.Number()),
    distribution: Distribution,
  }),
  tasks: Type.Object({
    /** now */
    open: Count,
    inProgress: Count,
    /** completed in the period */
    done: Count,
    overdue: Count,
    created: Count,
    createdChange: Change,
  }),
  /** one entry for each day, also without feedback */
  satisfaction: Type.Array(
    /** `rated`: the n of `average` */
    Type.Object({ date: DateOnly, count: Count, rated: Count, average: Average }),
  ),
  /** most urgent first, at most eight of each group */
  attention: Type.Array(AttentionItem),
  attentionCounts: Type.Array(AttentionCount),
  /** newest first, at most 20; `type` is the name of an event, `id` the record to open */
  activity: Type.Array(Type.Object({ at: Timestamp, type: Type.String(), text: Type.String(), id: Id })),
  notes: PeriodNotes,
  generatedAt: Timestamp,
})
export type Overview = Static<typeof Overview>

export const FeedbackState = Type.Enum(['VISIBLE', 'QUARANTINED', 'HIDDEN'])
export type FeedbackState = Static<typeof FeedbackState>

/** A keyword of the team; not shown to visitors. */
const Label = Line(40)

const feedbackFields = {
  id: Id,
  createdAt: Timestamp,
  /** hour of submission in the building's time zone */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  rating: Nullable(Rating),
  comment: personal(Nullable(Type.String())),
  issues: Type.Array(Issue),
  images: personal(Type.Array(Image)),
  amenity: AmenityRef,
  building: BuildingRef,
  location: Nullable(Type.String()),
  /** its task; of several the open one, else the newest */
  task: Nullable(TaskRef),
  language: Type.String(),
  state: FeedbackState,
  hidden: Type.Boolean(),
  quarantined: Type.Boolean(),
  /** by name */
  labels: Type.Array(Label),
  /** who marked it as done; null: new */
  done: Nullable(Type.Object({ at: Timestamp, by: Author })),
  /** number of later messages and public replies */
  thread: Count,
}

/** A submission as staff see it, with phone numbers and email addresses masked. */
export const FeedbackItem = Type.Object(feedbackFields)
export type FeedbackItem = Static<typeof FeedbackItem>

export const FeedbackDetail = Type.Object({
  ...feedbackFields,
  tasks: Type.Array(TaskRef),
  tracking: TrackingState,
  /** the visitor's answer to "is it fixed?" */
  fixed: Nullable(Type.Boolean()),
  /** later messages of the visitor, oldest first */
  messages: Type.Array(
    Type.Object({ at: Timestamp, text: personal(Type.String()), images: personal(Type.Array(Image)) }),
  ),
  /** public notes of its tasks and replies to this visitor, oldest first */
  replies: Type.Array(
    Type.Object({
      id: Id,
      at: Timestamp,
      text: personal(Type.String()),
      author: Author,
      /** that its author named; null: not said */
      language: Nullable(VisitorLanguage),
    }),
  ),
  quarantineReason: Nullable(Type.String()),
  version: Type.Integer({ minimum: 1 }),
  /** only with `forReply`: templates, and the name that visitors see in place of `{organization}` */
  forReply: Type.Optional(Type.Object({ templates: ReplyTemplates, organization: Type.String() })),
})
export type FeedbackDetail = Static<typeof FeedbackDetail>

export const getOverview = endpoint({
  module: 'dashboard',
  name: 'getOverview',
  method: 'GET',
  path: '/api/dashboard/overview',
  summary: 'Counts, trends against the period before, recent activity',
  access: manager('read'),
  limit: 'read',
  follows: ['feedback', 'status', 'task', 'sla', 'amenity', 'operator'],
  query: Type.Object(comparedFilters),
  data: Overview,
  errors: ['VALIDATION_ERROR'],
})

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
const hours = [
  ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'],
  ...['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23'],
] as const

export const listRecentFeedback = endpoint({
  module: 'dashboard',
  name: 'listRecentFeedback',
  method: 'GET',
  path: '/api/dashboard/feedback/recent',
  summary:
    'Feed of submissions with search and filters, by default VISIBLE ones; `about` has the labels in use, the ratings without a comment that `bare=false` leaves out, and the number that an administrator must review',
  access: manager('read'),
  limit: 'read',
  follows: ['feedback'],
  query: Type.Object({
    ...dashboardFilters,
    q: Type.Optional(Line(200, 0)),
    rating: Type.Optional(Type.Array(Type.Enum(['1', '2', '3', '4', '5']), { maxItems: 5 })),
    hasComment: Type.Optional(Type.Boolean()),
    state: Type.Optional(Type.Array(FeedbackState, { maxItems: 3 })),
    /** true: submissions in figures, hidden ones included (`state` is then ignored); false: all others */
    counted: Type.Optional(Type.Boolean()),
    /** names any of these categories */
    issue: Type.Optional(Type.Array(Code, { maxItems: 50 })),
    /** local time of each building, as in the heatmap; 1 is Monday */
    weekday: Type.Optional(Type.Array(Type.Enum([...weekdays]), { maxItems: 7 })),
    hour: Type.Optional(Type.Array(Type.Enum([...hours]), { maxItems: 24 })),
    /** whether it is marked as done */
    done: Type.Optional(Type.Boolean()),
    /** has any of these labels */
    label: Type.Optional(Type.Array(Label, { maxItems: 10 })),
    /** whether one of its tasks is not done */
    open: Type.Optional(Type.Boolean()),
    /** whether it is only a rating: no comment, issue or photo */
    bare: Type.Optional(Type.Boolean()),
    /** has a comment or photos that no administrator has reviewed, if `privacy.moderation` is AFTER */
    toReview: Type.Optional(Type.Boolean()),
    sort: sortBy('createdAt', 'rating'),
    ...paging,
  }),
  list: FeedbackItem,
  about: Type.Object({
    /** labels in use, by name; the first 100 */
    labels: Type.Array(Type.String()),
    /** with `bare=false`: number and average of the ratings left out; else null */
    bare: Nullable(Type.Object({ count: Count, average: Average })),
    /**
     * number of results of `toReview=true` with the same period and places; null for non-administrators, and unless
     * moderation is AFTER
     */
    toReview: Nullable(Count),
  }),
  errors: ['VALIDATION_ERROR'],
})

export const bulkFeedback = endpoint({
  module: 'dashboard',
  name: 'bulkFeedback',
  method: 'POST',
  path: '/api/dashboard/feedback/bulk',
  summary:
    'Label, mark as done or answer up to 200 submissions at once, or link them to a task; with a result for each. `reply` appears on the tracking page of each visitor',
  auditLabel: { en: 'Triaged feedback', de: 'Rückmeldungen bearbeitet' },
  access: manager('write'),
  limit: 'write',
  body: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    /** the whole list; [] removes all */
    labels: Type.Optional(Type.Array(Label, { maxItems: 10 })),
    /** false: new again */
    done: Type.Optional(Type.Boolean()),
    /** sent to each of these visitors; cannot be undone */
    reply: Type.Optional(LongText(2000, 1)),
    /** what `reply` is written in; only with it */
    replyLanguage: Type.Optional(VisitorLanguage),
    /** an open task to link them to; their visitors then follow it */
    taskId: Type.Optional(Id),
  }),
  idempotent: true,
  data: Type.Array(BulkResult),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ feedbackId }) => ({ body: { ids: [feedbackId], labels: ['Cleaning'], done: true } }),
})
export type BulkFeedback = Static<typeof bulkFeedback.body>

export const getFeedbackDetail = endpoint({
  module: 'dashboard',
  name: 'getFeedbackDetail',
  method: 'GET',
  path: '/api/dashboard/feedback/:id',
  summary: 'One submission with photos, task and replies',
  access: manager('read'),
  limit: 'read',
  follows: ['feedback'],
  params: Type.Object({ id: Id }),
  query: Type.Object({
    /** also returns what a reply is written with */
    forReply: Type.Optional(Type.Boolean()),
  }),
  data: FeedbackDetail,
  errors: ['NOT_FOUND'],
  example: ({ feedbackId }) => ({ params: { id: feedbackId } }),
})
