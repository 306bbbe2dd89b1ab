/** Where everything of a trend stands: mean rating by day above, the number of ratings below. For the web and for print. */
import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'

export interface TrendDay {
  readonly date: string
  readonly count: number
  readonly average: number | null
}

/** Fewer ratings than these are too few to be believed. */
export const tooFew = 5

export const trendHeight = 200
const barsTop = 148
const barsBottom = 178
const left = 26

export interface TrendShape {
  readonly left: number
  /** lines of the ratings 1 to 5 */
  readonly rules: readonly { readonly value: number; readonly y: number }[]
  readonly bars: readonly {
    readonly day: TrendDay
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  readonly barsBottom: number
  /** of the bars: how many the highest stands for, and where that is said */
  readonly most: number
  readonly mostY: number
  /** SVG; a day without ratings is a gap */
  readonly path: string
  readonly points: readonly {
    readonly day: TrendDay
    readonly average: number
    readonly x: number
    readonly y: number
    readonly radius: number
    readonly few: boolean
  }[]
  /** the first, the middle and the last day */
  readonly labels: readonly {
    readonly day: TrendDay
    readonly x: number
    readonly anchor: 'start' | 'middle' | 'end'
  }[]
}

/** @param width of all of it; its height is `trendHeight` */
export const trendShape = (days: readonly TrendDay[], width: number): TrendShape => {
  const x = scalePoint(
    days.map(({ date }) => date),
    [left + 8, Math.max(left + 16, width - 12)],
  )
  const at = ({ date }: TrendDay): number => x(date) ?? 0
  const y = scaleLinear([1, 5], [132, 12])
  const most = Math.max(1, ...days.map(({ count }) => count))
  const bar = scaleLinear([0, most], [0, barsBottom - barsTop])
  const gap = days.length > 1 ? x.step() : width
  const path = line<TrendDay>()
    .defined(({ average }) => average !== null)
    .x(at)
    .y(({ average }) => y(average ?? 1))
  const labelled = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].filter(
    (day, index, all): day is TrendDay => day !== undefined && all.indexOf(day) === index,
  )
  return {
    left,
    rules: [1, 2, 3, 4, 5].map((value) => ({ value, y: y(value) })),
    bars: days.map((day) => ({
      day,
      x: at(day) - Math.max(1, gap * 0.35),
      y: barsBottom - bar(day.count),
      width: Math.max(2, gap * 0.7),
      height: bar(day.count),
    })),
    barsBottom,
    most,
    mostY: barsTop + 4,
    path: path([...days]) ?? '',
    points: days.flatMap((day) =>
      day.average === null
        ? []
        : [
            {
              day,
              average: day.average,
              x: at(day),
              y: y(day.average),
              radius: gap < 9 ? 2 : 3,
              few: day.count < tooFew,
            },
          ],
    ),
    labels: labelled.map((day, index) => ({
      day,
      x: at(day),
      anchor: index === 0 ? 'start' : index === labelled.length - 1 ? 'end' : 'middle',
    })),
  }
}
