/** Public lists of restrooms: one line each, with the columns of New York's open data. */
import { createHash } from 'node:crypto'
import { cleanLine, cleanLong } from './clean-text.ts'
import { columnKey } from './csv-table.ts'
import {
  CellFault,
  collectFaults,
  type LineReader,
  type Place,
  type Reading,
  type TenantWords,
} from './place.ts'
import { readAccessible, readDegrees, readLine, readLong, readState } from './read-cells.ts'

const type = 'WASHROOM'

/** Columns without a field go to the notes, each with its heading. */
const understood = [
  'Facility Name',
  'Latitude',
  'Longitude',
  'Status',
  'Accessibility',
  'Hours of Operation',
  'Open',
]
const noted = [
  'Location Type',
  'Operator',
  'Restroom Type',
  'Changing Stations',
  'Additional Notes',
  'Website',
]

/** The same id for the same record in every file: from its name and place, not its line. */
const siteId = (name: string, latitude: number | undefined, longitude: number | undefined): string =>
  `site-${createHash('sha256').update([name, latitude, longitude].join('\0')).digest('hex').slice(0, 16)}`

/** Some files quote a cell twice: `"Yes, in women's restroom only"`. */
const unquoted = (text: string): string => /^"(.*)"$/s.exec(text)?.[1] ?? text

/** undefined if the file is of another kind */
export const facilityColumns = (heading: readonly string[], words: TenantWords): LineReader | undefined => {
  const keys = heading.map(columnKey)
  const at = new Map(keys.map((key, index) => [key, index]))
  if (!at.has('facilityname') || !at.has('status')) return undefined
  const seen = new Map<string, number>()

  const notesOf = (
    text: (column: string) => string,
    hours: string | undefined,
    accessible: boolean | undefined,
  ): string => {
    const lines = noted.map((column) => [column, unquoted(cleanLong(text(column)))])
    const season = cleanLine(text('Open'))
    if (hours !== undefined) lines.push(['Open', season])
    const access = cleanLine(text('Accessibility'))
    if (accessible === false && /^partial/i.test(access)) lines.push(['Accessibility', access])
    return lines.flatMap(([column, value]) => (value ? [`${column}: ${value}`] : [])).join('\n')
  }

  const known = new Set([...understood, ...noted].map(columnKey))
  return {
    unknown: heading.filter((name) => name !== '' && !known.has(columnKey(name))),
    read: (cells): Reading => {
      const { faults, attempt } = collectFaults()
      if (cells.every((cell) => cell.trim() === '')) return { place: undefined, faults }
      // A line of another length is broken: its cells are under the wrong headings.
      if (cells.length !== heading.length) {
        const column = heading[Math.min(cells.length, heading.length - 1)] ?? ''
        const message = `the line has ${cells.length} cells, the heading ${heading.length}`
        return { place: undefined, faults: [new CellFault(column, cells[heading.length] ?? '', message)] }
      }
      const text = (column: string): string => cells[at.get(columnKey(column)) ?? -1] ?? ''
      const name = attempt(() => {
        const given = readLine(text('Facility Name'), 120, 'Facility Name')
        if (given === undefined) throw new CellFault('Facility Name', '', 'is missing')
        return given
      })
      const latitude = attempt(() => readDegrees(text('Latitude'), 90, 'Latitude'))
      const longitude = attempt(() => readDegrees(text('Longitude'), 180, 'Longitude'))
      const state = attempt(() => readState(text('Status'), 'Status'))
      const accessible = attempt(() => readAccessible(text('Accessibility'), 'Accessibility'))
      const hours = attempt(() => readLong(text('Hours of Operation'), 500, 'Hours of Operation'))
      const season = attempt(() => readLine(text('Open'), 500, 'Open'))
      const notes = attempt(() => readLong(notesOf(text, hours, accessible), 2000, 'Additional Notes'))
      if (name === undefined || faults.length > 0) return { place: undefined, faults }
      const externalId = siteId(name, latitude, longitude)
      const number = (seen.get(externalId) ?? 0) + 1
      seen.set(externalId, number)
      const place: Place = {
        building: { externalId, name, latitude, longitude },
        locations: [],
        amenity: {
          externalId: `${externalId}-${number}`,
          name: number === 1 ? words.typeName(type) : `${words.typeName(type)} ${number}`,
          type,
          state,
          accessible,
          openingHours: hours ?? season,
          notes,
        },
      }
      return { place, faults }
    },
  }
}
