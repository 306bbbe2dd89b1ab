/** Which submissions are suspicious. They get the normal answer and go to quarantine. */
import type { Clock } from '#server/platform/clock.ts'

/** Submissions in an hour from one source about one amenity; more are a burst. */
export const burstAfter = 3
const hour = 3600_000
/** Bounds the memory under a flood: the oldest source is forgotten. */
const maxSources = 200_000

export interface Bursts {
  /**
   * Counts one more; a retry is not counted again.
   * @param sending identifies the attempt on the phone; null if nothing does
   * @returns whether it belongs to a burst
   */
  isBurst(source: string, amenityId: string, sending?: string | null): boolean
}

interface SeenSubmission {
  readonly at: number
  readonly sending: string | null
  readonly burst: boolean
}

export const openBursts = (clock: Clock): Bursts => {
  const seen = new Map<string, SeenSubmission[]>()
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
          if (seen.size < maxSources) break
          seen.delete(oldest)
        }
        seen.set(key, [{ at: now, sending, burst: false }])
        return false
      }
      const recent = earlier.filter(({ at }) => at > now - hour)
      const again = sending === null ? undefined : recent.find((one) => one.sending === sending)
      if (again) return again.burst
      const burst = recent.length >= burstAfter
      // Keeps a few more than needed, so that retries are recognised.
      seen.set(key, [...recent, { at: now, sending, burst }].slice(-2 * burstAfter))
      return burst
    },
  }
}

const link = /\bhttps?:\/\/|\bwww\./gi

/** Advertising: a comment with two links or more. */
export const looksLikeSpam = (comment: string | null): boolean => (comment?.match(link)?.length ?? 0) >= 2
