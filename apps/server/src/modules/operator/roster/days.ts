/** Days of the tenant: contracts and certificates hold to the end of their last one. */

const zoned = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

/** The day of a moment, e.g. 2026-11-20. */
export const dayAt = (at: Date, timeZone: string): string => zoned(at, timeZone).toPlainDate().toString()

const startOf = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime({ timeZone }).epochMilliseconds)

/** When a day begins that lies so many days after `day`. */
export const startOfDay = (day: string, timeZone: string, days = 0): Date =>
  startOf(Temporal.PlainDate.from(day).add({ days }), timeZone)

/** The day, so many days later. */
export const daysAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()
