/**
 * What codes lead to, remembered while nothing of their tenant is written. The number of writes is read first, so a
 * change that commits while an answer is made gives it a number that is over already.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AmenityInformation } from '#contracts/feedback.ts'
import type { ChangeCounters } from '#server/platform/db/change-counters.ts'

interface Entry {
  readonly writes: number
  /** by performance.now() */
  readonly at: number
  readonly information: Promise<AmenityInformation>
}

export interface RememberedPlaces {
  /** What `read` finds; the same object as before where it finds the same. */
  keep(key: string, tenantId: string, read: () => Promise<AmenityInformation>): Promise<AmenityInformation>
}

/** What is written past the service, by hand or by a version from before, is seen after this long. */
const mostMs = 30_000
const mostEntries = 5000

export const openRememberedPlaces = (changeCounters: ChangeCounters): RememberedPlaces => {
  const entries = new Map<string, Entry>()

  const current = async (key: string, tenantId: string): Promise<{ number: number; entry?: Entry }> => {
    const number = await changeCounters.of(tenantId, 'writes')
    const entry = entries.get(key)
    return entry?.writes === number && performance.now() - entry.at < mostMs ? { number, entry } : { number }
  }

  return {
    keep: async (key, tenantId, read) => {
      // Those who ask at once after a change wait for the same answer.
      const { number, entry } = await current(key, tenantId)
      if (entry) return entry.information
      const before = entries.get(key)?.information
      const reading = async (): Promise<AmenityInformation> => {
        const [old, found] = await Promise.all([before?.catch(() => undefined), read()])
        return isDeepStrictEqual(old, found) && old ? old : found
      }
      const made: Entry = { writes: number, at: performance.now(), information: reading() }
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
