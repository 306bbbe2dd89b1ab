/** Ends that are chosen as days: the whole day counts. */
import { localTimeIn, plusDays, startOfDay } from '#desk-kit/lib/days.ts'

/** The instant at which a day is over. */
export const endOf = (day: string, timeZone: string): string => startOfDay(plusDays(day, 1), timeZone)

/** The last day before an instant; '' for none. */
export const lastDayOf = (end: string | null, timeZone: string): string =>
  end === null ? '' : localTimeIn(new Date(Date.parse(end) - 1000).toISOString(), timeZone).slice(0, 10)
