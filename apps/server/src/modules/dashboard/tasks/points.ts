/** A period divided into days, weeks from Monday, or months; the first and last are cut to the period. */
import type { Period } from '../period.ts'

export type PointLength = 'day' | 'week' | 'month'

export interface Points {
  readonly by: PointLength
  /** start times, ascending */
  readonly starts: readonly Date[]
  /** exclusive ends */
  readonly ends: readonly Date[]
}

const mostPoints = 366
const lengths = ['day', 'week', 'month'] as const

const begins: Readonly<Record<PointLength, (date: string) => boolean>> = {
  day: () => true,
  week: (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1,
  month: (date) => date.endsWith('-01'),
}

const startsOf = ({ days }: Period, by: PointLength): Date[] =>
  days.flatMap(({ date, start }, index) => (index === 0 || begins[by](date) ? [start] : []))

/** Without `by`, the shortest length with at most 366 points. */
export const pointsOf = (period: Period, by?: PointLength): Points => {
  const length = by ?? lengths.find((one) => startsOf(period, one).length <= mostPoints) ?? 'month'
  const starts = startsOf(period, length)
  return { by: length, starts, ends: [...starts.slice(1), period.end] }
}
