/** The interface of shared bucket stores, and what they have in common. */

import type { LimitName } from '#contracts/kit/vocabulary.ts'
import type { LimitSetting } from '../../config.ts'
import type { LimiterState, Verdict } from '../rate-limiter.ts'

export interface Bucket {
  /** a MAC, so it reveals nothing */
  readonly key: string
  readonly limit: number
  /** microseconds */
  readonly window: number
}

/** Result of one request. Times are microseconds by the clock of the store. */
export interface BucketState {
  readonly allowed: boolean
  /** requests consumed, including this one */
  readonly used: number
  /**
   * time of this request if it was consumed; on a peek, the last time of the bucket; if rejected, the time that
   * must leave the window first. 0: none
   */
  readonly from: number
  readonly now: number
}

export interface Store {
  readonly state: LimiterState
  /** Consumes a request if one is left, or only peeks. Rejects on timeout. */
  count(bucket: Bucket, consumes: boolean): Promise<BucketState>
  close(): Promise<void>
}

export const verdictOf = (
  name: LimitName,
  { limit, windowSeconds }: LimitSetting,
  { allowed, used, from, now }: BucketState,
): Verdict => ({
  allowed,
  name,
  limit,
  remaining: Math.max(0, limit - used),
  windowSeconds,
  // Requests in the same microsecond get times slightly in the future.
  resetSeconds:
    from === 0 ? 0 : Math.max(1, Math.ceil((Math.min(from, now) + windowSeconds * 1e6 - now) / 1e6)),
})

/** What is safe to log of a driver's error: its code, or the first word (e.g. OOM) of a Redis error. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'ReplyError' ? (/^[A-Z]+/.exec(error.message)?.[0] ?? error.name) : error.name
}

/** The answer did not come in time. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * Rejects with TooLate after `ms`. Data already received is processed first, so that a busy event loop does not
 * count as a slow answer.
 */
export const within = <T>(ms: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new TooLate()))), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
