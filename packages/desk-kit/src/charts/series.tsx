/**
 * Counts over time as grouped bars, with an optional line for the state at the end of each step. Each bar links to
 * its rows.
 */
import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { ReactNode } from 'react'
import { plusDays } from '../lib/days.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { Chart, orNone, rowsCell, type ToRows } from './chart.tsx'
import { chartMessages } from './messages.ts'
import { useWidth } from './width.ts'

export interface SeriesPoint {
  /** YYYY-MM-DD in the time zone of the period */
  readonly date: string
  readonly bars: readonly number[]
  /** null: unknown */
  readonly line?: number | null
  /** further cells of the table row */
  readonly more?: readonly ReactNode[]
}

export interface SeriesBar {
  readonly name: string
  readonly look: 'bar' | 'bar done' | 'bar bad'
  /** rows from the first to the last day of a step */
  readonly rows?: (from: string, to: string) => ToRows
}

interface SeriesProps {
  readonly points: readonly SeriesPoint[]
  readonly name: string
  readonly label: string
  readonly source: string
  /** last day of the last step */
  readonly to: string
  readonly bars: readonly SeriesBar[]
  readonly line?: string
  readonly more?: readonly string[]
}

const height = 220
const bottom = 196
const left = 4

export const Series = ({ points, name, label, source, to, bars, line: lineName, more = [] }: SeriesProps) => {
  const charts = useMessages(chartMessages)
  const format = useFormat()
  const [ref, width] = useWidth<HTMLDivElement>()
  const barsTop = lineName ? 126 : 24
  const x = scaleBand(
    points.map(({ date }) => date),
    [left, Math.max(left + 8, width - 4)],
  ).paddingInner(0.3)
  const inner = scaleBand(
    bars.map((_, index) => String(index)),
    [0, x.bandwidth()],
  )
  const most = Math.max(1, ...points.flatMap(({ bars: values }) => values))
  const tall = scaleLinear([0, most], [0, bottom - barsTop])
  const highest = Math.max(1, ...points.map((point) => point.line ?? 0))
  const y = scaleLinear([0, highest], [98, 24])
  const middleOf = ({ date }: SeriesPoint): number => (x(date) ?? 0) + x.bandwidth() / 2
  const path = line<SeriesPoint>()
    .defined((point) => typeof point.line === 'number')
    .x(middleOf)
    .y((point) => y(point.line ?? 0))
  const labelled = [
    points[0],
    points.length > 2 ? points[points.length >> 1] : undefined,
    points.at(-1),
  ].filter((point, index, all): point is SeriesPoint => point !== undefined && all.indexOf(point) === index)
  const endOf = (index: number): string => {
    const next = points[index + 1]
    return next ? plusDays(next.date, -1) : to
  }
  const spanOf = (from: string, last: string): string =>
    from === last ? format.day(from) : `${format.shortDay(from)} – ${format.day(last)}`
  /** Marks are ordered by step, then by series, as the arrow keys move. */
  const marks = points.flatMap((point, index) =>
    bars.map((bar, place) => {
      const value = point.bars[place] ?? 0
      const end = endOf(index)
      const values = { when: spanOf(point.date, end), name: bar.name, count: format.number(value) }
      return {
        text:
          lineName && typeof point.line === 'number'
            ? charts.saidWithLine({ ...values, line: lineName, standing: format.number(point.line) })
            : charts.saidCount(values),
        rows: orNone(value, bar.rows?.(point.date, end)),
      }
    }),
  )
  return (
    <Chart
      label={label}
      marks={marks}
      caption={
        <>
          {name}. {source}
          <span className="legend">
            {bars.map((bar) => (
              <span key={bar.name}>
                <svg width="12" height="12" aria-hidden="true">
                  <rect width="12" height="12" className={bar.look} />
                </svg>{' '}
                {bar.name}
              </span>
            ))}
          </span>
        </>
      }
      table={{
        heads: [charts.from, ...bars.map((bar) => bar.name), ...(lineName ? [lineName] : []), ...more],
        rows: points.map((point, index) => ({
          key: point.date,
          cells: [
            spanOf(point.date, endOf(index)),
            ...bars.map((_, place) =>
              rowsCell(format.number(point.bars[place] ?? 0), marks[index * bars.length + place]?.rows),
            ),
            ...(lineName ? [typeof point.line === 'number' ? format.number(point.line) : '–'] : []),
            ...more.map((_, place) => point.more?.[place]),
          ],
        })),
      }}
    >
      {({ at, touch }) => (
        <div ref={ref}>
          {width > 0 ? (
            <svg aria-hidden="true" width={width} height={height}>
              {lineName ? (
                <>
                  <text x={left} y={14}>
                    {charts.mostOf({ name: lineName, count: format.number(highest) })}
                  </text>
                  <line x1={left} x2={width} y1={y(0)} y2={y(0)} className="rule" />
                  <path d={path(points as SeriesPoint[]) ?? ''} className="line" />
                  {points.map((point) =>
                    typeof point.line === 'number' && x.bandwidth() > 3 ? (
                      <circle
                        key={point.date}
                        cx={middleOf(point)}
                        cy={y(point.line)}
                        r={2}
                        className="point"
                      />
                    ) : null,
                  )}
                </>
              ) : null}
              <text x={left} y={barsTop - 6}>
                {charts.mostOf({
                  name: format.list(bars.map((one) => one.name)),
                  count: format.number(most),
                })}
              </text>
              {points.map((point, index) =>
                bars.map((bar, place) => {
                  const value = point.bars[place] ?? 0
                  const mark = index * bars.length + place
                  const from = (x(point.date) ?? 0) + (inner(String(place)) ?? 0)
                  const across = Math.max(1, inner.bandwidth())
                  return (
                    <g key={`${point.date} ${bar.name}`}>
                      <rect
                        x={from}
                        width={across}
                        y={bottom - tall(value)}
                        height={tall(value)}
                        className={at === mark ? `${bar.look} at` : bar.look}
                      />
                      <rect
                        data-mark
                        x={from}
                        width={across}
                        y={barsTop}
                        height={bottom - barsTop}
                        className="touch"
                        {...touch(mark)}
                      />
                    </g>
                  )
                }),
              )}
              <line x1={left} x2={width} y1={bottom} y2={bottom} className="rule" />
              {labelled.map((point, index) => (
                <text
                  key={point.date}
                  x={index === 0 ? left : index === labelled.length - 1 ? width : middleOf(point)}
                  y={height - 6}
                  textAnchor={index === 0 ? 'start' : index === labelled.length - 1 ? 'end' : 'middle'}
                >
                  {format.shortDay(point.date)}
                </text>
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
