/** Buildings, locations and amenities as the phones of scouts keep them, in a fixed number of statements. */
import { createHash } from 'node:crypto'
import type { ScoutLocation } from '#contracts/scout/phone/places.ts'
import type { ScoutAmenity } from '#contracts/scout/rounds.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

/** Where a scout may inspect. */
export interface Reach {
  readonly building_ids: readonly string[]
  /** null: amenities of all types */
  readonly types: readonly string[] | null
}

/** Condition on amenity `a` with the buildings in $2 and the types in $3. */
const inReach = `a.tenant_id = $1 and a.archived_at is null and a.building_id = any($2::uuid[])
  and ($3::text[] is null or a.type = any($3))`

interface LocationRow {
  id: string
  building_id: string
  parent_id: string | null
  name: string
  position: number
}

const locationsText = `select l.id, l.building_id, l.parent_id, l.name, l.position from location l
  join building b on b.tenant_id = $1 and b.id = l.building_id and b.archived_at is null
  where l.tenant_id = $1 and l.building_id = any($2::uuid[]) order by l.building_id, l.position, l.name, l.id`

export const readLocations = async (
  ctx: TenantContext,
  buildingIds: readonly string[],
): Promise<ScoutLocation[]> => {
  const rows = await ctx.run<LocationRow>(locationsText, [ctx.tenantId, buildingIds])
  return rows.map(({ id, building_id, parent_id, name, position }) => ({
    id,
    buildingId: building_id,
    parentId: parent_id,
    name,
    position,
  }))
}

/** Names from the top down, e.g. "Level 2, East wing". */
const pathsOf = (locations: readonly ScoutLocation[]): ((id: string | null) => string | null) => {
  const byId = new Map(locations.map((one) => [one.id, one]))
  const known = new Map<string, string>()
  const pathOf = (id: string | null): string | null => {
    const location = id === null ? undefined : byId.get(id)
    if (!location) return null
    const path =
      known.get(location.id) ?? [pathOf(location.parentId), location.name].filter(Boolean).join(', ')
    known.set(location.id, path)
    return path
  }
  return pathOf
}

interface AmenityRow {
  id: string
  name: string
  type: string
  building_id: string
  location_id: string | null
}

const amenityColumns = 'a.id, a.name, a.type, a.building_id, a.location_id from amenity a'

const amenitiesText = `select ${amenityColumns} where ${inReach} order by a.building_id, a.name, a.id limit $4`
const someText = `select ${amenityColumns} where a.tenant_id = $1 and a.id = any($2::uuid[]) order by a.name, a.id`

/** So that a phone knows a sticker without a signal and cannot invent a scan. */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')

// Apart from the amenities: joined, a plan without statistics reads all codes for each of them.
const codesText = `select amenity_id, code from qr_code
  where tenant_id = $1 and amenity_id = any($2::uuid[]) and retired_at is null`

const present = async (
  ctx: TenantContext,
  rows: readonly AmenityRow[],
  locations: readonly ScoutLocation[],
): Promise<ScoutAmenity[]> => {
  const pathOf = pathsOf(locations)
  const ids = rows.map(({ id }) => id)
  const codes = await ctx.run<{ amenity_id: string; code: string }>(codesText, [ctx.tenantId, ids])
  const hashes = new Map(codes.map(({ amenity_id, code }) => [amenity_id, hashOf(code)]))
  return rows.map(({ id, name, type, building_id, location_id }) => ({
    id,
    name,
    type,
    buildingId: building_id,
    locationId: location_id,
    location: pathOf(location_id),
    codeHash: hashes.get(id) ?? null,
  }))
}

/** Amenities in reach, at most `most` of them. @param locations of the same buildings */
export const readAmenities = async (
  ctx: TenantContext,
  { building_ids, types }: Reach,
  locations: readonly ScoutLocation[],
  most: number,
): Promise<ScoutAmenity[]> =>
  present(ctx, await ctx.run<AmenityRow>(amenitiesText, [ctx.tenantId, building_ids, types, most]), locations)

/** These amenities, wherever they are, by id; archived ones too, since rounds name them. */
export const amenitiesById = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<Map<string, ScoutAmenity>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.run<AmenityRow>(someText, [ctx.tenantId, [...new Set(ids)]])
  const buildings = [...new Set(rows.map(({ building_id }) => building_id))]
  const locations = rows.some(({ location_id }) => location_id) ? await readLocations(ctx, buildings) : []
  return new Map((await present(ctx, rows, locations)).map((one) => [one.id, one]))
}

const reachedText = `select a.id from amenity a where ${inReach} and a.id = any($4::uuid[])`

/** Which of these amenities are in reach. */
export const amenitiesInReach = async (
  ctx: TenantContext,
  { building_ids, types }: Reach,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await ctx.run<{ id: string }>(reachedText, [ctx.tenantId, building_ids, types, ids])
  return new Set(rows.map(({ id }) => id))
}

interface SiteRow {
  id: string
  name: string
  address: string | null
  time_zone: string
  access_note: string | null
  hazard_note: string | null
  amenities: number
  open_rounds: number
}

const sitesText = `select b.id, b.name, b.address, b.time_zone, b.access_note, b.hazard_note,
    (select count(*) from amenity a where a.tenant_id = $1 and a.building_id = b.id and ${inReach})::int as amenities,
    (select count(*) from round r where r.tenant_id = $1 and r.building_id = b.id
       and (r.scout_id = $4 or (r.scout_id is null and not $4 = any(r.declined_by)))
       and r.state in ('SCHEDULED', 'ACCEPTED', 'IN_PROGRESS', 'PAUSED'))::int as open_rounds
  from building b where b.tenant_id = $1 and b.id = any($2::uuid[]) and b.archived_at is null
  order by b.name, b.id`

/** Buildings of the caller's scope. */
export const readSites = async (ctx: TenantContext, { building_ids, types }: Reach) => {
  const rows = await ctx.run<SiteRow>(sitesText, [ctx.tenantId, building_ids, types, ctx.actor.id])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    address: row.address,
    timeZone: storedZone(row.time_zone),
    amenities: row.amenities,
    openRounds: row.open_rounds,
    accessNote: row.access_note,
    hazardNote: row.hazard_note,
  }))
}
