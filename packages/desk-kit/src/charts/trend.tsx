/**
 * Mean rating per day, week or month with its interval, and the number of submissions below. A step without ratings
 * is a gap; one with fewer than five is a hollow point.
 */
import {
  trendHeight as height,
  stepOf,
  type TrendDay,
  type TrendNote,
  tooFew,
  trendShape,
} from '#ui/charts/trend.ts'
import { plusDays } from '../lib/days.ts'
import { type Format, useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { Chart, orNone, rowsCell, type ToRows } from './chart.tsx'
import { chartMessages } from './messages.ts'
import { useWidth } from './width.ts'

interface TrendProps {
  readonly days: readonly TrendDay[]
  readonly name: string
  readonly unit: string
  readonly source: string
  /** last day of the last step */
  readonly to: string
  /** rows from the first to the last day of a step */
  readonly rows?: (from: string, to: string) => ToRows
  readonly notes?: readonly TrendNote[]
}

/** `12 Nov 2026`, or `9 – 15 Nov 2026` for several days. */
const spanOf = ({ day, shortDay }: Format, from: string, to: string): string =>
  from === to ? day(from) : `${shortDay(from)} – ${day(to)}`

export const Trend = ({ days, name, unit, source, to, rows, notes = [] }: TrendProps) => {
  const charts = useMessages(chartMessages)
  const format = useFormat()
  const [ref, width] = useWidth<HTMLDivElement>()
  const rated = days.reduce((sum, day) => sum + (day.rated ?? day.count), 0)
  const shape = trendShape(days, width, notes)
  const { left, rules, bars, barsBottom, most, mostY, path, band, points, labels } = shape
  const endOf = (index: number): string => {
    const next = days[index + 1]
    return next ? plusDays(next.date, -1) : to
  }
  const notesOf = (index: number): string =>
    notes
      .filter(({ date }) => stepOf(days, date) === index)
      .map(({ text }) => charts.noted({ text }))
      .join(' ')
  const textOf = (day: TrendDay, index: number): string => {
    const { number, average } = format
    const n = day.rated ?? day.count
    const values = { when: spanOf(format, day.date, endOf(index)), n: number(n), count: day.count }
    if (day.average === null) return charts.saidNone(values)
    const mean = { ...values, average: average(day.average) }
    if (n < tooFew) return charts.saidFew(mean)
    return typeof day.low === 'number' && typeof day.high === 'number'
      ? charts.saidBetween({ ...mean, low: average(day.low), high: average(day.high) })
      : charts.saidMean(mean)
  }
  const marks = days.map((day, index) => ({
    text: `${textOf(day, index)} ${notesOf(index)}`.trim(),
    rows: orNone(day.count, rows?.(day.date, endOf(index))),
  }))
  const bounded = days.some(({ low }) => typeof low === 'number')
  const between = ({ low, high }: TrendDay): string =>
    typeof low === 'number' && typeof high === 'number'
      ? `${format.average(low)} – ${format.average(high)}`
      : '–'
  return (
    <Chart
      label={charts.trendLabel({ name, n: rated })}
      caption={
        <>
          {name}, {unit}. n = {format.number(rated)}. {charts.hollow} {bounded ? charts.band : ''} {source}
          {notes.length > 0 ? (
            <ol className="chart-notes">
              {notes.map(({ date, text }) => (
                <li key={`${date}${text}`}>{charts.noteOn({ day: format.day(date), text })}</li>
              ))}
            </ol>
          ) : null}
        </>
      }
      marks={marks}
      table={{
        heads: [
          charts.from,
          charts.average,
          ...(bounded ? [charts.between] : []),
          'n',
          charts.submissions,
          ...(notes.length > 0 ? [charts.note] : []),
        ],
        rows: days.map((day, index) => ({
          key: day.date,
          cells: [
            spanOf(format, day.date, endOf(index)),
            day.average === null ? '–' : format.average(day.average),
            ...(bounded ? [between(day)] : []),
            format.number(day.rated ?? day.count),
            rowsCell(format.number(day.count), marks[index]?.rows),
            ...(notes.length > 0 ? [notesOf(index)] : []),
          ],
        })),
      }}
    >
      {({ at, touch }) => (
        <div ref={ref}>
          {width > 0 ? (
            <svg aria-hidden="true" width={width} height={height}>
              {rules.map(({ value, y }) => (
                <g key={value}>
                  <line x1={left} x2={width} y1={y} y2={y} className="rule" />
                  <text x={0} y={y + 4}>
                    {value}
                  </text>
                </g>
              ))}
              <path d={band} className="band" />
              {bars.map(({ day, ...bar }) => (
                <rect key={day.date} {...bar} className="bar" />
              ))}
              <line x1={left} x2={width} y1={barsBottom} y2={barsBottom} className="rule" />
              <text x={left} y={mostY}>
                {charts.mostOfStep({ count: most })}
              </text>
              {shape.notes.map(({ note, x, number }) => (
                <g key={`${note.date}${note.text}`}>
                  <line x1={x} x2={x} y1={12} y2={barsBottom} className="note" />
                  <text x={x + 3} y={12} className="note-number">
                    {number}
                  </text>
                </g>
              ))}
              <path d={path} className="line" />
              {points.map(({ day, x, y, radius, few }) => (
                <circle key={day.date} cx={x} cy={y} r={radius} className={few ? 'point few' : 'point'} />
              ))}
              {labels.map(({ day, x, anchor }) => (
                <text key={day.date} x={x} y={height - 4} textAnchor={anchor}>
                  {format.shortDay(day.date)}
                </text>
              ))}
              {shape.columns.map((column, index) => (
                <g key={days[index]?.date}>
                  {at === index ? (
                    <line x1={column.middle} x2={column.middle} y1={8} y2={barsBottom} className="cursor" />
                  ) : null}
                  <rect
                    data-mark
                    x={column.x}
                    y={0}
                    width={column.width}
                    height={barsBottom}
                    className="touch"
                    {...touch(index)}
                  />
                </g>
              ))}
            </svg>
          ) : (
            <div style={{ height }} />
          )}
        </div>
      )}
    </Chart>
  )
}
