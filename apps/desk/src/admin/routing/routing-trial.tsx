/** Which tasks of the last 30 days a rule would have matched, all of them a click away. */
import { Link } from '@tanstack/react-router'
import type { CallInput } from '#client/types.ts'
import { createRoutingRule, type RoutingTrial } from '#contracts/admin/routing-rules.ts'
import { client } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import { When } from '../../parts/when.tsx'
import { MoreButton, useMoreMatches } from '../more-matches.tsx'
import { routingWords } from './words.ts'

interface RoutingTrialProps {
  readonly trial: RoutingTrial
  /** what was tried */
  readonly tried: CallInput<typeof createRoutingRule>['body']
}

const keyOf = ({ id }: { id: string }): string => id

export const RoutingTrialRows = ({ trial, tried }: RoutingTrialProps) => {
  const t = useWords(routingWords)
  const { count, of, tasks } = trial
  const found = useMoreMatches(tasks, count, keyOf, async (matches) => {
    const answer = await client.call(createRoutingRule, { body: { ...tried, matches } })
    return answer.wouldHaveMatched?.tasks
  })
  return (
    <div role="status">
      <p>{t.wouldHaveMatched({ count, of })}</p>
      {tasks.length > 0 ? (
        <details open>
          <summary>{t.newest}</summary>
          <ul className="plain-list">
            {found.rows.map(({ id, number, title, createdAt }) => (
              <li key={id}>
                <Link to="/tasks/$id" params={{ id }} target="_blank">
                  {number} <bdi>{title}</bdi>
                </Link>{' '}
                <small>
                  <When at={createdAt} />
                </small>
              </li>
            ))}
          </ul>
          <MoreButton count={count} matches={found} t={t} />
        </details>
      ) : null}
    </div>
  )
}
