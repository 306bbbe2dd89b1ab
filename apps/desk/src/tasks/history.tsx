/** History of a task, newest first. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { getTaskHistory } from '#contracts/tasks.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { useChange } from './change-text.ts'
import { taskMessages } from './messages.ts'

/** Renders a page of entries, and below it the next one on request. */
const Lines = ({ taskId, page }: { taskId: string; page: number }) => {
  const tasks = useMessages(taskMessages)
  const describe = useChange()
  const [older, setOlder] = useState(false)
  const history = useApi(getTaskHistory, {
    params: { id: taskId },
    query: { sort: '-at', page, pageSize: 50 },
  })
  return (
    <QueryView of={history} rows={4}>
      {({ items, totalPages }) => (
        <>
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
          {page >= totalPages ? null : older ? (
            <Lines taskId={taskId} page={page + 1} />
          ) : (
            <Button size="compact-sm" onClick={() => setOlder(true)}>
              {tasks.older}
            </Button>
          )}
        </>
      )}
    </QueryView>
  )
}

export const History = ({ taskId }: { taskId: string }) => {
  const tasks = useMessages(taskMessages)
  return (
    <Section title={tasks.history}>
      <Lines taskId={taskId} page={1} />
    </Section>
  )
}
