/** When a person's digest leaves. Pure. */
import { crc32 } from 'node:zlib'
import type { QuietHours } from '#contracts/preferences.ts'
import { quietUntil } from '../quiet-hours.ts'

export interface Morning {
  /** whose */
  readonly id: string
  /** full hour on their clock */
  readonly hour: number
  readonly timeZone: string
  readonly quietHours: QuietHours | null
}

/** All of one hour would meet in one second; a person's own second is always the same. */
const spreadSeconds = 300
const latestMs = 3 * 3600_000

/** The day on a clock of that zone. */
export const dayAt = (at: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

/** An hour that the night leaves out is the one after it, one that comes twice the first; quiet hours end first. */
export const leavesOn = (day: Temporal.PlainDate, { id, hour, timeZone, quietHours }: Morning): Date => {
  const onClock = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
  const time = new Date(onClock.epochMilliseconds + (crc32(id) % spreadSeconds) * 1000)
  return (quietHours && quietUntil(quietHours, timeZone, time)) ?? time
}

/** Until when it is still worth sending; what is later than that waits for the next morning. */
export const untilOf = (leaves: Date): Date => new Date(leaves.getTime() + latestMs)

/** @returns today on their clock, and until when its digest may leave; undefined where it is not the time for it */
export const dueToday = (
  morning: Morning,
  now: Date,
): { readonly day: Temporal.PlainDate; readonly until: Date } | undefined => {
  const day = dayAt(now, morning.timeZone)
  const leaves = leavesOn(day, morning)
  return leaves <= now && now < untilOf(leaves) ? { day, until: untilOf(leaves) } : undefined
}

/** @param sentOn the day of the last one */
export const nextDigest = (morning: Morning, now: Date, sentOn: Temporal.PlainDate | undefined): Date => {
  const today = dayAt(now, morning.timeZone)
  // A zone further west may still have the day of the last one before it.
  for (let day = today; ; day = day.add({ days: 1 })) {
    const leaves = leavesOn(day, morning)
    if (leaves > now && !(sentOn && Temporal.PlainDate.compare(day, sentOn) <= 0)) return leaves
  }
}
