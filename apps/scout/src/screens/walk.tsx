/** SCO-3: a round: its stops in walking order, begun by the sticker at each. */
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { readQrCode } from '#contracts/qr-code.ts'
import type { RoundDetail, RoundStop } from '#contracts/scout/rounds.ts'
import { Notice } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { Link, useNavigation } from '#field-kit/navigation.tsx'
import type { ScreenProps } from '../app.tsx'
import { type Amenity, type Book, templateOf } from '../data/book.ts'
import { startsFrom } from '../data/days.ts'
import { hashOfCode } from '../data/hash.ts'
import { Decline } from '../pieces/decline.tsx'
import { RoundMark, ScoreMark, Time, useNow } from '../pieces/marks.tsx'
import { Page } from '../pieces/page.tsx'
import { Scanner } from '../pieces/scanner.tsx'
import { startWork } from '../pieces/start-round.ts'
import { paths } from '../routes.ts'
import { useBook, useServices } from '../services.ts'
import { useWords } from '../words.ts'

const isEnded = ({ inspection }: RoundStop): boolean =>
  inspection !== null && inspection.state !== 'IN_PROGRESS'

const StopMark = ({ stop, isNext }: { stop: RoundStop; isNext: boolean }): JSX.Element | null => {
  const words = useWords()
  const { inspection } = stop
  if (inspection?.state === 'COMPLETED')
    return <ScoreMark score={inspection.score} passed={inspection.passed} />
  if (inspection?.state === 'SKIPPED')
    return (
      <span class="mark">
        <Icon name="redo" />
        {words.skipped}
      </span>
    )
  if (inspection)
    return (
      <span class="mark">
        <Icon name="clock" />
        {words.begun}
      </span>
    )
  return isNext ? (
    <span class="mark info">
      <Icon name="play" />
      {words.nextStop}
    </span>
  ) : null
}

