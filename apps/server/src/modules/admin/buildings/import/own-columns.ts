/** Files in the columns of this service: building, floor, area, room, amenity and what is said of them. */
import { columnKey } from './csv-table.ts'
import { CellFault, type LineReader, type Place, type TenantWords } from './place.ts'
import { readAccessible, readDegrees, readLine, readLong, readState, readTimeZone } from './read-cells.ts'

/** Other names of a column that people use. */
const aliases = {
  building: ['building', 'buildingname', 'site'],
  buildingId: ['buildingid', 'buildingexternalid', 'siteid'],
  address: ['address', 'buildingaddress'],
  timeZone: ['timezone'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lon', 'lng'],
  floor: ['floor', 'level'],
  area: ['area', 'zone', 'wing'],
  room: ['room'],
  amenity: ['amenity', 'amenityname', 'place'],
  amenityId: ['amenityid', 'amenityexternalid', 'externalid'],
  type: ['type', 'amenitytype'],
  state: ['state', 'status'],
  accessible: ['accessible', 'accessibility'],
  openingHours: ['openinghours', 'hours'],
  notes: ['notes', 'note'],
} as const
type Column = keyof typeof aliases

/** undefined where the file is of another kind */
export const ownColumns = (heading: readonly string[], words: TenantWords): LineReader | undefined => {
  const keys = heading.map(columnKey)
  const indexOf = (column: Column): number =>
    keys.findIndex((key) => (aliases[column] as readonly string[]).includes(key))
  const at = Object.fromEntries(
    Object.keys(aliases).map((column) => [column, indexOf(column as Column)]),
  ) as Record<Column, number>
  if (at.building < 0) return undefined
  const nameOf = (column: Column): string => heading[at[column]] ?? column

  const readType = (text: string | undefined): string | undefined => {
    if (text === undefined) return undefined
    const code = words.typeCode(text)
    if (code === undefined) throw new CellFault(nameOf('type'), `there is no amenity type ${text}`)
    return code
  }

  return {
    read: (cells): Place | undefined => {
      if (cells.every((cell) => cell.trim() === '')) return undefined
      if (cells.length > heading.length)
        throw new CellFault(
          nameOf('building'),
          `the line has ${cells.length} cells, the heading ${heading.length}`,
        )
      const cell = (column: Column): string => cells[at[column]] ?? ''
      const line = (column: Column, max: number) => readLine(cell(column), max, nameOf(column))
      const building = line('building', 120)
      if (building === undefined) throw new CellFault(nameOf('building'), 'is missing')
      const amenity = line('amenity', 120)
      const parts = [
        { kind: 'FLOOR', name: line('floor', 120) },
        { kind: 'AREA', name: line('area', 120) },
        { kind: 'ROOM', name: line('room', 120) },
      ] as const
      const aboutAmenity = {
        externalId: line('amenityId', 100),
        type: readType(line('type', 60)),
        state: readState(cell('state'), nameOf('state')),
        accessible: readAccessible(cell('accessible'), nameOf('accessible')),
        openingHours: readLong(cell('openingHours'), 500, nameOf('openingHours')),
        notes: readLong(cell('notes'), 2000, nameOf('notes')),
      }
      const orphan = (Object.keys(aboutAmenity) as (keyof typeof aboutAmenity)[]).find(
        (field) => aboutAmenity[field] !== undefined,
      )
      if (amenity === undefined && orphan !== undefined) {
        throw new CellFault(
          at.amenity < 0 ? 'amenity' : nameOf('amenity'),
          'is missing, though the line says something of an amenity',
        )
      }
      return {
        building: {
          name: building,
          externalId: line('buildingId', 100),
          address: readLong(cell('address'), 400, nameOf('address')),
          timeZone: readTimeZone(cell('timeZone'), nameOf('timeZone')),
          latitude: readDegrees(cell('latitude'), 90, nameOf('latitude')),
          longitude: readDegrees(cell('longitude'), 180, nameOf('longitude')),
        },
        locations: parts.flatMap(({ kind, name }) => (name === undefined ? [] : [{ kind, name }])),
        amenity: amenity === undefined ? undefined : { name: amenity, ...aboutAmenity },
      }
    },
  }
}
