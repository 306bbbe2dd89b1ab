/**
 * Mean rating by day with the number of ratings below it. A day without ratings is a gap, a day with fewer
 * than five is a hollow point: too few to be believed.
 */
import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { useWidth } from './width.ts'
import { chartWords } from './words.ts'

export interface TrendDay {
  readonly date: string
  readonly count: number
  readonly average: number | null
}

interface TrendProps {
  readonly days: readonly TrendDay[]
  readonly name: string
  readonly unit: string
  readonly source: string
}

const height = 200
const barsTop = 148
const barsBottom = 178
const left = 26
const tooFew = 5

export const Trend = ({ days, name, unit, source }: TrendProps) => {
  const charts = useWords(chartWords)
  const format = useFormat()
  const [ref, width] = useWidth<HTMLDivElement>()
  const n = days.reduce((sum, day) => sum + day.count, 0)
  const x = scalePoint(
    days.map(({ date }) => date),
    [left + 8, Math.max(left + 16, width - 12)],
  )
  const y = scaleLinear([1, 5], [132, 12])
  const most = Math.max(1, ...days.map(({ count }) => count))
  const bar = scaleLinear([0, most], [0, barsBottom - barsTop])
  const path = line<TrendDay>()
    .defined(({ average }) => average !== null)
    .x(({ date }) => x(date) ?? 0)
    .y(({ average }) => y(average ?? 1))
  const gap = days.length > 1 ? x.step() : width
  const labels = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].filter(
    (day, index, all): day is TrendDay => day !== undefined && all.indexOf(day) === index,
  )
  return (
    <figure className="chart">
      <div ref={ref}>
        {width > 0 ? (
          <svg width={width} height={height} role="img" aria-label={charts.trendLabel({ name, n })}>
            {[1, 2, 3, 4, 5].map((value) => (
              <g key={value}>
                <line x1={left} x2={width} y1={y(value)} y2={y(value)} className="rule" />
                <text x={0} y={y(value) + 4}>
                  {value}
                </text>
              </g>
            ))}
            {days.map((day) => (
              <rect
                key={day.date}
                x={(x(day.date) ?? 0) - Math.max(1, gap * 0.35)}
                width={Math.max(2, gap * 0.7)}
                y={barsBottom - bar(day.count)}
                height={bar(day.count)}
                className="bar"
              >
                <title>{`${format.day(day.date)}: ${charts.ratings({ count: day.count })}`}</title>
              </rect>
            ))}
            <line x1={left} x2={width} y1={barsBottom} y2={barsBottom} className="rule" />
            <text x={left} y={barsTop + 4}>
              {charts.mostADay({ count: most })}
            </text>
            <path d={path(days as TrendDay[]) ?? ''} className="line" />
            {days.map((day) =>
              day.average === null ? null : (
                <circle
                  key={day.date}
                  cx={x(day.date)}
                  cy={y(day.average)}
                  r={gap < 9 ? 2 : 3}
                  className={day.count < tooFew ? 'point few' : 'point'}
                >
                  <title>{`${format.day(day.date)}: ${format.average(day.average)} (${charts.ratings({ count: day.count })})`}</title>
                </circle>
              ),
            )}
            {labels.map((day, index) => (
              <text
                key={day.date}
                x={x(day.date)}
                y={height - 4}
                textAnchor={index === 0 ? 'start' : index === labels.length - 1 ? 'end' : 'middle'}
              >
                {format.shortDay(day.date)}
              </text>
            ))}
          </svg>
        ) : (
          <div style={{ height }} />
        )}
      </div>
      <figcaption>
        {name}, {unit}. n = {format.number(n)}. {charts.hollow} {source}
      </figcaption>
      <details>
        <summary>{charts.asTable}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{charts.day}</th>
              <th scope="col" className="end">
                {charts.average}
              </th>
              <th scope="col" className="end">
                n
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <td data-label={charts.day}>{format.day(day.date)}</td>
                <td data-label={charts.average} className="end">
                  {day.average === null ? '–' : format.average(day.average)}
                </td>
                <td data-label="n" className="end">
                  {format.number(day.count)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
