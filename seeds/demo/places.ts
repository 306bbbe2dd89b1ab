/** Three buildings with sixty amenities. Their order determines their codes, so that the documentation can name one. */
import type { TypeCode } from '#contracts/catalogue/amenity-types.ts'

export interface DemoBuilding {
  readonly key: string
  readonly name: string
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  readonly floors: readonly string[]
}

export interface DemoAmenity {
  /** unique, e.g. `quay/Level 3/Washroom East` */
  readonly key: string
  readonly building: string
  readonly floor: string
  readonly name: string
  readonly type: TypeCode
  readonly accessible: boolean | null
  readonly openingHours: string | null
  /** Crockford base32, in which O is read as 0, so people may type DEMO… */
  readonly qrCode: string
}

const quay = ['Ground floor', 'Level 1', 'Level 2', 'Level 3', 'Level 4', 'Level 5']
const warehouse = ['Ground floor', 'Level 1', 'Level 2']
const clinic = ['Ground floor', 'Level 1', 'Level 2']

export const demoBuildings: readonly DemoBuilding[] = [
  {
    key: 'quay',
    name: 'Quay House',
    address: 'Am Sandtorkai 40\n20457 Hamburg',
    latitude: 53.5436,
    longitude: 9.9886,
    floors: quay,
  },
  {
    key: 'warehouse',
    name: 'Warehouse 7',
    address: 'Brooktorkai 7\n20457 Hamburg',
    latitude: 53.5452,
    longitude: 10.0013,
    floors: warehouse,
  },
  {
    key: 'clinic',
    name: 'Harbour Clinic',
    address: 'Versmannstraße 12\n20457 Hamburg',
    latitude: 53.5395,
    longitude: 10.0062,
    floors: clinic,
  },
]

type Entry = readonly [building: string, floors: readonly string[], type: TypeCode, names: readonly string[]]

/** 24 washrooms, 12 meeting rooms, 8 kitchens and coffee points, 6 lifts, 10 others. */
const entries: readonly Entry[] = [
  ['quay', quay, 'WASHROOM', ['Washroom West', 'Washroom East']],
  ['warehouse', warehouse, 'WASHROOM', ['Washroom North', 'Washroom South']],
  ['clinic', clinic, 'WASHROOM', ['Washroom Patients', 'Washroom Staff']],
  ['quay', quay.slice(1), 'MEETING_ROOM', ['Alster']],
  ['quay', ['Level 1', 'Level 4'], 'MEETING_ROOM', ['Bille']],
  ['warehouse', warehouse, 'MEETING_ROOM', ['Speicher']],
  ['clinic', ['Level 1', 'Level 2'], 'MEETING_ROOM', ['Consulting room']],
  ['quay', ['Level 1', 'Level 3', 'Level 5'], 'KITCHEN', ['Kitchen']],
  ['quay', ['Ground floor'], 'COFFEE_POINT', ['Lobby coffee']],
  ['warehouse', ['Ground floor', 'Level 1'], 'COFFEE_POINT', ['Coffee corner']],
  ['clinic', ['Ground floor', 'Level 1'], 'COFFEE_POINT', ['Coffee corner']],
  ['quay', ['Ground floor'], 'ELEVATOR', ['Lift A', 'Lift B', 'Goods lift']],
  ['warehouse', ['Ground floor'], 'ELEVATOR', ['Lift']],
  ['clinic', ['Ground floor'], 'ELEVATOR', ['Lift 1', 'Lift 2']],
  ['quay', ['Ground floor'], 'ENTRANCE', ['Main entrance']],
  ['warehouse', ['Ground floor'], 'ENTRANCE', ['Courtyard entrance']],
  ['clinic', ['Ground floor'], 'ENTRANCE', ['Patient entrance']],
  ['quay', ['Ground floor'], 'PARKING', ['Garage']],
  ['clinic', ['Ground floor'], 'PARKING', ['Visitor parking']],
  ['warehouse', ['Level 2'], 'GYM', ['Gym']],
  ['warehouse', ['Level 1', 'Level 2'], 'WORKSPACE', ['Open desks']],
  ['quay', ['Ground floor'], 'OUTDOOR', ['Quay terrace']],
  ['warehouse', ['Ground floor'], 'OUTDOOR', ['Courtyard']],
]

/** Code of sticker n, from 1 on; people write it as DEMO0000000000000001. */
export const demoCode = (number: number): string => `DEM0${String(number).padStart(16, '0')}`

const hours: Partial<Record<TypeCode, string>> = {
  GYM: 'Mon–Fri 6:00–22:00\nSat–Sun 9:00–18:00',
  PARKING: 'Open around the clock',
}

export const demoAmenities: readonly DemoAmenity[] = entries
  .flatMap(([building, floors, type, names]) =>
    floors.flatMap((floor) =>
      names.map((name) => ({ building, floor, type, name, key: `${building}/${floor}/${name}` })),
    ),
  )
  .map((amenity, index) => ({
    ...amenity,
    accessible:
      amenity.type === 'WASHROOM'
        ? amenity.floor === 'Ground floor'
        : amenity.type === 'ELEVATOR'
          ? true
          : null,
    openingHours: hours[amenity.type] ?? null,
    qrCode: demoCode(index + 1),
  }))

/** Amenities with a story. */
export const failingPump = 'quay/Level 3/Washroom East'
export const brokenLift = 'quay/Ground floor/Lift B'
export const badShift = { building: 'warehouse', firstDay: 34, lastDay: 31, fromHour: 15 } as const
