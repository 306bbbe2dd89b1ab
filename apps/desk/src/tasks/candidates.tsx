/** Candidates for a task, best first, with reasons for and against each. */
import { Button } from '@mantine/core'
import { matchOperators } from '#contracts/operator.ts'
import type { Assignee } from '#contracts/tasks/records.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { ErrorPanel, Skeleton } from '#desk-kit/parts/states.tsx'
import { taskMessages } from './messages.ts'

interface CandidatesProps {
  readonly taskId: string
  /** the current assignee */
  readonly assigneeId: string | undefined
  readonly onAssign: (assignee: Assignee) => void
}

export const Candidates = ({ taskId, assigneeId, onAssign }: CandidatesProps) => {
  const tasks = useMessages(taskMessages)
  const match = useApi(matchOperators, { query: { taskId, pageSize: 5 } })
  if (match.error) return <ErrorPanel error={match.error} onRetry={() => void match.refetch()} />
  return (
    <section aria-label={tasks.whoFits}>
      <h3>{tasks.whoFits}</h3>
      {match.data === undefined ? <Skeleton rows={3} /> : null}
      {match.data?.items.length === 0 ? <p className="quiet">{tasks.nobodyFits}</p> : null}
      <ul className="outcomes">
        {match.data?.items.map(({ operator: { id, name, userId, companyName }, ...reasons }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              {companyName ? <span className="quiet">, {companyName}</span> : null}
            </span>
            {assigneeId !== undefined && (assigneeId === id || assigneeId === userId) ? (
              <span className="quiet">{tasks.hasIt}</span>
            ) : (
              <Button
                size="compact-sm"
                aria-label={tasks.giveTo({ name })}
                onClick={() => onAssign({ kind: 'OPERATOR', id, name })}
              >
                {tasks.give}
              </Button>
            )}
            <small className="line-of">
              {reasons.for.map((reason) => (
                <Mark key={reason} tone="good">
                  {reason}
                </Mark>
              ))}
              {reasons.against.map((reason) => (
                <Mark key={reason} tone="warn">
                  {reason}
                </Mark>
              ))}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
