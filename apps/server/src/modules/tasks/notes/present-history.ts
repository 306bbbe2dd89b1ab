/** Lines of the history in words. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { HistoryEntry } from '#contracts/tasks/records.ts'
import type { HistoryType } from './history.ts'

export interface HistoryRow {
  id: string
  at: Date
  actor_kind: string
  actor_id: string
  actor_name: string
  action: string
  changes: Record<string, [unknown, unknown]>
}

type Words = Readonly<Record<string, string>>

const english: Words = {
  OPEN: 'open',
  IN_PROGRESS: 'in progress',
  DONE: 'done',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  URGENT: 'urgent',
  PARTS: 'parts are missing',
  ACCESS: 'no access',
  VENDOR: 'a vendor is needed',
  VISITOR: 'a visitor is in the way',
  OTHER: 'another reason',
  title: 'title',
  description: 'description',
  priority: 'priority',
  dueAt: 'due time',
  labels: 'labels',
  checklist: 'checklist',
  resolution: 'resolution',
  minutesSpent: 'time spent',
  RESPOND: 'to begin',
  RESOLVE: 'to finish',
}
const german: Words = {
  OPEN: 'offen',
  IN_PROGRESS: 'in Arbeit',
  DONE: 'erledigt',
  LOW: 'niedrig',
  MEDIUM: 'mittel',
  HIGH: 'hoch',
  URGENT: 'dringend',
  PARTS: 'Teile fehlen',
  ACCESS: 'kein Zugang',
  VENDOR: 'eine Firma wird gebraucht',
  VISITOR: 'ein Besucher ist im Weg',
  OTHER: 'anderer Grund',
  title: 'Titel',
  description: 'Beschreibung',
  priority: 'Priorität',
  dueAt: 'Fälligkeit',
  labels: 'Labels',
  checklist: 'Checkliste',
  resolution: 'was getan wurde',
  minutesSpent: 'gebrauchte Zeit',
  RESPOND: 'zum Beginnen',
  RESOLVE: 'zum Erledigen',
}

const after = (row: HistoryRow, field: string): unknown => row.changes[field]?.[1]
const before = (row: HistoryRow, field: string): unknown => row.changes[field]?.[0]

const sayIn =
  (words: Words) =>
  (value: unknown): string =>
    words[String(value)] ?? String(value)

const isRejection = (row: HistoryRow): boolean => after(row, 'verification') === 'REJECTED'

const fields = (row: HistoryRow, words: Words): string =>
  Object.keys(row.changes).map(sayIn(words)).join(', ')

const reasonOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'reason' in value ? value.reason : undefined

type Sentences = Readonly<Record<HistoryType, (row: HistoryRow) => string>>

const sayEnglish = sayIn(english)
const inEnglish: Sentences = {
  CREATED: () => 'Created',
  EDITED: (row) => `Changed: ${fields(row, english)}`,
  STATUS_CHANGED: (row) =>
    `Moved from ${sayEnglish(before(row, 'status'))} to ${sayEnglish(after(row, 'status'))}`,
  REOPENED: (row) =>
    isRejection(row)
      ? 'Reopened: a visitor says that it is not fixed'
      : `Reopened: ${sayEnglish(after(row, 'status'))} again`,
  ASSIGNED: (row) => (after(row, 'assignee') === null ? 'Returned to the pool' : 'Assigned'),
  BLOCKED: (row) => `Blocked: ${sayEnglish(reasonOf(after(row, 'blocked')) ?? 'no reason given')}`,
  UNBLOCKED: () => 'No longer blocked',
  PRIORITY_RAISED: (row) =>
    `Priority raised from ${sayEnglish(before(row, 'priority'))} to ${sayEnglish(after(row, 'priority'))}`,
  REPORTED_AGAIN: (row) => `Reported again: ${String(after(row, 'reporterCount'))} reports in all`,
  NOTE_ADDED: () => 'Note added',
  ATTACHMENT_ADDED: () => 'Photo added',
  CONFIRMED: () => 'Confirmed as done',
  MERGED: (row) => `Took in ${String(after(row, 'tasks'))}`,
  MERGED_AWAY: (row) => `Merged into ${String(after(row, 'into'))}`,
  SLA_AT_RISK: (row) => `Three quarters of the time ${sayEnglish(after(row, 'clock'))} are used`,
  SLA_BREACHED: (row) => `The time ${sayEnglish(after(row, 'clock'))} is used`,
  ESCALATED: (row) => String(after(row, 'reason')),
}

const sayGerman = sayIn(german)
const inGerman: Sentences = {
  CREATED: () => 'Angelegt',
  EDITED: (row) => `Geändert: ${fields(row, german)}`,
  STATUS_CHANGED: (row) =>
    `Von ${sayGerman(before(row, 'status'))} zu ${sayGerman(after(row, 'status'))} geändert`,
  REOPENED: (row) =>
    isRejection(row)
      ? 'Wieder geöffnet: Laut Besucher nicht behoben'
      : `Wieder geöffnet: wieder ${sayGerman(after(row, 'status'))}`,
  ASSIGNED: (row) => (after(row, 'assignee') === null ? 'Zurückgegeben' : 'Zugewiesen'),
  BLOCKED: (row) => `Blockiert: ${sayGerman(reasonOf(after(row, 'blocked')) ?? 'ohne Grund')}`,
  UNBLOCKED: () => 'Nicht mehr blockiert',
  PRIORITY_RAISED: (row) =>
    `Priorität von ${sayGerman(before(row, 'priority'))} auf ${sayGerman(after(row, 'priority'))} erhöht`,
  REPORTED_AGAIN: (row) => `Wieder gemeldet: ${String(after(row, 'reporterCount'))} Meldungen insgesamt`,
  NOTE_ADDED: () => 'Notiz hinzugefügt',
  ATTACHMENT_ADDED: () => 'Foto hinzugefügt',
  CONFIRMED: () => 'Als erledigt bestätigt',
  MERGED: (row) => `Zusammengeführt mit ${String(after(row, 'tasks'))}`,
  MERGED_AWAY: (row) => `Aufgegangen in ${String(after(row, 'into'))}`,
  SLA_AT_RISK: (row) => `Drei Viertel der Zeit ${sayGerman(after(row, 'clock'))} sind um`,
  SLA_BREACHED: (row) => `Die Zeit ${sayGerman(after(row, 'clock'))} ist um`,
  ESCALATED: (row) => String(after(row, 'reason')),
}

const isType = (action: string): action is HistoryType => Object.hasOwn(inEnglish, action)

/** German for readers of German, else English. */
export const presentHistory = (row: HistoryRow, language: VisitorLanguage): HistoryEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.action,
  actor: {
    id: row.actor_id === '' ? null : row.actor_id,
    name: row.actor_name,
    kind: row.actor_kind as 'USER',
  },
  text: isType(row.action) ? (language === 'de' ? inGerman : inEnglish)[row.action](row) : row.action,
  changes: Object.entries(row.changes).map(([field, [from, to]]) => ({
    field,
    from: from ?? null,
    to: to ?? null,
  })),
})
