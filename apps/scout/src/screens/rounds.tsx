/** SCO-2: my rounds, today, next and done, and whether they are on this phone. */
import type { JSX } from 'preact'
import type { RoundDetail } from '#contracts/scout/rounds.ts'
import { useCell } from '#field-kit/cell.ts'
import { Notice } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Skeleton } from '#field-kit/lazy-screen.tsx'
import { Link, useNavigation } from '#field-kit/navigation.tsx'
import { type Book, isComplete } from '../data/book.ts'
import { startsFrom, type When, whenOf } from '../data/days.ts'
import { Banner } from '../pieces/banner.tsx'
import { RoundMark, ScoreMark, Time, useNow } from '../pieces/marks.tsx'
import { Privacy } from '../pieces/privacy.tsx'
import { startWork } from '../pieces/start-round.ts'
import { paths } from '../routes.ts'
import { useBook, useServices } from '../services.ts'
import { useWords } from '../words.ts'

const RoundAct = ({
  book,
  round,
  now,
}: {
  book: Book
  round: RoundDetail
  now: number
}): JSX.Element | null => {
  const words = useWords()
  const { act } = useServices()
  const { go } = useNavigation()
  const { id, title, state, scout } = round
  if (state === 'IN_PROGRESS' || state === 'PAUSED')
    return (
      <Link class="button primary" to={paths.walk(id)}>
        <Icon name="play" />
        {words.resume}
      </Link>
    )
  if (state !== 'SCHEDULED' && state !== 'ACCEPTED') return null
  if (scout === null)
    return (
      <button
        type="button"
        onClick={() => void act({ id, title }, { kind: 'round.accept', fields: { roundId: id } })}
      >
        <Icon name="hand" />
        {words.take}
      </button>
    )
  if (now < startsFrom(round)) return null
  const start = async (): Promise<void> => {
    await act({ id, title }, startWork(book, round))
    go(paths.walk(id))
  }
  return (
    <button type="button" class="primary" onClick={() => void start()}>
      <Icon name="play" />
      {words.start}
    </button>
  )
}

const RoundRow = ({ book, round, now }: { book: Book; round: RoundDetail; now: number }): JSX.Element => {
  const words = useWords()
  const { id, title, state, building, stopCount, doneCount, score, passed, returned } = round
  const timeZone = book.sites.find((site) => site.id === building.id)?.timeZone
  const isDone = state === 'SUBMITTED' || state === 'REVIEWED'
  return (
    <li class="row-of">
      <h3>
        <Link to={paths.walk(id)}>
          <bdi>{title}</bdi>
        </Link>
      </h3>
      <p class="place">
        <Icon name="place" />
        <bdi>{building.name}</bdi>
      </p>
      <p class="marks">
        <RoundMark state={state} />
        {isDone ? (
          passed !== null && <ScoreMark score={score} passed={passed} />
        ) : (
          <span>{words.stopsDone({ done: doneCount, count: stopCount })}</span>
        )}
        {!isDone && (
          <span>
            {words.dueBy} <Time at={round.dueBy} timeZone={timeZone} />
          </span>
        )}
        {!isDone && state !== 'EXPIRED' && (
          <span class="mark">
            <Icon name={isComplete(book, round) ? 'check' : 'offline'} />
            {isComplete(book, round) ? words.onThisPhone : words.notOnThisPhone}
          </span>
        )}
      </p>
      {state === 'IN_PROGRESS' && returned && (
        <Notice tone="warn">{words.returned({ reason: returned.reason })}</Notice>
      )}
      <div class="actions">
        <RoundAct book={book} round={round} now={now} />
      </div>
    </li>
  )
}

const Group = ({
  title,
  rounds,
  book,
  now,
}: {
  title: string
  rounds: readonly RoundDetail[]
  book: Book
  now: number
}): JSX.Element | null =>
  rounds.length === 0 ? null : (
    <section>
      <h2>
        {title} <span class="count">{rounds.length}</span>
      </h2>
      <ul class="rows">
        {rounds.map((round) => (
          <RoundRow key={round.id} book={book} round={round} now={now} />
        ))}
      </ul>
    </section>
  )

export const Rounds = (): JSX.Element => {
  const words = useWords()
  const { book: source } = useServices()
  const book = useBook()
  const kept = useCell(source.kept)
  const isReading = useCell(source.reading)
  const trouble = useCell(source.trouble)
  const now = useNow()
  const grouped = (when: When): readonly RoundDetail[] =>
    (book?.rounds ?? [])
      .filter((round) => {
        const zone = book?.sites.find(({ id }) => id === round.building.id)?.timeZone
        return round.state !== 'DECLINED' && whenOf(round, now, zone) === when
      })
      .sort((one, other) => one.dueBy.localeCompare(other.dueBy))
  const done = grouped('DONE')
  return (
    <>
      <Heading text={words.rounds} />
      <Banner />
      {book ? (
        <>
          <Privacy book={book} />
          <Group title={words.today} rounds={grouped('TODAY')} book={book} now={now} />
          <Group title={words.next} rounds={grouped('NEXT')} book={book} now={now} />
          {book.rounds.length === 0 && (
            <div class="empty">
              <Icon name="check" />
              <p>{words.noRounds}</p>
            </div>
          )}
          <Group title={words.done} rounds={done.slice().reverse()} book={book} now={now} />
          <div class="row">
            <small>
              {words.asOf} <Time at={kept?.readAt ?? now} />
            </small>
            <button type="button" class="quiet" onClick={() => void source.refresh(true)}>
              {isReading ? words.loading : words.refresh}
            </button>
          </div>
          {book.scout.extraRounds && (
            <Link class="button" to={paths.extra}>
              {words.extra}
            </Link>
          )}
        </>
      ) : trouble ? (
        <p>{words.nothingHere}</p>
      ) : (
        <Skeleton />
      )}
    </>
  )
}
