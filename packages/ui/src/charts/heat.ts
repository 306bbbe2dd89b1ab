/** Shape of a heatmap of the week: a row for each weekday from Monday, a column for each hour. */
import { scaleLinear } from 'd3-scale'

const left = 34
const top = 18
const rowHeight = 22
export const heatHeight = top + 7 * rowHeight

export interface HeatShape<C> {
  readonly cells: readonly {
    readonly cell: C
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    /** relative to the fullest hour, 0 to 1 */
    readonly share: number
  }[]
  /** labelled hours, every third or sixth */
  readonly hours: readonly { readonly hour: number; readonly x: number }[]
  /** weekdays 1 to 7 and the middle of their row */
  readonly days: readonly { readonly weekday: number; readonly y: number }[]
  readonly most: number
}

/** @param cells all 168 hours of the week, from Monday 00 */
export const heatShape = <C extends { readonly count: number }>(
  cells: readonly C[],
  width: number,
): HeatShape<C> => {
  const x = scaleLinear([0, 24], [left, Math.max(left + 24, width)])
  const each = x(1) - x(0)
  const gap = each > 14 ? 2 : 1
  const most = Math.max(0, ...cells.map(({ count }) => count))
  return {
    most,
    cells: cells.map((cell, index) => ({
      cell,
      x: x(index % 24),
      y: top + Math.floor(index / 24) * rowHeight,
      width: each - gap,
      height: rowHeight - 2,
      share: most === 0 ? 0 : cell.count / most,
    })),
    hours: (each > 20 ? [0, 3, 6, 9, 12, 15, 18, 21] : [0, 6, 12, 18]).map((hour) => ({ hour, x: x(hour) })),
    days: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      y: top + (weekday - 0.5) * rowHeight,
    })),
  }
}
