/** The board in large type: teams, challenges, buildings and thanks, aliases only. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { instant } from '#i18n/times.ts'
import { Column } from './column.tsx'
import type { Board, WallState } from './wall.ts'
import type { WallLocale } from './words.ts'

interface Shows {
  readonly board: Board
  readonly locale: WallLocale
}

const dayMs = 86_400_000
const formatsOf = (locale: string) => ({
  number: (value: number): string =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value),
  percent: (value: number): string => new Intl.NumberFormat(locale, { style: 'percent' }).format(value),
  change: (value: number): string =>
    new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }).format(value),
})

/** Keeps the direction of a name to itself. */
const isolated = (name: string): string => `\u2068${name}\u2069`

interface BlockProps {
  readonly title: string
  /** said where there are no rows */
  readonly none: string
  readonly children: ComponentChildren[]
}

const Block = ({ title, none, children }: BlockProps): JSX.Element => (
  <section class="block">
    <h2>{title}</h2>
    {children.length > 0 ? <ul class="rows">{children}</ul> : <p class="none">{none}</p>}
  </section>
)

const Teams = ({ board, locale: { words, locale } }: Shows): JSX.Element => {
  const { number } = formatsOf(locale)
  return (
    <Block title={words.teams} none={words.noTeams}>
      {board.teams.map(({ team, perHour, rank }) => (
        <li key={team.id ?? ''} class="team">
          <b class="rank">{rank === null ? '' : number(rank)}</b>
          <div>
            <bdi>{team.id === null ? words.ownTeam : team.name}</bdi>
            <small>{words.perHour({ points: number(perHour) })}</small>
          </div>
        </li>
      ))}
    </Block>
  )
}

const Challenges = ({ board, locale: { words, locale } }: Shows): JSX.Element => {
  const { number } = formatsOf(locale)
  return (
    <Block title={words.challenges} none={words.noChallenges}>
      {board.challenges.map(({ id, title, progress, target, state }) => {
        const done = words.ofTarget({ done: number(Math.min(progress, target)), target: number(target) })
        return (
          <li key={id} class="challenge">
            <bdi>{title}</bdi>
            <progress value={Math.min(progress, target)} max={target} aria-label={title} />
            <small>{state === 'WON' ? `${words.reached} · ${done}` : done}</small>
          </li>
        )
      })}
    </Block>
  )
}

const Thanks = ({ board, locale: { words } }: Shows): JSX.Element => (
  <Block title={words.kudos} none={words.noKudos}>
    {board.kudos.map(({ id, from, to, reason, text }) => (
      <li key={id}>
        <b>{words.thanks({ from: isolated(from.displayName), to: isolated(to.displayName) })}</b>{' '}
        {words.reasons[reason]}
        {text ? (
          <small>
            <bdi>{text}</bdi>
          </small>
        ) : null}
      </li>
    ))}
  </Block>
)

const Buildings = ({ board, locale: { words, locale } }: Shows): JSX.Element | null => {
  const { percent, change } = formatsOf(locale)
  if (board.buildings.length === 0) return null
  return (
    <Block title={words.buildings} none="">
      {board.buildings.map(({ building, now, ...held }) => (
        <li key={building.id}>
          <bdi>{building.name}</bdi>
          <small>
            {words.held({ share: percent(now.share) })} · {words.change({ change: change(held.change) })}
          </small>
        </li>
      ))}
    </Block>
  )
}

const Figures = ({ board: { totals }, locale: { words, locale } }: Shows): JSX.Element => {
  const { number } = formatsOf(locale)
  return (
    <dl class="figures">
      <div>
        <dt>{words.confirmedToday}</dt>
        <dd>{number(totals.confirmedToday)}</dd>
      </div>
      <div>
        <dt>{words.thanksToday}</dt>
        <dd>{number(totals.thanksToday)}</dd>
      </div>
    </dl>
  )
}

const SeasonTime = ({ board: { season }, locale: { words } }: Shows): JSX.Element | null => {
  if (!season) return null
  const days = Math.max(0, Math.ceil((Date.parse(season.endsAt) - Date.now()) / dayMs))
  return <span>{season.state === 'SETTLING' ? words.settling : words.daysLeft({ days })}</span>
}

interface BoardPageProps {
  readonly state: Extract<WallState, { readonly kind: 'PAIRED' }>
  readonly locale: WallLocale
}

export const BoardPage = ({ state, locale }: BoardPageProps): JSX.Element => {
  const { words } = locale
  const { shown, fault } = state
  const season = shown?.board.season
  const title = season?.name ?? words.noSeason
  useEffect(() => {
    document.title = `${title} – Wellkept`
  }, [title])
  const time = shown ? instant(shown.at, 'short', locale.locale) : ''
  return (
    <main class="wall">
      <header>
        <h1>
          <bdi>{fault === 'off' ? words.off : shown ? title : words.waiting}</bdi>
        </h1>
        {shown ? <SeasonTime board={shown.board} locale={locale} /> : null}
        <p role="status" class={fault === 'unreachable' ? 'lost' : ''}>
          {fault === 'unreachable' ? (shown ? words.lastState({ time }) : words.unreachable) : null}
          {fault === undefined && shown ? words.asOf({ time }) : null}
        </p>
      </header>
      {shown ? (
        <>
          <Figures board={shown.board} locale={locale} />
          <div class="columns">
            <Column>
              <Teams board={shown.board} locale={locale} />
              <Challenges board={shown.board} locale={locale} />
              <Buildings board={shown.board} locale={locale} />
            </Column>
            <Column>
              <Thanks board={shown.board} locale={locale} />
            </Column>
          </div>
        </>
      ) : null}
    </main>
  )
}
