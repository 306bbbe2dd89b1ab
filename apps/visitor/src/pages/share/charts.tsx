/** Server-rendered charts of shared pages, each with its numbers as text or table. */
import type { SharedView } from '#contracts/sharing/view.ts'
import { directionOf } from '#i18n/languages.ts'
import { distributionBars } from '#ui/charts/distribution.ts'
import { type TrendDay, trendHeight, trendShape } from '#ui/charts/trend.ts'
import type { PlainMessage } from '../../translate.ts'
import type { Speech } from './words.ts'

type Feedback = NonNullable<SharedView['feedback']>
type Days = NonNullable<SharedView['trend']>

const ratingWords: Readonly<Record<'1' | '2' | '3' | '4' | '5', PlainMessage>> = {
  '1': 'rating1',
  '2': 'rating2',
  '3': 'rating3',
  '4': 'rating4',
  '5': 'rating5',
}

const TrendTable = ({ days, speech }: { days: Days; speech: Speech }) => {
  const { say, number } = speech
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say.day}</th>
          <th scope="col" class="end">
            {say.average}
          </th>
          <th scope="col" class="end">
            n
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, average, rated }) => (
          <tr key={date}>
            <td>{speech.date(date)}</td>
            <td class="end">{average === null ? '–' : number(average, 2)}</td>
            <td class="end">{number(rated)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DrawingProps {
  readonly days: readonly TrendDay[]
  readonly width: number
  readonly look: 'wide' | 'narrow'
  readonly speech: Speech
}

const Drawing = ({ days, width, look, speech }: DrawingProps) => {
  const { say, number } = speech
  const n = days.reduce((sum, { count }) => sum + count, 0)
  const shape = trendShape(days, width)
  const isFromRight = directionOf(speech.language) === 'rtl'
  const along = (x: number): number => (isFromRight ? width - x : x)
  return (
    <svg
      viewBox={`0 0 ${width} ${trendHeight}`}
      role="img"
      aria-label={say.trendLabel({ n })}
      class={`trend ${look}`}
    >
      <g transform={isFromRight ? `matrix(-1 0 0 1 ${width} 0)` : undefined}>
        {shape.rules.map(({ value, y }) => (
          <line key={value} x1={shape.left} x2={width} y1={y} y2={y} class="rule" />
        ))}
        {shape.bars.map(({ day, x, y, width: wide, height }) => (
          <rect
            key={day.date}
            x={x.toFixed(1)}
            y={y.toFixed(1)}
            width={wide.toFixed(1)}
            height={height.toFixed(1)}
          />
        ))}
        <line x1={shape.left} x2={width} y1={shape.barsBottom} y2={shape.barsBottom} class="rule" />
        <path d={shape.path.replaceAll(/(\.\d)\d+/g, '$1')} />
        {shape.points.map(({ day, x, y, radius, few }) => (
          <circle
            key={day.date}
            cx={x.toFixed(1)}
            cy={y.toFixed(1)}
            r={radius}
            class={few ? 'few' : undefined}
          />
        ))}
      </g>
      {shape.rules.map(({ value, y }) => (
        <text key={value} x={along(0)} y={y + 4}>
          {value}
        </text>
      ))}
      <text x={along(shape.left)} y={shape.mostY}>
        {say.mostADay({ n: number(shape.most) })}
      </text>
      {shape.labels.map(({ day, x, anchor }) => (
        <text key={day.date} x={along(x).toFixed(1)} y={trendHeight - 4} text-anchor={anchor}>
          {speech.day(day.date)}
        </text>
      ))}
    </svg>
  )
}

/**
 * Average rating by day with the number of ratings; drawn for wide and narrow screens, because text would
 * shrink with the drawing.
 */
export const Trend = ({ days, speech, plain }: { days: Days; speech: Speech; plain?: boolean }) => {
  const { say } = speech
  // Count ratings only: a submission without a rating has no average.
  const rated = days.map(({ date, rated: count, average }) => ({ date, count, average }))
  const n = rated.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure>
      <Drawing days={rated} width={640} look="wide" speech={speech} />
      {!plain && <Drawing days={rated} width={300} look="narrow" speech={speech} />}
      <figcaption>{say.hollow({ n })}</figcaption>
      {!plain && (
        <details class="values">
          <summary>{say.asTable}</summary>
          <TrendTable days={days} speech={speech} />
        </details>
      )}
    </figure>
  )
}

/** Number of each rating, as bars with text. */
export const Distribution = ({ feedback, speech }: { feedback: Feedback; speech: Speech }) => {
  const { say, number, percent, t } = speech
  const { n, bars } = distributionBars(feedback.distribution)
  return (
    <figure>
      <ul class="bars">
        {bars.map(({ rating, count, share, length }) => (
          <li key={rating}>
            <span>{t(ratingWords[rating])}</span>
            <svg width="100%" height="12" aria-hidden="true" class={`r${rating}`}>
              <rect width={`${(length * 100).toFixed(1)}%`} height="12" />
            </svg>
            <span class="end">
              {number(count)} <small>{share === null ? '' : percent(share)}</small>
            </span>
          </li>
        ))}
      </ul>
      <figcaption>{say.ratingsN({ n })}</figcaption>
    </figure>
  )
}
