/** Future times in a time zone. Pure. */
import { localTimeIn, plusDays } from '#desk-kit/lib/days.ts'

const dayOf = (now: number, timeZone: string): string =>
  localTimeIn(new Date(now).toISOString(), timeZone).slice(0, 10)

/** The value of a datetime-local field in so many days. @param time HH:MM */
export const fieldAt = (days: number, time: string, timeZone: string, now: number): string =>
  `${plusDays(dayOf(now, timeZone), days)}T${time}`

/** Whether a day, e.g. 2026-11-26, is after today. */
export const isDayToCome = (day: string, timeZone: string, now: number): boolean => day > dayOf(now, timeZone)
