/** Parses CSV text with csv-parse. A quote that is never closed loses its own line, not the rest of the file. */
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { cleanLine } from './clean-text.ts'
import { delimiterOf, splitSeparatorLine } from './delimiter.ts'

export interface CsvRecord {
  /** 1 is the heading; a record with line breaks inside quotes counts as one line */
  readonly line: number
  readonly cells: readonly string[]
  /** the fault of a broken record; its cells are meaningless then */
  readonly torn?: Torn
}

export interface Torn {
  /** index of the cell whose quote is never closed */
  readonly cell: number
  /** the text after that quote, to the end of its line */
  readonly text: string
  /** following lines that are lost too, because they are not complete by themselves */
  readonly lost: number
}

export interface CsvTable {
  readonly heading: readonly string[]
  readonly records: readonly CsvRecord[]
}

/** The text is no table. */
export class CsvFault extends Error {}

export const mostColumns = 200

/**
 * The text after a broken line is parsed again, so a file with a few bad quotes is parsed about three times. The
 * limit stops files that are designed to be parsed again from each line.
 */
const mostReadings = 8

interface Read {
  readonly cells: readonly string[]
  /** start of the next record; undefined if a quote is never closed */
  readonly end: number | undefined
  /** the first cell with a line break, or the one that is never closed */
  readonly long: { readonly cell: number; readonly at: number } | undefined
}

/** The start of the next line after any position. */
const nextLine = (bytes: Buffer, from: number): number => {
  const [lf, cr] = [bytes.indexOf(10, from), bytes.indexOf(13, from)]
  const end = lf < 0 || (cr >= 0 && cr < lf) ? cr : lf
  if (end < 0) return bytes.length
  return end === cr && lf === cr + 1 ? end + 2 : end + 1
}

const hasBreak = (cell: string): boolean => /[\r\n]/.test(cell)

export interface CsvOptions {
  /** between cells; absent: taken from a first line such as `sep=;`, otherwise guessed from the heading */
  readonly delimiter?: string
  /** lines after the heading, including empty and lost ones; absent: no limit */
  readonly maxLines?: number
}

