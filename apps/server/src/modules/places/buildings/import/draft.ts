/** The tenant's places and the changes of the file, applied in memory line by line. */
import type { LocationKind } from '#contracts/places/locations.ts'
import { nameKey } from './clean-text.ts'
import type { AmenityPart, BuildingPart } from './place.ts'

export interface BuildingFields {
  name: string
  externalId: string | null
  address: string | null
  timeZone: string
  latitude: number | null
  longitude: number | null
}

export interface AmenityFields {
  name: string
  locationId: string | null
  type: string
  accessible: boolean | null
  openingHours: string | null
  notes: string
  externalId: string | null
}

export interface BuildingDraft {
  readonly id: string
  readonly isNew: boolean
  readonly fields: BuildingFields
  /** its time zone before the import */
  readonly timeZoneBefore: string
  /** the line that set each field, because two lines must not contradict each other */
  readonly given: Map<string, number>
  changed: boolean
  /** a line without faults names it */
  used: boolean
  /** by `pathKey` from the top */
  readonly locations: Map<string, LocationDraft>
  /** the same by the path in one text */
  readonly locationsByText: Map<string, LocationDraft>
  /** position of the next child, by id of a location, null for the top */
  readonly positions: Map<string | null, number>
  /** by `amenityKey` */
  readonly amenities: Map<string, AmenityDraft>
}

export interface LocationDraft {
  readonly id: string
  readonly isNew: boolean
  readonly buildingId: string
  readonly parentId: string | null
  readonly kind: LocationKind
  readonly name: string
  readonly position: number
}

export interface AmenityDraft {
  readonly id: string
  readonly isNew: boolean
  readonly buildingId: string
  readonly before: AmenityFields | undefined
  readonly fields: AmenityFields
  readonly state: AmenityPart['state']
  /** the line of the file that names it */
  line: number | undefined
}

/** The path of a location as lists and files show it. */
export const pathText = (names: readonly string[]): string => nameKey(names.join(', '))
export const pathKey = (names: readonly string[]): string => names.map(nameKey).join('\0')
export const amenityKey = (locationId: string | null, name: string): string =>
  `${locationId ?? ''}\0${nameKey(name)}`

/**
 * Values that a line sets for a building. One that was found by name keeps its name, because only the case may
 * differ.
 */
export const givenBuilding = (part: BuildingPart): [keyof BuildingFields, string | number][] =>
  (Object.entries(part) as [keyof BuildingFields, string | number | undefined][]).flatMap(([field, value]) =>
    value === undefined || (field === 'name' && part.externalId === undefined) ? [] : [[field, value]],
  )

/**
 * Values that a line sets for an existing amenity; its state is not changed, because staff set it.
 * @param named it was found by an id, so the line may rename it
 */
export const givenAmenity = (part: AmenityPart, named: boolean): Partial<AmenityFields> =>
  Object.fromEntries(
    Object.entries(part).filter(
      ([field, value]) => value !== undefined && field !== 'state' && !(field === 'name' && !named),
    ),
  )

export const sameAmenity = (one: AmenityFields, other: AmenityFields): boolean =>
  (Object.keys(one) as (keyof AmenityFields)[]).every((field) => one[field] === other[field])
