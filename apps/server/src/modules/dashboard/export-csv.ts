import type { FileLanguage } from '#contracts/export-names.ts'
import { type ExportColumn, type ExportQuery, type ExportWhat, exportCsv } from '#contracts/exports.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { insideFor } from '#server/platform/db/short-transactions.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { amenityRows } from './export/amenity-rows.ts'
import { feedbackRows } from './export/feedback-rows.ts'
import { inspectionRows } from './export/inspection-rows.ts'
import { columnsOf, orderOf, whatOf } from './export/read-parameters.ts'
import type { Rows } from './export/rows.ts'
import { takeSlot } from './export/slots.ts'
import { csvOf, type Format, streamOf } from './export/stream.ts'
import { taskRows } from './export/task-rows.ts'
import { layoutOf } from './export/words.ts'
import { xlsxOf } from './export/xlsx.ts'
import { feedbackCondition } from './feedback-condition.ts'
import { type Figures, openFigures } from './figures/open-figures.ts'
import { valuesFor } from './filters.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sheetNames: Readonly<Record<FileLanguage, Readonly<Record<ExportWhat, string>>>> = {
  en: { feedback: 'Feedback', tasks: 'Tasks', amenities: 'Amenities', inspections: 'Inspections' },
  de: { feedback: 'Rückmeldungen', tasks: 'Aufgaben', amenities: 'Einrichtungen', inspections: 'Kontrollen' },
}

interface FileFormat {
  readonly write: Format
  readonly contentType: string
  readonly ending: 'csv' | 'xlsx'
}

interface Opened {
  readonly columns: readonly ExportColumn[]
  readonly rows: Rows
}

/** Exclusive end: rows created after the call are not in the file. */
const endOf = (ctx: StaffContext, end: Date): Date => (end < ctx.now ? end : new Date(ctx.now.getTime() + 1))

const openFeedback = async (
  ctx: StaffContext,
  query: ExportQuery,
  { filter, period, rollupGroups }: Figures,
  language: FileLanguage,
): Promise<Opened> => {
  const columns = columnsOf('feedback', query.columns)
  const sort = orderOf('feedback', query.sort, '-createdAt')
  const values = valuesFor(ctx.tenantId)
  const span = { start: period.start, end: endOf(ctx, period.end) }
  const where = await feedbackCondition(ctx, query, { rollupGroups, filter, period: span }, values)
  const { timeZone } = period
  return {
    columns,
    rows: await feedbackRows(ctx, { where, values: values.list, span, sort, columns, timeZone, language }),
  }
}

/** Without `from` and `to`, tasks of all times are exported. */
const isDated = ({ from, to }: ExportQuery): boolean => from !== undefined || to !== undefined

const openTasks = async (
  ctx: StaffContext,
  query: ExportQuery,
  { period }: Figures,
  language: FileLanguage,
): Promise<Opened> => {
  const columns = columnsOf('tasks', query.columns)
  const dated = isDated(query)
  const within = {
    createdFrom: dated ? period.start : undefined,
    createdBefore: endOf(ctx, dated ? period.end : ctx.now),
  }
  const sort = orderOf('tasks', query.sort, '-createdAt')
  const { timeZone } = period
  return { columns, rows: await taskRows(ctx, { query, sort, within, columns, timeZone, language }) }
}

const openAmenities = async (ctx: StaffContext, query: ExportQuery, figures: Figures): Promise<Opened> => {
  const columns = columnsOf('amenities', query.columns)
  return {
    columns,
    rows: await amenityRows(ctx, figures, orderOf('amenities', query.sort, '-score'), columns),
  }
}

const openInspections = async (
  ctx: StaffContext,
  query: ExportQuery,
  figures: Figures,
  language: FileLanguage,
): Promise<Opened> => {
  const columns = columnsOf('inspections', query.columns)
  const sort = orderOf('inspections', query.sort, '-round')
  return { columns, rows: await inspectionRows(ctx, figures, { sort, columns, language }) }
}

const open = (
  ctx: StaffContext,
  what: ExportWhat,
  query: ExportQuery,
  figures: Figures,
  language: FileLanguage,
): Promise<Opened> => {
  switch (what) {
    case 'feedback':
      return openFeedback(ctx, query, figures, language)
    case 'tasks':
      return openTasks(ctx, query, figures, language)
    case 'amenities':
      return openAmenities(ctx, query, figures)
    case 'inspections':
      return openInspections(ctx, query, figures, language)
    default:
      return what satisfies never
  }
}

const formatOf = (
  what: ExportWhat,
  { format, separator }: ExportQuery,
  language: FileLanguage,
): FileFormat => {
  if (format === 'xlsx') {
    if (separator) throw invalid('query.separator', 'is of CSV only')
    const sheet = sheetNames[language][what]
    return { write: (columns, pages) => xlsxOf(sheet, columns, pages), contentType: xlsxType, ending: 'xlsx' }
  }
  return {
    write: csvOf(separator === 'semicolon' ? ';' : ','),
    contentType: 'text/csv; charset=utf-8',
    ending: 'csv',
  }
}

export default serve(exportCsv)(async (ctx, { query }) => {
  const what = whatOf(query)
  const figures = await openFigures(ctx, query)
  const language = query.language ?? ((await callerLanguage(ctx)) === 'de' ? 'de' : 'en')
  const format = formatOf(what, query, language)
  const { columns, rows } = await open(ctx, what, query, figures, language)
  const layout = await layoutOf(ctx, columns, language, query.words === true)
  const { from, to } = figures.period
  const { clock, loadShedding } = ctx.platform
  const slot = await takeSlot(insideFor(ctx, 'write'), () => clock.now().getTime())
  return {
    contentType: format.contentType,
    body: streamOf({
      layout,
      format: format.write,
      rows,
      inside: insideFor(ctx, 'read'),
      slot,
      loadShedding,
    }),
    fileName: `wellkept-${what}-${what === 'tasks' && !isDated(query) ? 'until' : from}-${to}.${format.ending}`,
  }
})
