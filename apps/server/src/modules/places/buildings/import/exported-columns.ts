/** Files that this service exported of its amenities, in any of their languages. */
import { exportNames } from '#contracts/export-names.ts'
import { columnKey } from './csv-table.ts'
import { CellFault, collectFaults, type LineReader, type Reading, type TenantWords } from './place.ts'
import { readLine } from './read-cells.ts'

const columns = ['id', 'name', 'type', 'building', 'buildingId', 'location', 'archived'] as const
type Column = (typeof columns)[number]

/**
 * The apostrophe that an export puts before a formula character. The lookbehind starts at that character, which keeps
 * the match linear.
 */
const apostrophe =
  /'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=(?:^|[;\t\r\n\u2028\u2029])[\s\p{Default_Ignorable_Code_Point}"]*')/gu

const kindAt = (depth: number, count: number) =>
  depth === 0 ? 'FLOOR' : depth === count - 1 && count > 2 ? 'ROOM' : 'AREA'

/** undefined if the file is of another kind */
export const exportedColumns = (heading: readonly string[], words: TenantWords): LineReader | undefined => {
  const keys = heading.map(columnKey)
  const placesIn = (names: (typeof exportNames)[keyof typeof exportNames]) =>
    new Map(columns.map((column) => [column, keys.indexOf(columnKey(names[column]))]))
  const isWhole = (at: ReadonlyMap<Column, number>): boolean =>
    (['id', 'name', 'building'] as const).every((column) => (at.get(column) ?? -1) >= 0)
  const names = Object.values(exportNames).find((each) => isWhole(placesIn(each)))
  if (!names || keys.includes('amenity')) return undefined
  const at = placesIn(names)
  const known = new Set(Object.values(names).map(columnKey))
  const nameOf = (column: Column): string => heading[at.get(column) ?? -1] ?? column

  return {
    unknown: heading.filter((name, index) => name !== '' && !known.has(keys[index] ?? '')),
    read: (cells): Reading => {
      const { faults, attempt } = collectFaults()
      if (cells.every((cell) => cell.trim() === '')) return { place: undefined, faults }
      if (cells.length > heading.length) {
        const message = `the line has ${cells.length} cells, the heading ${heading.length}`
        const fault = new CellFault(nameOf('building'), cells[heading.length] ?? '', message)
        return { place: undefined, faults: [fault] }
      }
      const cell = (column: Column): string => (cells[at.get(column) ?? -1] ?? '').replace(apostrophe, '')
      if (cell('archived') === 'true') return { place: undefined, faults, skipped: 'the amenity is archived' }
      const line = (column: Column, max: number) => attempt(() => readLine(cell(column), max, nameOf(column)))
      const needed = (column: Column) =>
        attempt(() => {
          const text = readLine(cell(column), 120, nameOf(column))
          if (text === undefined) throw new CellFault(nameOf(column), '', 'is missing')
          return text
        })
      const building = needed('building')
      const name = needed('name')
      const type = attempt(() => {
        const text = readLine(cell('type'), 60, nameOf('type'))
        const code = text === undefined ? undefined : words.typeCode(text)
        if (text !== undefined && code === undefined)
          throw new CellFault(nameOf('type'), text, 'is not the code or name of an amenity type')
        return code
      })
      const location = line('location', 1000) ?? ''
      const path = location.split(', ').filter((part) => part !== '')
      if (path.length > 6 || path.some((part) => [...part].length > 120))
        faults.push(
          new CellFault(nameOf('location'), location, 'is no location such as "Level 1, East wing"'),
        )
      if (building === undefined || name === undefined) return { place: undefined, faults }
      const ids = {
        building: line('buildingId', 100)?.toLowerCase() ?? '',
        amenity: line('id', 100)?.toLowerCase() ?? '',
        location,
      }
      const locations = path.map((part, depth) => ({ kind: kindAt(depth, path.length), name: part }) as const)
      return { place: { building: { name: building }, locations, amenity: { name, type }, ids }, faults }
    },
  }
}
