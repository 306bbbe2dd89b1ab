/** The days of a dashboard in its time zone, and the period of equal length before. */
import { DateTime } from 'luxon'
import { planHistory } from '#contracts/kit/plan-limits.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { invalid } from '#server/platform/errors.ts'
import { dateNumber, isoDate, type ZoneTime, zoneTime } from '#server/platform/zone-time.ts'

const usualDays = 30
const daysAtMost = 5 * 366

export interface Period {
  /** ISO dates, both included */
  readonly from: string
  readonly to: string
  readonly timeZone: string
  /** the plan's history starts later than requested */
  readonly limitedBy: 'PLAN_HISTORY' | null
  /** start of each day, ascending; empty if the whole request lies before the plan's history */
  readonly days: readonly { readonly date: string; readonly start: Date }[]
  readonly start: Date
  /** exclusive end */
  readonly end: Date
  /** start of the period before, which ends at `start` */
  readonly startBefore: Date
  /**
   * end of the compared part of the period before: `start`, or, while the period is running, after the same elapsed
   * time
   */
  readonly endBefore: Date
}

interface RequestedDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** As days since 1970. */
const daysOf = (query: RequestedDays, today: number): { from: number; to: number } => {
  const [from, to] = [query.from && dateNumber(query.from), query.to && dateNumber(query.to)]
  const last = typeof to === 'number' ? to : typeof from === 'number' && from > today ? from : today
  return { from: typeof from === 'number' ? from : last - usualDays + 1, to: last }
}

/** The first day that the plan's history includes. */
const historyOf = (plan: Plan, today: number): number => {
  const span = planHistory[plan]
  if (span === null) return -Infinity
  return dateNumber(DateTime.fromISO(isoDate(today), { zone: 'utc' }).minus(span).toISODate() ?? '')
}

interface Stretch {
  /** days since 1970 */
  readonly first: number
  readonly count: number
}

/** Counts whole days that have passed, and the time since today began. */
const endBeforeOf = (clock: ZoneTime, { first, count }: Stretch, now: number): number => {
  const today = clock.dateAt(now)
  if (today < first) return clock.startOf(first - count)
  if (today >= first + count) return clock.startOf(first)
  const then = clock.startOf(today - count) + now - clock.startOf(today)
  return Math.min(then, clock.startOf(today - count + 1))
}

/** @throws ServiceError VALIDATION_ERROR if `from` is after `to`, or for more than five years */
export const readPeriod = (query: RequestedDays, timeZone: string, plan: Plan, now: Date): Period => {
  const clock = zoneTime(timeZone)
  const today = clock.dateAt(now.getTime())
  const { from, to } = daysOf(query, today)
  if (from > to) throw invalid('query.from', 'must not be after `to`')
  if (to - from + 1 > daysAtMost) throw invalid('query.from', 'a period has at most five years')
  const history = historyOf(plan, today)
  const first = Math.min(Math.max(from, history), to + 1)
  const count = to + 1 - first
  const startOf = (date: number): Date => new Date(clock.startOf(date))
  return {
    from: isoDate(first > to ? from : first),
    to: isoDate(to),
    timeZone,
    limitedBy: from < history ? 'PLAN_HISTORY' : null,
    days: Array.from({ length: count }, (_, index) => ({
      date: isoDate(first + index),
      start: startOf(first + index),
    })),
    start: startOf(first),
    end: startOf(to + 1),
    startBefore: startOf(first - count),
    endBefore: new Date(endBeforeOf(clock, { first, count }, now.getTime())),
  }
}

/** The period as presented beside figures. */
export const presentPeriod = ({ from, to, timeZone, limitedBy }: Period) => ({
  from,
  to,
  timeZone,
  limitedBy,
})
