/** An independent calculation of recurrences: minute by minute in real time, reading the local time of each minute. */
import { timesAfter } from '../recurrence.ts'

const minute = 60_000
/** Minutes since 1970 in local time, as if it were UTC. */
const wall = (at: number, zone: string): number => {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return (at + offsetNanoseconds / 1e6) / minute
}

const quarter = 15

/**
 * All local times that are a multiple of `step` minutes plus `offset`, by walking through real time in quarters of an
 * hour: the first real time that shows it, and for a skipped one the real time that is as far after the jump as the
 * local time is after the start of the gap.
 */
export const walkLocalTimes = (
  zone: string,
  from: number,
  to: number,
  step: number,
  offset: number,
): number[] => {
  const times = new Set<number>()
  let before = wall(from - quarter * minute, zone)
  let highest = before
  for (let at = from; at <= to; at += quarter * minute) {
    const shown = wall(at, zone)
    // Local times after the last one up to this one; more than a quarter of an hour if the clock jumped forward.
    for (let one = Math.max(before, highest) + 1; one <= shown; one++)
      if ((((one - offset) % step) + step) % step === 0) {
        const jumped = shown - before > quarter && one < shown
        // As if the clock had not changed.
        times.add(jumped ? at - quarter * minute + (one - before) * minute : at - (shown - one) * minute)
      }
    highest = Math.max(highest, shown)
    before = shown
  }
  return [...times].filter((time) => time >= from && time <= to).sort((one, other) => one - other)
}

/**
 * Daily at 02:30 and every quarter of an hour, over years from 2026, in each zone.
 * @returns the number of local times, and those for which the two calculations differ
 */
export const differences = (
  zones: readonly string[],
  years: number,
): { compared: number; wrong: string[] } => {
  const wrong: string[] = []
  let compared = 0
  for (const zone of zones)
    for (const [rrule, step, offset, startsAt] of [
      ['FREQ=DAILY', 1440, 150, '2025-12-01T02:30'],
      ['FREQ=MINUTELY;INTERVAL=15', 15, 0, '2025-12-01T00:00'],
    ] as const) {
      const from = Date.UTC(2026, 0, 2)
      const to = Date.UTC(2026 + years, 0, 2)
      const counted = walkLocalTimes(zone, from, to, step, offset)
      const told = timesAfter(
        { rrule, startsAt, timeZone: zone },
        new Date(from - 1),
        Number.POSITIVE_INFINITY,
        new Date(to),
      ).map((time) => time.getTime())
      compared += counted.length
      const [some, others] = [new Set(counted), new Set(told)]
      if (told.length !== others.size) wrong.push(`${zone} ${rrule}: doubled`)
      for (const time of counted)
        if (!others.has(time)) wrong.push(`${zone} ${rrule}: missing ${new Date(time).toISOString()}`)
      for (const time of told)
        if (!some.has(time)) wrong.push(`${zone} ${rrule}: too many ${new Date(time).toISOString()}`)
    }
  return { compared, wrong }
}
