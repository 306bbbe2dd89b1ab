/** Form values of a policy's calendar. */

import { type HoursText, hoursText, readHours, usualHours, weekdays } from '#contracts/service-hours.ts'
import type { SlaCalendar, Weekly } from '#contracts/sla/policies.ts'

export interface CalendarDraft {
  readonly ownHours: boolean
  readonly 'calendar.weekly': HoursText
  readonly ownHolidays: boolean
  /** one date a line */
  readonly 'calendar.holidays': string
}

export const calendarDraft = (calendar: SlaCalendar | null | undefined): CalendarDraft => {
  const { weekly, holidays } = calendar ?? {}
  return {
    ownHours: weekly !== undefined,
    'calendar.weekly': weekly
      ? hoursText(
          Object.fromEntries(
            weekdays.map((day, index) => [
              day,
              (weekly[String(index + 1) as keyof Weekly] ?? []).map(([from = '', to = '']) => ({ from, to })),
            ]),
          ) as Parameters<typeof hoursText>[0],
        )
      : usualHours,
    ownHolidays: holidays !== undefined,
    'calendar.holidays': (holidays ?? []).join('\n'),
  }
}

/** Undefined where a line is no valid date or occurs twice. */
export const readDates = (typed: string): string[] | undefined => {
  const dates = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const isDate = (text: string): boolean => {
    const at = new Date(`${text}T12:00:00Z`)
    return (
      /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
    )
  }
  return dates.every(isDate) && new Set(dates).size === dates.length ? dates : undefined
}

/** Whether the hours can be parsed and are open at some time. */
export const opens = (hours: HoursText): boolean => {
  const read = readHours(hours)
  return 'hours' in read && weekdays.some((day) => read.hours[day].length > 0)
}

export const calendarFrom = (draft: CalendarDraft): SlaCalendar | null => {
  const read = readHours(draft['calendar.weekly'])
  const weekly =
    draft.ownHours && 'hours' in read
      ? Object.fromEntries(
          weekdays.flatMap((day, index) =>
            read.hours[day].length > 0
              ? [[String(index + 1), read.hours[day].map(({ from, to }) => [from, to])]]
              : [],
          ),
        )
      : undefined
  const holidays = draft.ownHolidays ? readDates(draft['calendar.holidays']) : undefined
  if (!weekly && !holidays) return null
  return { ...(weekly ? { weekly } : {}), ...(holidays ? { holidays } : {}) }
}
