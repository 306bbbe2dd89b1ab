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

/**
 * Of yesterday too, whose digest leaves today where quiet hours over midnight held it.
 * @returns the day on their clock whose digest may leave now, and until when; undefined where it is not the time for one
 */
export const dueToday = (
  morning: Morning,
  now: Date,
): { readonly day: Temporal.PlainDate; readonly until: Date } | undefined => {
  const today = dayAt(now, morning.timeZone)
  return [today, today.subtract({ days: 1 })]
    .map((day) => ({ day, leaves: leavesOn(day, morning) }))
    .filter(({ leaves }) => leaves <= now && now < untilOf(leaves))
    .map(({ day, leaves }) => ({ day, until: untilOf(leaves) }))[0]
}

/** @param sentOn the day of the last one */
export const nextDigest = (morning: Morning, now: Date, sentOn: Temporal.PlainDate | undefined): Date => {
  const yesterday = dayAt(now, morning.timeZone).subtract({ days: 1 })
  // A zone further west may still have the day of the last one before it.
  for (let day = yesterday; ; day = day.add({ days: 1 })) {
    const leaves = leavesOn(day, morning)
    if (leaves > now && !(sentOn && Temporal.PlainDate.compare(day, sentOn) <= 0)) return leaves
  }
}
