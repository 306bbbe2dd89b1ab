/** The days of a dashboard in its time zone, and the days of equal number that they are compared with. */
import { DateTime, type DurationLike } from 'luxon'
import type { Comparison } from '#contracts/dashboard.ts'
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
  readonly compare: Comparison
  /** start of the other period: the previous one, or that of the year before */
  readonly startBefore: Date
  /** end of the compared part of it: `stopBefore`, or, while the period is running, after the same elapsed time */
  readonly endBefore: Date
  /** at most `start`; all three are `start` where the plan's history does not include the year before */
  readonly stopBefore: Date
}

interface RequestedDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** default PREVIOUS */
  readonly compare?: Comparison | undefined
}

/** As days since 1970. */
const daysOf = (query: RequestedDays, today: number): { from: number; to: number } => {
  const [from, to] = [query.from && dateNumber(query.from), query.to && dateNumber(query.to)]
  const last = typeof to === 'number' ? to : typeof from === 'number' && from > today ? from : today
  return { from: typeof from === 'number' ? from : last - usualDays + 1, to: last }
}

const dateBefore = (date: number, span: DurationLike): number =>
  dateNumber(DateTime.fromISO(isoDate(date), { zone: 'utc' }).minus(span).toISODate() ?? '')

/** The first day that the plan's history includes. */
const historyOf = (plan: Plan, today: number): number => {
  const span = planHistory[plan]
  return span === null ? -Infinity : dateBefore(today, span)
}

interface Stretch {
  /** days since 1970 */
  readonly first: number
  readonly count: number
}

/** Counts whole days that have passed, and the time since today began. @param before the first day of the other period */
const endBeforeOf = (clock: ZoneTime, { first, count }: Stretch, before: number, now: number): number => {
  const today = clock.dateAt(now)
  if (today < first) return clock.startOf(before)
  if (today >= first + count) return clock.startOf(before + count)
  const same = today - first + before
  const then = clock.startOf(same) + now - clock.startOf(today)
  return Math.min(then, clock.startOf(same + 1))
}

const year = 366
/** Shorter periods are compared by weekday: a week with a weekend more is no comparison. */
const byWeekdayBelow = 28

/** The first day of the other period. */
const firstBeforeOf = ({ first, count }: Stretch, compare: Comparison, history: number): number => {
  if (compare === 'PREVIOUS') return first - count
  const before = count < byWeekdayBelow ? first - 364 : dateBefore(first, { years: 1 })
  return before < history ? first : before
}

/**
 * @throws ServiceError VALIDATION_ERROR if `from` is after `to`, for more than five years, or for more than one to
 * compare with the year before
 */
export const readPeriod = (query: RequestedDays, timeZone: string, plan: Plan, now: Date): Period => {
  const clock = zoneTime(timeZone)
  const today = clock.dateAt(now.getTime())
  const { from, to } = daysOf(query, today)
  if (from > to) throw invalid('query.from', 'must not be after `to`')
  if (to - from + 1 > daysAtMost) throw invalid('query.from', 'a period has at most five years')
  const compare = query.compare ?? 'PREVIOUS'
  if (compare === 'YEAR_BEFORE' && to - from + 1 > year)
    throw invalid('query.compare', 'a period of more than a year has no year before')
  const history = historyOf(plan, today)
  const first = Math.min(Math.max(from, history), to + 1)
  const count = to + 1 - first
  const before = firstBeforeOf({ first, count }, compare, history)
  const startOf = (date: number): Date => new Date(clock.startOf(date))
  // A leap year is a day longer than the year before.
  const atMostStart = (at: number): Date => new Date(Math.min(at, clock.startOf(first)))
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
    compare,
    startBefore: startOf(before),
    endBefore: atMostStart(endBeforeOf(clock, { first, count }, before, now.getTime())),
    stopBefore: atMostStart(clock.startOf(before + count)),
  }
}

const dayIn = (at: number, timeZone: string): string => isoDate(zoneTime(timeZone).dateAt(at))

const comparedOf = ({ startBefore, endBefore, stopBefore, timeZone }: Period) =>
  startBefore < stopBefore
    ? {
        from: dayIn(startBefore.getTime(), timeZone),
        to: dayIn(Math.max(startBefore.getTime(), endBefore.getTime() - 1), timeZone),
      }
    : null

/** The period as presented beside figures. */
export const presentPeriod = (period: Period) => {
  const { from, to, timeZone, limitedBy, compare } = period
  return {
    from,
    to,
    timeZone,
    limitedBy,
    ...(compare === 'YEAR_BEFORE' ? { compared: comparedOf(period) } : {}),
  }
}
