/** ARE-3: challenges of teams and of persons. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { getChallenge, joinChallenge, listChallenges } from '#contracts/arena/play.ts'
import type { Challenge } from '#contracts/arena/records.ts'
import { getArenaProfile } from '#contracts/arena.ts'
import { Icon } from '#field-kit/icon.tsx'
import { useAppServices } from '../app-services.ts'
import { ProgressBar } from '../pieces/bar.tsx'
import { Failed } from '../pieces/failed.tsx'
import { Shown } from '../pieces/shown.tsx'
import { TogetherHead } from '../pieces/together.tsx'
import { useAction } from '../pieces/use-action.ts'
import { useAnswer } from '../pieces/use-answer.ts'
import { useFormat, useWords } from '../words.ts'

const Teams = ({ id }: { id: string }): JSX.Element => {
  const words = useWords()
  const challenge = useAnswer(getChallenge, { params: { id } })
  return (
    <Shown of={challenge}>
      {({ teams, target }) => (
        <div class="stack tight">
          {teams.map(({ team, progress, won }) => (
            <div key={team.id} class="stack tight">
              <p>
                <bdi>{team.name}</bdi>
                {won && <> · {words.won}</>}
              </p>
              <ProgressBar progress={progress} target={target} />
            </div>
          ))}
          <small>{words.noTeams}</small>
        </div>
      )}
    </Shown>
  )
}

const State = ({ of: { state, startsAt, endsAt } }: { of: Challenge }): JSX.Element => {
  const words = useWords()
  const { date } = useFormat()
  if (state === 'WON')
    return (
      <p class="mark good">
        <Icon name="check" />
        {words.won}
      </p>
    )
  return (
    <p>
      {
        {
          UPCOMING: words.startsOn({ date: date(startsAt) }),
          RUNNING: words.until({ date: date(endsAt) }),
          ENDED: words.over,
        }[state]
      }
    </p>
  )
}

const One = ({ challenge, mayJoin }: { challenge: Challenge; mayJoin: boolean }): JSX.Element => {
  const words = useWords()
  const { call } = useAppServices()
  const action = useAction()
  const [isOpen, setIsOpen] = useState(false)
  const { id, title, description, kind, metric, target, state, joined, progress, participants } = challenge
  const isOn = state === 'UPCOMING' || state === 'RUNNING'
  return (
    <li class="stack">
      <div class="stack tight">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {description && (
          <p>
            <bdi>{description}</bdi>
          </p>
        )}
        <small>
          {words.metrics[metric]} · {kind === 'TEAM' ? words.ofTeam : words.ofPerson}
          {participants !== null && <> · {words.players({ count: participants })}</>}
        </small>
        <State of={challenge} />
      </div>
      {(joined || state === 'WON') && <ProgressBar progress={progress} target={target} />}
      {joined && isOn && (
        <p class="mark good">
          <Icon name="check" />
          {words.takesPart}
        </p>
      )}
      <Failed of={action} />
      {isOpen && <Teams id={id} />}
      <div class="row">
        {!joined && isOn && mayJoin && (
          <button
            type="button"
            class="primary"
            onClick={() =>
              action.run(() => call(joinChallenge, { params: { id } }), { VALIDATION_ERROR: words.over })
            }
          >
            {words.takePart}
          </button>
        )}
        {kind === 'TEAM' && !isOpen && (
          <button type="button" onClick={() => setIsOpen(true)}>
            {words.showTeams}
          </button>
        )}
      </div>
    </li>
  )
}

export default function Challenges(): JSX.Element {
  const words = useWords()
  const profile = useAnswer(getArenaProfile, {})
  const challenges = useAnswer(listChallenges, { query: { pageSize: 100 } })
  return (
    <>
      <TogetherHead at="challenges" />
      <p>{words.challengesAbout}</p>
      <Shown of={challenges}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{words.noChallenges}</p>
          ) : (
            <ul class="rows">
              {items.map((one) => (
                <One key={one.id} challenge={one} mayJoin={profile.seen?.data.optedIn === true} />
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  )
}
