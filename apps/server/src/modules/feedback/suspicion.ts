/** What makes a submission suspicious. It gets the normal answer, is kept apart, and counts once. */
import type { Clock } from '#server/platform/clock.ts'

/** More than this many an hour from one source about one amenity is a burst. */
const burstAfter = 3
const hour = 3600_000

export interface Bursts {
  /** Counts one more. @returns whether it belongs to a burst */
  isBurst(source: string, amenityId: string): boolean
}

export const openBursts = (clock: Clock): Bursts => {
  const seen = new Map<string, number[]>()
  let lastSweep = 0
  return {
    isBurst: (source, amenityId) => {
      const now = clock.now().getTime()
      if (now - lastSweep > hour) {
        lastSweep = now
        for (const [key, times] of seen) if ((times.at(-1) ?? 0) <= now - hour) seen.delete(key)
      }
      const key = `${source}\0${amenityId}`
      const times = (seen.get(key) ?? []).filter((at) => at > now - hour).slice(-burstAfter)
      times.push(now)
      seen.set(key, times)
      return times.length > burstAfter
    },
  }
}

const link = /\bhttps?:\/\/|\bwww\./gi

/** Advertising: two links or more. */
export const looksLikeSpam = (comment: string | null): boolean => (comment?.match(link)?.length ?? 0) >= 2
