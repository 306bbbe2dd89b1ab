/** Time zones as they are stored: some were taken by a version that asked ICU, or have another name by now. */
import { timeZoneOf } from '#contracts/kit/time-zone.ts'

const known = new Map<string, string | undefined>()
/** There are some 600 names; what else is stored was sent by somebody. */
const maxKnown = 2000

/** Its canonical name; undefined where it is none. */
export const zoneIfStored = (stored: string): string | undefined => {
  const found = known.get(stored)
  if (found !== undefined || known.has(stored)) return found
  const zone = timeZoneOf(stored)
  if (known.size >= maxKnown) known.clear()
  known.set(stored, zone)
  return zone
}

/** Its canonical name; UTC where it is none, which is a matter of the attention list. */
export const storedZone = (stored: string): string => zoneIfStored(stored) ?? 'UTC'

/** What a change stores: by another name of the same zone nothing changes, and what nobody asked for stays as it is. */
export const zoneToStore = (stored: string, asked: string | undefined): string =>
  asked === undefined || asked === zoneIfStored(stored) ? stored : asked
