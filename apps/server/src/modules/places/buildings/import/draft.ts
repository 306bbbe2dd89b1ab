/** What the tenant has, with what the file adds to it: changed in memory first, line by line. */
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
  /** as it is without the file */
  readonly timeZoneBefore: string
  /** field → line that gave it; two lines must not disagree */
  readonly given: Map<string, number>
  changed: boolean
  /** a line without faults speaks of it */
  used: boolean
  /** by `pathKey` from the top */
  readonly locations: Map<string, LocationDraft>
  /** the same by the path as it is told in one text */
  readonly locationsByText: Map<string, LocationDraft>
  /** by id of a location, null for the top: the position of the next one below it */
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
  /** the line of the file that speaks of it */
  line: number | undefined
}

/** A location as lists and files tell it. */
export const pathText = (names: readonly string[]): string => nameKey(names.join(', '))
export const pathKey = (names: readonly string[]): string => names.map(nameKey).join('\0')
export const amenityKey = (locationId: string | null, name: string): string =>
  `${locationId ?? ''}\0${nameKey(name)}`

/** Values that a line gives for a building. What was found by its name, in whatever case, keeps its name. */
export const givenBuilding = (part: BuildingPart): [keyof BuildingFields, string | number][] =>
  (Object.entries(part) as [keyof BuildingFields, string | number | undefined][]).flatMap(([field, value]) =>
    value === undefined || (field === 'name' && part.externalId === undefined) ? [] : [[field, value]],
  )

/**
 * Values that a line gives for an amenity that is there already; its state is what the team says.
 * @param named it was found by an id, so its name may be another
 */
export const givenAmenity = (part: AmenityPart, named: boolean): Partial<AmenityFields> =>
  Object.fromEntries(
    Object.entries(part).filter(
      ([field, value]) => value !== undefined && field !== 'state' && !(field === 'name' && !named),
    ),
  )

export const sameAmenity = (one: AmenityFields, other: AmenityFields): boolean =>
  (Object.keys(one) as (keyof AmenityFields)[]).every((field) => one[field] === other[field])
