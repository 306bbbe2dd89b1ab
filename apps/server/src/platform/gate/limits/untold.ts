/** What Redis let through and PostgreSQL has not been told yet. */
import type { Answer, Ask } from './store.ts'

export interface Untold {
  /** Remembers what was let through, and tells it soon. */
  add(ask: Ask, answer: Answer): void
  /**
   * Tells all that there is, also what is added meanwhile.
   * @throws when it was not heard
   */
  tell(): Promise<void>
}

/** What an instance let through within so long before it dies is lost when Redis dies with it. */
const tellEveryMs = 25
const bucketsInBatch = 500

export const openUntold = (
  give: (asks: readonly Ask[]) => Promise<readonly (Answer | undefined)[]>,
): Untold => {
  const buckets = new Map<string, { readonly window: number; readonly times: Set<number> }>()
  let telling: Promise<void> | undefined
  let lastAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  const tellBatch = async (): Promise<void> => {
    const asks = [...buckets]
      .slice(0, bucketsInBatch)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { window, times }]) => ({
        key,
        limit: 1,
        window,
        wants: 0,
        given: [...times],
        oldest: 0,
        newest: 0,
      }))
    const answers = await give(asks)
    for (const [index, { key, given }] of asks.entries()) {
      if (!answers[index]) throw new Error('PostgreSQL was not told')
      const times = buckets.get(key)?.times
      for (const time of given) times?.delete(time)
      if (times?.size === 0) buckets.delete(key)
    }
  }

  const tellAll = async (): Promise<void> => {
    while (buckets.size > 0) await tellBatch()
  }

  const tell = (): Promise<void> => {
    telling ??= tellAll().finally(() => {
      telling = undefined
    })
    return telling
  }

  /** The first at once, the next together. */
  const tellSoon = (): void => {
    if (timer) return
    const wait = Math.max(0, lastAt + tellEveryMs - performance.now())
    timer = setTimeout(() => {
      timer = undefined
      lastAt = performance.now()
      tell().catch(tellSoon)
    }, wait)
    timer.unref()
  }

  return {
    add: ({ key, window, given }, { granted, first }) => {
      if (granted === 0 && given.length === 0) return
      let bucket = buckets.get(key)
      if (!bucket) {
        bucket = { window, times: new Set() }
        buckets.set(key, bucket)
      }
      for (const time of given) bucket.times.add(time)
      for (let index = 0; index < granted; index++) bucket.times.add(first + index)
      tellSoon()
    },
    tell,
  }
}
