/** Tasks of the last 30 days that a rule would have matched. */
import { Link } from '@tanstack/react-router'
import type { Matches } from '#contracts/kit/pieces.ts'
import type { RoutingTrial } from '#contracts/routing/rules.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { MoreButton, useMoreMatches } from '../more-matches.tsx'
import { routingMessages } from './messages.ts'

interface RoutingPreviewProps {
  readonly preview: RoutingTrial
  /** loads the preview with another page of matches */
  readonly ask: (matches: Matches) => Promise<{ readonly wouldHaveMatched?: RoutingTrial }>
}

const keyOf = ({ id }: { id: string }): string => id

export const RoutingPreviewRows = ({ preview, ask }: RoutingPreviewProps) => {
  const t = useMessages(routingMessages)
  const { count, of, takenAbove, tasks } = preview
  const found = useMoreMatches(
    tasks,
    count,
    keyOf,
    async (matches) => (await ask(matches)).wouldHaveMatched?.tasks,
  )
  return (
    <div role="status">
      <p>{t.wouldHaveMatched({ count, of })}</p>
      {takenAbove.map(({ ruleId, name, count: taken }) => (
        <p key={ruleId}>{t.takenBy({ name, count: taken })}</p>
      ))}
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
