/** Everything that happened to the task, oldest first. */
import { getTaskHistory } from '#contracts/tasks.ts'
import { useApi } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { Section } from '../parts/screen.tsx'
import { Answer } from '../parts/states.tsx'
import { WhenFull } from '../parts/when.tsx'
import { useChange } from './change-words.ts'
import { taskWords } from './words.ts'

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
