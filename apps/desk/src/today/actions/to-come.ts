/** What is still to come on the clock of a zone. Pure. */
import { plusDays, wallIn } from '../../lib/days.ts'

const dayOf = (now: number, timeZone: string): string =>
  wallIn(new Date(now).toISOString(), timeZone).slice(0, 10)

/** So many days from now, as a date-time field holds it. @param time HH:MM */
export const fieldAt = (days: number, time: string, timeZone: string, now: number): string =>
  `${plusDays(dayOf(now, timeZone), days)}T${time}`

/** Whether a day, e.g. 2026-11-26, is after today. */
export const isDayToCome = (day: string, timeZone: string, now: number): boolean => day > dayOf(now, timeZone)
