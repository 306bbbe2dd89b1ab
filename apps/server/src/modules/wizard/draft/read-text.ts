/** What was pasted, as rows of the columns that a step has. */
import { type WizardRow, wizardColumns } from '#contracts/wizard.ts'
import {
  CsvFault,
  columnKey,
  isSpreadsheetText,
  readCsv,
  splitSeparatorLine,
} from '#server/modules/places/buildings/public.ts'

type Listed = 'FLOORS' | 'AMENITIES' | 'TEAM'
type Column = keyof WizardRow

/** A cell is no longer than that; what was pasted is kept as a whole beside the rows. */
const longest = 500

const mostLines = 2000
const mostCells = 500

/** Looked at before it is kept and read. @returns why a text cannot be read, in words after its path */
export const whyUnreadable = (text: string): string | undefined => {
  if (isSpreadsheetText(text)) return 'is a file of a spreadsheet program; save it as CSV and paste that'
  let [lines, cells] = [1, 1]
  const signs = /\r\n|[\r\n,;\t]/g
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    if (/[\r\n]/.test(found[0])) {
      cells = 1
      if (++lines > mostLines) return `has more than ${mostLines} lines`
    } else if (++cells > mostCells) return `has more than ${mostCells} cells in a line`
  }
  return undefined
}

/** How people call the columns, as `columnKey` makes them. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  name: [
    'name',
    'amenity',
    'room',
    'rooms',
    'place',
    'raum',
    'räume',
    'ort',
    'bezeichnung',
    'person',
    'vorundnachname',
  ],
  floor: ['floor', 'level', 'storey', 'location', 'etage', 'stockwerk', 'geschoss', 'ebene'],
  type: ['type', 'kind', 'category', 'art', 'typ', 'kategorie'],
  email: ['email', 'mail', 'emailaddress', 'address', 'emailadresse', 'mailadresse', 'adresse'],
  role: ['role', 'roles', 'rolle', 'rollen'],
}
const floorHeadings: readonly string[] = [
  ...headings.floor,
  'floors',
  'levels',
  'etagen',
  'stockwerke',
  ...headings.name,
]

/** A tab stands in no text that somebody typed, and a semicolon in hardly any; a comma stands in many. */
const delimiterOf = (text: string): string => {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  // A heading cell in quotes may hold line breaks.
  const heading = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? ''
  const isIn = (part: string) => {
    const bare = part.replaceAll(/"[^"]*"/g, '')
    return ['\t', ';'].find((sign) => bare.includes(sign))
  }
  return isIn(line) ?? isIn(heading) ?? ','
}

/** Line by line, where quotes are no help: nothing is lost. */
const plain = (text: string, delimiter: string): string[][] =>
  text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter))

const cellsOf = (text: string, delimiter: string): string[][] => {
  try {
    const { heading, records } = readCsv(text, { delimiter })
    if (records.some(({ torn }) => torn)) return plain(text, delimiter)
    return [[...heading], ...records.map(({ cells }) => [...cells])]
  } catch (error) {
    if (error instanceof CsvFault) return plain(text, delimiter)
    throw error
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Where each column stands by the heading; undefined where the first line is none. */
const readHeading = (step: Listed, cells: readonly string[]): ReadonlyMap<Column, number> | undefined => {
  const keys = cells.map(columnKey)
  const found = new Map<Column, number>()
  for (const column of wizardColumns[step]) {
    const words = step === 'FLOORS' ? floorHeadings : headings[column]
    const at = keys.findIndex((key, index) => words.includes(key) && ![...found.values()].includes(index))
    if (at >= 0) found.set(column, at)
  }
  return found.has(wizardColumns[step][0]) ? found : undefined
}

const isAddress = (cell: string): boolean => cell.includes('@')

/** `Ana Lopez <ana@example.org>`, or an address alone. */
const readPerson = (cell: string): WizardRow => {
  const [, name = '', email = ''] = /^(.*?)<([^<>]*@[^<>]*)>\s*$/.exec(cell) ?? []
  return email === ''
    ? { email: cell.trim() }
    : { email: email.trim(), name: name.replaceAll('"', '').trim() }
}

/** Without a heading the cell with an @ is the address; what is like a role is the role. Each line as it is written. */
const peopleIn = (line: string, isRole: (text: string) => boolean): WizardRow[] => {
  const cells = line
    .split(delimiterOf(line))
    .map((cell) => cell.trim().slice(0, longest))
    .filter((cell) => cell !== '')
  const addresses = cells.filter(isAddress)
  if (addresses.length !== 1) return cells.map(readPerson)
  const person = readPerson(addresses[0] ?? '')
  const rest = cells.filter((cell) => !isAddress(cell))
  const role = rest.find(isRole)
  const name = person.name || rest.find((cell) => cell !== role)
  return [{ ...person, ...(name ? { name } : {}), ...(role === undefined ? {} : { role }) }]
}

/**
 * @param isRole whether people call a role so
 * @returns rows with the cells as they were pasted, without lines in which nothing stands
 */
export const readText = (step: Listed, text: string, isRole: (text: string) => boolean): WizardRow[] => {
  const { separator, text: whole } = splitSeparatorLine(text)
  const body = whole.replace(/^[ \t\r\n]*[\r\n]/, '')
  const delimiter = separator ?? delimiterOf(body)
  const lines = cellsOf(body, delimiter)
    .filter((cells) => !isBlank(cells))
    .map((cells) => cells.map((cell) => cell.trim().slice(0, longest)))
  const [first] = lines
  if (!first) return []
  const heading = readHeading(step, first)
  if (step === 'FLOORS' && !heading && lines.length === 1)
    return first.filter((cell) => cell !== '').map((name) => ({ name }))
  if (step === 'TEAM' && !heading) return body.split(/\r\n|\r|\n/).flatMap((line) => peopleIn(line, isRole))
  const at = heading ?? new Map(wizardColumns[step].map((column, index) => [column, index]))
  return (heading ? lines.slice(1) : lines).map((cells) =>
    Object.fromEntries([...at].flatMap(([column, index]) => (cells[index] ? [[column, cells[index]]] : []))),
  )
}
