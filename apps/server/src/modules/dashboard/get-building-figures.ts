import { type BuildingFigures, getBuildingFigures } from '#contracts/figures.ts'
import { compareNames } from '#server/platform/compare-names.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { inspectionFigures } from './figures/inspections.ts'
import { aboutOf, openFigures } from './figures/open-figures.ts'
import { decidedTargets, openTaskCounts, presentTargets } from './figures/open-tasks.ts'
import { type AmenityPlace, amenityPerformance } from './figures/performance.ts'
import { dailyRatings, tenantRatings } from './figures/series.ts'
import { presentChange, presentCount, presentDistribution, scoreOf } from './figures/statistics.ts'

type Floor = BuildingFigures['floors'][number]
type PlacedAmenity = Floor['amenities'][number] & AmenityPlace

interface LocationRow {
  id: string
  parent_id: string | null
  name: string
}

/** Grouped by topmost location; amenities without one, or now in another building, come last. */
const floorsOf = async (
  ctx: StaffContext,
  buildingId: string,
  amenities: readonly PlacedAmenity[],
): Promise<Floor[]> => {
  const locations = await ctx.run<LocationRow>(
    'select id, parent_id, name from location where tenant_id = $1 and building_id = $2 order by position, name, id',
    [ctx.tenantId, buildingId],
  )
  const byId = new Map(locations.map((row) => [row.id, row]))
  const topOf = (id: string | null): string | null => {
    const row = id === null ? undefined : byId.get(id)
    if (!row) return null
    return row.parent_id === null ? row.id : topOf(row.parent_id)
  }
  const on = Map.groupBy(amenities, ({ locationId }) => topOf(locationId))
  const listOf = (id: string | null): Floor['amenities'] =>
    (on.get(id) ?? [])
      .toSorted((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1))
      .map(({ locationId: _, ...amenity }) => amenity)
  const elsewhere = listOf(null)
  return [
    ...locations.flatMap(({ id, parent_id: parentId, name }) =>
      parentId === null ? [{ location: { id, name }, amenities: listOf(id) }] : [],
    ),
    ...(elsewhere.length > 0 ? [{ location: null, amenities: elsewhere }] : []),
  ]
}

export default serve(getBuildingFigures)(async (ctx, { params, query }) => {
  const figures = await openFigures(ctx, { ...query, building: [params.id] })
  const { filter, period } = figures
  const [row] = await ctx.run<{ id: string; name: string; timeZone: string; archived: boolean }>(
    `select id, name, time_zone as "timeZone", archived_at is not null as archived from building where tenant_id = $1 and id = $2`,
    [ctx.tenantId, params.id],
  )
  if (!row) throw notFound()
  const building = { ...row, timeZone: storedZone(row.timeZone) }
  const { prior } = await tenantRatings(ctx, figures)
  const [daily, amenities, standing, targets, inspections] = await Promise.all([
    dailyRatings(ctx, figures, filter),
    amenityPerformance(ctx, figures, filter, prior),
    openTaskCounts(ctx, filter, 'building'),
    decidedTargets(ctx, period, filter),
    inspectionFigures(ctx, figures),
  ])
  return {
    ...aboutOf(ctx, figures),
    building,
    feedback: {
      ...presentCount(daily.now),
      ...scoreOf(daily.now, prior),
      ...presentChange(daily.now, daily.before),
      distribution: presentDistribution(daily.now),
    },
    tasks: {
      ...(standing.get(building.id) ?? { openTasks: 0, overdue: 0 }),
      ...presentTargets(targets.get(building.id)),
    },
    floors: await floorsOf(ctx, building.id, amenities),
    inspections,
  }
})
