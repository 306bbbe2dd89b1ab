/** Stored time zones: an earlier version accepted any zone that ICU knew, and zones get new names. */
import { timeZoneOf } from '#contracts/kit/time-zone.ts'

const known = new Map<string, string | undefined>()
/** Zones have about 600 names; more entries come from invalid input. */
const maxKnown = 2000

/** The canonical name; undefined if it is not a time zone. */
export const zoneIfStored = (stored: string): string | undefined => {
  const found = known.get(stored)
  if (found !== undefined || known.has(stored)) return found
  const zone = timeZoneOf(stored)
  if (known.size >= maxKnown) known.clear()
  known.set(stored, zone)
  return zone
}

/** The canonical name; UTC if it is not a time zone, which the attention list then reports. */
export const storedZone = (stored: string): string => zoneIfStored(stored) ?? 'UTC'

/** What an update stores: the stored name is kept if the zone is the same or was not sent. */
export const zoneToStore = (stored: string, requested: string | undefined): string =>
  requested === undefined || requested === zoneIfStored(stored) ? stored : requested
