/** What a store of buckets that several instances share is asked, and what it answers. All times are microseconds. */

import type { Standing } from '../rate-limiter.ts'

/** All that one turn of the event loop wants of one bucket. */
export interface Ask {
  readonly key: string
  readonly limit: number
  readonly window: number
  /** places wanted; 0: only a look */
  readonly wants: number
  /** times of this instance that the store may not know */
  readonly given: readonly number[]
  /** first and last time of this instance, which the store must know; 0: there is none */
  readonly oldest: number
  readonly newest: number
}

export interface Answer {
  /** false: the store has lost a time of this instance, and decided nothing */
  readonly whole: boolean
  /** the store's time */
  readonly now: number
  /** places that were spent before */
  readonly used: number
  /** places that are given; their times are `first`, `first + 1`, … */
  readonly granted: number
  readonly first: number
  /** last time of the bucket before; 0: none */
  readonly latest: number
  /** the time that must leave the window before there is a place; 0: there is one */
  readonly frees: number
}

export interface Store {
  readonly standing: Standing
  /**
   * One answer for each, in order; undefined where the store did not answer in time. Never throws.
   * @param asks in the order of their keys, each key once
   * @param moved by how much the product's time differs from the real one
   */
  ask(asks: readonly Ask[], moved: number): Promise<(Answer | undefined)[]>
  close(): Promise<void>
}

/** Logs when a store is lost and when it is back, not each request in between. Never the error: it may carry a password. */
export interface Watch {
  readonly up: boolean
  lost(error: unknown): void
  found(): void
}

/** What is safe to log of an error of a driver: its code, or the first word, e.g. OOM, of Redis's own. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'ReplyError' ? (/^[A-Z]+/.exec(error.message)?.[0] ?? error.name) : error.name
}

export const watch = (onChange: (up: boolean, reason: string) => void): Watch => {
  let up = true
  return {
    get up() {
      return up
    },
    lost: (error) => {
      if (!up) return
      up = false
      onChange(false, reasonOf(error))
    },
    found: () => {
      if (up) return
      up = true
      onChange(true, '')
    },
  }
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
