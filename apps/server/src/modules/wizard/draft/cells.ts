/** Validates cells one by one, so that all faults of a draft are reported at once. */
import type { WizardFault } from '#contracts/wizard.ts'
import { cleanLine } from '#server/platform/gate/text.ts'
import type { FaultWords } from '../words.ts'

/** Reports a fault of one cell. */
export type ReportFault = (message: string) => undefined

export interface Cells {
  readonly faults: WizardFault[]
  at(row: number, column: string): ReportFault
  /** A cell as one line of at most `most` characters; undefined if it is empty or has a fault. */
  line(row: number, column: string, typed: string | undefined, most: number): string | undefined
  /** The same for a required cell. */
  needed(row: number, column: string, typed: string | undefined, most: number): string | undefined
}

const longest = 10_000

/** Removes invisible characters; a space in their place would make another name. */
const withoutInvisible = (text: string): string => text.replace(/[\u00ad\u200b\u2060\ufeff]/g, '')

export const openCells = (words: FaultWords): Cells => {
  const faults: WizardFault[] = []
  const at: Cells['at'] = (row, column) => (message) => {
    faults.push({ row, column, message })
    return undefined
  }
  const line: Cells['line'] = (row, column, typed = '', most) => {
    const text = cleanLine(withoutInvisible(typed), longest)
    if (text === '') return undefined
    if (text.startsWith('"') && text.split('"').length % 2 === 0) return at(row, column)(words.openQuote)
    return [...text].length > most ? at(row, column)(words.tooLong(most)) : text
  }
  return {
    faults,
    at,
    line,
    needed: (row, column, typed, most) => {
      if (cleanLine(typed ?? '', longest) === '') return at(row, column)(words.missing)
      return line(row, column, typed, most)
    },
  }
}
