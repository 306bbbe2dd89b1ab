/** ARE-1: joining in plain words first; then season, team, challenges and thanks of visitors. */
import type { ComponentChildren, JSX } from 'preact'
import { listTeamBoard } from '#contracts/arena/boards.ts'
import { listChallenges } from '#contracts/arena/play.ts'
import type { PlayerProfile } from '#contracts/arena/records.ts'
import { getArenaProfile, listVisitorThanks } from '#contracts/arena.ts'
import { Notice } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link, useNavigation } from '#field-kit/navigation.tsx'
import { arena } from '#pwa/phone-apps.ts'
import { Banner } from '../pieces/banner.tsx'
import { ProgressBar } from '../pieces/bar.tsx'
import { Joining } from '../pieces/joining.tsx'
import { AvatarPicture } from '../pieces/picture.tsx'
import { Shown } from '../pieces/shown.tsx'
import { useAnswer } from '../pieces/use-answer.ts'
import { useFormat, useWords } from '../words.ts'

const Part = ({ title, children }: { title: string; children: ComponentChildren }): JSX.Element => (
  <section class="stack">
    <h2>{title}</h2>
    {children}
  </section>
)

const Mine = ({ profile }: { profile: PlayerProfile }): JSX.Element => {
  const words = useWords()
  const { credited, pending } = profile.points
  return (
    <section class="stack">
      <div class="player">
        <AvatarPicture avatar={profile.avatar} />
        <div>
          <strong>
            <bdi>{profile.alias}</bdi>
          </strong>
          <small>{words.level({ level: profile.level })}</small>
        </div>
      </div>
      <p class="figure">{words.points({ count: credited })}</p>
      {pending > 0 && <p>{words.pending({ count: pending })}</p>}
      {profile.streakWeeks > 1 && <p>{words.streak({ count: profile.streakWeeks })}</p>}
      <p>
        <Link class="button" to={`${arena.home}/profile`}>
          {words.profile}
        </Link>
      </p>
    </section>
  )
}

const MyTeam = ({ profile }: { profile: PlayerProfile }): JSX.Element => {
  const words = useWords()
  const { number } = useFormat()
  const board = useAnswer(listTeamBoard, { query: { pageSize: 100 } })
  const team = profile.player?.team
  return (
    <Part title={words.myTeam}>
      <p>
        <strong>
          <bdi>{team?.name}</bdi>
        </strong>
      </p>
      <Shown of={board} quiet>
        {({ items }) => {
          const place = items.find((one) => one.team.id === team?.id)
          if (!place) return <p>{words.teamTooSmall}</p>
          return (
            <div class="stack tight">
              <p>{place.rank === null ? words.noPlace : words.place({ rank: place.rank })}</p>
              <p>{words.perHour({ value: number(place.perHour, 2) })}</p>
              <p>{words.players({ count: place.players })}</p>
            </div>
          )
        }}
      </Shown>
    </Part>
  )
}

const MyChallenges = (): JSX.Element => {
  const words = useWords()
  const { date } = useFormat()
  const challenges = useAnswer(listChallenges, { query: { pageSize: 100, state: 'RUNNING' } })
  return (
    <Part title={words.myChallenges}>
      <Shown of={challenges} quiet>
        {({ items }) => {
          const joined = items.filter((one) => one.joined)
          if (joined.length === 0) return <p>{words.noneJoined}</p>
          return (
            <ul class="rows">
              {joined.map((one) => (
                <li key={one.id} class="stack tight">
                  <h3>
                    <bdi>{one.title}</bdi>
                  </h3>
                  <ProgressBar progress={one.progress} target={one.target} />
                  <small>{words.until({ date: date(one.endsAt) })}</small>
                </li>
              ))}
            </ul>
          )
        }}
      </Shown>
      <p>
        <Link to={`${arena.home}/challenges`}>{words.seeChallenges}</Link>
      </p>
    </Part>
  )
}

const FromVisitors = (): JSX.Element => {
  const words = useWords()
  const { date } = useFormat()
  const thanks = useAnswer(listVisitorThanks, {})
  return (
    <Part title={words.visitorThanks}>
      <Shown of={thanks} quiet>
        {({ items }) =>
          items.length === 0 ? (
            <p>{words.noVisitorThanks}</p>
          ) : (
            <ul class="rows">
              {items.map((one) => (
                <li key={`${one.date} ${one.amenity.id} ${one.text}`} class="stack tight">
                  <blockquote>
                    <bdi>{one.text}</bdi>
                  </blockquote>
                  <small>
                    <bdi>{one.amenity.name}</bdi>, <bdi>{one.building.name}</bdi> · {date(one.date)} ·{' '}
                    {words.ratedAs({ rating: one.rating })}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Part>
  )
}

const Joined = ({ profile }: { profile: PlayerProfile }): JSX.Element => {
  const words = useWords()
  const { date } = useFormat()
  return (
    <div class="stack wide">
      <Mine profile={profile} />
      <Part title={words.mySeason}>
        {profile.season ? (
          <div class="stack tight">
            <p>
              <strong>
                <bdi>{profile.season.name}</bdi>
              </strong>
            </p>
            <p>{words.until({ date: date(profile.season.endsAt) })}</p>
          </div>
        ) : (
          <p>{words.noSeason}</p>
        )}
      </Part>
      <MyTeam profile={profile} />
      <MyChallenges />
      <FromVisitors />
    </div>
  )
}

export const Home = (): JSX.Element => {
  const words = useWords()
  const { search } = useNavigation()
  const profile = useAnswer(getArenaProfile, {})
  return (
    <>
      <a class="button quiet back" href="/app/work">
        <Icon name="back" />
        {words.toTasks}
      </a>
      <Heading text={words.home} />
      <Banner />
      <div role="status">
        {search === '?left' && profile.seen?.data.optedIn === false && (
          <Notice tone="good">{words.hasLeft}</Notice>
        )}
      </div>
      <Shown of={profile}>
        {(mine) => (mine.optedIn ? <Joined profile={mine} /> : <Joining profile={mine} />)}
      </Shown>
    </>
  )
}
