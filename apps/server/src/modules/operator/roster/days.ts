/** Days in the tenant's time zone: contracts and certifications are valid to the end of their last day. */

const zoned = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

/** The local day, for example 2026-11-20. */
export const dayAt = (at: Date, timeZone: string): string => zoned(at, timeZone).toPlainDate().toString()

const startOf = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime({ timeZone }).epochMilliseconds)

/** When the day starts that is this many days after `day`. */
export const startOfDay = (day: string, timeZone: string, days = 0): Date =>
  startOf(Temporal.PlainDate.from(day).add({ days }), timeZone)

/** The day this many days later. */
export const daysAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()
