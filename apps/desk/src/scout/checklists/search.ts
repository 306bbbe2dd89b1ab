import type { CallInput } from '#client/types.ts'
import type { listInspectionTemplates } from '#contracts/scout/admin-templates.ts'

export interface ChecklistSearch {
  /** undefined: the newest */
  readonly version?: number | undefined
}

export const readChecklist = ({ version }: Record<string, unknown>): ChecklistSearch => {
  const number = Number(version)
  return Number.isInteger(number) && number > 0 ? { version: number } : {}
}

type Query = CallInput<typeof listInspectionTemplates>

/** The newest version of a checklist. */
export const checklistOf = (id: string): Query => ({ query: { id: [id] } })
export const versionOf = (id: string, version: number): Query => ({ query: { id: [id], version } })
