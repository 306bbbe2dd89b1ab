/** Comparison of amenities and of buildings. */
import type { AmenityPerformance, BuildingComparison } from '#contracts/figures.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conditions, type Filter, valuesFor } from '../filters.ts'
import type { Figures } from './open-figures.ts'
import { decidedTargets, openTaskCounts, presentTargets } from './open-tasks.ts'
import { type Compared, comparedRatings, unchanged } from './series.ts'
import { type Prior, presentChange, presentCount, ranksOf, scoreOf } from './statistics.ts'

const present = ({ now, before }: Compared, prior: Prior | undefined) => ({
  ...presentCount(now),
  ...scoreOf(now, prior),
  ...presentChange(now, before),
})

export interface AmenityPlace {
  readonly locationId: string | null
}

interface AmenityRow {
  id: string
  name: string
  type: string
  archived: boolean
  location_id: string | null
  building_id: string
  building_name: string
}

interface LocationRow {
  id: string
  parent_id: string | null
  name: string
}

/** Paths of all locations, read at once because there are fewer locations than amenities. */
const pathsOf = async (ctx: TenantContext): Promise<(id: string | null) => string> => {
  const rows = await ctx.run<LocationRow>('select id, parent_id, name from location where tenant_id = $1', [
    ctx.tenantId,
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (id: string | null): string => {
    const row = id === null ? undefined : byId.get(id)
    return row ? [pathOf(row.parent_id), row.name].filter(Boolean).join(', ') : ''
  }
  return pathOf
}

/** Amenities that match the filter now, and those with submissions that match it. */
const amenitiesOf = (
  ctx: TenantContext,
  filter: Filter,
  counted: readonly string[],
): Promise<AmenityRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const some = values.add(counted)
  return ctx.run<AmenityRow>(
    `select a.id, a.name, a.type, a.archived_at is not null as archived, a.location_id, a.building_id, b.name as building_name
     from amenity a
     cross join lateral (select name from building where tenant_id = $1 and id = a.building_id offset 0) b
     where a.tenant_id = $1 and (a.id = any(${some}::uuid[])
       or (a.archived_at is null ${conditions(filter, { building: 'a.building_id', amenity: 'a.id' }, values)}))`,
    values.list,
  )
}

/** Adds the current place of each amenity. */
export const amenityPerformance = async (
  ctx: TenantContext,
  figures: Figures,
  filter: Filter,
  prior: Prior | undefined,
): Promise<(AmenityPerformance & AmenityPlace)[]> => {
  const compared = await comparedRatings(ctx, figures, filter, 'amenity')
  const [amenities, standing, pathOf] = await Promise.all([
    amenitiesOf(ctx, filter, [...compared.keys()]),
    openTaskCounts(ctx, filter, 'amenity'),
    pathsOf(ctx),
  ])
  const rows = amenities.map((row) => ({
    id: row.id,
    name: row.name,
    building: { id: row.building_id, name: row.building_name },
    location: pathOf(row.location_id),
    type: row.type,
    archived: row.archived,
    ...present(compared.get(row.id) ?? unchanged, prior),
    openTasks: standing.get(row.id)?.openTasks ?? 0,
    locationId: row.location_id,
  }))
  const ranks = ranksOf(rows)
  return rows.map((row) => ({ ...row, rank: ranks.get(row) ?? null }))
}

interface BuildingRow {
  id: string
  name: string
  archived: boolean
}

const buildingsOf = (
  ctx: TenantContext,
  { buildingIds, ...rest }: Filter,
  counted: readonly string[],
): Promise<BuildingRow[]> => {
  const values = valuesFor(ctx.tenantId)
  const some = values.add(counted)
  const only = conditions(
    { ...rest, buildingIds: undefined },
    { building: 'a.building_id', amenity: 'a.id' },
    values,
  )
  const holds =
    only === ''
      ? ''
      : ` and b.id = any(array(select a.building_id from amenity a where a.tenant_id = $1 and a.archived_at is null${only}))`
  const named = buildingIds ? ` and b.id = any(${values.add(buildingIds)}::uuid[])` : ''
  return ctx.run<BuildingRow>(
    `select b.id, b.name, b.archived_at is not null as archived from building b
     where b.tenant_id = $1 and (b.id = any(${some}::uuid[]) or (b.archived_at is null${named}${holds}))`,
    values.list,
  )
}

export const buildingComparison = async (
  ctx: TenantContext,
  figures: Figures,
  filter: Filter,
  prior: Prior | undefined,
): Promise<BuildingComparison[]> => {
  const [compared, standing, targets] = await Promise.all([
    comparedRatings(ctx, figures, filter, 'building'),
    openTaskCounts(ctx, filter, 'building'),
    decidedTargets(ctx, figures.period, filter),
  ])
  const buildings = await buildingsOf(ctx, filter, [...compared.keys()])
  return buildings.map((row) => ({
    ...row,
    ...present(compared.get(row.id) ?? unchanged, prior),
    openTasks: standing.get(row.id)?.openTasks ?? 0,
    overdue: standing.get(row.id)?.overdue ?? 0,
    ...presentTargets(targets.get(row.id)),
  }))
}