/** Parses a table from its bytes, and counts the bytes read. */
const openReader = (bytes: Buffer, delimiter: string) => {
  const options = {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
  } satisfies Options
  let left = mostReadings * (bytes.length + 1)
  const spend = (read: number): void => {
    left -= read
    if (left < 0) throw new CsvFault('Too many quotes are never closed')
  }

  /** Reads valid records from `at` until `take` returns false. @returns the start of the first invalid one */
  const readGood = (at: number, take: (cells: string[]) => boolean): number => {
    const stop = new Error('stop')
    let good = at
    try {
      parse(bytes.subarray(at), {
        ...options,
        on_record: (cells: string[], { bytes: read }) => {
          if (!take(cells)) throw stop
          good = at + read
          return null
        },
      })
      good = bytes.length
    } catch (error) {
      if (error !== stop && !(error instanceof CsvError)) throw error
    }
    spend(good - at)
    return good
  }

  /** Reads one record with any quotes. */
  const readOne = (at: number): Read => {
    const ends: number[] = []
    const startOf = (cell: number): number => (cell === 0 ? at : at + (ends[cell - 1] ?? 0) + 1)
    let end = bytes.length
    try {
      const [cells = ['']]: string[][] = parse(bytes.subarray(at), {
        ...options,
        relax_quotes: true,
        to: 1,
        cast: (value, { bytes: read }) => {
          ends.push(read)
          return value
        },
        on_record: (record: string[], { bytes: read }) => {
          end = at + read
          return record
        },
      })
      spend(end - at + 1)
      // A quote inside a cell is part of its text, but not on a later line: there it belongs to another cell.
      const stray = cells.findIndex((cell) => cell.startsWith('"') && hasBreak(cell))
      const cell = stray < 0 ? cells.findIndex(hasBreak) : stray
      return {
        cells: cells.map((text) => /^"([^\r\n]*)" *$/.exec(text)?.[1] ?? text),
        end: stray < 0 ? end : undefined,
        long: cell < 0 ? undefined : { cell, at: startOf(cell) },
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      spend(bytes.length - at + 1)
      return { cells: [], end: undefined, long: { cell: ends.length, at: startOf(ends.length) } }
    }
  }
  return { readGood, readOne }
}

/** The first bytes of a ZIP file such as .xlsx, read as text. */
export const isSpreadsheetText = (text: string): boolean => /^\ufeff?PK\u0003\u0004/.test(text)

/** Spreadsheets leave empty cells to the right of the heading. */
const withoutEmptyEnd = (cells: readonly string[], width: number): readonly string[] => {
  let length = cells.length
  while (length > width && cells[length - 1]?.trim() === '') length--
  return cells.slice(0, length)
}

/**
 * Reads no further than the allowed lines.
 * @throws CsvFault for a missing heading, one with too many columns or an unclosed quote, too many unclosed quotes,
 * and too many lines
 */
export const readCsv = (input: string, options: CsvOptions = {}): CsvTable => {
  const { separator, text } = splitSeparatorLine(input)
  if (isSpreadsheetText(text))
    throw new CsvFault('This is a spreadsheet file such as .xlsx; save it as CSV UTF-8 and send that')
  const guessedDelimiter = delimiterOf(text, mostColumns, separator)
  if (guessedDelimiter === undefined)
    throw new CsvFault(`The first line has more than ${mostColumns} columns`)
  const { delimiter = guessedDelimiter, maxLines = Number.POSITIVE_INFINITY } = options
  const bytes = Buffer.from(text)
  const { readGood, readOne } = openReader(bytes, delimiter)
  const first = readOne(0)
  if (first.end === undefined) throw new CsvFault('The first line has a quote that is never closed')
  const heading = first.cells.map(cleanLine)
  if (heading.every((cell) => cell === '')) throw new CsvFault('The first line must name the columns')

  const fitted = (cells: readonly string[]): readonly string[] => withoutEmptyEnd(cells, heading.length)
  const isWhole = (read: Read): boolean =>
    read.end !== undefined && fitted(read.cells).length === heading.length
  const records: CsvRecord[] = []
  let lines = 0
  const assertFew = (count: number): void => {
    if (count > maxLines)
      throw new CsvFault(`At most ${maxLines} lines can be imported at once; this file has more`)
  }
  const push = (cells: readonly string[]): void => {
    records.push({ line: records.length + 2, cells: fitted(cells) })
  }
  const takeGood = (cells: string[]): boolean => {
    // A quote may have been closed on a line of another record: then the number of cells is wrong.
    if (fitted(cells).length !== heading.length && cells.some(hasBreak)) return false
    assertFew(++lines)
    push(cells)
    return true
  }
  /** The first line after `from` that is a complete record of the right width, and the number of lines before it. */
  const nextWhole = (
    from: number,
    until: number,
  ): { readonly at: number | undefined; readonly lost: number } => {
    let lost = 0
    for (let at = nextLine(bytes, from); at < until; at = nextLine(bytes, at)) {
      if (isWhole(readOne(at))) return { at, lost }
      assertFew(lines + ++lost)
    }
    return { at: undefined, lost }
  }
  for (let at = readGood(first.end, takeGood); at < bytes.length; at = readGood(at, takeGood)) {
    assertFew(++lines)
    const read = readOne(at)
    const { long, end } = read
    if (long && !isWhole(read)) {
      const { at: next, lost } = nextWhole(long.at, end ?? bytes.length)
      if (next !== undefined || end === undefined) {
        const text = bytes.subarray(long.at, nextLine(bytes, long.at)).toString()
        const torn = { cell: long.cell, text: text.slice(1).replace(/[\r\n]+$/, ''), lost }
        records.push({ line: records.length + 2, cells: [], torn })
        lines += lost
        at = next ?? bytes.length
        continue
      }
    }
    push(read.cells)
    at = end ?? bytes.length
  }
  return { heading, records }
}

/** Column names are compared without case, spaces and punctuation. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
