/** Issues by frequency: share as a bar, 95 % interval as a line. */
import type { IssueFigure } from '#contracts/figures.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { Chart, orNone, rowsCell, type ToRows } from './chart.tsx'
import { chartMessages } from './messages.ts'

interface ParetoProps {
  readonly issues: readonly IssueFigure[]
  /** submissions that name any issue, the n of the shares; undefined where unknown */
  readonly named?: number
  readonly rowsOf: (issue: string) => ToRows
  readonly source: string
}

export const Pareto = ({ issues, named, rowsOf, source }: ParetoProps) => {
  const charts = useMessages(chartMessages)
  const { number, percent, change } = useFormat()
  const longest = Math.max(0.01, ...issues.map(({ high }) => high ?? 0))
  const part = (value: number | null): string => `${((value ?? 0) / longest) * 100}%`
  const of = (value: number | null): string => (value === null ? '–' : percent(value))
  const changed = (one: IssueFigure): string =>
    one.change === null ? charts.newIssue : charts.changed({ change: change(one.change) })
  const marks = issues.map((one) => ({
    text: charts.saidIssue({
      issue: one.name,
      count: one.count,
      share: of(one.share),
      low: of(one.low),
      high: of(one.high),
      change: changed(one),
    }),
    rows: orNone(one.count, rowsOf(one.code)),
  }))
  const n = named === undefined ? '' : charts.named({ n: number(named) })
  return (
    <Chart
      label={charts.paretoLabel({ count: issues.length })}
      caption={`${charts.pareto} ${n} ${source}`}
      marks={marks}
      table={{
        heads: [charts.issue, charts.submissions, charts.share, charts.between, charts.change],
        rows: issues.map((one, index) => ({
          key: one.code,
          cells: [
            one.name,
            rowsCell(number(one.count), marks[index]?.rows),
            of(one.share),
            `${of(one.low)} – ${of(one.high)}`,
            one.change === null ? charts.newIssue : change(one.change),
          ],
        })),
      }}
    >
      {({ at, touch }) =>
        issues.map((one, index) => (
          <div
            key={one.code}
            data-mark
            className={`chart-row ${at === index ? 'at-row' : ''}`}
            {...touch(index)}
          >
            <span className="name">{one.name}</span>
            <svg aria-hidden="true" width="100%" height="16">
              <rect width={part(one.share)} y="2" height="12" className="bar" />
              <line x1={part(one.low)} x2={part(one.high)} y1="8" y2="8" className="cursor" />
            </svg>
            <span className="number">
              {number(one.count)} <small>{of(one.share)}</small>
            </span>
          </div>
        ))
      }
    </Chart>
  )
}
