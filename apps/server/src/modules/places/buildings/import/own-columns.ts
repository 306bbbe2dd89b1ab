/** Files in the columns of this service: building, floor, area, room, amenity and its fields. */
import { cleanLine } from './clean-text.ts'
import { columnKey } from './csv-table.ts'
import { CellFault, collectFaults, type LineReader, type Reading, type TenantWords } from './place.ts'
import { readAccessible, readDegrees, readLine, readLong, readState, readTimeZone } from './read-cells.ts'

/** Alternative names of columns. */
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
/** Columns of amenities only. */
const ofAmenity: readonly Column[] = ['amenityId', 'type', 'state', 'accessible', 'openingHours', 'notes']

/** undefined if the file is of another kind */
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
    if (code === undefined)
      throw new CellFault(nameOf('type'), text, 'is not the code or name of an amenity type')
    return code
  }

  const used = new Set(Object.values(at))
  return {
    unknown: heading.filter((name, index) => name !== '' && !used.has(index)),
    read: (cells): Reading => {
      const { faults, attempt } = collectFaults()
      if (cells.every((cell) => cell.trim() === '')) return { place: undefined, faults }
      if (cells.length > heading.length) {
        const message = `the line has ${cells.length} cells, the heading ${heading.length}`
        const fault = new CellFault(nameOf('building'), cells[heading.length] ?? '', message)
        return { place: undefined, faults: [fault] }
      }
      const cell = (column: Column): string => cells[at[column]] ?? ''
      const line = (column: Column, max: number) => attempt(() => readLine(cell(column), max, nameOf(column)))
      const needed = (column: Column, message: string): void => {
        if (cleanLine(cell(column)) === '')
          faults.push(new CellFault(at[column] < 0 ? column : nameOf(column), '', message))
      }
      const name = line('building', 120)
      needed('building', 'is missing')
      const building = {
        externalId: line('buildingId', 100),
        address: attempt(() => readLong(cell('address'), 400, nameOf('address'))),
        timeZone: attempt(() => readTimeZone(cell('timeZone'), nameOf('timeZone'))),
        latitude: attempt(() => readDegrees(cell('latitude'), 90, nameOf('latitude'))),
        longitude: attempt(() => readDegrees(cell('longitude'), 180, nameOf('longitude'))),
      }
      const parts = [
        { kind: 'FLOOR', name: line('floor', 120) },
        { kind: 'AREA', name: line('area', 120) },
        { kind: 'ROOM', name: line('room', 120) },
      ] as const
      const amenity = line('amenity', 120)
      if (ofAmenity.some((column) => cell(column).trim() !== ''))
        needed('amenity', 'is missing, though the line says something of an amenity')
      const aboutAmenity = {
        externalId: line('amenityId', 100),
        type: attempt(() => readType(readLine(cell('type'), 60, nameOf('type')))),
        state: attempt(() => readState(cell('state'), nameOf('state'))),
        accessible: attempt(() => readAccessible(cell('accessible'), nameOf('accessible'))),
        openingHours: attempt(() => readLong(cell('openingHours'), 500, nameOf('openingHours'))),
        notes: attempt(() => readLong(cell('notes'), 2000, nameOf('notes'))),
      }
      if (name === undefined) return { place: undefined, faults }
      const locations = parts.flatMap(({ kind, name: part }) =>
        part === undefined ? [] : [{ kind, name: part }],
      )
      const place = {
        building: { name, ...building },
        locations,
        amenity: amenity === undefined ? undefined : { name: amenity, ...aboutAmenity },
      }
      return { place, faults }
    },
  }
}
