/**
 * Failed-attempt throttle: ten failed codes or tokens a minute for each address, also when they are tried at the
 * same time. Never more attempts run at once than failures are left, the others wait; so a caller without failures
 * is never rejected.
 */
import { ServiceError } from '../errors.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { rejectOverLimit } from './rate-limits.ts'

export interface FailedAttemptThrottle {
  /**
   * Runs `work`, which throws NOT_FOUND or UNAUTHORIZED if the attempt failed.
   * @throws ServiceError RATE_LIMITED if the address has no failure left
   */
  run<T>(address: string, work: () => Promise<T>): Promise<T>
}

type Limiter = Pick<RateLimiter, 'consume' | 'peek'>

interface AddressQueue {
  /** requests of this address, waiting or running */
  users: number
  underWay: number
  misses: number
  readonly waiting: (() => void)[]
}

export const isFailedAttempt = (error: unknown): boolean =>
  error instanceof ServiceError && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHORIZED')

export const openFailedAttemptThrottle = (limiter: Limiter): FailedAttemptThrottle => {
  const queues = new Map<string, AddressQueue>()

  const enter = async (queue: AddressQueue, address: string): Promise<void> => {
    for (;;) {
      const { misses } = queue
      const verdict = await limiter.peek('miss', address)
      rejectOverLimit(verdict)
      // A failure during the query may not be in its answer.
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
        // Another instance used up the last failure, so this result is not revealed either.
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
        // Each finished request wakes the next one, which runs, is rejected and wakes another, or waits again.
        queue.waiting.shift()?.()
      }
    },
  }
}
