/** Figures of a shared page, each with its number of ratings and a comparison. */
import type { ComponentChildren } from 'preact'
import { sayPlace } from '#contracts/kit/place.ts'
import type { SharedView } from '#contracts/sharing/view.ts'
import { tooFew } from '#ui/charts/trend.ts'
import { Distribution, Trend } from './charts.tsx'
import type { Speech } from './words.ts'

type Feedback = NonNullable<SharedView['feedback']>
type Tasks = NonNullable<SharedView['tasks']>

export const Block = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="block">
    <h2>{title}</h2>
    {children}
  </section>
)

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly unit?: string | undefined
  readonly notes: readonly string[]
}

const Figure = ({ name, value, unit, notes }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b> {unit}
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </dd>
  </div>
)

const changeIn = (change: number | null, { say, percent }: Speech): string => {
  if (change === null) return say.nothingBefore
  if (Math.abs(change) < 0.005) return say.same
  const share = percent(Math.abs(change))
  return change > 0 ? say.more({ share }) : say.fewer({ share })
}

const averageChangeIn = (change: number | null, { say, number }: Speech): string => {
  if (change === null) return say.nothingBefore
  if (Math.abs(change) < 0.005) return say.level
  const points = number(Math.abs(change), 2)
  return change > 0 ? say.up({ points }) : say.down({ points })
}

export const FeedbackFigures = ({ feedback, speech }: { feedback: Feedback; speech: Speech }) => {
  const { say, number } = speech
  const { average, rated, count } = feedback
  return (
    <>
      <Figure
        name={say.average}
        value={average === null ? '–' : number(average, 2)}
        unit={average === null ? say.noRating : say.ofFive}
        notes={[
          say.ratingsN({ n: rated }),
          ...(rated > 0 && rated < tooFew ? [say.tooFew] : [averageChangeIn(feedback.averageChange, speech)]),
        ]}
      />
      <Figure name={say.submissions} value={number(count)} notes={[changeIn(feedback.change, speech)]} />
    </>
  )
}

export const TaskFigures = ({ tasks, speech }: { tasks: Tasks; speech: Speech }) => {
  const { say, number } = speech
  return (
    <>
      <Figure name={say.open} value={number(tasks.open)} notes={[]} />
      <Figure name={say.overdue} value={number(tasks.overdue)} notes={[]} />
      <Figure name={say.done} value={number(tasks.done)} notes={[]} />
    </>
  )
}

const Overview = ({ view, speech }: { view: SharedView; speech: Speech }) => (
  <Block title={speech.say.overview}>
    <dl class="figures">
      {view.feedback && <FeedbackFigures feedback={view.feedback} speech={speech} />}
      {view.tasks && <TaskFigures tasks={view.tasks} speech={speech} />}
    </dl>
  </Block>
)

const Feedback = ({ view, speech }: { view: SharedView; speech: Speech }) => {
  const { say } = speech
  const { feedback, trend } = view
  return (
    <Block title={say.feedback}>
      {!view.contents.includes('OVERVIEW') && feedback && (
        <dl class="figures">
          <FeedbackFigures feedback={feedback} speech={speech} />
        </dl>
      )}
      <h3>{say.trend}</h3>
      {trend && trend.length > 0 ? <Trend days={trend} speech={speech} /> : <p>{say.none}</p>}
      {feedback && (
        <>
          <h3>{say.distribution}</h3>
          <Distribution feedback={feedback} speech={speech} />
        </>
      )}
    </Block>
  )
}

/** A number with its confidence interval. */
interface Cell {
  readonly value: string
  readonly range?: string | undefined
}

interface TableProps {
  readonly name: string
  /** headings of the number columns */
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly name: string
    readonly below?: string | null
    readonly cells: readonly Cell[]
  }[]
  readonly none: string
  readonly speech: Speech
}

const mostAtOnce = 15

