/** Everything that happened to the task, oldest first. */
import type { HistoryEntry } from '#contracts/tasks/records.ts'
import { getTaskHistory } from '#contracts/tasks.ts'
import { useApi } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { Section } from '../parts/screen.tsx'
import { Answer } from '../parts/states.tsx'
import { WhenFull } from '../parts/when.tsx'

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value !== 'object') return String(value)
  return 'name' in value && typeof value.name === 'string' ? value.name : JSON.stringify(value)
}

const Change = ({ change }: { change: HistoryEntry['changes'][number] }) => (
  <small>
    {change.field}: {plain(change.from)} → {plain(change.to)}
  </small>
)

export const History = ({ taskId }: { taskId: string }) => {
  const { tasks } = useT()
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
                    <Change key={change.field} change={change} />
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
