import type { Trend } from '#contracts/figures.ts'
import { listFeedbackTrends } from '#contracts/figures.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notesOf } from './day-notes.ts'
import { countRatings, type Group, type RatingCount } from './figures/count.ts'
import { amenityPlaces, namesOf } from './figures/names.ts'
import { aboutOf, type Figures, openFigures } from './figures/open-figures.ts'
import { tenantRatings } from './figures/series.ts'
import { sortedPage } from './figures/sorted-page.ts'
import { boundsOf, nothing, type Prior, presentCount, totalOf } from './figures/statistics.ts'
import { stepsOf } from './figures/steps.ts'
import type { Filter } from './filters.ts'

const keyOfAll = 'ALL'

interface NamedGroup {
  readonly key: string
  readonly name: string | null
  readonly count: number
}

/** Only groups with submissions. */
const groupsOf = async (
  ctx: StaffContext,
  { rollupGroups, filter, period }: Figures,
  group: Group,
): Promise<NamedGroup[]> => {
  const bounds = [period.start, period.end].map((at) => at.getTime())
  const rows = await countRatings(ctx, { rollupGroups, filter, bounds }, group)
  const counts = rows.map(({ key, n }) => ({ key: key ?? keyOfAll, count: n }))
  const names = await namesOf(
    ctx,
    group,
    counts.map(({ key }) => key),
  )
  return counts.map((one) => ({ ...one, name: names.get(one.key) ?? null }))
}

const only = (filter: Filter, group: Group, keys: readonly string[]): Filter => {
  switch (group) {
    case 'all':
      return filter
    case 'building':
      return { ...filter, buildingIds: keys }
    case 'type':
      return { ...filter, types: keys }
    case 'amenity':
      return { ...filter, amenityIds: keys }
    default:
      return group satisfies never
  }
}

const pointsOf = (
  rows: readonly RatingCount[],
  steps: readonly number[],
  prior: Prior | undefined,
): Trend['points'] => {
  const byBucket = Map.groupBy(rows, ({ bucket }) => bucket)
  return steps.map((at, index) => {
    const some = byBucket.get(index)
    const tally = some ? totalOf(some) : nothing
    return { at: new Date(at).toISOString(), ...presentCount(tally), ...boundsOf(tally, prior) }
  })
}

export default serve(listFeedbackTrends)(async (ctx, { query }) => {
  const figures = await openFigures(ctx, query)
  const { rollupGroups, filter, period } = figures
  const group = query.group ?? 'all'
  const steps = stepsOf(period, query.by ?? 'day')
  const [groups, { prior }] = await Promise.all([groupsOf(ctx, figures, group), tenantRatings(ctx, figures)])
  const page = sortedPage(groups, query, query.sort ?? '-count', 'key')
  const about = { ...aboutOf(ctx, figures), notes: await notesOf(ctx, period, filter) }
  if (page.items.length === 0) return { items: [], total: page.total, about }
  const keys = page.items.map(({ key }) => key)
  const bounds = [...steps, period.end.getTime()]
  const [rows, places] = await Promise.all([
    countRatings(ctx, { rollupGroups, filter: only(filter, group, keys), bounds }, group),
    amenityPlaces(ctx, group === 'amenity' ? keys : []),
  ])
  const rowsOf = Map.groupBy(rows, ({ key }) => key ?? keyOfAll)
  const items = page.items.map(({ key, name }) => {
    const some = rowsOf.get(key) ?? []
    const place = places.get(key) ?? null
    return { key, name, place, ...presentCount(totalOf(some)), points: pointsOf(some, steps, prior) }
  })
  return { items, total: page.total, about }
})
