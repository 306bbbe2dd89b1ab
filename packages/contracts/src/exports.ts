/** Lists and figures as files: what the screens show, under the same filters. */
import { type Static, Type } from 'typebox'
import { dashboardFilters, listRecentFeedback } from './dashboard.ts'
import { endpoint, manager, sortBy } from './kit/endpoint.ts'
import { taskFilters } from './tasks/filters.ts'

/** In the order in which they are written where nobody chooses. */
export const exportColumns = {
  feedback: [
    'id',
    'createdAt',
    'createdAtUtc',
    'timeZone',
    'rating',
    'comment',
    'issues',
    'amenity',
    'amenityId',
    'type',
    'building',
    'buildingId',
    'location',
    'language',
    'state',
    'quarantined',
    'task',
    'taskStatus',
  ],
  tasks: [
    'id',
    'number',
    'title',
    'description',
    'status',
    'priority',
    'source',
    'category',
    'amenity',
    'amenityId',
    'building',
    'buildingId',
    'location',
    'assignee',
    'createdAt',
    'createdAtUtc',
    'dueAt',
    'startedAt',
    'completedAt',
    'timeZone',
    'overdue',
    'blocked',
    'sla',
    'resolveBy',
    'labels',
    'resolution',
    'minutesSpent',
    'reporterCount',
    'reopenCount',
    'escalationLevel',
    'verification',
  ],
  amenities: [
    'id',
    'name',
    'type',
    'building',
    'buildingId',
    'location',
    'archived',
    'rank',
    'score',
    'low',
    'high',
    'count',
    'rated',
    'average',
    'change',
    'averageChange',
    'openTasks',
  ],
} as const

export const exportOrders = {
  feedback: ['createdAt', 'rating'],
  tasks: ['createdAt', 'updatedAt', 'dueAt', 'priority', 'number'],
  amenities: ['score', 'average', 'count', 'name', 'change', 'openTasks'],
} as const

export type ExportWhat = keyof typeof exportColumns
export type ExportColumn = (typeof exportColumns)[ExportWhat][number]

const allColumns = [...new Set(Object.values(exportColumns).flat())] as ExportColumn[]

/** Orders that cannot be read in pages by key; more rows are refused in them, and in any other order of them there is no limit. */
export const exportRowsInOrder = 500_000

/** What only some exports take; the others refuse it. `assigneeId` and `assignee` are the same. */
const { q, status, assignee, assigneeId, priority, source, category, overdue } = taskFilters
const { promise, createdFrom, createdTo, doneFrom, doneTo } = taskFilters
const { rating, hasComment, state, counted, issue, weekday, hour } = listRecentFeedback.query.properties
const { done, label, open, bare, toReview } = listRecentFeedback.query.properties
export const exportFilters = {
  feedback: {
    ...{ q, rating, hasComment, state, counted, issue, weekday, hour },
    ...{ done, label, open, bare, toReview },
  },
  tasks: {
    ...{ q, status, assignee, assigneeId, priority, source, category, overdue },
    ...{ promise, createdFrom, createdTo, doneFrom, doneTo },
  },
  amenities: {},
} as const

/**
 * RFC 4180 in UTF-8 with a byte order mark: a header, then a row each. Times are those of the wall clock in `timeZone`
 * (`2026-11-22 15:01:27`), `createdAtUtc` is ISO 8601. Text that a spreadsheet would run has an apostrophe before it.
 * Each row is as it was when its page was read; what is created after the call is not in it. A file that ends without
 * the end of the transfer is not whole.
 */
export const exportCsv = endpoint({
  module: 'dashboard',
  name: 'exportCsv',
  method: 'GET',
  path: '/api/dashboard/export',
  summary: 'CSV stream of feedback, tasks, amenities or inspections under the dashboard’s filters',
  access: manager('read'),
  plan: 'BUSINESS',
  limit: 'read',
  query: Type.Object({
    /** inspections come with Scout and are refused until then */
    what: Type.Enum(['feedback', 'tasks', 'amenities', 'inspections']),
    /** tasks: of all times where neither day is named, else by their creation */
    ...dashboardFilters,
    ...exportFilters.feedback,
    ...exportFilters.tasks,
    /** several by comma, written in this order; left out: all of them */
    columns: Type.Optional(Type.Array(Type.Enum(allColumns), { minItems: 1, maxItems: 40 })),
    /** as the list has it; orders other than `createdAt` and `number` up to 500,000 rows */
    sort: sortBy(...new Set(Object.values(exportOrders).flat())),
    /** of the header and of the names of issues; left out: the caller's, where it is German, else English */
    language: Type.Optional(Type.Enum(['en', 'de'])),
  }),
  file: ['text/csv; charset=utf-8'],
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
  example: () => ({ query: { what: 'feedback' } }),
})
export type ExportQuery = Static<(typeof exportCsv)['query']>

export const reportContents = ['OVERVIEW', 'FEEDBACK', 'ISSUES', 'AMENITIES', 'TASKS', 'SLA'] as const
export const ReportContent = Type.Enum([...reportContents])
export type ReportContent = Static<typeof ReportContent>

/** A ranking in a report ends after so many; the export has all. */
export const reportRows = 100

/**
 * A tagged PDF, A4, with the figures of the screens under the same filters, all counted at one moment. Averages and
 * scores have one decimal, shares none, but for those below 1 % and above 99 %. Letters of names that are not Latin are
 * left out in print; those who have the report read to them hear the whole name.
 */
export const getReport = endpoint({
  module: 'dashboard',
  name: 'getReport',
  method: 'GET',
  path: '/api/dashboard/report',
  summary: 'PDF report of a period with charts, for one building or all',
  access: manager('read'),
  plan: 'BUSINESS',
  limit: 'read',
  query: Type.Object({
    ...dashboardFilters,
    /** in this order; left out: all of them */
    contents: Type.Optional(Type.Array(ReportContent, { minItems: 1, maxItems: 6 })),
    /** left out: the caller's, where it is German, else English */
    language: Type.Optional(Type.Enum(['en', 'de'])),
  }),
  file: ['application/pdf'],
  errors: ['VALIDATION_ERROR'],
})
