/** An Excel workbook, written row by row; rows past Excel's limit go on in a further sheet. */
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx'
import { exportTimes } from '#contracts/exports.ts'
import { type Cell, defuse } from './csv.ts'
import type { FileColumn } from './words.ts'

/** Excel's limit for a cell, in UTF-16 units. */
const longestCell = 32_767

const timeFormat = 'yyyy-mm-dd hh:mm:ss'
const wallClock = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

const isTime = ({ of }: FileColumn): boolean => (exportTimes as readonly string[]).includes(of)

const definitionOf = (column: FileColumn): ColumnDef => ({
  header: column.heading,
  ...(isTime(column) ? { numFmt: timeFormat, width: 19 } : { width: 16 }),
})

// XML cannot hold unpaired surrogates or the two noncharacters.
const textOf = (text: string): string =>
  defuse(text)
    .toWellFormed()
    .replace(/[\uFFFE\uFFFF]/g, '')
    .slice(0, longestCell)

const inSheet = (cell: Cell, asTime: boolean): CellValue => {
  if (typeof cell !== 'string') return cell
  // The library takes a time as UTC, so the wall clock appears in the sheet as it is.
  return asTime && wallClock.test(cell) ? new Date(`${cell.replace(' ', 'T')}Z`) : textOf(cell)
}

/** @param sheet its name, at most 28 characters */
export const xlsxOf = (
  sheet: string,
  columns: readonly FileColumn[],
  pages: AsyncIterable<Cell[][]>,
): AsyncIterable<Uint8Array> => {
  const times = columns.map(isTime)
  const rows = async function* (): AsyncGenerator<CellValue[]> {
    for await (const page of pages)
      for (const cells of page) yield cells.map((cell, index) => inSheet(cell, times[index] === true))
  }
  return writeXlsxStream(rows(), {
    name: sheet,
    columns: columns.map(definitionOf),
    freezePane: { rows: 1 },
    zip64: false,
  })
}
