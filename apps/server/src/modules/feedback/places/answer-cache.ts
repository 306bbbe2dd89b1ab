/**
 * Caches the answers for codes until the tenant writes something. The write counter is read first, so a change that
 * commits meanwhile makes the answer stale.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AmenityInformation } from '#contracts/feedback.ts'
import type { ChangeCounters } from '#server/platform/db/change-counters.ts'

interface CacheEntry {
  readonly writes: number
  /** by performance.now() */
  readonly at: number
  readonly information: Promise<AmenityInformation>
}

export interface AnswerCache {
  /** The result of `read`; the same object as before if it is equal. */
  keep(key: string, tenantId: string, read: () => Promise<AmenityInformation>): Promise<AmenityInformation>
}

/** Milliseconds until changes made directly in the database are seen. */
const maxAgeMs = 30_000
const maxEntries = 5000

export const openAnswerCache = (changeCounters: ChangeCounters): AnswerCache => {
  const entries = new Map<string, CacheEntry>()

  const current = async (key: string, tenantId: string): Promise<{ number: number; entry?: CacheEntry }> => {
    const number = await changeCounters.of(tenantId, 'writes')
    const entry = entries.get(key)
    return entry?.writes === number && performance.now() - entry.at < maxAgeMs
      ? { number, entry }
      : { number }
  }

  return {
    keep: async (key, tenantId, read) => {
      // Requests at the same time after a change share one answer.
      const { number, entry } = await current(key, tenantId)
      if (entry) return entry.information
      const before = entries.get(key)?.information
      const reading = async (): Promise<AmenityInformation> => {
        const [old, found] = await Promise.all([before?.catch(() => undefined), read()])
        return isDeepStrictEqual(old, found) && old ? old : found
      }
      const made: CacheEntry = { writes: number, at: performance.now(), information: reading() }
      entries.delete(key)
      entries.set(key, made)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) break
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
