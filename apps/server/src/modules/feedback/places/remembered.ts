/**
 * What codes lead to, remembered while nothing of their tenant is written. The number of writes is read first, so a
 * change that commits while an answer is made gives it a number that is over already.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AmenityInformation } from '#contracts/feedback.ts'
import type { Revisions } from '#server/platform/db/revisions.ts'
import type { Place } from './places.ts'

interface Entry {
  readonly place: Place
  readonly writes: number
  /** by performance.now() */
  readonly at: number
  readonly information: Promise<AmenityInformation>
}

export interface RememberedPlaces {
  /** @returns where the code leads and what was told of it, if it still holds */
  look(
    key: string,
  ): Promise<{ readonly place: Place; readonly information: Promise<AmenityInformation> } | undefined>
  /** What `read` finds; the same object as before where it finds the same. */
  keep(key: string, place: Place, read: () => Promise<AmenityInformation>): Promise<AmenityInformation>
}

/** What is written past the service, by hand or by a version from before, is seen after this long. */
const mostMs = 30_000
const mostEntries = 5000

export const openRememberedPlaces = (revisions: Revisions): RememberedPlaces => {
  const entries = new Map<string, Entry>()

  const current = async (key: string, tenantId: string): Promise<{ number: number; entry?: Entry }> => {
    const number = await revisions.of(tenantId, 'writes')
    const entry = entries.get(key)
    return entry?.writes === number && performance.now() - entry.at < mostMs ? { number, entry } : { number }
  }

  return {
    look: async (key) => {
      const entry = entries.get(key)
      return entry && (await current(key, entry.place.tenantId)).entry
    },
    keep: async (key, place, read) => {
      // Those who ask at once after a change wait for the same answer.
      const { number, entry } = await current(key, place.tenantId)
      if (entry) return entry.information
      const before = entries.get(key)?.information
      const reading = async (): Promise<AmenityInformation> => {
        const [old, found] = await Promise.all([before?.catch(() => undefined), read()])
        return isDeepStrictEqual(old, found) && old ? old : found
      }
      const made: Entry = { place, writes: number, at: performance.now(), information: reading() }
      entries.delete(key)
      entries.set(key, made)
      for (const oldest of entries.keys()) {
        if (entries.size <= mostEntries) break
        entries.delete(oldest)
      }
      try {
        return await made.information
      } catch (error) {
        if (entries.get(key) === made) entries.delete(key)
        throw error
      }
    },
  }
}
