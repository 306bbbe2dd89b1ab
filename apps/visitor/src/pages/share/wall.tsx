/** MAN-13: a wall: few blocks in large type; the script shows them in turns if they do not fit. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { BoardEntry, SharedView } from '#contracts/sharing/view.ts'
import { State } from '../../parts/state.tsx'
import { BoardSummary, Faults } from './board.tsx'
import { isWell, stateOf } from './board-order.ts'
import { Distribution, Trend } from './charts.tsx'
import { Block, FeedbackFigures, TaskFigures } from './figures.tsx'
import type { Speech } from './words.ts'

const most = 6

const Worst = ({ board, total, speech }: { board: readonly BoardEntry[]; total: number; speech: Speech }) => {
  const { say, number } = speech
  const needy = board.filter((entry) => !isWell(entry))
  return (
    <Block title={say.board}>
      <BoardSummary board={board} speech={speech} />
      <ul class="rows">
        {needy.map((entry) => (
          <li key={`${entry.building} ${entry.location} ${entry.amenity}`}>
            <div>
              <bdi>{entry.amenity}</bdi>
              <small>
                <bdi>{sayPlace(entry.location, entry.building)}</bdi>
              </small>
              <Faults entry={entry} speech={speech} />
            </div>
            <div>
              <State state={stateOf(entry)} view={speech} />
            </div>
          </li>
        ))}
      </ul>
      {total > board.length && (
        <p class="rest">{say.firstOf({ shown: number(board.length), all: number(total) })}</p>
      )}
    </Block>
  )
}

/** The first lines of name and number. */
const Lines = ({ lines }: { lines: readonly (readonly [name: string, value: string, n?: string])[] }) => (
  <dl>
    {lines.slice(0, most).map(([name, value, n]) => (
      <div key={name}>
        <dt>
          <bdi>{name}</bdi>
        </dt>
        <dd>
          {value} {n && <small>{n}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

export const Wall = ({ view, speech }: { view: SharedView; speech: Speech }) => {
  const { say, number, percent } = speech
  const { feedback, tasks, trend, issues, amenities, buildings, period } = view
  const shows = (content: SharedView['contents'][number]): boolean => view.contents.includes(content)
  const ranked = (amenities ?? []).filter(({ rank }) => rank !== null)
  return (
    <>
      <h1>
        <bdi>{view.name}</bdi>
        <small>
          {period && `${say.range({ from: speech.day(period.from), to: speech.day(period.to) })} · `}
          {speech.t('asOf', { time: speech.clock(view.freshness) })}
        </small>
      </h1>
      <div id="blocks">
        {view.board && view.board.length > 0 && (
          <Worst board={view.board} total={view.boardCount} speech={speech} />
        )}
        {shows('OVERVIEW') && (
          <Block title={say.overview}>
            <dl class="figures">
              {feedback && <FeedbackFigures feedback={feedback} speech={speech} />}
              {tasks && <TaskFigures tasks={tasks} speech={speech} />}
            </dl>
          </Block>
        )}
        {shows('FEEDBACK') && feedback && (
          <Block title={say.distribution}>
            <Distribution feedback={feedback} speech={speech} />
          </Block>
        )}
        {shows('FEEDBACK') && trend && trend.length > 0 && (
          <Block title={say.trend}>
            <Trend days={trend} speech={speech} plain />
          </Block>
        )}
        {issues && issues.length > 0 && (
          <Block title={say.issues}>
            <Lines lines={issues.map(({ name, count }) => [name, number(count)])} />
          </Block>
        )}
        {ranked.length > 0 && (
          <Block title={say.amenities}>
            <Lines
              lines={ranked.map(({ name, score, rated }) => [
                name,
                score === null ? '–' : number(score, 2),
                say.ratingsN({ n: rated }),
              ])}
            />
          </Block>
        )}
        {shows('TASKS') && tasks && !shows('OVERVIEW') && (
          <Block title={say.tasks}>
            <dl class="figures">
              <TaskFigures tasks={tasks} speech={speech} />
            </dl>
          </Block>
        )}
        {buildings && buildings.length > 0 && (
          <Block title={say.sla}>
            <Lines
              lines={buildings.map(({ name, slaShare, slaMet, slaMissed }) => [
                name,
                slaShare === null ? '–' : percent(slaShare),
                `n = ${number(slaMet + slaMissed)}`,
              ])}
            />
          </Block>
        )}
      </div>
    </>
  )
}