const Stops = ({ round, onOpen }: { round: RoundDetail; onOpen: (stop: RoundStop) => void }): JSX.Element => {
  const words = useWords()
  const isUnderWay = round.state === 'IN_PROGRESS' || round.state === 'PAUSED'
  const next = isUnderWay ? round.stops.find((stop) => !isEnded(stop)) : undefined
  return (
    <section>
      <h2>{words.stops}</h2>
      <ol class="rows stops">
        {round.stops.map((stop) => (
          <li key={stop.id} class={stop === next ? 'next' : undefined}>
            <button
              type="button"
              class="stop"
              aria-disabled={!isUnderWay && !stop.inspection}
              onClick={() => onOpen(stop)}
            >
              <span class="number">{stop.position + 1}</span>
              <span class="stop-text">
                <bdi>{stop.amenity.name}</bdi>
                {stop.amenity.location && (
                  <small>
                    <bdi>{stop.amenity.location}</bdi>
                  </small>
                )}
                <StopMark stop={stop} isNext={stop === next} />
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How one gets in, and what is dangerous there. */
const SiteNotes = ({ book, round }: { book: Book; round: RoundDetail }): JSX.Element => {
  const words = useWords()
  const site = book.sites.find(({ id }) => id === round.building.id)
  return (
    <>
      <p class="place">
        <Icon name="place" />
        <span>
          <bdi>{round.building.name}</bdi>
          {site?.address && (
            <small>
              <br />
              <bdi>{site.address}</bdi>
            </small>
          )}
        </span>
      </p>
      {site?.hazardNote && (
        <Notice tone="warn">
          <strong>{words.hazard}</strong>
          <p class="long">{site.hazardNote}</p>
        </Notice>
      )}
      {site?.accessNote && (
        <Notice tone="info" icon="key">
          <strong>{words.accessNote}</strong>
          <p class="long">{site.accessNote}</p>
        </Notice>
      )}
    </>
  )
}

const Walk = ({ book, round }: { book: Book; round: RoundDetail }): JSX.Element => {
  const words = useWords()
  const { act } = useServices()
  const { go } = useNavigation()
  const now = useNow()
  const [elsewhere, setElsewhere] = useState<Amenity>()
  const { id, title, state, stops } = round
  const subject = { id, title }
  const timeZone = book.sites.find((site) => site.id === round.building.id)?.timeZone
  const open = async (stop: RoundStop, qrCode?: string): Promise<void> => {
    const isUnderWay = state === 'IN_PROGRESS'
    const mayBegin = qrCode !== undefined || templateOf(book, stop)?.presence === 'OPTIONAL'
    if (!stop.inspection && !isUnderWay) return
    if (!stop.inspection && mayBegin)
      await act(
        { id, title: stop.amenity.name },
        { kind: 'inspection.begin', fields: { roundId: id, stopId: stop.id, ...(qrCode ? { qrCode } : {}) } },
      )
    go(paths.stop(id, stop.id))
  }
  /** @returns what is wrong with the code */
  const scanned = async (text: string): Promise<string | undefined> => {
    setElsewhere(undefined)
    const code = readQrCode(text)
    if (!code) return words.scanWrong
    const hash = await hashOfCode(code)
    const here = stops.filter(({ amenity }) => amenity.codeHash === hash)
    const stop = here.find((one) => !isEnded(one)) ?? here[0]
    if (stop) {
      await open(stop, code)
      return undefined
    }
    const other = book.amenities.find(({ codeHash }) => codeHash === hash)
    setElsewhere(other)
    return other ? words.notInRound({ name: other.name }) : words.scanUnknown
  }
  const bar = (): ComponentChildren => {
    if (state === 'IN_PROGRESS')
      return (
        <Link class={stops.every(isEnded) ? 'button primary' : 'button'} to={paths.submit(id)}>
          <Icon name="send" />
          {words.submitRound}
        </Link>
      )
    if (state === 'PAUSED')
      return (
        <button
          type="button"
          class="primary"
          onClick={() => void act(subject, { kind: 'round.pause', fields: { roundId: id, paused: false } })}
        >
          <Icon name="play" />
          {words.resume}
        </button>
      )
    if (state !== 'SCHEDULED' && state !== 'ACCEPTED') return undefined
    if (round.scout === null)
      return (
        <button
          type="button"
          class="primary"
          onClick={() => void act(subject, { kind: 'round.accept', fields: { roundId: id } })}
        >
          <Icon name="hand" />
          {words.take}
        </button>
      )
    if (now < startsFrom(round)) return undefined
    return (
      <button type="button" class="primary" onClick={() => void act(subject, startWork(book, round))}>
        <Icon name="play" />
        {words.start}
      </button>
    )
  }
  return (
    <Page title={title} back={paths.rounds} backText={words.rounds} bar={bar()}>
      <p class="marks">
        <RoundMark state={state} />
        <span>{words.stopsDone({ done: round.doneCount, count: round.stopCount })}</span>
        <span>
          {words.dueBy} <Time at={round.dueBy} timeZone={timeZone} />
        </span>
        {(state === 'SUBMITTED' || state === 'REVIEWED') && round.passed !== null && (
          <ScoreMark score={round.score} passed={round.passed} />
        )}
      </p>
      {round.returned && state === 'IN_PROGRESS' && (
        <Notice tone="warn">{words.returned({ reason: round.returned.reason })}</Notice>
      )}
      <SiteNotes book={book} round={round} />
      {(state === 'SCHEDULED' || state === 'ACCEPTED') && now < startsFrom(round) && (
        <p>
          {words.startsFrom} <Time at={startsFrom(round)} timeZone={timeZone} />
        </p>
      )}
      {state === 'IN_PROGRESS' && !stops.every(isEnded) && <Scanner onText={scanned} />}
      {elsewhere && (
        <Link class="button" to={paths.report(elsewhere.id)}>
          <Icon name="alert" />
          {words.reportHere}
        </Link>
      )}
      <Stops round={round} onOpen={(stop) => void open(stop)} />
      {state === 'IN_PROGRESS' && (
        <button
          type="button"
          onClick={() => void act(subject, { kind: 'round.pause', fields: { roundId: id, paused: true } })}
        >
          <Icon name="pause" />
          {words.pause}
        </button>
      )}
      {(state === 'SCHEDULED' || state === 'ACCEPTED') && <Decline round={round} />}
    </Page>
  )
}

export default function WalkScreen({ route }: ScreenProps): JSX.Element {
  const words = useWords()
  const book = useBook()
  const roundId = route.name === 'walk' ? route.roundId : ''
  const round = book?.rounds.find(({ id }) => id === roundId)
  if (book && round) return <Walk book={book} round={round} />
  return <Page title={words.rounds} back={paths.rounds} backText={words.rounds} missing={words.roundGone} />
}
