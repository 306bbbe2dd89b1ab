/** What makes a submission suspicious. It gets the normal answer, is kept apart, and counts once. */
import type { Clock } from '#server/platform/clock.ts'

/** More than this many an hour from one source about one amenity is a burst. */
export const burstAfter = 3
const hour = 3600_000
/** Under a flood from many sources the oldest is forgotten: memory has an end. */
const mostSources = 200_000

export interface Bursts {
  /**
   * Counts one more; the same sending tried again is not one more.
   * @param sending what names the sending on the phone; null where nothing does
   * @returns whether it belongs to a burst
   */
  isBurst(source: string, amenityId: string, sending?: string | null): boolean
}

interface Seen {
  readonly at: number
  readonly sending: string | null
  readonly burst: boolean
}

export const openBursts = (clock: Clock): Bursts => {
  const seen = new Map<string, Seen[]>()
  let lastSweep = 0
  return {
    isBurst: (source, amenityId, sending = null) => {
      const now = clock.now().getTime()
      if (now - lastSweep > hour) {
        lastSweep = now
        for (const [key, all] of seen) if ((all.at(-1)?.at ?? 0) <= now - hour) seen.delete(key)
      }
      const key = `${source}\0${amenityId}`
      const earlier = seen.get(key)
      if (!earlier) {
        for (const oldest of seen.keys()) {
          if (seen.size < mostSources) break
          seen.delete(oldest)
        }
        seen.set(key, [{ at: now, sending, burst: false }])
        return false
      }
      const recent = earlier.filter(({ at }) => at > now - hour)
      const again = sending === null ? undefined : recent.find((one) => one.sending === sending)
      if (again) return again.burst
      const burst = recent.length >= burstAfter
      // A few more than needed are kept, so that what is tried again is known.
      seen.set(key, [...recent, { at: now, sending, burst }].slice(-2 * burstAfter))
      return burst
    },
  }
}

const link = /\bhttps?:\/\/|\bwww\./gi

/** Advertising: two links or more. */
export const looksLikeSpam = (comment: string | null): boolean => (comment?.match(link)?.length ?? 0) >= 2
