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

type Limiter = Pick<RateLimiter, 'consume' | 'peek'>

interface AddressQueue {
  /** requests that are in it, waiting or not */
  users: number
  underWay: number
  misses: number
  readonly waiting: (() => void)[]
}

const isFailedAttempt = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHORIZED')

export const openFailedAttemptThrottle = (limiter: Limiter): FailedAttemptThrottle => {
  const queues = new Map<string, AddressQueue>()

  const enter = async (queue: AddressQueue, address: string): Promise<void> => {
    for (;;) {
      const { misses } = queue
      const verdict = await limiter.peek('miss', address)
      rejectOverLimit(verdict)
      // A miss that came meanwhile may not be in the answer.
      if (queue.misses !== misses) continue
      if (queue.underWay < verdict.remaining) break
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    }
    queue.underWay++
  }

  const attempt = async <T>(queue: AddressQueue, address: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      // guard: misses-count
      if (isFailedAttempt(error)) {
        const verdict = await limiter.consume('miss', address)
        queue.misses++
        // Another instance took the last one: this one's answer is not told either.
        rejectOverLimit(verdict)
      }
      throw error
    } finally {
      queue.underWay--
    }
  }

  return {
    run: async (address, work) => {
      const queue = queues.get(address) ?? { users: 0, underWay: 0, misses: 0, waiting: [] }
      queues.set(address, queue)
      queue.users++
      try {
        await enter(queue, address)
        return await attempt(queue, address, work)
      } finally {
        queue.users--
        if (queue.users === 0) queues.delete(address)
        // Each that leaves calls the next: it enters, is refused and calls the next itself, or waits for one under way.
        queue.waiting.shift()?.()
      }
    },
  }
}
