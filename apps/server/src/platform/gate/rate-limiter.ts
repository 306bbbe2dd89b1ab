/**
 * Exact sliding windows: never more than the limit in any rolling window, and never a rejection below it. The
 * stores are in limits/.
 */
import type { LimitName } from '#contracts/kit/vocabulary.ts'

export interface Verdict {
  readonly allowed: boolean
  readonly name: string
  readonly limit: number
  readonly remaining: number
  readonly windowSeconds: number
  /** seconds until a request is allowed again (if rejected), or until the window is empty */
  readonly resetSeconds: number
}

/** Stores for the counts; `off` if nothing is counted. */
export type StoreName = 'memory' | 'postgresql' | 'redis' | 'off'

/** Where requests are counted now. */
export interface LimiterState {
  readonly store: StoreName
  /** the configured store */
  readonly first: StoreName
  /** how often the configured store was replaced by another */
  readonly fallbacks: number
}

export interface RateLimiter {
  readonly state: LimiterState
  /**
   * Consumes one request of the bucket, if one is left.
   * @throws ServiceError SERVICE_UNAVAILABLE if no store answers
   */
  consume(name: LimitName, key: string): Verdict | Promise<Verdict>
  /**
   * Whether one is left, without consuming it.
   * @throws ServiceError SERVICE_UNAVAILABLE if no store answers
   */
  peek(name: LimitName, key: string): Verdict | Promise<Verdict>
  close(): Promise<void>
}

/** A limiter that answers synchronously. */
export interface InstantRateLimiter extends RateLimiter {
  consume(name: LimitName, key: string): Verdict
  peek(name: LimitName, key: string): Verdict
}
