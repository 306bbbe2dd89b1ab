import type { Trend } from '#contracts/figures.ts'
import { listFeedbackTrends } from '#contracts/figures.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countRatings, type Group, type RatingCount } from './figures/count.ts'
import { namesOf } from './figures/names.ts'
import { aboutOf, type Figures, openFigures } from './figures/open-figures.ts'
import { tenantRatings } from './figures/series.ts'
import { boundsOf, nothing, type Prior, presentCount, totalOf } from './figures/statistics.ts'
import { stepsOf } from './figures/steps.ts'
import type { Filter } from './filters.ts'

const keyOfAll = 'ALL'

/** Of groups in which there is anything, those with most first. */
const keysOf = async (
  ctx: StaffContext,
  { cohorts, filter, period }: Figures,
  group: Group,
): Promise<string[]> => {
  if (group === 'all') return [keyOfAll]
  const bounds = [period.start, period.end].map((at) => at.getTime())
  const rows = await countRatings(ctx, { cohorts, filter, bounds }, group)
  return rows
    .flatMap(({ key, n }) => (key === null ? [] : [{ key, n }]))
    .sort((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key)
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
  const { cohorts, filter, period } = figures
  const group = query.group ?? 'all'
  const steps = stepsOf(period, query.by ?? 'day')
  const [keys, { prior }] = await Promise.all([keysOf(ctx, figures, group), tenantRatings(ctx, figures)])
  const { limit, offset } = pageBounds(query)
  const page = keys.slice(offset, offset + limit)
  const about = aboutOf(ctx, figures)
  if (page.length === 0) return { items: [], total: keys.length, about }
  const bounds = [...steps, period.end.getTime()]
  const [rows, names] = await Promise.all([
    countRatings(ctx, { cohorts, filter: only(filter, group, page), bounds }, group),
    namesOf(ctx, group, page),
  ])
  const rowsOf = Map.groupBy(rows, ({ key }) => key ?? keyOfAll)
  const items = page.map((key) => {
    const some = rowsOf.get(key) ?? []
    return {
      key,
      name: names.get(key) ?? null,
      ...presentCount(totalOf(some)),
      points: pointsOf(some, steps, prior),
    }
  })
  return { items, total: keys.length, about }
})
