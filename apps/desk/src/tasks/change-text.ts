/** Texts of changes in a task's history. */
import type { Priority, TaskStatus } from '#contracts/records.ts'
import type { HistoryEntry } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { taskMessages } from './messages.ts'

/** Undefined where the sentence of the entry already tells the values. */
export const useChange = (): ((change: HistoryEntry['changes'][number]) => string | undefined) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const { full } = useFormat()
  const say = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    const text = String(value)
    if (field === 'status' && text in words.status) return words.status[text as TaskStatus]
    if (field === 'priority' && text in words.priority) return words.priority[text as Priority]
    return field === 'dueAt' ? full(text) : Array.isArray(value) ? value.join(', ') : text
  }
  const names: Record<string, string> = {
    title: tasks.title,
    description: tasks.description,
    status: tasks.status,
    priority: tasks.priority,
    dueAt: tasks.due,
    labels: tasks.labels,
    resolution: tasks.resolution,
    minutesSpent: tasks.minutes,
  }
  return ({ field, from, to }) => names[field] && `${names[field]}: ${say(field, from)} → ${say(field, to)}`
}