const Rows = ({ name, heads, rows }: Omit<TableProps, 'none' | 'speech'>) => (
  <table class="stack">
    <thead>
      <tr>
        <th scope="col">{name}</th>
        {heads.map((head) => (
          <th key={head} scope="col" class="end">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.name} ${row.below}`}>
          <th scope="row">
            <bdi>{row.name}</bdi>
            {row.below && (
              <small>
                <bdi>{row.below}</bdi>
              </small>
            )}
          </th>
          {heads.map((head, at) => (
            <td key={head} class="end" data-label={head}>
              {row.cells[at]?.value}
              {row.cells[at]?.range && <small> {row.cells[at]?.range}</small>}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Shows the first rows, the others in a <details>; in print all. */
const Table = ({ none, speech: { say }, rows, ...columns }: TableProps) => {
  const more = rows.slice(mostAtOnce)
  if (rows.length === 0) return <p>{none}</p>
  return (
    <>
      <Rows {...columns} rows={rows.slice(0, mostAtOnce)} />
      {more.length > 0 && (
        <details>
          <summary>{say.moreRows({ n: more.length })}</summary>
          <Rows {...columns} rows={more} />
        </details>
      )}
    </>
  )
}

interface Estimate {
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

const estimated = (
  { value, low, high }: Estimate,
  print: (value: number) => string,
  { say }: Speech,
): Cell => ({
  value: value === null ? '–' : print(value),
  range:
    value === null || low === null || high === null
      ? undefined
      : say.range({ from: print(low), to: print(high) }),
})

const Issues = ({ issues, speech }: { issues: NonNullable<SharedView['issues']>; speech: Speech }) => {
  const { say, number, percent } = speech
  return (
    <Block title={say.issues}>
      <Table
        name={say.issue}
        heads={[say.named, say.share]}
        rows={issues.map(({ name, count, share, low, high }) => ({
          name,
          cells: [{ value: number(count) }, estimated({ value: share, low, high }, percent, speech)],
        }))}
        none={say.none}
        speech={speech}
      />
      {issues.length > 0 && <p class="hint">{say.issuesNote}</p>}
    </Block>
  )
}

const Amenities = ({ view, speech }: { view: SharedView; speech: Speech }) => {
  const { say, number } = speech
  const { amenities, amenityCount } = view
  if (!amenities) return null
  return (
    <Block title={say.amenities}>
      <Table
        name={say.amenity}
        heads={[say.rank, say.score, say.ratings, say.openTasks]}
        rows={amenities.map((one) => ({
          name: one.name,
          below: sayPlace(one.location, one.building),
          cells: [
            { value: one.rank === null ? '–' : number(one.rank) },
            estimated(
              { value: one.score, low: one.low, high: one.high },
              (value) => number(value, 2),
              speech,
            ),
            { value: number(one.rated) },
            { value: number(one.openTasks) },
          ],
        }))}
        none={say.none}
        speech={speech}
      />
      {amenities.length > 0 && <p class="hint">{say.scoreNote}</p>}
      {amenityCount > amenities.length && (
        <p class="hint">{say.firstOf({ shown: number(amenities.length), all: number(amenityCount) })}</p>
      )}
    </Block>
  )
}

const Tasks = ({ tasks, speech }: { tasks: Tasks; speech: Speech }) => {
  const { say, number } = speech
  const rows = [
    [say.open, tasks.open],
    [say.inProgress, tasks.inProgress],
    [say.overdue, tasks.overdue],
    [say.created, tasks.created],
    [say.done, tasks.done],
  ] as const
  return (
    <Block title={say.tasks}>
      <dl>
        {rows.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
    </Block>
  )
}

const Promises = ({
  buildings,
  speech,
}: {
  buildings: NonNullable<SharedView['buildings']>
  speech: Speech
}) => {
  const { say, number, percent } = speech
  return (
    <Block title={say.sla}>
      <Table
        name={say.building}
        heads={[say.met, say.missed, say.share]}
        rows={buildings.map(({ name, slaMet, slaMissed, slaShare, slaLow, slaHigh }) => ({
          name,
          cells: [
            { value: number(slaMet) },
            { value: number(slaMissed) },
            estimated({ value: slaShare, low: slaLow, high: slaHigh }, percent, speech),
          ],
        }))}
        none={say.none}
        speech={speech}
      />
      {buildings.length > 0 && <p class="hint">{say.slaNote}</p>}
    </Block>
  )
}

const Comments = ({
  comments,
  speech,
}: {
  comments: NonNullable<SharedView['comments']>
  speech: Speech
}) => {
  const { say, t } = speech
  return (
    <Block title={say.comments}>
      {comments.length === 0 ? (
        <p>{say.none}</p>
      ) : (
        <ul class="said">
          {comments.map((one) => (
            <li key={`${one.at} ${one.amenity}`}>
              {one.comment && (
                <p class="words" dir="auto">
                  {one.comment}
                </p>
              )}
              {one.images.length > 0 && (
                <ul class="pics">
                  {one.images.map((image, at) => (
                    <li key={image.url}>
                      <a href={image.url}>
                        <img src={image.thumbnailUrl} alt={t('photoNumber', { n: at + 1 })} loading="lazy" />
                      </a>
                    </li>
                  ))}
                </ul>
              )}
              <small>
                {[
                  ...(one.rating === null ? [] : [t(`rating${one.rating as 1 | 2 | 3 | 4 | 5}`)]),
                  ...one.issues.map(({ name }) => name),
                  sayPlace(one.amenity, one.location, one.building),
                  speech.full(one.at),
                ]
                  .map(speech.within)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

/** The contents of the link, in order. */
export const Figures = ({ view, speech }: { view: SharedView; speech: Speech }) => {
  const shows = (content: SharedView['contents'][number]): boolean => view.contents.includes(content)
  return (
    <>
      {shows('OVERVIEW') && <Overview view={view} speech={speech} />}
      {shows('FEEDBACK') && <Feedback view={view} speech={speech} />}
      {view.issues && <Issues issues={view.issues} speech={speech} />}
      {view.amenities && <Amenities view={view} speech={speech} />}
      {shows('TASKS') && view.tasks && <Tasks tasks={view.tasks} speech={speech} />}
      {view.buildings && <Promises buildings={view.buildings} speech={speech} />}
      {view.comments && <Comments comments={view.comments} speech={speech} />}
    </>
  )
}
