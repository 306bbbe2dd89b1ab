/** Reports: figures as PDF, with the filters of the screens. */
import { type Static, Type } from 'typebox'
import { comparedFilters } from './dashboard.ts'
import { endpoint, manager } from './kit/endpoint.ts'
import { Id } from './kit/text.ts'

/** What a share link or a mailing may have. */
export const sharedContents = ['OVERVIEW', 'FEEDBACK', 'ISSUES', 'AMENITIES', 'TASKS', 'SLA'] as const
export const SharedContent = Type.Enum([...sharedContents])
export type SharedContent = Static<typeof SharedContent>

export const reportContents = [...sharedContents, 'INSPECTIONS'] as const
export const ReportContent = Type.Enum([...reportContents])
export type ReportContent = Static<typeof ReportContent>

/** Most rows of a ranking in a report; the export has all. */
export const reportRows = 100

/**
 * A tagged PDF, A4, with the figures of the screens under the same filters, all counted at one moment. Averages and
 * scores have one decimal; shares have none, except below 1 % and above 99 %. Non-Latin letters of names are omitted
 * in print; screen readers get the whole name.
 */
export const getReport = endpoint({
  module: 'dashboard',
  name: 'getReport',
  method: 'GET',
  path: '/api/dashboard/report',
  summary: 'PDF report of a period with charts, for one building or all, or of one round',
  access: manager('read'),
  plan: 'BUSINESS',
  limit: 'read',
  query: Type.Object({
    ...comparedFilters,
    /** in this order; default: all, INSPECTIONS where there are any */
    contents: Type.Optional(Type.Array(ReportContent, { minItems: 1, maxItems: 7 })),
    /** the report of this round of a scout, with answers and photos; all but `language` is then ignored */
    roundId: Type.Optional(Id),
    /** default: the caller's if it is German, else English */
    language: Type.Optional(Type.Enum(['en', 'de'])),
  }),
  file: ['application/pdf'],
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
