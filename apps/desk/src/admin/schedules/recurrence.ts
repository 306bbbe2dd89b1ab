/**
 * Converts between an RRULE (RFC 5545), the values of the controls, and text. Pure. A rule that the controls cannot
 * express is kept as it is.
 */

import type { Schedule } from '#contracts/schedules.ts'
import { type Weekday, weekdays } from '#contracts/service-hours.ts'
import type { Words } from '#i18n/texts.ts'
import type en from './messages/en.ts'

export const recurrenceKinds = ['ONCE', 'DAYS', 'WEEKS', 'MONTH_DAY', 'MONTH_WEEKDAY', 'RULE'] as const
export type RecurrenceKind = (typeof recurrenceKinds)[number]

/** The first to fifth weekday of a month, or the last. */
export const nths = ['1', '2', '3', '4', '5', '-1'] as const
export type Nth = (typeof nths)[number]

/** Values of all controls, so that they survive a change of kind. */
export interface Recurrence {
  readonly kind: RecurrenceKind
  /** interval in days, weeks or months */
  readonly every: number
  /** for WEEKS; empty: the weekday of the start */
  readonly days: readonly Weekday[]
  /** for MONTH_DAY: 1 to 31; -1: the last */
  readonly monthDay: number
  readonly nth: Nth
  readonly weekday: Weekday
  /** for RULE */
  readonly rule: string
}

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const codeOf = (day: Weekday): string => codes[weekdays.indexOf(day)] ?? ''
const dayOf = (code: string): Weekday | undefined => weekdays[(codes as readonly string[]).indexOf(code)]

export const onceRecurrence: Recurrence = {
  kind: 'ONCE',
  every: 1,
  days: [],
  monthDay: 1,
  nth: '1',
  weekday: 'MONDAY',
  rule: '',
}

/** Undefined where a part occurs twice. */
const partsOf = (rrule: string): ReadonlyMap<string, string> | undefined => {
  const parts = rrule.split(';').map((part): [string, string] => {
    const [name = '', value = ''] = part.split('=')
    return [name, value]
  })
  const named = new Map(parts)
  return named.size === parts.length ? named : undefined
}

const onlyHas = (parts: ReadonlyMap<string, string>, ...names: readonly string[]): boolean =>
  [...parts.keys()].every((name) => name === 'FREQ' || name === 'INTERVAL' || names.includes(name))

/** Without WKST weeks start on Monday, which matters for intervals of two weeks or more. */
const readSimple = (parts: ReadonlyMap<string, string>): Partial<Recurrence> | undefined => {
  const byDay = parts.get('BYDAY')
  const byMonthDay = parts.get('BYMONTHDAY')
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return onlyHas(parts) ? { kind: 'DAYS' } : undefined
    case 'WEEKLY': {
      if (!onlyHas(parts, 'BYDAY')) return undefined
      const days = byDay?.split(',').map(dayOf) ?? []
      const known = weekdays.filter((day) => days.includes(day))
      return known.length === days.length ? { kind: 'WEEKS', days: known } : undefined
    }
    case 'MONTHLY': {
      if (byMonthDay !== undefined && onlyHas(parts, 'BYMONTHDAY')) {
        const monthDay = Number(byMonthDay)
        return monthDay === -1 || (monthDay >= 1 && monthDay <= 31)
          ? { kind: 'MONTH_DAY', monthDay }
          : undefined
      }
      const [, number = '', code = ''] = /^([+-]?\d)([A-Z]{2})$/.exec(byDay ?? '') ?? []
      const nth = nths.find((one) => one === number.replace('+', ''))
      const weekday = dayOf(code)
      return nth && weekday && onlyHas(parts, 'BYDAY') ? { kind: 'MONTH_WEEKDAY', nth, weekday } : undefined
    }
    default:
      return undefined
  }
}

/** @param rrule as stored: upper case, without the prefix RRULE: */
export const parseRecurrence = (rrule: string | null): Recurrence => {
  if (rrule === null) return onceRecurrence
  const parts = partsOf(rrule)
  const simple = parts && readSimple(parts)
  const every = Number(parts?.get('INTERVAL') ?? 1)
  return simple && every >= 1
    ? { ...onceRecurrence, rule: rrule, ...simple, every }
    : { ...onceRecurrence, kind: 'RULE', rule: rrule }
}

/** Null: once. */
export const rruleOf = (recurrence: Recurrence): string | null => {
  const { kind, every, days, monthDay, nth, weekday } = recurrence
  const interval = every === 1 ? '' : `;INTERVAL=${every}`
  switch (kind) {
    case 'ONCE':
      return null
    case 'DAYS':
      return `FREQ=DAILY${interval}`
    case 'WEEKS':
      return `FREQ=WEEKLY${interval}${days.length > 0 ? `;BYDAY=${days.map(codeOf).join(',')}` : ''}`
    case 'MONTH_DAY':
      return `FREQ=MONTHLY${interval};BYMONTHDAY=${monthDay}`
    case 'MONTH_WEEKDAY':
      return `FREQ=MONTHLY${interval};BYDAY=${nth}${codeOf(weekday)}`
    case 'RULE':
      return recurrence.rule.trim()
  }
}

/** Weekday of a local time, e.g. 2026-11-23T07:00. */
export const weekdayOf = (startsAt: string): Weekday =>
  weekdays[(new Date(`${startsAt.slice(0, 10)}T12:00:00Z`).getUTCDay() + 6) % 7] ?? 'MONDAY'

export interface RecurrenceFormat {
  readonly t: Words<typeof en>
  readonly weekdays: Readonly<Record<Weekday, string>>
  list(parts: readonly string[]): string
  /** formats a local time */
  date(startsAt: string): string
  time(startsAt: string): string
}

const workdays = 'MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY'

/** E.g. "Every Monday and Thursday at 08:00". */
export const recurrenceText = (
  { rrule, startsAt }: Pick<Schedule, 'rrule' | 'startsAt'>,
  { t, weekdays: names, list, ...say }: RecurrenceFormat,
): string => {
  const recurrence = parseRecurrence(rrule)
  const { kind, every, monthDay, nth } = recurrence
  const time = say.time(startsAt)
  const weekday = names[recurrence.weekday]
  switch (kind) {
    case 'ONCE':
      return t.once({ date: say.date(startsAt), time })
    case 'DAYS':
      return t.everyDays({ every, time })
    case 'WEEKS': {
      const days = recurrence.days.length > 0 ? recurrence.days : [weekdayOf(startsAt)]
      if (every === 1 && days.length === weekdays.length) return t.everyDays({ every, time })
      if (days.join(' ') === workdays) return t.everyWorkdays({ every, time })
      return t.everyWeeks({ every, days: list(days.map((day) => names[day])), time })
    }
    case 'MONTH_DAY':
      return monthDay === -1
        ? t.everyMonthsLast({ every, time })
        : t.everyMonthsDay({ every, day: String(monthDay), time })
    case 'MONTH_WEEKDAY':
      return t.everyMonthsWeekday({ every, nth: t.nths[nth], weekday, time })
    case 'RULE':
      return t.byRule({ rule: rrule ?? '', time })
  }
}
