/** CSV text as a heading and records. */
import { parse } from 'csv-parse/sync'

export interface CsvRecord {
  /** 1 is the heading; a record with line breaks inside quotes is one line */
  readonly line: number
  readonly cells: readonly string[]
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

/** @throws CsvFault for a quote that is never closed, or no heading */
export const readCsv = (input: string): CsvTable => {
  const text = input.startsWith('\ufeff') ? input.slice(1) : input
  let rows: string[][]
  try {
    rows = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
    })
  } catch (error) {
    throw new CsvFault(error instanceof Error ? error.message.split('\n')[0] : 'This is no CSV')
  }
  const [heading, ...records] = rows
  if (!heading || heading.every((cell) => cell.trim() === ''))
    throw new CsvFault('The first line must name the columns')
  return {
    heading: heading.map((cell) => cell.trim()),
    records: records.map((cells, index) => ({ line: index + 2, cells })),
  }
}

/** Heading names are compared without case, blanks and signs. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
