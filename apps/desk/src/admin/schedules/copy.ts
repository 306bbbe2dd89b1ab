/** What the copy of a schedule is made with. Pure. */
import type { Schedule } from '#contracts/schedules.ts'

/** A zone that somebody chose stays; else the copy follows its place as the first one does. */
export const copyOf = ({ rrule, startsAt, timeZone, followsZone, template, ifOpen }: Schedule) => ({
  rrule,
  startsAt,
  timeZone: followsZone ? null : timeZone,
  template,
  ifOpen,
})
