/** Why the task has its assignee, and the routing rules that were checked. */
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { taskMessages } from './messages.ts'

export const AssignmentReason = ({ routing }: { routing: NonNullable<TaskDetail['routing']> }) => {
  const tasks = useMessages(taskMessages)
  const { full } = useFormat()
  const { reason, takeBy, tried } = routing
  return (
    <>
      {reason}
      {takeBy ? <small>{tasks.takeBy({ time: full(takeBy) })}</small> : null}
      {tried.length > 0 ? (
        <details className="explained">
          <summary>{tasks.tried}</summary>
          <ol>
            {tried.map(({ ruleId, name, matched, why }) => (
              <li key={ruleId}>
                <bdi>{name}</bdi>: {matched ? <Mark tone="good">{why}</Mark> : why}
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </>
  )
}
