/** Input for the copy of a schedule. Pure. */
import type { Schedule } from '#contracts/schedules.ts'

/** An explicit time zone is copied; otherwise the copy follows its place like the original. */
export const copyOf = ({ kind, rrule, startsAt, timeZone, followsZone, template, ifOpen }: Schedule) => ({
  kind,
  rrule,
  startsAt,
  timeZone: followsZone ? null : timeZone,
  template,
  ifOpen,
})
