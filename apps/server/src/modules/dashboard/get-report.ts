import type { Static } from 'typebox'
import type { FileLanguage } from '#contracts/export-names.ts'
import { getReport, reportContents } from '#contracts/reports.ts'
import { countedRoundStates } from '#contracts/scout/rounds.ts'
import { readRoundRecord } from '#server/modules/scout/rounds/public.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import { smallCopiesOf } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { requireFlag } from '#server/platform/flags.ts'
import { serve } from '#server/platform/http/serve.ts'
import { amenityPlaces, namesOf } from './figures/names.ts'
import { openFigures } from './figures/open-figures.ts'
import type { Filter } from './filters.ts'
import { reportFigures } from './report/report-figures.ts'
import { findLogo, readLogo } from './report/report-logo.ts'
import { imagesOfRecord } from './report/round-words.ts'

type ReportQuery = Static<typeof getReport.query>

/** Names of the filtered places; unknown ids are left out. */
const placeNamesOf = async (
  ctx: StaffContext,
  { buildingIds = [], amenityIds = [], types = [] }: Filter,
): Promise<string[]> => {
  const [buildings, amenities, names] = await Promise.all([
    namesOf(ctx, 'building', buildingIds),
    amenityPlaces(ctx, amenityIds),
    namesOf(ctx, 'type', types),
  ])
  const called = [
    ...buildingIds.map((id) => buildings.get(id)),
    ...amenityIds.map((id) => amenities.get(id)),
    ...types.map((code) => names.get(code) ?? code),
  ]
  return called.map((name) => name ?? '–')
}

const languageOf = async (ctx: StaffContext, { language }: ReportQuery): Promise<FileLanguage> =>
  language ?? ((await callerLanguage(ctx)) === 'de' ? 'de' : 'en')

/** @throws ServiceError NOT_FOUND, VALIDATION_ERROR for a round that is not submitted */
const reportOfRound = async (ctx: StaffContext, roundId: string, language: FileLanguage) => {
  const { flags, storage } = ctx.platform
  requireFlag(flags, 'SCOUT', { id: ctx.tenantId, plan: ctx.tenant.plan })
  const record = await readRoundRecord(ctx, roundId)
  if (!countedRoundStates.some((state) => state === record.round.state))
    throw invalid('query.roundId', 'this round is not submitted')
  const files = await smallCopiesOf(ctx, imagesOfRecord(record))
  const about = { organisation: ctx.tenant.name, language, at: ctx.now }
  const { renderRound } = await import('./report/render-round.ts')
  return {
    contentType: 'application/pdf',
    body: renderRound(about, record, async ({ key }) => {
      const file = files.get(key)
      return file === undefined ? undefined : storage.get(file)
    }),
    fileName: `wellkept-round-${record.round.number}.pdf`,
  }
}

export default serve(getReport)(async (ctx, { query }) => {
  if (query.roundId) return reportOfRound(ctx, query.roundId, await languageOf(ctx, query))
  const figures = await openFigures(ctx, query)
  const { period, filter } = figures
  const language = await languageOf(ctx, query)
  const counted = await reportFigures(ctx, figures, query.contents ?? reportContents, language)
  const contents =
    query.contents ??
    reportContents.filter((content) => content !== 'INSPECTIONS' || counted.inspections.count > 0)
  const about = {
    organisation: ctx.tenant.name,
    places: await placeNamesOf(ctx, filter),
    from: period.from,
    to: period.to,
    timeZone: period.timeZone,
    limited: period.limitedBy !== null,
    compare: period.compare,
    at: ctx.now,
    language,
    contents,
  }
  const logo = await findLogo(ctx)
  // Loaded on demand: it is large, and only reports and printed sheets need it.
  const { renderReport } = await import('./report/render-report.ts')
  return {
    contentType: 'application/pdf',
    body: renderReport({ ...about, readLogo: () => readLogo(ctx.platform, logo) }, counted),
    fileName: `wellkept-report-${period.from}-${period.to}.pdf`,
  }
})
