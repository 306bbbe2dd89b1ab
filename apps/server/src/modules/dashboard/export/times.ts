/** Times on the wall clock of a zone, in the form that spreadsheets recognise. */
import { zoneTime } from '#server/platform/zone-time.ts'

/** `2026-11-22 15:01:27` */
export const wallClock = (zone: string): ((at: Date | string | null) => string | null) => {
  const clock = zoneTime(zone)
  return (at) => {
    if (at === null) return null
    const moment = typeof at === 'string' ? Date.parse(at) : at.getTime()
    return new Date(moment + clock.offsetSpanAt(moment).offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}
