/** Feedback by hour of the week, as count or mean rating, in the local time of each building. */
import type { HeatmapCell } from '#contracts/figures.ts'
import { heatHeight, heatShape } from '#ui/charts/heat.ts'
import { tooFew } from '#ui/charts/trend.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { useReader } from '../lib/reader.ts'
import { Chart, orNone, rowsCell, type ToRows } from './chart.tsx'
import { chartMessages } from './messages.ts'
import { useClock } from './week.ts'
import { useWidth } from './width.ts'

interface HeatMapProps {
  readonly cells: readonly HeatmapCell[]
  readonly by: 'count' | 'average'
  readonly rowsOf: (hour: HeatmapCell) => ToRows
  readonly source: string
}

export const HeatMap = ({ cells: fromMonday, by, rowsOf, source }: HeatMapProps) => {
  const charts = useMessages(chartMessages)
  const { number, average } = useFormat()
  const clock = useClock()
  const { firstDay } = useReader()
  const before = fromMonday.slice(0, (firstDay - 1) * 24)
  const cells = [...fromMonday.slice(before.length), ...before]
  const [ref, width] = useWidth<HTMLDivElement>()
  const { most, cells: places, hours, days } = heatShape(cells, width)
  const n = cells.reduce((sum, { count }) => sum + count, 0)
  const marks = cells.map((cell) => {
    const { weekday, hour, count, rated, average: mean } = cell
    const when = clock.hourOf(weekday, hour)
    const values = { when, count, n: number(rated) }
    return {
      text: mean === null ? charts.saidNone(values) : charts.saidMean({ ...values, average: average(mean) }),
      rows: orNone(count, rowsOf(cell)),
    }
  })
  const lookOf = ({ rated, average: mean }: HeatmapCell, share: number) => {
    if (by === 'count')
      return share === 0
        ? { className: 'hour-none' }
        : { className: 'hour', fillOpacity: 0.12 + 0.88 * share }
    if (mean === null) return { className: 'hour-none' }
    return rated < tooFew ? { className: 'hour-few' } : { fill: `var(--rating-${Math.round(mean)})` }
  }
  return (
    <Chart
      label={charts.heatLabel({ n: number(n) })}
      caption={`${by === 'count' ? charts.heatCount({ most: number(most) }) : charts.heatAverage} n = ${number(n)}. ${charts.ownClock} ${source}`}
      marks={marks}
      columns={24}
      table={{
        heads: [charts.hour, charts.average, 'n', charts.submissions],
        rows: cells.flatMap((cell, index) =>
          cell.count === 0
            ? []
            : [
                {
                  key: `${cell.weekday} ${cell.hour}`,
                  cells: [
                    clock.hourOf(cell.weekday, cell.hour),
                    cell.average === null ? '–' : average(cell.average),
                    number(cell.rated),
                    rowsCell(number(cell.count), marks[index]?.rows),
                  ],
                },
              ],
        ),
      }}
    >
      {({ at, touch }) => (
        <div ref={ref}>
          {width > 0 ? (
            <svg aria-hidden="true" width={width} height={heatHeight}>
              {hours.map(({ hour, x }) => (
                <text key={hour} x={x} y={12}>
                  {hour}
                </text>
              ))}
              {days.map(({ weekday, y }) => (
                <text key={weekday} x={0} y={y + 3}>
                  {clock.shortDay(weekday + firstDay - 1)}
                </text>
              ))}
              {places.map(({ cell, share, ...place }, index) => (
                <rect
                  key={`${cell.weekday} ${cell.hour}`}
                  data-mark
                  {...place}
                  {...lookOf(cell, share)}
                  {...touch(index)}
                />
              ))}
              {places.flatMap(({ cell, share: _, ...place }, index) =>
                index === at ? (
                  <rect key={cell.hour} {...place} className="at" fill="none" pointerEvents="none" />
                ) : (
                  []
                ),
              )}
            </svg>
          ) : (
            <div style={{ height: heatHeight }} />
          )}
        </div>
      )}
    </Chart>
  )
}
