/**
 * Locations for other modules: the tree of a building, ancestors, and floors by name for bulk creation and importers.
 */

import { lastPosition } from '#contracts/kit/pieces.ts'
import type { LocationKind, LocationNode } from '#contracts/places/locations.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { locationsOf, nameKey, treeOf } from './place-locations.ts'

export interface NewLocation {
  readonly id: string
  readonly buildingId: string
  readonly parentId: string | null
  readonly kind: LocationKind
  readonly name: string
  readonly position: number
}

/** Inserts locations, parents before their children. */
export const insertLocations = async (ctx: TenantContext, rows: readonly NewLocation[]): Promise<void> => {
  if (rows.length === 0) return
  await ctx.run(
    `insert into location (tenant_id, id, building_id, parent_id, kind, name, position, created_at)
     select $1, r.id, r.building_id, r.parent_id, r.kind, r.name, r.position, $8
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int[])
       as r (id, building_id, parent_id, kind, name, position) returning 1`,
    [
      ctx.tenantId,
      rows.map(({ id }) => id),
      rows.map(({ buildingId }) => buildingId),
      rows.map(({ parentId }) => parentId),
      rows.map(({ kind }) => kind),
      rows.map(({ name }) => name),
      rows.map(({ position }) => position),
      ctx.now,
    ],
  )
}

/**
 * Ids of a building's floors by name; missing ones are created. The caller has locked the building.
 * @returns in the order of `names`
 */
export const ensureFloors = async (
  ctx: TenantContext,
  buildingId: string,
  names: readonly string[],
): Promise<string[]> => {
  const existing = await ctx.run<{ id: string; name: string; position: number }>(
    `select id, name, position from location
     where tenant_id = $1 and building_id = $2 and parent_id is null and kind = 'FLOOR' order by position, id`,
    [ctx.tenantId, buildingId],
  )
  const ids = new Map(existing.map(({ id, name }) => [nameKey(name), id]))
  const next = Math.max(-1, ...existing.map(({ position }) => position)) + 1
  const missing = [...new Map(names.map((name) => [nameKey(name), name])).values()].filter(
    (name) => !ids.has(nameKey(name)),
  )
  const made = missing.map((name, index) => ({
    id: newId(ctx.now.getTime()),
    buildingId,
    parentId: null,
    kind: 'FLOOR' as const,
    name,
    position: Math.min(lastPosition, next + index),
  }))
  await insertLocations(ctx, made)
  for (const { id, name } of made) ids.set(nameKey(name), id)
  return names.map((name) => ids.get(nameKey(name)) ?? '')
}

/** The locations of a building, top level first, siblings in order. */
export const locationTree = async (ctx: TenantContext, buildingId: string): Promise<LocationNode[]> =>
  treeOf(await locationsOf(ctx, buildingId))

/** Deletes all locations of a building that no amenity needs any more. */
export const removeLocationsOf = async (ctx: TenantContext, buildingId: string): Promise<void> => {
  await ctx.run('delete from location where tenant_id = $1 and building_id = $2', [ctx.tenantId, buildingId])
}
