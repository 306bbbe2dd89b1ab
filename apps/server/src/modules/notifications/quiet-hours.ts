/** When a person must not be disturbed. */
import { DateTime } from 'luxon'
import type { QuietHours } from '#contracts/preferences.ts'

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** @returns the end of the quiet hours that `now` is in; undefined outside of them */
export const quietUntil = ({ from, to }: QuietHours, timeZone: string, now: Date): Date | undefined => {
  const local = DateTime.fromJSDate(now, { zone: timeZone })
  const minute = local.hour * 60 + local.minute
  const [begins, ends] = [minutesOf(from), minutesOf(to)]
  const quiet = begins < ends ? minute >= begins && minute < ends : minute >= begins || minute < ends
  if (!quiet) return undefined
  const morning = minute < ends ? local : local.plus({ days: 1 })
  return morning.set({ hour: Math.floor(ends / 60), minute: ends % 60, second: 0, millisecond: 0 }).toJSDate()
}
