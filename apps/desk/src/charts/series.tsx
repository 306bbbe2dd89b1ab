/**
 * Counts over time as bars side by side, with a line of what stood at the end of each point above them where there is
 * one. The table below has every value, and leads nowhere that the chart does not.
 */
import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { ReactNode } from 'react'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { useWidth } from './width.ts'
import { chartWords } from './words.ts'

export interface SeriesPoint {
  /** YYYY-MM-DD on the clock of the period */
  readonly date: string
  readonly bars: readonly number[]
  /** null: not known yet */
  readonly line?: number | null
  /** further cells of its row */
  readonly more?: readonly ReactNode[]
}

interface SeriesProps {
  readonly points: readonly SeriesPoint[]
  readonly name: string
  readonly label: string
  readonly source: string
  readonly bars: readonly { readonly name: string; readonly look: 'bar' | 'bar done' | 'bar bad' }[]
  readonly line?: string
  readonly more?: readonly string[]
}

const height = 220
const bottom = 196
const left = 4

export const Series = ({ points, name, label, source, bars, line: lineName, more = [] }: SeriesProps) => {
  const charts = useWords(chartWords)
  const format = useFormat()
  const [ref, width] = useWidth<HTMLDivElement>()
  const barsTop = lineName ? 124 : 24
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
  const y = scaleLinear([0, highest], [104, 24])
  const middleOf = ({ date }: SeriesPoint): number => (x(date) ?? 0) + x.bandwidth() / 2
  const path = line<SeriesPoint>()
    .defined((point) => typeof point.line === 'number')
    .x(middleOf)
    .y((point) => y(point.line ?? 0))
  const marks = [points[0], points.length > 2 ? points[points.length >> 1] : undefined, points.at(-1)].filter(
    (point, index, all): point is SeriesPoint => point !== undefined && all.indexOf(point) === index,
  )
  return (
    <figure className="chart">
      <div ref={ref}>
        {width > 0 ? (
          <svg width={width} height={height} role="img" aria-label={label}>
            {lineName ? (
              <>
                <text x={left} y={14}>
                  {charts.mostOf({ name: lineName, count: format.number(highest) })}
                </text>
                <line x1={left} x2={width} y1={y(0)} y2={y(0)} className="rule" />
                <path d={path(points as SeriesPoint[]) ?? ''} className="line" />
                {points.map((point) =>
                  typeof point.line === 'number' && x.bandwidth() > 3 ? (
                    <circle key={point.date} cx={middleOf(point)} cy={y(point.line)} r={2} className="point">
                      <title>{`${format.day(point.date)}, ${lineName}: ${format.number(point.line)}`}</title>
                    </circle>
                  ) : null,
                )}
              </>
            ) : null}
            <text x={left} y={barsTop - 6}>
              {charts.mostOf({ name: format.list(bars.map((one) => one.name)), count: format.number(most) })}
            </text>
            {points.map((point) =>
              bars.map((bar, index) => {
                const value = point.bars[index] ?? 0
                return (
                  <rect
                    key={`${point.date} ${bar.name}`}
                    x={(x(point.date) ?? 0) + (inner(String(index)) ?? 0)}
                    width={Math.max(1, inner.bandwidth())}
                    y={bottom - tall(value)}
                    height={tall(value)}
                    className={bar.look}
                  >
                    <title>{`${format.day(point.date)}, ${bar.name}: ${format.number(value)}`}</title>
                  </rect>
                )
              }),
            )}
            <line x1={left} x2={width} y1={bottom} y2={bottom} className="rule" />
            {marks.map((point, index) => (
              <text
                key={point.date}
                x={index === 0 ? left : index === marks.length - 1 ? width : middleOf(point)}
                y={height - 6}
                textAnchor={index === 0 ? 'start' : index === marks.length - 1 ? 'end' : 'middle'}
              >
                {format.shortDay(point.date)}
              </text>
            ))}
          </svg>
        ) : (
          <div style={{ height }} />
        )}
      </div>
      <figcaption>
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
      </figcaption>
      <details>
        <summary>{charts.asTable}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{charts.from}</th>
              {[...bars.map((bar) => bar.name), ...(lineName ? [lineName] : []), ...more].map((head) => (
                <th scope="col" className="end" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.date}>
                <td data-label={charts.from}>{format.day(point.date)}</td>
                {bars.map((bar, index) => (
                  <td key={bar.name} data-label={bar.name} className="end">
                    {format.number(point.bars[index] ?? 0)}
                  </td>
                ))}
                {lineName ? (
                  <td data-label={lineName} className="end">
                    {typeof point.line === 'number' ? format.number(point.line) : '–'}
                  </td>
                ) : null}
                {more.map((head, index) => (
                  <td key={head} data-label={head} className="end">
                    {point.more?.[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
