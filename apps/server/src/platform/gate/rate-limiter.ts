/** Exact sliding windows: never N + 1 in any rolling window, never a refusal below N. The stores are in limits/. */
import type { LimitName } from '#contracts/kit/vocabulary.ts'

export interface Verdict {
  readonly allowed: boolean
  readonly name: string
  readonly limit: number
  readonly remaining: number
  readonly windowSeconds: number
  /** seconds until a place is free again (when refused) or until the window is empty */
  readonly resetSeconds: number
}

/** Which stores of limits there are; `off` where nothing is counted. */
export type StoreName = 'memory' | 'postgresql' | 'redis' | 'off'

/** Where requests are counted at this moment. */
export interface LimiterState {
  readonly store: StoreName
  /** where they should be */
  readonly first: StoreName
  /** how often the first one was left for another */
  readonly fallbacks: number
}

export interface RateLimiter {
  readonly state: LimiterState
  /**
   * Spends one of the bucket, if there is one.
   * @throws ServiceError SERVICE_UNAVAILABLE when no store answers
   */
  consume(name: LimitName, key: string): Verdict | Promise<Verdict>
  /**
   * Tells whether one is left, without spending it.
   * @throws ServiceError SERVICE_UNAVAILABLE when no store answers
   */
  peek(name: LimitName, key: string): Verdict | Promise<Verdict>
  close(): Promise<void>
}

/** One that need not wait for anything. */
export interface InstantRateLimiter extends RateLimiter {
  consume(name: LimitName, key: string): Verdict
  peek(name: LimitName, key: string): Verdict
}
