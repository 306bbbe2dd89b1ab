/** CSV by RFC 4180, without anything that a spreadsheet would execute. */

export type Cell = string | number | boolean | null

/** Where spreadsheets split at semicolons, their decimals have a comma, and `4.11` would be read as a date. */
export type Separator = ',' | ';'

export const byteOrderMark = '\uFEFF'

const lineEnd = '\r\n'
/** Characters that start a formula, including the full-width forms that some spreadsheets accept. */
const runs = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20'
/** Characters before the first letter that are invisible. */
const unseen = '\\s\\p{Default_Ignorable_Code_Point}'
// A spreadsheet that splits at semicolons or tabs, or ignores quotes, starts a cell after each of these; it reads
// `""=1+1` without the quotes. The lookbehind from the sign keeps matching linear.
const formula = new RegExp(`(?=[${runs}])(?<=(?:^|[;\\t\\r\\n\\u2028\\u2029])[${unseen}"]*)`, 'gu')
// Bidirectional controls would affect neighbouring cells. Of control characters only tabs and line breaks are kept.
const disturbing = /[\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\t\r\n]/gu
const quoted = /[",;\t\r\n']|^\s|\s$/u

/** @returns the text with an apostrophe wherever a spreadsheet would start a formula */
export const defuse = (text: string): string => {
  const safe = text.replace(disturbing, '').replace(formula, "'")
  return /^[\t\r\n]/.test(safe) ? `'${safe}` : safe
}

const write = (cell: Cell, separator: Separator): string => {
  if (cell === null) return ''
  // Numbers come from the service itself, so a minus sign is safe.
  if (typeof cell === 'number') return separator === ';' ? String(cell).replace('.', ',') : String(cell)
  if (typeof cell === 'boolean') return String(cell)
  const text = defuse(cell)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly Cell[], separator: Separator = ','): string =>
  cells.map((cell) => write(cell, separator)).join(separator) + lineEnd
