/** Reads the tenant's places that a file may name, in a fixed number of queries. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { zoneIfStored } from '#server/platform/stored-zone.ts'
import { nameKey } from './clean-text.ts'
import { type AmenityDraft, amenityKey, type BuildingDraft, pathKey, pathText } from './draft.ts'
import type { BuildingPart, Place } from './place.ts'

interface BuildingRow {
  id: string
  name: string
  external_id: string | null
  address: string | null
  time_zone: string
  latitude: number | null
  longitude: number | null
}

interface LocationRow {
  id: string
  building_id: string
  parent_id: string | null
  kind: 'FLOOR' | 'AREA' | 'ROOM'
  name: string
  position: number
}

interface AmenityRow {
  id: string
  building_id: string
  location_id: string | null
  name: string
  type: string
  accessible: boolean | null
  opening_hours: string | null
  notes: string
  external_id: string | null
}

export interface Draft {
  readonly buildings: readonly BuildingDraft[]
  /** of a line, newly created if the tenant does not have it; by our own id if the file has it */
  buildingOf(part: BuildingPart, id: string | undefined): BuildingDraft
  /** by external id, in any building */
  readonly amenitiesByExternalId: Map<string, AmenityDraft>
  /** of the buildings that the file names */
  readonly amenitiesById: ReadonlyMap<string, AmenityDraft>
}

const draftOf = (row: BuildingRow, isNew: boolean, timeZone = row.time_zone): BuildingDraft => ({
  id: row.id,
  isNew,
  fields: {
    name: row.name,
    externalId: row.external_id,
    address: row.address,
    timeZone,
    latitude: row.latitude,
    longitude: row.longitude,
  },
  timeZoneBefore: timeZone,
  given: new Map(),
  changed: false,
  used: false,
  locations: new Map(),
  locationsByText: new Map(),
  positions: new Map(),
  amenities: new Map(),
})

const loadBuildings = async (
  ctx: TenantContext,
  timeZone: string,
): Promise<Pick<Draft, 'buildings' | 'buildingOf'>> => {
  const rows = await ctx.run<BuildingRow>(
    `select id, name, external_id, address, time_zone, latitude, longitude from building
     where tenant_id = $1 and archived_at is null order by created_at, id`,
    [ctx.tenantId],
  )
  const buildings: BuildingDraft[] = []
  const byExternalId = new Map<string, BuildingDraft>()
  const byName = new Map<string, BuildingDraft>()
  const byId = new Map<string, BuildingDraft>()
  const add = (draft: BuildingDraft): BuildingDraft => {
    buildings.push(draft)
    const { externalId, name } = draft.fields
    if (externalId !== null) byExternalId.set(externalId, draft)
    byId.set(draft.id, draft)
    if (!byName.has(nameKey(name))) byName.set(nameKey(name), draft)
    return draft
  }
  // An invalid stored zone stays until a line sets one.
  for (const row of rows) add(draftOf(row, false, zoneIfStored(row.time_zone)))
  return {
    buildings,
    buildingOf: (part, id) => {
      const own = byId.get(id ?? '')
      if (own) return own
      const named = byName.get(nameKey(part.name))
      if (part.externalId === undefined) {
        if (named) return named
      } else {
        const known = byExternalId.get(part.externalId)
        if (known) return known
        // A building that was created by hand gets its external id from the first file that names it.
        if (named && named.fields.externalId === null) {
          byExternalId.set(part.externalId, named)
          return named
        }
      }
      return add(
        draftOf(
          {
            id: newId(ctx.now.getTime()),
            name: part.name,
            external_id: part.externalId ?? null,
            address: null,
            time_zone: part.timeZone ?? timeZone,
            latitude: null,
            longitude: null,
          },
          true,
        ),
      )
    },
  }
}

const loadLocations = async (
  ctx: TenantContext,
  buildings: ReadonlyMap<string, BuildingDraft>,
): Promise<void> => {
  const rows = await ctx.run<LocationRow>(
    'select id, building_id, parent_id, kind, name, position from location where tenant_id = $1 and building_id = any($2::uuid[])',
    [ctx.tenantId, [...buildings.keys()]],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (row: LocationRow): string[] => {
    const parent = row.parent_id ? byId.get(row.parent_id) : undefined
    return parent ? [...pathOf(parent), row.name] : [row.name]
  }
  for (const row of rows) {
    const building = buildings.get(row.building_id)
    if (!building) continue
    const { locations, positions } = building
    positions.set(row.parent_id, Math.max(positions.get(row.parent_id) ?? 0, row.position + 1))
    const path = pathOf(row)
    const draft = {
      id: row.id,
      isNew: false,
      buildingId: row.building_id,
      parentId: row.parent_id,
      kind: row.kind,
      name: row.name,
      position: row.position,
    }
    locations.set(pathKey(path), draft)
    building.locationsByText.set(pathText(path), draft)
  }
}

const loadAmenities = async (
  ctx: TenantContext,
  buildings: ReadonlyMap<string, BuildingDraft>,
  externalIds: readonly string[],
): Promise<Pick<Draft, 'amenitiesByExternalId' | 'amenitiesById'>> => {
  const rows = await ctx.run<AmenityRow>(
    `select id, building_id, location_id, name, type, accessible, opening_hours, notes, external_id from amenity
     where tenant_id = $1 and archived_at is null and (building_id = any($2::uuid[]) or external_id = any($3::text[]))
     order by created_at, id`,
    [ctx.tenantId, [...buildings.keys()], externalIds],
  )
  const byExternalId = new Map<string, AmenityDraft>()
  const byId = new Map<string, AmenityDraft>()
  for (const row of rows) {
    const fields = {
      name: row.name,
      locationId: row.location_id,
      type: row.type,
      accessible: row.accessible,
      openingHours: row.opening_hours,
      notes: row.notes,
      externalId: row.external_id,
    }
    const draft: AmenityDraft = {
      id: row.id,
      isNew: false,
      buildingId: row.building_id,
      before: { ...fields },
      fields,
      state: undefined,
      line: undefined,
    }
    byId.set(row.id, draft)
    if (row.external_id !== null) byExternalId.set(row.external_id, draft)
    const inBuilding = buildings.get(row.building_id)?.amenities
    const key = amenityKey(row.location_id, row.name)
    if (inBuilding && !inBuilding.has(key)) inBuilding.set(key, draft)
  }
  return { amenitiesByExternalId: byExternalId, amenitiesById: byId }
}

/** @param timeZone of new buildings without one in the file */
export const loadDraft = async (
  ctx: TenantContext,
  places: readonly Place[],
  timeZone: string,
): Promise<Draft> => {
  const { buildings, buildingOf } = await loadBuildings(ctx, timeZone)
  const touched = places
    .map(({ building, ids }) => buildingOf(building, ids?.building))
    .filter(({ isNew }) => !isNew)
  const byId = new Map(touched.map((draft) => [draft.id, draft]))
  await loadLocations(ctx, byId)
  const externalIds = places.flatMap(({ amenity }) => amenity?.externalId ?? [])
  return { buildings, buildingOf, ...(await loadAmenities(ctx, byId, externalIds)) }
}
