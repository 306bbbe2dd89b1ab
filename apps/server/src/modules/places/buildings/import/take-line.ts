/** Applies one line of the file to the draft. */

import { lastPosition } from '#contracts/kit/pieces.ts'
import type { ImportLine } from '#contracts/places/buildings.ts'
import { newId } from '#server/platform/ids.ts'
import { nameKey } from './clean-text.ts'
import {
  type AmenityDraft,
  amenityKey,
  type BuildingDraft,
  givenAmenity,
  givenBuilding,
  type LocationDraft,
  pathKey,
  pathText,
  sameAmenity,
} from './draft.ts'
import type { Draft } from './load-draft.ts'
import { type AmenityPart, CellFault, type Place } from './place.ts'

type Taken = Pick<ImportLine, 'status' | 'message' | 'buildingId' | 'locationId' | 'amenityId'>
type Outcome = 'CREATED' | 'UPDATED' | 'UNCHANGED'

/** The strongest outcome of a line. */
const worst = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.includes('CREATED') ? 'CREATED' : outcomes.includes('UPDATED') ? 'UPDATED' : 'UNCHANGED'

/** Contradictions with earlier lines about the same building or amenity. */
export const disagreements = (all: Draft, place: Place): CellFault[] => {
  const building = all.buildingOf(place.building, place.ids?.building)
  const ofBuilding = givenBuilding(place.building).flatMap(([field, value]) => {
    const earlier = building.given.get(field)
    return earlier !== undefined && building.fields[field] !== value
      ? [new CellFault(field, String(value), `is not what line ${earlier} says of the same building`)]
      : []
  })
  const id = place.amenity?.externalId
  const known = id === undefined ? undefined : all.amenitiesByExternalId.get(id)
  if (id === undefined || !known) return ofBuilding
  const fault = (message: string): CellFault[] => [...ofBuilding, new CellFault('amenity id', id, message)]
  if (known.buildingId !== building.id) return fault('belongs to an amenity of another building')
  return known.line !== undefined && nameKey(known.fields.name) !== nameKey(place.amenity?.name ?? '')
    ? fault(`is in line ${known.line} with another name`)
    : ofBuilding
}

const takeBuilding = (draft: BuildingDraft, place: Place, line: number): Outcome => {
  let changed = false
  for (const [field, value] of givenBuilding(place.building)) {
    if (!draft.given.has(field)) draft.given.set(field, line)
    if (draft.fields[field] === value) continue
    Object.assign(draft.fields, { [field]: value })
    changed = true
  }
  draft.changed ||= changed
  const first = !draft.used
  draft.used = true
  if (draft.isNew) return first ? 'CREATED' : 'UNCHANGED'
  return changed ? 'UPDATED' : 'UNCHANGED'
}

const takeLocations = (
  draft: BuildingDraft,
  place: Place,
  at: number,
): { last: LocationDraft | undefined; outcome: Outcome } => {
  const exported = draft.locationsByText.get(nameKey(place.ids?.location ?? ''))
  if (exported) return { last: exported, outcome: 'UNCHANGED' }
  let last: LocationDraft | undefined
  let outcome: Outcome = 'UNCHANGED'
  for (const [depth, { kind, name }] of place.locations.entries()) {
    const path = place.locations.slice(0, depth + 1).map((part) => part.name)
    const key = pathKey(path)
    let found = draft.locations.get(key)
    if (!found) {
      const parentId = last?.id ?? null
      const position = Math.min(lastPosition, draft.positions.get(parentId) ?? 0)
      draft.positions.set(parentId, position + 1)
      found = { id: newId(at), isNew: true, buildingId: draft.id, parentId, kind, name, position }
      draft.locations.set(key, found)
      draft.locationsByText.set(pathText(path), found)
      outcome = 'CREATED'
    }
    last = found
  }
  return { last, outcome }
}

/** The amenity of a line, by our own id, by external id, otherwise by name and place. */
const findAmenity = (
  all: Draft,
  building: BuildingDraft,
  part: AmenityPart,
  locationId: string | null,
  id: string | undefined,
): AmenityDraft | undefined => {
  const own = all.amenitiesById.get(id ?? '')
  if (own?.buildingId === building.id) return own
  if (part.externalId === undefined) return building.amenities.get(amenityKey(locationId, part.name))
  const known = all.amenitiesByExternalId.get(part.externalId)
  if (known) return known
  const named = building.amenities.get(amenityKey(locationId, part.name))
  return named?.fields.externalId === null && named.line === undefined ? named : undefined
}

const makeAmenity = (
  all: Draft,
  building: BuildingDraft,
  part: AmenityPart,
  locationId: string | null,
  at: number,
  line: number,
): AmenityDraft => {
  const made: AmenityDraft = {
    id: newId(at),
    isNew: true,
    buildingId: building.id,
    before: undefined,
    fields: {
      name: part.name,
      locationId,
      type: part.type ?? 'OTHER',
      accessible: part.accessible ?? null,
      openingHours: part.openingHours ?? null,
      notes: part.notes ?? '',
      externalId: part.externalId ?? null,
    },
    state: part.state,
    line,
  }
  const key = amenityKey(locationId, part.name)
  if (!building.amenities.has(key)) building.amenities.set(key, made)
  if (part.externalId !== undefined) all.amenitiesByExternalId.set(part.externalId, made)
  return made
}

/**
 * Call only for a place without `disagreements`.
 * @param at milliseconds since 1970, for new ids
 */
export const takeLine = (all: Draft, place: Place, line: number, at: number): Taken => {
  const building = all.buildingOf(place.building, place.ids?.building)
  const outcomes = [takeBuilding(building, place, line)]
  const { last, outcome } = takeLocations(building, place, at)
  outcomes.push(outcome)
  const ids = { buildingId: building.id, ...(last ? { locationId: last.id } : {}) }
  const part = place.amenity
  if (!part) return { status: worst(outcomes), message: null, ...ids }

  const locationId = last?.id ?? null
  const id = place.ids?.amenity
  const found = findAmenity(all, building, part, locationId, id)
  if (!found) {
    const made = makeAmenity(all, building, part, locationId, at, line)
    return { status: 'CREATED', message: null, ...ids, amenityId: made.id }
  }
  if (found.line !== undefined) {
    return {
      status: 'SKIPPED',
      message: `the same amenity as in line ${found.line}`,
      ...ids,
      amenityId: found.id,
    }
  }
  found.line = line
  const before = { ...found.fields }
  Object.assign(
    found.fields,
    givenAmenity(part, part.externalId !== undefined || found.id === id),
    place.locations.length > 0 ? { locationId } : {},
  )
  outcomes.push(sameAmenity(before, found.fields) ? 'UNCHANGED' : 'UPDATED')
  return { status: worst(outcomes), message: null, ...ids, amenityId: found.id }
}
