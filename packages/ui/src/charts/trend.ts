/** Shape of a trend: the mean rating of each step above, the number of submissions below. For web and print. */
import { scaleLinear, scalePoint } from 'd3-scale'
import { area, line } from 'd3-shape'

export interface TrendDay {
  /** first day of the step */
  readonly date: string
  readonly count: number
  /** submissions with a rating; default: `count` */
  readonly rated?: number
  readonly average: number | null
  /** bounds of the average */
  readonly low?: number | null
  readonly high?: number | null
}

/** A remark on a day. */
export interface TrendNote {
  readonly date: string
  readonly text: string
}

/** Fewer ratings than this are not reliable. */
export const tooFew = 5

export const trendHeight = 200
const barsTop = 156
const barsBottom = 178
const left = 26

export interface TrendShape {
  readonly left: number
  /** grid lines of the ratings 1 to 5 */
  readonly rules: readonly { readonly value: number; readonly y: number }[]
  readonly bars: readonly {
    readonly day: TrendDay
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  readonly barsBottom: number
  /** of the bars: the largest number, and where its label stands */
  readonly most: number
  readonly mostY: number
  /** SVG path; interrupted on days without ratings, and without the last day if it has too few */
  readonly path: string
  /** SVG path of the confidence band, where known */
  readonly band: string
  readonly points: readonly {
    readonly day: TrendDay
    readonly average: number
    readonly x: number
    readonly y: number
    readonly radius: number
    readonly few: boolean
  }[]
  /** first, middle and last day */
  readonly labels: readonly {
    readonly day: TrendDay
    readonly x: number
    readonly anchor: 'start' | 'middle' | 'end'
  }[]
  /** notes by the step of their day; `number` is the footnote number */
  readonly notes: readonly { readonly note: TrendNote; readonly x: number; readonly number: number }[]
  /** hit area of each step, from edge to edge */
  readonly columns: readonly { readonly x: number; readonly middle: number; readonly width: number }[]
}

/** Index of the step that contains a day; -1 before the first. */
export const stepOf = (days: readonly Pick<TrendDay, 'date'>[], date: string): number =>
  days.findLastIndex((day) => day.date <= date)

/** @param width total width; the height is `trendHeight` */
export const trendShape = (
  days: readonly TrendDay[],
  width: number,
  noted: readonly TrendNote[] = [],
): TrendShape => {
  const x = scalePoint(
    days.map(({ date }) => date),
    [left + 8, Math.max(left + 16, width - 12)],
  )
  const at = ({ date }: Pick<TrendDay, 'date'>): number => x(date) ?? 0
  const y = scaleLinear([1, 5], [132, 12])
  const most = Math.max(1, ...days.map(({ count }) => count))
  const bar = scaleLinear([0, most], [0, barsBottom - barsTop])
  const gap = days.length > 1 ? x.step() : width
  const path = line<TrendDay>()
    // The few ratings of a day that is not over would distort the end of the line.
    .defined((day) => day.average !== null && !(day === days.at(-1) && day.count < tooFew))
    .x(at)
    .y(({ average }) => y(average ?? 1))
  const band = area<TrendDay>()
    .defined(({ low, high }) => typeof low === 'number' && typeof high === 'number')
    .x(at)
    .y0(({ low }) => y(low ?? 1))
    .y1(({ high }) => y(high ?? 1))
  const labelled = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].filter(
    (day, index, all): day is TrendDay => day !== undefined && all.indexOf(day) === index,
  )
  return {
    left,
    rules: [1, 2, 3, 4, 5].map((value) => ({ value, y: y(value) })),
    bars: days.map((day) => ({
      day,
      x: at(day) - Math.max(1, Math.min(24, gap * 0.35)),
      y: barsBottom - bar(day.count),
      width: Math.max(2, Math.min(48, gap * 0.7)),
      height: bar(day.count),
    })),
    barsBottom,
    most,
    mostY: barsTop - 5,
    path: path([...days]) ?? '',
    band: band([...days]) ?? '',
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
              few: (day.rated ?? day.count) < tooFew,
            },
          ],
    ),
    labels: labelled.map((day, index) => ({
      day,
      x: at(day),
      anchor: index === 0 ? 'start' : index === labelled.length - 1 ? 'end' : 'middle',
    })),
    notes: noted.flatMap((note, index) => {
      const day = days[stepOf(days, note.date)]
      return day ? [{ note, x: at(day), number: index + 1 }] : []
    }),
    columns: days.map((day) => ({ x: at(day) - gap / 2, middle: at(day), width: gap })),
  }
}
