/**
 * Mean rating by day with the number of ratings below it. A day without ratings is a gap, a day with fewer
 * than five is a hollow point: too few to be believed.
 */
import { trendHeight as height, type TrendDay, trendShape } from '#ui/charts/trend.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { useWidth } from './width.ts'
import { chartWords } from './words.ts'

interface TrendProps {
  readonly days: readonly TrendDay[]
  readonly name: string
  readonly unit: string
  readonly source: string
}

export const Trend = ({ days, name, unit, source }: TrendProps) => {
  const charts = useWords(chartWords)
  const format = useFormat()
  const [ref, width] = useWidth<HTMLDivElement>()
  const n = days.reduce((sum, day) => sum + day.count, 0)
  const { left, rules, bars, barsBottom, most, mostY, path, points, labels } = trendShape(days, width)
  return (
    <figure className="chart">
      <div ref={ref}>
        {width > 0 ? (
          <svg width={width} height={height} role="img" aria-label={charts.trendLabel({ name, n })}>
            {rules.map(({ value, y }) => (
              <g key={value}>
                <line x1={left} x2={width} y1={y} y2={y} className="rule" />
                <text x={0} y={y + 4}>
                  {value}
                </text>
              </g>
            ))}
            {bars.map(({ day, ...bar }) => (
              <rect key={day.date} {...bar} className="bar">
                <title>{`${format.day(day.date)}: ${charts.ratings({ count: day.count })}`}</title>
              </rect>
            ))}
            <line x1={left} x2={width} y1={barsBottom} y2={barsBottom} className="rule" />
            <text x={left} y={mostY}>
              {charts.mostADay({ count: most })}
            </text>
            <path d={path} className="line" />
            {points.map(({ day, average, x, y, radius, few }) => (
              <circle key={day.date} cx={x} cy={y} r={radius} className={few ? 'point few' : 'point'}>
                <title>{`${format.day(day.date)}: ${format.average(average)} (${charts.ratings({ count: day.count })})`}</title>
              </circle>
            ))}
            {labels.map(({ day, x, anchor }) => (
              <text key={day.date} x={x} y={height - 4} textAnchor={anchor}>
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
