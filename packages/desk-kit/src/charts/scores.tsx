/** Scores on the scale from 1 to 5, as points with their intervals. */
import type { ReactNode } from 'react'
import { tooFew } from '#ui/charts/trend.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { Chart, orNone, rowsCell, type ToRows } from './chart.tsx'
import { chartMessages } from './messages.ts'

export interface Scored {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly rated: number
  readonly average: number | null
  readonly score: number | null
  readonly low: number | null
  readonly high: number | null
}

const part = (value: number | null): string => `${(((value ?? 1) - 1) / 4) * 100}%`

/** Interval and point only, for a table cell. */
export const ScoreLine = ({ score, low, high, rated }: Omit<Scored, 'id' | 'name' | 'count' | 'average'>) =>
  score === null ? null : (
    <svg width="100%" height="16" aria-hidden="true" className="score-line">
      <line x1="0" x2="100%" y1="8" y2="8" className="rule" />
      <line x1={part(low)} x2={part(high)} y1="8" y2="8" className="range" />
      <circle cx={part(score)} cy="8" r="4" className={rated < tooFew ? 'dot few' : 'dot'} />
    </svg>
  )

interface ScoresProps<S extends Scored> {
  readonly all: readonly S[]
  readonly name: string
  /** heading of the name column, e.g. Building */
  readonly head: string
  readonly source: string
  readonly rows: (one: S) => ToRows
  /** renders the name in the table as a link */
  readonly nameOf?: (one: S) => ReactNode
  /** further columns of the table */
  readonly more?: readonly { readonly head: string; readonly cell: (one: S) => string }[]
}

export const Scores = <S extends Scored>({
  all,
  name,
  head,
  source,
  rows,
  nameOf,
  more = [],
}: ScoresProps<S>) => {
  const charts = useMessages(chartMessages)
  const { number, average } = useFormat()
  const of = (value: number | null): string => (value === null ? '–' : average(value))
  const marks = all.map((one) => ({
    text: (one.rated < tooFew ? charts.saidScoreFew : charts.saidScore)({
      name: one.name,
      score: of(one.score),
      low: of(one.low),
      high: of(one.high),
      n: number(one.rated),
      count: one.count,
    }),
    rows: orNone(one.count, rows(one)),
  }))
  return (
    <Chart
      label={charts.scoresLabel({ name, count: all.length })}
      caption={`${name}. ${charts.scores} ${source}`}
      marks={marks}
      table={{
        heads: [
          head,
          charts.score,
          charts.between,
          charts.average,
          'n',
          charts.submissions,
          ...more.map((column) => column.head),
        ],
        rows: all.map((one, index) => ({
          key: one.id,
          cells: [
            nameOf?.(one) ?? one.name,
            of(one.score),
            `${of(one.low)} – ${of(one.high)}`,
            of(one.average),
            number(one.rated),
            rowsCell(number(one.count), marks[index]?.rows),
            ...more.map(({ cell }) => cell(one)),
          ],
        })),
      }}
    >
      {({ at, touch }) =>
        all.map((one, index) => (
          <div
            key={one.id}
            data-mark
            className={`chart-row ${at === index ? 'at-row' : ''}`}
            {...touch(index)}
          >
            <span className="name">{one.name}</span>
            <ScoreLine {...one} />
            <span className="number">
              {of(one.score)} <small>n = {number(one.rated)}</small>
            </span>
          </div>
        ))
      }
    </Chart>
  )
}
