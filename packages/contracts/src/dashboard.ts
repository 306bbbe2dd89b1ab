/** What managers look at. Every figure equals a plain count over the rows of the period. */
import { type Static, Type } from 'typebox'
import { Rating, TrackingState } from './feedback.ts'
import { endpoint, idFilter, manager, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Id, Line, Timestamp } from './kit/text.ts'
import { AmenityRef, Author, BuildingRef, Code, Count, Image, Issue, TaskRef } from './records.ts'

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

export const Period = Type.Object({
  from: DateOnly,
  to: DateOnly,
  /** the building's where exactly one is filtered, else the tenant's */
  timeZone: Type.String(),
  /** PLAN_HISTORY: it begins where the history of the plan does, and not where it was asked to */
  limitedBy: Nullable(Type.Enum(['PLAN_HISTORY'])),
})

/** Mean of 1..5; null without ratings. */
export const Average = Nullable(Type.Number({ minimum: 1, maximum: 5 }))
/** Against the period before, as a fraction: 0.25 is a quarter more; null where there was nothing before. */
export const Change = Nullable(Type.Number())

/** Submissions by rating. */
export const Distribution = Type.Object({ '1': Count, '2': Count, '3': Count, '4': Count, '5': Count })

export const Overview = Type.Object({
  period: Period,
  feedback: Type.Object({
    /** submissions, with a rating or without */
    count: Count,
    /** submissions with a rating: the n of `average` and the sum of `distribution` */
    rated: Count,
    average: Average,
    /** of `count` */
    change: Change,
    /** in points of the scale; null where one of the two periods has no rating */
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
  /** one entry a day, days without feedback included */
  satisfaction: Type.Array(Type.Object({ date: DateOnly, count: Count, average: Average })),
  /** the most urgent first, at most 20 */
  attention: Type.Array(
    Type.Object({
      kind: Type.Enum(['TASK', 'AMENITY', 'BUILDING', 'QR_CODE']),
      /** of the record; of a QR code its code */
      id: Type.String(),
      name: Type.String(),
      /** why, in plain words; as `suggestion` and `text` in German to people who read German, else in English */
      reason: Type.String(),
      since: Timestamp,
      building: Nullable(BuildingRef),
      /** what to do about it, in plain words */
      suggestion: Nullable(Type.String()),
    }),
  ),
  /** newest first, at most 30; `type` is the name of an event, `id` the record that it leads to */
  activity: Type.Array(Type.Object({ at: Timestamp, type: Type.String(), text: Type.String(), id: Id })),
  generatedAt: Timestamp,
})
export type Overview = Static<typeof Overview>

export const FeedbackState = Type.Enum(['VISIBLE', 'QUARANTINED', 'HIDDEN'])
export type FeedbackState = Static<typeof FeedbackState>

const feedbackFields = {
  id: Id,
  createdAt: Timestamp,
  rating: Nullable(Rating),
  comment: Nullable(Type.String()),
  issues: Type.Array(Issue),
  images: Type.Array(Image),
  amenity: AmenityRef,
  building: BuildingRef,
  location: Nullable(Type.String()),
  /** the task that it is behind; with several, the one still open or the newest */
  task: Nullable(TaskRef),
  language: Type.String(),
  state: FeedbackState,
  hidden: Type.Boolean(),
  quarantined: Type.Boolean(),
}

/** A submission as staff see it: phone numbers and e-mail addresses in it are masked. */
export const FeedbackItem = Type.Object(feedbackFields)
export type FeedbackItem = Static<typeof FeedbackItem>

export const FeedbackDetail = Type.Object({
  ...feedbackFields,
  tasks: Type.Array(TaskRef),
  tracking: TrackingState,
  /** what the visitor answered to "is it fixed?" */
  fixed: Nullable(Type.Boolean()),
  /** the visitor's later messages, oldest first */
  messages: Type.Array(Type.Object({ at: Timestamp, text: Type.String(), images: Type.Array(Image) })),
  /** public notes, oldest first */
  replies: Type.Array(Type.Object({ id: Id, at: Timestamp, text: Type.String(), author: Author })),
  quarantineReason: Nullable(Type.String()),
  version: Type.Integer({ minimum: 1 }),
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
  follows: ['feedback', 'status', 'task', 'sla', 'amenity'],
  query: Type.Object(dashboardFilters),
  data: Overview,
  errors: ['VALIDATION_ERROR'],
})

export const listRecentFeedback = endpoint({
  module: 'dashboard',
  name: 'listRecentFeedback',
  method: 'GET',
  path: '/api/dashboard/feedback/recent',
  summary: 'Comments feed with search and filters; VISIBLE ones unless `state` says otherwise',
  access: manager('read'),
  limit: 'read',
  follows: ['feedback'],
  query: Type.Object({
    ...dashboardFilters,
    q: Type.Optional(Line(200, 0)),
    rating: Type.Optional(Type.Array(Type.Enum(['1', '2', '3', '4', '5']), { maxItems: 5 })),
    hasComment: Type.Optional(Type.Boolean()),
    state: Type.Optional(Type.Array(FeedbackState, { maxItems: 3 })),
    sort: sortBy('createdAt', 'rating'),
    ...paging,
  }),
  list: FeedbackItem,
  errors: ['VALIDATION_ERROR'],
})

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
  data: FeedbackDetail,
  errors: ['NOT_FOUND'],
  example: ({ feedbackId }) => ({ params: { id: feedbackId } }),
})
