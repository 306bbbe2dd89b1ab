/** What a rule would have done in the last 30 days, with the newest of it a click away. */
import { Link } from '@tanstack/react-router'
import type { AlertRuleCreated, AlertRuleMatch } from '#contracts/admin/alert-rules.ts'
import { useNames, useWords } from '../../lib/language.tsx'
import { When } from '../../parts/when.tsx'
import { ruleWords } from './words.ts'

const MatchLink = ({ match }: { match: AlertRuleMatch }) => {
  const rules = useWords(ruleWords)
  const { issue } = useNames()
  const { taskId, feedbackId, amenity, category } = match
  const said = rules.match({ issue: issue(category), amenity: amenity.name })
  if (taskId)
    return (
      <Link to="/tasks/$id" params={{ id: taskId }} target="_blank">
        {said}
      </Link>
    )
  if (feedbackId)
    return (
      <Link to="/feedback/$id" params={{ id: feedbackId }} target="_blank">
        {said}
      </Link>
    )
  return said
}

type Trial = Pick<AlertRuleCreated, 'wouldHaveFired' | 'matches' | 'sampled'>

export const RuleTrial = ({ trial }: { trial: Trial }) => {
  const rules = useWords(ruleWords)
  const { wouldHaveFired: count = 0, matches = [], sampled } = trial
  return (
    <div role="status">
      <p>
        {rules.wouldHaveFired({ count })} {sampled ? rules.sampled : null}
      </p>
      {matches.length > 0 ? (
        <details>
          <summary>{rules.newest}</summary>
          <ul className="plain-list">
            {matches.map((match) => (
              <li key={`${match.feedbackId} ${match.taskId} ${match.at} ${match.amenity.id}`}>
                <MatchLink match={match} />{' '}
                <small>
                  <When at={match.at} />
                </small>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
