/** The tree of locations of a building, read at once; checks before one is created or moved. */

import { lastPosition } from '#contracts/kit/pieces.ts'
import { type Location, type LocationNode, maxLocationDepth } from '#contracts/places/locations.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'

interface LocationRow {
  id: string
  building_id: string
  parent_id: string | null
  kind: Location['kind']
  name: string
  position: number
  created_at: Date
  version: number
  amenities: number
}

const present = (row: LocationRow): Location => ({
  id: row.id,
  buildingId: row.building_id,
  parentId: row.parent_id,
  kind: row.kind,
  name: row.name,
  position: row.position,
  amenities: row.amenities,
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

/** All locations of a building, siblings in order. */
export const locationsOf = async (ctx: TenantContext, buildingId: string): Promise<Location[]> => {
  const rows = await ctx.run<LocationRow>(
    `select l.id, l.building_id, l.parent_id, l.kind, l.name, l.position, l.created_at, l.version,
            (select count(*) from amenity a where a.tenant_id = $1 and a.location_id = l.id and a.archived_at is null) as amenities
     from location l where l.tenant_id = $1 and l.building_id = $2 order by l.position, l.name, l.id`,
    [ctx.tenantId, buildingId],
  )
  return rows.map(present)
}

export const treeOf = (locations: readonly Location[]): LocationNode[] => {
  const nodes = new Map(
    locations.map((location) => [location.id, { ...location, children: [] as LocationNode[] }]),
  )
  const top: LocationNode[] = []
  for (const node of nodes.values())
    (node.parentId ? (nodes.get(node.parentId)?.children ?? top) : top).push(node)
  return top
}

/** A location and everything inside it. */
export const idsBelow = (all: readonly Location[], id: string): string[] => [
  id,
  ...all.filter(({ parentId }) => parentId === id).flatMap((child) => idsBelow(all, child.id)),
]

/** Names that differ only in case are the same for people. */
export const nameKey = (name: string): string => name.toLowerCase()

interface Wanted {
  /** undefined for a new one */
  readonly id?: string
  readonly parentId: string | null
  readonly name: string
}

/**
 * Checks the place of a new or moved location.
 * @returns the position after the last sibling
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, CONFLICT
 */
export const checkPlace = (all: readonly Location[], wanted: Wanted): number => {
  const byId = new Map(all.map((location) => [location.id, location]))
  let depth = 1
  for (let above = wanted.parentId; above !== null; depth++) {
    if (above === wanted.id) throw invalid('body.parentId', 'is inside the location itself')
    const parent = byId.get(above)
    if (!parent) throw notFound()
    above = parent.parentId
  }
  const levels = (id: string): number =>
    1 + Math.max(0, ...all.filter(({ parentId }) => parentId === id).map((child) => levels(child.id)))
  const below = wanted.id === undefined ? 1 : levels(wanted.id)
  if (depth + below - 1 > maxLocationDepth)
    throw invalid('body.parentId', `would be more than ${maxLocationDepth} levels deep`)
  const siblings = all.filter(({ id, parentId }) => parentId === wanted.parentId && id !== wanted.id)
  if (siblings.some(({ name }) => nameKey(name) === nameKey(wanted.name)))
    throw conflict('Another location at this level has this name')
  return Math.min(lastPosition, Math.max(-1, ...siblings.map(({ position }) => position)) + 1)
}

/**
 * A parent from a request: an error of the request if it is in another building, otherwise not found.
 * @throws ServiceError NOT_FOUND, VALIDATION_ERROR
 */
export const requireParent = async (
  ctx: TenantContext,
  parentId: string,
  buildingId: string,
): Promise<void> => {
  const parent = await ctx.db
    .selectFrom('location')
    .select('building_id')
    .where('id', '=', parentId)
    .executeTakeFirst()
  if (!parent) throw notFound()
  if (parent.building_id !== buildingId) throw invalid('body.parentId', 'is in another building')
}

/**
 * Locks all locations of a building by its row, so that two moves do not create a cycle together.
 * @throws ServiceError NOT_FOUND for a building that is missing, archived or of another tenant
 */
export const lockPlaces = async (ctx: TenantContext, buildingId: string): Promise<void> => {
  const building = await ctx.db
    .selectFrom('building')
    .select('id')
    .where('id', '=', buildingId)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!building) throw notFound()
}
