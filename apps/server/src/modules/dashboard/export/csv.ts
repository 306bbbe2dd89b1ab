/** RFC 4180, with nothing in it that a spreadsheet would run. */

export type Cell = string | number | boolean | null

export const byteOrderMark = '\uFEFF'

const lineEnd = '\r\n'
/** Also in full width, as some spreadsheets read them. */
const runs = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20'
/** What stands before the first letter without being seen. */
const unseen = '\\s\\u00AD\\u200B-\\u200F\\u2060-\\u2064\\uFEFF'
const formula = new RegExp(`^[${unseen}]*[${runs}]|^[\\t\\r\\n]`, 'u')
// Where a spreadsheet splits at semicolons or tabs, or does not see the quotes, a cell begins behind each of these.
const laterFormula = new RegExp(`([;\\t\\r\\n][${unseen}]*)(?=[${runs}])`, 'gu')
// Nothing isolates one cell from what is written beside it. Of control characters only those of a text's lines are kept.
const disturbing = /[\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\t\r\n]/gu
const quoted = /[",;\t\r\n']|^\s|\s$/u

/** @returns the text with an apostrophe wherever a spreadsheet would begin to reckon */
export const defuse = (text: string): string => {
  const clean = text.replace(disturbing, '')
  const inside = clean.replace(laterFormula, "$1'")
  return formula.test(inside) ? `'${inside}` : inside
}

const write = (cell: Cell): string => {
  if (cell === null) return ''
  // Numbers are our own; a minus before one is no formula.
  if (typeof cell !== 'string') return String(cell)
  const text = defuse(cell)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(write).join(',') + lineEnd
