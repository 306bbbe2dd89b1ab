/** CSV text as a heading and records. A quote that is never closed costs its own line, not the rest of the file. */

export interface CsvRecord {
  /** 1 is the heading; a record with line breaks inside quotes is one line */
  readonly line: number
  readonly cells: readonly string[]
  /** what is wrong with the record itself; its cells mean nothing then */
  readonly torn?: Torn
}

export interface Torn {
  /** index of the cell whose quote is never closed */
  readonly cell: number
  /** what stands behind that quote, to the end of its line */
  readonly text: string
  /** lines of text after it that are left out too, because they are not whole by themselves */
  readonly lost: number
}

export interface CsvTable {
  readonly heading: readonly string[]
  readonly records: readonly CsvRecord[]
}

/** The text is no table at all. */
export class CsvFault extends Error {}

/** Spreadsheets of some countries write semicolons or tabs; the heading, which has no text in it, tells. */
const delimiterOf = (text: string): string => {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  const count = (sign: string): number => heading.split(sign).length - 1
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const lineEnd = (text: string, from: number): number => {
  const sign = /[\r\n]/g
  sign.lastIndex = from
  return sign.exec(text)?.index ?? text.length
}

/** Where the next line begins, from the end of one. */
const pastBreak = (text: string, at: number): number => at + (text.startsWith('\r\n', at) ? 2 : 1)

/**
 * What comes after a torn line is read anew, so a file whose quotes are in order but for some is read some three times.
 * One that is made to be read again from each of its lines would take hours.
 */
const mostReadings = 8

/** Counts letters that are read. @throws CsvFault once they are too many */
type Spend = (letters: number) => void

interface Quoted {
  readonly value: string
  readonly end: number
  /** it holds a line break */
  readonly long: boolean
}

/** @param open at its quote. @returns undefined where that is never closed */
const readQuoted = (text: string, open: number, delimiter: string, spend: Spend): Quoted | undefined => {
  let value = ''
  let long = false
  let stray = false
  for (let at = open + 1; ; ) {
    const quote = text.indexOf('"', at)
    spend((quote < 0 ? text.length : quote) - at + 1)
    if (quote < 0) return undefined
    const part = text.slice(at, quote)
    value += part
    long ||= /[\r\n]/.test(part)
    // A quote in the middle is one of the text, but only on the same line: on a later one it belongs to another cell.
    if (long && stray) return undefined
    let end = quote + 1
    if (text[end] === '"') {
      value += '"'
      at = end + 1
      continue
    }
    while (text[end] === ' ') end++
    const next = text[end]
    const closes = next === undefined || next === delimiter || next === '\r' || next === '\n'
    if (long && !closes) return undefined
    if (closes) return { value, end, long }
    stray = true
    value += '"'
    at = quote + 1
  }
}

interface Read {
  readonly cells: readonly string[]
  /** where the next record begins; undefined: a quote is never closed */
  readonly end: number | undefined
  /** the first cell with a line break, or the one that is never closed */
  readonly long: { readonly cell: number; readonly at: number } | undefined
}

const readRecord = (text: string, start: number, delimiter: string, spend: Spend): Read => {
  const cells: string[] = []
  const plain = new RegExp(`[${delimiter}\r\n]`, 'g')
  let long: Read['long']
  for (let at = start; ; at++) {
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, delimiter, spend)
      const here = { cell: cells.length, at }
      if (!quoted) return { cells, end: undefined, long: here }
      if (quoted.long) long ??= here
      cells.push(quoted.value)
      at = quoted.end
    } else {
      plain.lastIndex = at
      const end = plain.exec(text)?.index ?? text.length
      spend(end - at + 1)
      cells.push(text.slice(at, end))
      at = end
    }
    if (text[at] !== delimiter) return { cells, end: pastBreak(text, at), long }
  }
}

/**
 * The first line after `from` that is a record of the right width by itself, and how many lines lie before it.
 * @param lose hears how many that are so far
 */
const nextWhole = (
  text: string,
  from: number,
  until: number,
  readAt: (at: number) => Read,
  isWhole: (read: Read) => boolean,
  lose: (lost: number) => void,
): { readonly at: number | undefined; readonly lost: number } => {
  let lost = 0
  for (let at = pastBreak(text, lineEnd(text, from)); at < until; at = pastBreak(text, lineEnd(text, at))) {
    if (isWhole(readAt(at))) return { at, lost }
    lose(++lost)
  }
  return { at: undefined, lost }
}

export interface CsvOptions {
  /** between cells; left out: the heading tells */
  readonly delimiter?: string
  /** besides the heading, empty ones and those that are lost behind a quote too; left out: any number */
  readonly maxLines?: number
}

/**
 * Reads no further than the lines that may be.
 * @throws CsvFault for no heading, or one with a quote that is never closed, for too many quotes that are not, and for
 * too many lines
 */
export const readCsv = (input: string, options: CsvOptions = {}): CsvTable => {
  const text = input.startsWith('\ufeff') ? input.slice(1) : input
  const { delimiter = delimiterOf(text), maxLines = Number.POSITIVE_INFINITY } = options
  let left = mostReadings * (text.length + 1)
  const spend: Spend = (letters) => {
    left -= letters
    if (left < 0) throw new CsvFault('Too many quotes are never closed')
  }
  const readAt = (at: number): Read => readRecord(text, at, delimiter, spend)
  const first = readAt(0)
  if (first.end === undefined) throw new CsvFault('The first line has a quote that is never closed')
  const heading = first.cells.map((cell) => cell.trim())
  if (heading.every((cell) => cell === '')) throw new CsvFault('The first line must name the columns')

  const isWhole = (read: Read): boolean => read.end !== undefined && read.cells.length === heading.length
  const records: CsvRecord[] = []
  let lines = 0
  const assertFew = (count: number): void => {
    if (count > maxLines) throw new CsvFault(`At most ${maxLines} lines go at once; this file has more`)
  }
  const lose = (lost: number): void => assertFew(lines + lost)
  for (let at = first.end; at < text.length; ) {
    assertFew(++lines)
    const read = readAt(at)
    const line = records.length + 2
    // A closed quote may still have run over lines that were never its own: then the number of cells is wrong.
    if (read.long && !isWhole(read)) {
      const until = read.end ?? text.length
      const { at: next, lost } = nextWhole(text, read.long.at, until, readAt, isWhole, lose)
      if (next !== undefined || read.end === undefined) {
        const { cell, at: open } = read.long
        records.push({
          line,
          cells: [],
          torn: { cell, text: text.slice(open + 1, lineEnd(text, open)), lost },
        })
        lines += lost
        at = next ?? text.length
        continue
      }
    }
    records.push({ line, cells: read.cells })
    at = read.end ?? text.length
  }
  return { heading, records }
}

/** Heading names are compared without case, blanks and signs. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
