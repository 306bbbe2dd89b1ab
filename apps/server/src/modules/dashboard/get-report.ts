import { getReport, reportContents } from '#contracts/exports.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { amenityPlaces, namesOf } from './figures/names.ts'
import { openFigures } from './figures/open-figures.ts'
import type { Filter } from './filters.ts'
import { reportFigures } from './report/report-figures.ts'

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

export default serve(getReport)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const { period, filter } = figures
  const language = query.language ?? ((await callerLanguage(ctx)) === 'de' ? 'de' : 'en')
  const contents = query.contents ?? [...reportContents]
  const counted = await reportFigures(ctx, figures, contents, language)
  const about = {
    organisation: ctx.tenant.name,
    places: await placeNamesOf(ctx, filter),
    from: period.from,
    to: period.to,
    timeZone: period.timeZone,
    limited: period.limitedBy !== null,
    at: ctx.now,
    language,
    contents,
  }
  // Loaded on demand: it is large, and only reports and printed sheets need it.
  const { renderReport } = await import('./report/render-report.ts')
  return {
    contentType: 'application/pdf',
    body: renderReport(about, counted),
    fileName: `wellkept-report-${period.from}-${period.to}.pdf`,
  }
})
