/** ARE-4: the published rules and corrections, and boards that put nobody at the bottom. */
import type { JSX } from 'preact'
import { getFairness, listBuildingBoard, listPlayerBoard, listTeamBoard } from '#contracts/arena/boards.ts'
import type { TeamPlace } from '#contracts/arena/records.ts'
import { getArenaProfile } from '#contracts/arena.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Banner } from '../pieces/banner.tsx'
import { PlayerName } from '../pieces/player-name.tsx'
import { Shown } from '../pieces/shown.tsx'
import { useAnswer } from '../pieces/use-answer.ts'
import { useFormat, useWords } from '../words.ts'

const Team = ({ place }: { place: TeamPlace }): JSX.Element => {
  const words = useWords()
  const { number } = useFormat()
  return (
    <li class="stack tight">
      <h3>
        <bdi>{place.team.name}</bdi>
      </h3>
      {place.rank !== null && <p>{words.place({ rank: place.rank })}</p>}
      <p>{words.perHour({ value: number(place.perHour, 2) })}</p>
      <small>{words.players({ count: place.players })}</small>
    </li>
  )
}

const Teams = (): JSX.Element => {
  const words = useWords()
  const board = useAnswer(listTeamBoard, { query: { pageSize: 100 } })
  return (
    <section class="stack tight">
      <h2>{words.teams}</h2>
      <Shown of={board} quiet>
        {({ items, about: { hidden } }) =>
          hidden ? (
            <p>{words.tooFew}</p>
          ) : (
            <>
              <ul class="rows">
                {items.map((place) => (
                  <Team key={place.team.id} place={place} />
                ))}
              </ul>
              <small>{words.noPlace}</small>
              <small>{words.smallHidden}</small>
            </>
          )
        }
      </Shown>
    </section>
  )
}

const Players = (): JSX.Element => {
  const words = useWords()
  const board = useAnswer(listPlayerBoard, { query: { pageSize: 100 } })
  return (
    <Shown of={board} quiet>
      {({ items, about: { hidden } }) => {
        if (hidden) return <p>{words.tooFew}</p>
        if (items.length === 0) return <p>{words.noSeason}</p>
        return (
          <>
            <ul class="rows">
              {items.map(({ player, points, rank, me }) => (
                <li key={player.id}>
                  <PlayerName player={player} me={me}>
                    <p class="end">
                      {words.place({ rank })}
                      <small>{words.points({ count: points })}</small>
                    </p>
                  </PlayerName>
                </li>
              ))}
            </ul>
            <small>{words.topAndYou}</small>
          </>
        )
      }}
    </Shown>
  )
}

const Buildings = (): JSX.Element => {
  const words = useWords()
  const { share } = useFormat()
  const board = useAnswer(listBuildingBoard, { query: { pageSize: 100 } })
  return (
    <section class="stack tight">
      <h2>{words.buildings}</h2>
      <p>{words.againstPast}</p>
      <Shown of={board} quiet>
        {({ items }) =>
          items.length === 0 ? (
            <p>{words.noBuildings}</p>
          ) : (
            <ul class="rows">
              {items.map(({ building, now, before }) => (
                <li key={building.id} class="stack tight">
                  <h3>
                    <bdi>{building.name}</bdi>
                  </h3>
                  <p>{words.nowAndBefore({ now: share(now.share), before: share(before.share) })}</p>
                  <small>{words.fromTasks({ now: now.n, before: before.n })}</small>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}

interface Group {
  readonly name: string
  readonly players: number
  readonly perHour: number
}

const Groups = ({ title, groups }: { title: string; groups: readonly Group[] }): JSX.Element => {
  const words = useWords()
  const { number } = useFormat()
  return (
    <section class="stack tight">
      <h2>{title}</h2>
      <ul class="rows">
        {groups.map(({ name, players, perHour }) => (
          <li key={name} class="stack tight">
            <h3>
              <bdi>{name}</bdi>
            </h3>
            <p>{words.perHour({ value: number(perHour, 2) })}</p>
            <small>{words.players({ count: players })}</small>
          </li>
        ))}
      </ul>
      <small>{words.groupsHidden}</small>
    </section>
  )
}

export default function Fairness(): JSX.Element {
  const words = useWords()
  const { number } = useFormat()
  const profile = useAnswer(getArenaProfile, {})
  const fairness = useAnswer(getFairness, {})
  return (
    <>
      <Heading text={words.fairness} />
      <Banner />
      <Shown of={fairness}>
        {({ rules, corrections, samples, byShift, byBuilding }) => (
          <div class="stack wide">
            <section class="stack tight">
              <h2>{words.rulesTitle}</h2>
              <ul class="points">
                {rules.map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            </section>
            <section class="stack tight">
              <h2>{words.correctionsTitle}</h2>
              <ul class="points">
                {corrections.map((correction) => (
                  <li key={correction}>{correction}</li>
                ))}
              </ul>
            </section>
            <Teams />
            <section class="stack tight">
              <h2>{words.people}</h2>
              {profile.seen?.data.optedIn ? <Players /> : <p>{words.playersOnly}</p>}
            </section>
            <Buildings />
            {byShift.length > 0 && (
              <Groups
                title={words.byShift}
                groups={byShift.map(({ shift, ...group }) => ({ ...group, name: words.shifts[shift] }))}
              />
            )}
            {byBuilding.length > 0 && (
              <Groups
                title={words.byBuilding}
                groups={byBuilding.map(({ building, ...group }) => ({ ...group, name: building.name }))}
              />
            )}
            <section class="stack tight">
              <h2>{words.basedOn}</h2>
              {samples.players === null ? (
                <p>{words.tooFew}</p>
              ) : (
                <dl class="sums">
                  {(
                    [
                      [words.people, samples.players],
                      [words.teams, samples.teams],
                      [words.finishedTasks, samples.tasks],
                      [words.dutyHours, samples.dutyHours],
                    ] as const
                  ).map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{number(value)}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </section>
          </div>
        )}
      </Shown>
    </>
  )
}
