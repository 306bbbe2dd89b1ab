/** RFC 4180, with nothing in it that a spreadsheet would run. */

export type Cell = string | number | boolean | null

export const byteOrderMark = '\uFEFF'

const lineEnd = '\r\n'
/** Also in full width, as some spreadsheets read them. */
const runs = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20'
/** What stands before the first letter without being seen. */
const unseen = '\\s\\p{Default_Ignorable_Code_Point}'
// A spreadsheet that splits at semicolons or tabs, or does not see the quotes, starts a cell behind each of these; it
// reads one such as `""=1+1` without its quotes. Looking back from the sign keeps the work linear.
const formula = new RegExp(`(?=[${runs}])(?<=(?:^|[;\\t\\r\\n\\u2028\\u2029])[${unseen}"]*)`, 'gu')
// Nothing isolates one cell from what is written beside it. Of control characters only those of a text's lines are kept.
const disturbing = /[\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\t\r\n]/gu
const quoted = /[",;\t\r\n']|^\s|\s$/u

/** @returns the text with an apostrophe wherever a spreadsheet would start a formula */
export const defuse = (text: string): string => {
  const safe = text.replace(disturbing, '').replace(formula, "'")
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe
}

const write = (cell: Cell): string => {
  if (cell === null) return ''
  // Numbers are our own; a minus before one is no formula.
  if (typeof cell !== 'string') return String(cell)
  const text = defuse(cell)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly Cell[]): string => cells.map(write).join(',') + lineEnd
