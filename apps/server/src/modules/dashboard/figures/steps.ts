/** The steps of a series, on the wall clock of the period. */
import type { TrendStep } from '#contracts/figures.ts'
import { invalid } from '#server/platform/errors.ts'
import { dateNumber, zoneTime } from '#server/platform/zone-time.ts'
import type { Period } from '../period.ts'

const hour = 3600_000
const mostSteps = 800

/** Each full hour of the wall clock, and each time at which clocks change. */
const hoursOf = ({ timeZone, start, end }: Period): number[] => {
  const clock = zoneTime(timeZone)
  const starts: number[] = []
  for (let at = start.getTime(); at < end.getTime() && starts.length <= mostSteps; ) {
    starts.push(at)
    const { offset, to } = clock.offsetSpanAt(at)
    at = Math.min(to, (Math.floor((at + offset) / hour) + 1) * hour - offset)
  }
  return starts
}

// 1970-01-01 was a Thursday.
const isMonday = (date: string): boolean => (dateNumber(date) + 3) % 7 === 0

const daysOf = ({ days }: Period, begins: (date: string) => boolean): number[] =>
  days.flatMap(({ date, start }, index) => (index === 0 || begins(date) ? [start.getTime()] : []))

const startsOf = (period: Period, by: TrendStep): number[] => {
  switch (by) {
    case 'hour':
      return hoursOf(period)
    case 'day':
      return daysOf(period, () => true)
    case 'week':
      return daysOf(period, isMonday)
    case 'month':
      return daysOf(period, (date) => date.endsWith('-01'))
    default:
      return by satisfies never
  }
}

/** Start times of the steps, ascending. @throws ServiceError VALIDATION_ERROR for more than 800 */
export const stepsOf = (period: Period, by: TrendStep): number[] => {
  const starts = startsOf(period, by)
  if (starts.length > mostSteps)
    throw invalid('query.by', `a series has at most ${mostSteps} steps; ask for longer ones`)
  return starts
}
