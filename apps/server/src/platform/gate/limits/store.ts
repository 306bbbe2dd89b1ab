/** What a store of buckets that several instances share is asked and answers, and what the stores have in common. */

import type { LimitName } from '#contracts/kit/vocabulary.ts'
import type { LimitSetting } from '../../config.ts'
import type { LimiterState, Verdict } from '../rate-limiter.ts'

export interface Bucket {
  /** nothing can be read from it */
  readonly key: string
  readonly limit: number
  /** microseconds */
  readonly window: number
}

/** What came of one request. Times are microseconds of the store's own clock. */
export interface BucketState {
  readonly allowed: boolean
  /** places that are spent, this one included */
  readonly used: number
  /**
   * where a place was spent, its time; where only was looked, the last time of the bucket; where there is none, the time
   * that must leave the window first. 0: none
   */
  readonly from: number
  readonly now: number
}

export interface Store {
  readonly state: LimiterState
  /** Spends a place if there is one, or only looks. Rejects when it does not answer in its time. */
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
  // Of requests in one microsecond the later ones stand a little ahead of the time.
  resetSeconds:
    from === 0 ? 0 : Math.max(1, Math.ceil((Math.min(from, now) + windowSeconds * 1e6 - now) / 1e6)),
})

/** What is safe to log of an error of a driver: its code, or the first word, e.g. OOM, of Redis's own. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'ReplyError' ? (/^[A-Z]+/.exec(error.message)?.[0] ?? error.name) : error.name
}

/** An answer that did not come within its time. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * Rejects with TooLate after `ms`. An answer that arrived while this process was busy is not late: whatever the
 * sockets hold is read before it is decided.
 */
export const within = <T>(ms: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new TooLate()))), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
