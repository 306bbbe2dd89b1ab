/** Everything that happened to the task, oldest first. */
import type { Priority, TaskStatus } from '#contracts/records.ts'
import type { HistoryEntry } from '#contracts/tasks/records.ts'
import { getTaskHistory } from '#contracts/tasks.ts'
import { useApi } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { Section } from '../parts/screen.tsx'
import { Answer } from '../parts/states.tsx'
import { WhenFull } from '../parts/when.tsx'
import { taskWords } from './words.ts'

/** Before and after in words; undefined where the sentence beside it says all there is to say. */
const useChange = (): ((change: HistoryEntry['changes'][number]) => string | undefined) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
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

export const History = ({ taskId }: { taskId: string }) => {
  const tasks = useWords(taskWords)
  const describe = useChange()
  const history = useApi(getTaskHistory, { params: { id: taskId }, query: { pageSize: 100 } })
  return (
    <Section title={tasks.history}>
      <Answer of={history} rows={4}>
        {({ items }) => (
          <ol className="timeline">
            {items.map((entry) => (
              <li key={entry.id}>
                <WhenFull at={entry.at} />
                <span>
                  {entry.text} <small className="by">{entry.actor.name}</small>
                  {entry.changes.map((change) => (
                    <small key={change.field}>{describe(change)}</small>
                  ))}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Answer>
    </Section>
  )
}
