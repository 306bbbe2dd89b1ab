/** The status board: amenities by building and floor with state and alternatives. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { BoardEntry, SharedView } from '#contracts/sharing/view.ts'
import { State } from '../../parts/state.tsx'
import { alternativeTo, groupByPlace, isWell, shownState, stateOf } from './board-order.ts'
import type { Speech } from './words.ts'

type Item = BoardEntry['items'][number]

const isFaulty = ({ state, report }: Item): boolean => shownState(state, [report]) !== 'OPERATIONAL'

export const Faults = ({ entry, speech }: { entry: BoardEntry; speech: Speech }) => {
  const { t, clock } = speech
  return (
    <>
      {entry.items.filter(isFaulty).map((item) => (
        <small key={item.name}>
          <bdi>{item.name}</bdi>
          {item.since && ` · ${t('since', { time: clock(item.since) })}`}
          {item.expectedEnd && ` · ${t('expected', { time: clock(item.expectedEnd) })}`}
          {item.note && (
            <>
              {' · '}
              <bdi>{item.note}</bdi>
            </>
          )}
        </small>
      ))}
    </>
  )
}

const Row = ({
  entry,
  board,
  speech,
}: {
  entry: BoardEntry
  board: readonly BoardEntry[]
  speech: Speech
}) => {
  const instead = isWell(entry) ? undefined : alternativeTo(entry, board)
  const place = instead && sayPlace(instead.amenity, instead.location ?? instead.building)
  return (
    <li>
      <div>
        <bdi>{entry.amenity}</bdi>
        <Faults entry={entry} speech={speech} />
        {place && <small>{speech.say.instead({ place: speech.within(place) })}</small>}
      </div>
      <div>
        <State state={stateOf(entry)} view={speech} />
      </div>
    </li>
  )
}

/** A sentence about how many need attention. */
export const BoardSummary = ({ board, speech }: { board: readonly BoardEntry[]; speech: Speech }) => {
  const n = board.filter((entry) => !isWell(entry)).length
  const { say, number } = speech
  return <p class="sum">{n === 0 ? say.allWell : say.notWell({ n, all: number(board.length) })}</p>
}

export const Board = ({ view, speech }: { view: SharedView; speech: Speech }) => {
  const { say, number } = speech
  const board = view.board ?? []
  if (board.length === 0) return <p>{say.nothingShown}</p>
  return (
    <>
      <BoardSummary board={board} speech={speech} />
      {groupByPlace(board, speech.locale).map(({ name, floors }) => (
        <section key={name}>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          {floors.map(({ location, entries }) => (
            <div key={location ?? ''}>
              {(location !== null || floors.length > 1) && (
                <h3>{location === null ? say.anywhere : <bdi>{location}</bdi>}</h3>
              )}
              <ul class="rows">
                {entries.map((entry) => (
                  <Row key={entry.amenity} entry={entry} board={board} speech={speech} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
      {view.boardCount > board.length && (
        <p class="hint">{say.firstOf({ shown: number(board.length), all: number(view.boardCount) })}</p>
      )}
    </>
  )
}
