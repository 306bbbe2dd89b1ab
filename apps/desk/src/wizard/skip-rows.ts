/** Rows of a list that stay in the draft and are not created. */
import type { WizardRow } from '#contracts/wizard.ts'

export const rowsToCreate = (rows: readonly WizardRow[]): WizardRow[] => rows.filter(({ skip }) => !skip)

export const withSkip = ({ skip: _, ...row }: WizardRow, skip: boolean): WizardRow =>
  skip ? { ...row, skip } : row

/** Leaves out all but the first rows that are to be created. */
export const skipAfter = (rows: readonly WizardRow[], most: number): WizardRow[] => {
  let kept = 0
  return rows.map((row) => withSkip(row, row.skip === true || ++kept > most))
}
