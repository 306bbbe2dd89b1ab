/** Lines of the history in words. */
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

const words: Readonly<Record<string, string>> = {
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
}
const say = (value: unknown): string => words[String(value)] ?? String(value)

const after = (row: HistoryRow, field: string): unknown => row.changes[field]?.[1]
const before = (row: HistoryRow, field: string): unknown => row.changes[field]?.[0]

const reasonOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'reason' in value ? say(value.reason) : 'no reason given'

const textOf: Readonly<Record<HistoryType, (row: HistoryRow) => string>> = {
  CREATED: () => 'Created',
  EDITED: (row) => `Changed: ${Object.keys(row.changes).map(say).join(', ')}`,
  STATUS_CHANGED: (row) => `Moved from ${say(before(row, 'status'))} to ${say(after(row, 'status'))}`,
  REOPENED: (row) => `Reopened: ${say(after(row, 'status'))} again`,
  ASSIGNED: (row) => (after(row, 'assignee') === null ? 'Returned to the pool' : 'Assigned'),
  BLOCKED: (row) => `Blocked: ${reasonOf(after(row, 'blocked'))}`,
  UNBLOCKED: () => 'No longer blocked',
  PRIORITY_RAISED: (row) =>
    `Priority raised from ${say(before(row, 'priority'))} to ${say(after(row, 'priority'))}`,
  REPORTED_AGAIN: (row) => `Reported again: ${String(after(row, 'reporterCount'))} reports in all`,
  NOTE_ADDED: () => 'Note added',
  ATTACHMENT_ADDED: () => 'Photo added',
  CONFIRMED: () => 'Confirmed as done',
  MERGED: (row) => `Took in ${String(after(row, 'tasks'))}`,
  MERGED_AWAY: (row) => `Merged into ${String(after(row, 'into'))}`,
}

const isType = (action: string): action is HistoryType => Object.hasOwn(textOf, action)

export const presentHistory = (row: HistoryRow): HistoryEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.action,
  actor: {
    id: row.actor_id === '' ? null : row.actor_id,
    name: row.actor_name,
    kind: row.actor_kind as 'USER',
  },
  text: isType(row.action) ? textOf[row.action](row) : row.action,
  changes: Object.entries(row.changes).map(([field, [from, to]]) => ({
    field,
    from: from ?? null,
    to: to ?? null,
  })),
})
