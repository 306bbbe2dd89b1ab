/**
 * The times that this instance let through, for as long as they count. A store that has lost them is given them before
 * it decides. All times are microseconds.
 */
import type { Answer, Ask } from './store.ts'

interface Bucket {
  /** ascending */
  times: number[]
  readonly window: number
  /** milliseconds of this process, after which nothing in it counts */
  until: number
}

type Share = Pick<Ask, 'given' | 'oldest' | 'newest'>

export interface OwnTimes {
  /** What the store must know. */
  ends(key: string): Share
  /** All of the bucket, for a store that has lost some. */
  all(key: string): Share
  /** All of every bucket, for a store that may have lost any; in the order of the keys. */
  everything(): Ask[]
  /** Remembers what the store let through. */
  heard(ask: Ask, answer: Answer): void
}

const sweepEveryMs = 60_000

export const openOwnTimes = (): OwnTimes => {
  const buckets = new Map<string, Bucket>()
  let sweptAt = performance.now()

  const sweep = (): void => {
    const now = performance.now()
    if (now - sweptAt < sweepEveryMs) return
    sweptAt = now
    for (const [key, { until }] of buckets) if (until < now) buckets.delete(key)
  }

  const forget = (bucket: Bucket, since: number): void => {
    let gone = 0
    while (gone < bucket.times.length && (bucket.times[gone] ?? 0) <= since) gone++
    if (gone > 0) bucket.times.splice(0, gone)
  }

  const add = (bucket: Bucket, time: number): void => {
    const { times } = bucket
    const inOrder = time > (times.at(-1) ?? 0)
    times.push(time)
    // Redis and PostgreSQL need not agree on the time to the microsecond.
    if (!inOrder) times.sort((a, b) => a - b)
  }

  return {
    ends: (key) => {
      const times = buckets.get(key)?.times
      return { given: [], oldest: times?.[0] ?? 0, newest: times?.at(-1) ?? 0 }
    },
    all: (key) => ({ given: buckets.get(key)?.times.slice() ?? [], oldest: 0, newest: 0 }),
    everything: () =>
      [...buckets]
        .map(([key, { times, window }]) => ({
          key,
          window,
          limit: 1,
          wants: 0,
          given: times.slice(),
          oldest: 0,
          newest: 0,
        }))
        .filter(({ given }) => given.length > 0)
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    heard: (ask, answer) => {
      sweep()
      let bucket = buckets.get(ask.key)
      if (!bucket) {
        if (answer.granted === 0) return
        bucket = { times: [], window: ask.window, until: 0 }
        buckets.set(ask.key, bucket)
      }
      forget(bucket, answer.now - ask.window)
      for (let index = 0; index < answer.granted; index++) add(bucket, answer.first + index)
      if (answer.granted > 0) bucket.until = performance.now() + ask.window / 1000 + sweepEveryMs
    },
  }
}
