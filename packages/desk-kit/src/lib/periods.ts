/** Calendar periods by the organisation's day and the reader's week. Whole ones, also while they are running. */
import { plusDays, weekOf } from './days.ts'

export const calendarPeriods = [
  'THIS_WEEK',
  'LAST_WEEK',
  'THIS_MONTH',
  'LAST_MONTH',
  'THIS_QUARTER',
  'LAST_QUARTER',
  'THIS_YEAR',
  'LAST_YEAR',
] as const
export type CalendarPeriod = (typeof calendarPeriods)[number]

interface Span {
  readonly from: string
  /** included */
  readonly to: string
}

/** Of so many months. @param back 0: that with the day; 1: the one before */
const monthsAround = (day: string, length: 1 | 3 | 12, back: 0 | 1): Span => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = Math.floor((month - 1) / length) * length - back * length
  const iso = (date: number): string => new Date(date).toISOString().slice(0, 10)
  return { from: iso(Date.UTC(year, first, 1)), to: iso(Date.UTC(year, first + length, 0)) }
}

const months = { WEEK: 0, MONTH: 1, QUARTER: 3, YEAR: 12 } as const

/** @param firstDay of the week, 1 is Monday */
export const calendarPeriod = (name: CalendarPeriod, today: string, firstDay: number): Span => {
  const [which, unit] = name.split('_') as ['THIS' | 'LAST', keyof typeof months]
  const back = which === 'LAST' ? 1 : 0
  const length = months[unit]
  if (length !== 0) return monthsAround(today, length, back)
  const from = plusDays(weekOf(today, firstDay), -7 * back)
  return { from, to: plusDays(from, 6) }
}

const dayMs = 86_400_000

/** Whether a period has a year before: it is at most a year. Without dates it is the usual period. */
export const hasYearBefore = (from: string | undefined, to: string | undefined, today: string): boolean =>
  from === undefined || (Date.parse(to ?? today) - Date.parse(from)) / dayMs < 366
