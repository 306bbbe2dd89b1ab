/** Days of a stored zone. PostgreSQL may not know the zone, so its calendar is not asked. */
import { storedZone } from './stored-zone.ts'
import { dateNumber, isoDate, zoneTime } from './zone-time.ts'

/** The local day, e.g. 2026-11-20. */
export const localDay = (at: Date, zone: string): string =>
  isoDate(zoneTime(storedZone(zone)).dateAt(at.getTime()))

/** When the local day begins that is `days` after `day`. */
export const startOfLocalDay = (day: string, zone: string, days = 0): Date =>
  new Date(zoneTime(storedZone(zone)).startOf(dateNumber(day) + days))

/** The day this many days later. */
export const daysAfter = (day: string, days: number): string => isoDate(dateNumber(day) + days)

/** The local hour, e.g. 2026-11-20T08. */
export const localHour = (at: Date, zone: string): string => {
  const { offset } = zoneTime(storedZone(zone)).offsetSpanAt(at.getTime())
  return new Date(at.getTime() + offset).toISOString().slice(0, 13)
}
