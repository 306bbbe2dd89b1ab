/** The scope of a share as a filter of figures, and in words. */
import { holdNothing } from '#contracts/kit/lists.ts'
import type { ShareScope } from '#contracts/sharing/links.ts'
import type { Filter } from '#server/modules/dashboard/public.ts'
import { requireScope } from '#server/modules/places/lookup/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/**
 * @param before the scope before the change; what it names may have been deleted
 * @throws ServiceError NOT_FOUND for a building or a location, VALIDATION_ERROR for a type
 */
export const readScope = async (
  ctx: TenantContext,
  scope: ShareScope,
  before: ShareScope = {},
): Promise<ShareScope> => {
  const { buildingIds, locationIds, types } = scope
  const kept: ShareScope = {
    ...(buildingIds ? { buildingIds } : {}),
    ...(locationIds ? { locationIds } : {}),
    ...(types ? { types } : {}),
  }
  await requireScope(ctx, kept, 'body.scope', before)
  return kept
}

const below = `with recursive below as (
    select id from location where tenant_id = $1 and id = any($2::uuid[])
    union
    select l.id from location l join below b on l.parent_id = b.id where l.tenant_id = $1)`
const belowText = `${below} select id from below`
// An archived amenity counts at its last location, or at the nearest ancestor that still exists.
const amenitiesText = `${below} select a.id from amenity a
  where a.tenant_id = $1 and a.archived_at is null and a.location_id in (select id from below)
  union all
  select a.id from amenity a
  cross join lateral (
    select l.id from unnest(a.last_locations) with ordinality as p (id, n)
    join location l on l.tenant_id = $1 and l.id = p.id order by p.n limit 1) as stood
  where a.tenant_id = $1 and a.archived_at is not null and stood.id in (select id from below)`

const idsOf = async (ctx: TenantContext, text: string, locationIds: readonly string[]): Promise<string[]> =>
  (await ctx.run<{ id: string }>(text, [ctx.tenantId, locationIds])).map(({ id }) => id)

/** Amenities now at these locations and below; archived ones too, because their ratings count. */
const amenitiesAt = (ctx: TenantContext, locationIds: readonly string[]): Promise<string[]> =>
  idsOf(ctx, amenitiesText, locationIds)

/** These locations and all below them, now. */
export const locationsBelow = (ctx: TenantContext, locationIds: readonly string[]): Promise<string[]> =>
  idsOf(ctx, belowText, locationIds)

/** Deleted places match nothing, so a scope never becomes wider by itself. */
export const filterOf = async (
  ctx: TenantContext,
  { buildingIds, locationIds, types }: ShareScope,
): Promise<Filter> => ({
  buildingIds,
  amenityIds: locationIds && (await amenitiesAt(ctx, locationIds)),
  types,
})

const placesText = `select
    array(select name from building where tenant_id = $1 and id = any($2::uuid[]) order by name) as buildings,
    array(select name from location where tenant_id = $1 and id = any($3::uuid[]) order by name) as locations`

/** Shown for a scope that matches nothing. */
export const nowhere = '–'

/** Names of buildings and locations, then codes of types; empty if the scope is everything. */
export const scopeNamesOf = async (ctx: TenantContext, scope: ShareScope): Promise<string[]> => {
  const { buildingIds = [], locationIds = [], types = [] } = scope
  if (holdNothing(scope.buildingIds, scope.locationIds, scope.types)) return [nowhere]
  const [row] = await ctx.run<{ buildings: string[]; locations: string[] }>(placesText, [
    ctx.tenantId,
    buildingIds,
    locationIds,
  ])
  return [...(row?.buildings ?? []), ...(row?.locations ?? []), ...types]
}
