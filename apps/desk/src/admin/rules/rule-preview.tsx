/** What a rule would have done in the last 30 days. */
import { Link } from '@tanstack/react-router'
import type { AlertRuleCreated, AlertRuleMatch } from '#contracts/alerts/rules.ts'
import type { Matches } from '#contracts/kit/pieces.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { MoreButton, useMoreMatches } from '../more-matches.tsx'
import { ruleMessages } from './messages.ts'

const MatchLink = ({ match }: { match: AlertRuleMatch }) => {
  const rules = useMessages(ruleMessages)
  const { issue } = useNames()
  const { taskId, feedbackId, amenity, location, building, category } = match
  const text = rules.match({
    issue: issue(category),
    amenity: sayPlace(amenity.name, location, building.name),
  })
  if (taskId)
    return (
      <Link to="/tasks/$id" params={{ id: taskId }} target="_blank">
        {text}
      </Link>
    )
  if (feedbackId)
    return (
      <Link to="/feedback/$id" params={{ id: feedbackId }} target="_blank">
        {text}
      </Link>
    )
  return text
}

type Preview = Pick<AlertRuleCreated, 'wouldHaveFired' | 'matches' | 'sampled'>

interface RulePreviewProps {
  readonly preview: Preview
  /** loads the preview with another page of matches */
  readonly ask: (page: Matches) => Promise<Preview>
}

const keyOf = ({ feedbackId, taskId, at, amenity, category }: AlertRuleMatch): string =>
  [feedbackId, taskId, at, amenity.id, category].join(' ')

export const RulePreview = ({ preview, ask }: RulePreviewProps) => {
  const rules = useMessages(ruleMessages)
  const { wouldHaveFired: count = 0, matches = [], sampled } = preview
  const found = useMoreMatches(matches, count, keyOf, async (page) => (await ask(page)).matches)
  return (
    <div role="status">
      <p>
        {rules.wouldHaveFired({ count })} {sampled ? rules.sampled : null}
      </p>
      {matches.length > 0 ? (
        <details open>
          <summary>{rules.newest}</summary>
          <ul className="plain-list">
            {found.rows.map((match) => (
              <li key={keyOf(match)}>
                <MatchLink match={match} />{' '}
                <small>
                  <When at={match.at} />
                </small>
              </li>
            ))}
          </ul>
          <MoreButton count={count} matches={found} t={rules} />
        </details>
      ) : null}
    </div>
  )
}
