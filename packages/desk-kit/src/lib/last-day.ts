/** Ends that are typed as days: the whole day counts. */
import { localTimeIn, plusDays, startOfDay } from './days.ts'

/** The instant at which a day is over. */
export const endOfDay = (dateOnly: string, timeZone: string): string =>
  startOfDay(plusDays(dateOnly, 1), timeZone)

/** The last day that contains a moment before this end; '' for none. */
export const lastDayOf = (end: string | null, timeZone: string): string =>
  end === null ? '' : localTimeIn(new Date(Date.parse(end) - 1).toISOString(), timeZone).slice(0, 10)

/** The day at whose end this is; undefined for an end within a day. */
export const wholeDayOf = (end: string, timeZone: string): string | undefined => {
  const day = lastDayOf(end, timeZone)
  return Date.parse(endOfDay(day, timeZone)) === Date.parse(end) ? day : undefined
}
