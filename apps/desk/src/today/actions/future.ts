/** Future days in a time zone. Pure. */
import { localTimeIn } from '#desk-kit/lib/days.ts'

const dayOf = (now: number, timeZone: string): string =>
  localTimeIn(new Date(now).toISOString(), timeZone).slice(0, 10)

/** Whether a day, e.g. 2026-11-26, is after today. */
export const isDayToCome = (day: string, timeZone: string, now: number): boolean => day > dayOf(now, timeZone)
