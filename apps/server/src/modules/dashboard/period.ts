/** The days that a dashboard is about, in the tenant's time zone, with the period of the same length before. */
import { DateTime } from 'luxon'
import { invalid } from '#server/platform/errors.ts'

const usualDays = 30
const daysAtMost = 5 * 366

export interface Period {
  /** days, both included */
  readonly from: string
  readonly to: string
  readonly timeZone: string
  /** first instants of the days, ascending */
  readonly days: readonly { readonly date: string; readonly start: Date }[]
  readonly start: Date
  /** the first instant that is not in it any more */
  readonly end: Date
  /** first instant of the period before, which ends at `start` */
  readonly startBefore: Date
}

const day = (date: string, zone: string): DateTime => DateTime.fromISO(date, { zone }).startOf('day')

/** @throws ServiceError VALIDATION_ERROR where `from` is after `to`, or for more than five years */
export const readPeriod = (
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  timeZone: string,
  now: Date,
): Period => {
  const today = DateTime.fromJSDate(now, { zone: timeZone }).toISODate() ?? ''
  const to = query.to ?? (query.from && query.from > today ? query.from : today)
  const from =
    query.from ??
    day(to, timeZone)
      .minus({ days: usualDays - 1 })
      .toISODate() ??
    to
  if (from > to) throw invalid('query.from', 'must not be after `to`')
  const first = day(from, timeZone)
  const count =
    Math.round(
      DateTime.fromISO(to, { zone: 'utc' }).diff(DateTime.fromISO(from, { zone: 'utc' }), 'days').days,
    ) + 1
  if (count > daysAtMost) throw invalid('query.from', 'a period has at most five years')
  // Each day starts anew from its date: one of 23 or 25 hours must not move those after it.
  const days = Array.from({ length: count }, (_, index) => {
    const start = first.plus({ days: index }).startOf('day')
    return { date: start.toISODate() ?? '', start: start.toJSDate() }
  })
  return {
    from,
    to,
    timeZone,
    days,
    start: first.toJSDate(),
    end: first.plus({ days: count }).startOf('day').toJSDate(),
    startBefore: first.minus({ days: count }).startOf('day').toJSDate(),
  }
}
