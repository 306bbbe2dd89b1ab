/** History lines in words. */
import { commas } from '#contracts/kit/comma.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { HistoryEntry } from '#contracts/tasks/records.ts'
import { sayResolution } from '#contracts/tasks/resolutions.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { fill, type Reason, sayReasons } from '../change/reasons.ts'
import { type HistoryType, historyTypes } from './history.ts'
import { historyTexts } from './history-texts.ts'
import { historyWords } from './history-words.ts'

export interface HistoryRow {
  id: string
  at: Date
  actor_kind: string
  actor_id: string
  actor_name: string
  action: string
  changes: Record<string, [unknown, unknown]>
  /** of the new assignee */
  assignee_name: string | null
}

const after = (row: HistoryRow, field: string): unknown => row.changes[field]?.[1]

const isType = (action: string): action is HistoryType => historyTypes.some((type) => type === action)

const textKeyOf = (row: HistoryRow, type: Exclude<HistoryType, 'ESCALATED'>) => {
  if (type === 'REOPENED' && after(row, 'verification') === 'REJECTED') return 'REJECTED'
  if (type === 'CONFIRMED' && after(row, 'feedback')) return 'RATED'
  if (type === 'ASSIGNED' && after(row, 'assignee') === null) return 'RETURNED'
  if (type === 'ASSIGNED' && row.assignee_name) return 'ASSIGNED_TO'
  return type
}

const reasonOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'reason' in value ? value.reason : undefined

/** Lines of previous versions have the text only. */
const escalationIn = (row: HistoryRow, language: VisitorLanguage): string => {
  const why = after(row, 'why') as Reason | undefined
  return why ? sayReasons([why], language) : String(after(row, 'reason'))
}

const sayLine = (row: HistoryRow, language: VisitorLanguage): string => {
  if (!isType(row.action)) return row.action
  if (row.action === 'ESCALATED') return escalationIn(row, language)
  const words: Readonly<Record<string, string>> = historyWords[language]
  const say = (value: unknown): string => words[String(value)] ?? String(value)
  const [from, to] = row.changes[row.action === 'PRIORITY_RAISED' ? 'priority' : 'status'] ?? []
  return fill(historyTexts[language][textKeyOf(row, row.action)], {
    from: say(from),
    to: say(to),
    fields: Object.keys(row.changes).map(say).join(commas[language]),
    reason: say(reasonOf(after(row, 'blocked')) ?? 'NO_REASON'),
    count: String(after(row, 'reporterCount')),
    tasks: String(after(row, 'tasks')),
    task: String(after(row, 'into')),
    clock: say(after(row, 'clock')),
    name: row.assignee_name ?? '',
  })
}

/** @param language undefined: an API key gets the stored value */
const presentValue = (field: string, value: unknown, language: VisitorLanguage | undefined): unknown =>
  field === 'resolution' && typeof value === 'string' && language
    ? sayResolution(value, language)
    : (value ?? null)

/** In the reader's language; that includes "Visitor", which is not a name. */
export const presentHistory = (
  row: HistoryRow,
  language: VisitorLanguage,
  reader: StaffContext['actor']['kind'],
): HistoryEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.action,
  actor: {
    id: row.actor_id === '' ? null : row.actor_id,
    name: row.actor_kind === 'VISITOR' ? historyTexts[language].visitor : row.actor_name,
    kind: row.actor_kind as 'USER',
  },
  text: sayLine(row, language),
  changes: Object.entries(row.changes).map(([field, [from, to]]) => ({
    field,
    from: presentValue(field, from, reader === 'USER' ? language : undefined),
    to: presentValue(field, to, reader === 'USER' ? language : undefined),
  })),
})
