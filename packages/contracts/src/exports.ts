/** Exports: lists and figures as CSV, with the filters of the screens. */
import { type Static, Type } from 'typebox'
import { comparedFilters, listRecentFeedback } from './dashboard.ts'
import { endpoint, manager, sortBy } from './kit/endpoint.ts'
import { taskFilters } from './tasks/filters.ts'

/** In their default order. */
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
  inspections: [
    'id',
    'round',
    'at',
    'timeZone',
    'amenity',
    'type',
    'building',
    'location',
    'template',
    'version',
    'scout',
    'state',
    'skipped',
    'presence',
    'score',
    'passed',
    'criticalFailed',
    'findings',
  ],
} as const

/** Columns of local times; a workbook has them as dates. */
export const exportTimes = ['createdAt', 'dueAt', 'startedAt', 'completedAt', 'resolveBy', 'at'] as const

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** With semicolons the decimals have commas too, as spreadsheets in such a language expect it. */
export const exportSeparators = ['comma', 'semicolon'] as const
export type ExportSeparator = (typeof exportSeparators)[number]

export const exportOrders = {
  feedback: ['createdAt', 'rating'],
  tasks: ['createdAt', 'updatedAt', 'dueAt', 'priority', 'number'],
  amenities: ['score', 'average', 'count', 'name', 'change', 'openTasks'],
  // Not by time, which would tell when a mystery visitor came.
  inspections: ['round', 'score'],
} as const

export type ExportWhat = keyof typeof exportColumns
export type ExportColumn = (typeof exportColumns)[ExportWhat][number]

const allColumns = [...new Set(Object.values(exportColumns).flat())] as ExportColumn[]

/** Most rows in an order that cannot be paged by key; other orders have no limit. */
export const exportRowsInOrder = 500_000

/** Parameters of some exports only; the others refuse them. `assigneeId` and `assignee` are synonyms. */
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
  inspections: {},
} as const

/**
 * RFC 4180 in UTF-8 with a byte order mark, one header row. Times are local to `timeZone` (`2026-11-22 15:01:27`);
 * `createdAtUtc` is ISO 8601. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. Each row
 * is as it was when its page was read; rows created after the call are not included. A file whose transfer did not end
 * properly is incomplete. Inspections are those of rounds that were submitted, one row a stop; `at` of a mystery visitor
 * is 12:00 of the day. An Excel workbook has the same rows; times are dates in it, and rows past Excel's limit of 1,048,576
 * go on in a further sheet.
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
    what: Type.Enum(Object.keys(exportColumns) as ExportWhat[]),
    /** tasks: by creation; all of them if neither day is given */
    ...comparedFilters,
    ...exportFilters.feedback,
    ...exportFilters.tasks,
    /** comma-separated, written in this order; default: all */
    columns: Type.Optional(Type.Array(Type.Enum(allColumns), { minItems: 1, maxItems: 40 })),
    /** as in the list; orders other than `createdAt` and `number` up to 500,000 rows */
    sort: sortBy(...new Set(Object.values(exportOrders).flat())),
    /** of the header and of issue names; default: the caller's if it is German, else English */
    language: Type.Optional(Type.Enum(['en', 'de'])),
    /** default: csv */
    format: Type.Optional(Type.Enum([...exportFormats])),
    /** of CSV; with semicolons numbers have a decimal comma; default: comma */
    separator: Type.Optional(Type.Enum([...exportSeparators])),
    /** each column of codes is followed by one with their words; default: false */
    words: Type.Optional(Type.Boolean()),
  }),
  file: ['text/csv; charset=utf-8', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
  example: () => ({ query: { what: 'feedback' } }),
})
export type ExportQuery = Static<(typeof exportCsv)['query']>
