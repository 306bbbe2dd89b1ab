/**
 * Throttle of failed attempts at codes and tokens: ten misses a minute of an address, also when attempts come at the
 * same time. Of
 * those under way there are never more than misses left, and the others wait; so who misses nothing is refused nothing.
 */
import { ServiceError } from '../errors.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { rejectOverLimit } from './rate-limits.ts'

export interface FailedAttemptThrottle {
  /**
   * Runs `work`, which throws NOT_FOUND or UNAUTHORIZED where the attempt failed.
   * @throws ServiceError RATE_LIMITED when the address has no miss left
   */
  run<T>(address: string, work: () => Promise<T>): Promise<T>
}

type Bucket = Pick<RateLimiter, 'take' | 'peek'>

interface Line {
  /** requests that are in it, waiting or not */
  users: number
  underWay: number
  misses: number
  readonly waiting: (() => void)[]
}

const isMiss = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHORIZED')

export const openFailedAttemptThrottle = (limiter: Bucket): FailedAttemptThrottle => {
  const lines = new Map<string, Line>()

  const enter = async (line: Line, address: string): Promise<void> => {
    for (;;) {
      const { misses } = line
      const verdict = await limiter.peek('miss', address)
      rejectOverLimit(verdict)
      // A miss that came meanwhile may not be in the answer.
      if (line.misses !== misses) continue
      if (line.underWay < verdict.remaining) break
      await new Promise<void>((resolve) => line.waiting.push(resolve))
    }
    line.underWay++
  }

  const attempt = async <T>(line: Line, address: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      // guard: misses-count
      if (isMiss(error)) {
        const verdict = await limiter.take('miss', address)
        line.misses++
        // Another instance took the last one: this one's answer is not told either.
        rejectOverLimit(verdict)
      }
      throw error
    } finally {
      line.underWay--
    }
  }

  return {
    run: async (address, work) => {
      const line = lines.get(address) ?? { users: 0, underWay: 0, misses: 0, waiting: [] }
      lines.set(address, line)
      line.users++
      try {
        await enter(line, address)
        return await attempt(line, address, work)
      } finally {
        line.users--
        if (line.users === 0) lines.delete(address)
        // Each that leaves calls the next: it enters, is refused and calls the next itself, or waits for one under way.
        line.waiting.shift()?.()
      }
    },
  }
}
