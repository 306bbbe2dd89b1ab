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

export interface RateLimiter {
  /**
   * Spends one of the bucket, if there is one.
   * @throws ServiceError SERVICE_UNAVAILABLE when no store answers
   */
  take(name: LimitName, key: string): Verdict | Promise<Verdict>
  /**
   * Tells whether one is left, without spending it.
   * @throws ServiceError SERVICE_UNAVAILABLE when no store answers
   */
  peek(name: LimitName, key: string): Verdict | Promise<Verdict>
  close(): Promise<void>
}

/** One that need not wait for anything. */
export interface InstantRateLimiter extends RateLimiter {
  take(name: LimitName, key: string): Verdict
  peek(name: LimitName, key: string): Verdict
}
