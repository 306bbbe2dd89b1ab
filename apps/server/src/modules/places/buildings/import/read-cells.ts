/** Parses cells to values, for every kind of file. */
import { timeZoneOf } from '#contracts/kit/time-zone.ts'
import type { OperationalState } from '#contracts/records.ts'
import { cleanLine, cleanLong, lengthOf } from './clean-text.ts'
import { CellFault } from './place.ts'

const within = (text: string, max: number, column: string): string | undefined => {
  if (lengthOf(text) > max) throw new CellFault(column, text, `is longer than ${max} characters`)
  return text === '' ? undefined : text
}

/** @throws CellFault */
export const readLine = (cell: string, max: number, column: string): string | undefined =>
  within(cleanLine(cell), max, column)

/** @throws CellFault */
export const readLong = (cell: string, max: number, column: string): string | undefined =>
  within(cleanLong(cell), max, column)

/** Degrees with a decimal point or comma. @throws CellFault */
export const readDegrees = (cell: string, bound: number, column: string): number | undefined => {
  const text = cell.trim()
  if (text === '') return undefined
  const plain = text.replace(',', '.')
  const value = Number(plain)
  if (!/^[+-]?\d+(\.\d+)?$/.test(plain) || Math.abs(value) > bound)
    throw new CellFault(column, text, `must be a number from -${bound} to ${bound}`)
  return value
}

/** @throws CellFault */
export const readTimeZone = (cell: string, column: string): string | undefined => {
  const text = cell.trim()
  if (text === '') return undefined
  const zone = timeZoneOf(text)
  if (zone === undefined) throw new CellFault(column, text, 'must be a time zone such as Europe/London')
  return zone
}

const yes = /^(yes|y|true|1|x|fully accessible|accessible|ja|oui|sí|si)$/i
const no = /^(no|n|false|0|not accessible|nein|non)$/i

/** "Partially accessible" counts as not accessible. @throws CellFault */
export const readAccessible = (cell: string, column: string): boolean | undefined => {
  const text = cleanLine(cell)
  if (text === '') return undefined
  if (yes.test(text)) return true
  if (no.test(text) || /^partial/i.test(text)) return false
  throw new CellFault(column, text, 'must be yes or no')
}

/** The first match decides, so "not operational" comes before "operational". */
const states: readonly (readonly [RegExp, OperationalState])[] = [
  [/construction|maintenance|renovation|refurbish/i, 'MAINTENANCE'],
  [/not operational|out of (order|service)|out_of_order|closed|inoperative|defect|broken/i, 'OUT_OF_ORDER'],
  [/degraded|partial|limited|restricted/i, 'DEGRADED'],
  [/^(fully )?operational|^open|^in service|^working|^ok$/i, 'OPERATIONAL'],
]

/** @throws CellFault */
export const readState = (cell: string, column: string): OperationalState | undefined => {
  const text = cleanLine(cell)
  if (text === '') return undefined
  const state = states.find(([pattern]) => pattern.test(text))?.[1]
  if (!state) throw new CellFault(column, text, 'must be Operational, Degraded, Maintenance or Out of order')
  return state
}
