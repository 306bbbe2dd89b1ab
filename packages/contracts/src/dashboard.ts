/** What managers look at. Every figure equals a plain count over the rows of the period. */
import { type Static, Type } from 'typebox'
import { AttentionCount, AttentionItem } from './attention.ts'
import { Rating, TrackingState } from './feedback.ts'
import { endpoint, idFilter, manager, paging, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { DateOnly, Id, Line, LongText, Timestamp } from './kit/text.ts'
import { AmenityRef, Author, BuildingRef, Code, Count, Image, Issue, TaskRef } from './records.ts'
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

export const Period = Type.Object({
  from: DateOnly,
  to: DateOnly,
  /** the building's where exactly one is filtered, else the tenant's */
  timeZone: Type.String(),
  /** PLAN_HISTORY: it begins where the history of the plan does, and not where it was asked to */
  limitedBy: Nullable(Type.Enum(['PLAN_HISTORY'])),
})

/** What is noted on a day of the period, about the buildings that are filtered or about all; oldest first. */
export const PeriodNotes = Type.Array(
  Type.Object({ date: DateOnly, text: Type.String(), building: Nullable(BuildingRef) }),
)
export type PeriodNotes = Static<typeof PeriodNotes>

/** Mean of 1..5; null without ratings. */
export const Average = Nullable(Type.Number({ minimum: 1, maximum: 5 }))
/**
 * Against the period before, as a fraction: 0.25 is a quarter more; null where there was nothing before. While the
 * period lasts, against as much of the one before as has passed of it.
 */
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
  satisfaction: Type.Array(
    /** `rated`: the n of `average` */
    Type.Object({ date: DateOnly, count: Count, rated: Count, average: Average }),
  ),
  /** the most urgent first, at most eight of each group */
  attention: Type.Array(AttentionItem),
  attentionCounts: Type.Array(AttentionCount),
  /** newest first, at most 20; `type` is the name of an event, `id` the record that it leads to */
  activity: Type.Array(Type.Object({ at: Timestamp, type: Type.String(), text: Type.String(), id: Id })),
  notes: PeriodNotes,
  generatedAt: Timestamp,
})
export type Overview = Static<typeof Overview>

export const FeedbackState = Type.Enum(['VISIBLE', 'QUARANTINED', 'HIDDEN'])
export type FeedbackState = Static<typeof FeedbackState>

/** What the team calls submissions among themselves; visitors do not see it. */
const Label = Line(40)

const feedbackFields = {
  id: Id,
  createdAt: Timestamp,
  /** of its receipt, by the clock of the building */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
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
  /** by name */
  labels: Type.Array(Label),
  /** who settled it; null: it waits to be read */
  done: Nullable(Type.Object({ at: Timestamp, by: Author })),
  /** later messages of the visitor and public replies: how many, together */
  thread: Count,
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
  /** public notes of its tasks and replies to this visitor alone, oldest first */
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
  follows: ['feedback', 'status', 'task', 'sla', 'amenity', 'operator'],
  query: Type.Object(dashboardFilters),
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
    'Comments feed with search and filters; VISIBLE ones unless `state` says otherwise; `about` names the labels in use, the bare ratings that `bare=false` leaves out, and how many an administrator is to look at',
  access: manager('read'),
  limit: 'read',
  follows: ['feedback'],
  query: Type.Object({
    ...dashboardFilters,
    q: Type.Optional(Line(200, 0)),
    rating: Type.Optional(Type.Array(Type.Enum(['1', '2', '3', '4', '5']), { maxItems: 5 })),
    hasComment: Type.Optional(Type.Boolean()),
    state: Type.Optional(Type.Array(FeedbackState, { maxItems: 3 })),
    /** those that figures count, hidden ones included (`state` is left out then); false: those that none counts */
    counted: Type.Optional(Type.Boolean()),
    /** naming one of these */
    issue: Type.Optional(Type.Array(Code, { maxItems: 50 })),
    /** by the wall clock of each building, as in the heatmap; 1 is Monday */
    weekday: Type.Optional(Type.Array(Type.Enum([...weekdays]), { maxItems: 7 })),
    hour: Type.Optional(Type.Array(Type.Enum([...hours]), { maxItems: 24 })),
    /** whether somebody has settled it */
    done: Type.Optional(Type.Boolean()),
    /** with one of these labels */
    label: Type.Optional(Type.Array(Label, { maxItems: 10 })),
    /** whether a task behind it is still to be done */
    open: Type.Optional(Type.Boolean()),
    /** whether it is a rating and nothing else: no words, no issue, no photo */
    bare: Type.Optional(Type.Boolean()),
    /** with words or photos that no administrator has looked at yet, where they do so afterwards (privacy.moderation: AFTER) */
    toReview: Type.Optional(Type.Boolean()),
    sort: sortBy('createdAt', 'rating'),
    ...paging,
  }),
  list: FeedbackItem,
  about: Type.Object({
    /** in use, by name; the first 100 */
    labels: Type.Array(Type.String()),
    /** with `bare=false`: what it leaves out, and the mean of it; else null */
    bare: Nullable(Type.Object({ count: Count, average: Average })),
    /** how many `toReview=true` finds in the period and the places; null for all but administrators, and where nothing is reviewed afterwards */
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
    'Label, settle or answer up to 200 submissions at once, or put them behind a task; a result for each. `reply` is read on the tracking page of each visitor',
  auditLabel: { en: 'Handled feedback', de: 'Rückmeldungen bearbeitet' },
  access: manager('write'),
  limit: 'write',
  body: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
    /** all that it shall have; [] takes them away */
    labels: Type.Optional(Type.Array(Label, { maxItems: 10 })),
    /** false: it waits to be read again */
    done: Type.Optional(Type.Boolean()),
    /** to each of these visitors; it cannot be taken back */
    reply: Type.Optional(LongText(2000, 1)),
    /** an open task that they shall stand behind; their visitors follow it from now on */
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
  data: FeedbackDetail,
  errors: ['NOT_FOUND'],
  example: ({ feedbackId }) => ({ params: { id: feedbackId } }),
})
