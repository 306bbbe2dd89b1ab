/** When a person's digest is sent. Pure functions. */
import { crc32 } from 'node:zlib'
import type { QuietHours } from '#contracts/preferences.ts'
import { quietUntil } from '../quiet-hours.ts'

export interface DigestTime {
  /** id of the person */
  readonly id: string
  /** full hour, local time */
  readonly hour: number
  readonly timeZone: string
  readonly quietHours: QuietHours | null
}

/** Seconds over which the digests of one hour are spread; each person always has the same second. */
const spreadSeconds = 300
const maxDelayMs = 3 * 3600_000

/** The local day in that time zone. */
export const dayAt = (at: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

/** A skipped hour is the next one, of a repeated hour the first counts; quiet hours end first. */
export const sendTimeOn = (day: Temporal.PlainDate, { id, hour, timeZone, quietHours }: DigestTime): Date => {
  const onClock = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) })
  const time = new Date(onClock.epochMilliseconds + (crc32(id) % spreadSeconds) * 1000)
  return (quietHours && quietUntil(quietHours, timeZone, time)) ?? time
}

/** The latest time at which it is worth sending; after that it is skipped until the next morning. */
export const latestSendTime = (leaves: Date): Date => new Date(leaves.getTime() + maxDelayMs)

/**
 * Also considers yesterday, whose digest is sent today if quiet hours over midnight delayed it.
 * @returns the local day whose digest may be sent now, and until when; undefined if it is not the time
 */
export const dueToday = (
  morning: DigestTime,
  now: Date,
): { readonly day: Temporal.PlainDate; readonly until: Date } | undefined => {
  const today = dayAt(now, morning.timeZone)
  return [today, today.subtract({ days: 1 })]
    .map((day) => ({ day, leaves: sendTimeOn(day, morning) }))
    .filter(({ leaves }) => leaves <= now && now < latestSendTime(leaves))
    .map(({ day, leaves }) => ({ day, until: latestSendTime(leaves) }))[0]
}

/** @param sentOn local day of the last digest */
export const nextDigest = (morning: DigestTime, now: Date, sentOn: Temporal.PlainDate | undefined): Date => {
  const yesterday = dayAt(now, morning.timeZone).subtract({ days: 1 })
  // A time zone further west may still have a day before the last digest.
  for (let day = yesterday; ; day = day.add({ days: 1 })) {
    const leaves = sendTimeOn(day, morning)
    if (leaves > now && !(sentOn && Temporal.PlainDate.compare(day, sentOn) <= 0)) return leaves
  }
}
