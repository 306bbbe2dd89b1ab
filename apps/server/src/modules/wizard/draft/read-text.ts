/** Parses pasted text into rows with the columns of a step. */
import { type WizardColumn, type WizardRow, wizardColumns } from '#contracts/wizard.ts'
import {
  CsvFault,
  columnKey,
  isSpreadsheetText,
  readCsv,
  splitSeparatorLine,
} from '#server/modules/places/buildings/public.ts'

type ListStep = 'FLOORS' | 'AMENITIES' | 'TEAM'
type Column = WizardColumn

/** Maximum length of a cell; the full text is stored beside the rows. */
const longest = 500

const maxLines = 2000
const maxCells = 500

/** Checked before the text is stored and parsed. @returns why it cannot be read, to follow its path in the message */
export const whyUnreadable = (text: string): string | undefined => {
  if (isSpreadsheetText(text)) return 'is a spreadsheet file; save it as CSV and paste that'
  let [lines, cells] = [1, 1]
  const signs = /\r\n|[\r\n,;\t]/g
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    if (/[\r\n]/.test(found[0])) {
      cells = 1
      if (++lines > maxLines) return `has more than ${maxLines} lines`
    } else if (++cells > maxCells) return `has more than ${maxCells} cells in a line`
  }
  return undefined
}

/** Common headings of the columns, normalised by `columnKey`. */
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

/** Nobody types tabs, and hardly anybody semicolons, but commas are common; so this is their order. */
const delimiterOf = (text: string): string => {
  const line = text.slice(0, text.search(/[\r\n]|$/))
  // A quoted heading cell may contain line breaks.
  const heading = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? ''
  const isIn = (part: string) => {
    const bare = part.replaceAll(/"[^"]*"/g, '')
    return ['\t', ';'].find((sign) => bare.includes(sign))
  }
  return isIn(line) ?? isIn(heading) ?? ','
}

/** Splits line by line if the quotes are unbalanced, so that nothing is lost. */
const splitPlain = (text: string, delimiter: string): string[][] =>
  text.split(/\r\n|\r|\n/).map((line) => line.split(delimiter))

const cellsOf = (text: string, delimiter: string): string[][] => {
  try {
    const { heading, records } = readCsv(text, { delimiter })
    if (records.some(({ torn }) => torn)) return splitPlain(text, delimiter)
    return [[...heading], ...records.map(({ cells }) => [...cells])]
  } catch (error) {
    if (error instanceof CsvFault) return splitPlain(text, delimiter)
    throw error
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Column positions by the heading; undefined if the first line is no heading. */
const readHeading = (step: ListStep, cells: readonly string[]): ReadonlyMap<Column, number> | undefined => {
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

/** `Ana Lopez <ana@example.org>`, or only an address. */
const readPerson = (cell: string): WizardRow => {
  const [, name = '', email = ''] = /^(.*?)<([^<>]*@[^<>]*)>\s*$/.exec(cell) ?? []
  return email === ''
    ? { email: cell.trim() }
    : { email: email.trim(), name: name.replaceAll('"', '').trim() }
}

/** Without a heading, the cell with an @ is the address and one that names a role is the role. Each line by itself. */
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
 * @param isRole whether the text names a role
 * @returns rows with cells as pasted, without empty lines
 */
export const readText = (step: ListStep, text: string, isRole: (text: string) => boolean): WizardRow[] => {
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
