/** Buckets that several instances share, in the first of the given stores that answers. */
import { randomUUID } from 'node:crypto'
import type { LimitName } from '#contracts/kit/vocabulary.ts'
import { type Clock, movedMicroseconds } from '../../clock.ts'
import type { LimitSetting } from '../../config.ts'
import { unavailable } from '../../errors.ts'
import type { RateLimiter, Verdict } from '../rate-limiter.ts'
import { openOwnTimes } from './own-times.ts'
import type { Answer, Ask, Store } from './store.ts'

export interface SharedOptions {
  readonly settings: Readonly<Record<LimitName, LimitSetting>>
  readonly clock: Clock
  /** what stands for a bucket in a store; nothing can be read from it */
  readonly nameBucket: (name: LimitName, key: string) => string
  /** in the order in which they are asked */
  readonly stores: readonly Store[]
}

/** Batches under way at once; what comes meanwhile goes together with the next. */
export const batchesAtOnce = 2
const bucketsInBatch = 500
const beatEveryMs = 200
const beatSetting: LimitSetting = { limit: 1, windowSeconds: 60 }

interface Waiting {
  readonly spends: boolean
  readonly resolve: (verdict: Verdict) => void
  readonly reject: (error: Error) => void
}

/** The requests of one turn for one bucket. */
interface Group {
  readonly key: string
  readonly name: string
  readonly setting: LimitSetting
  readonly waiting: Waiting[]
}

const windowOf = ({ windowSeconds }: LimitSetting): number => Math.round(windowSeconds * 1e6)

/** @param from microseconds; 0: none */
const verdictOf = (
  { name, setting }: Pick<Group, 'name' | 'setting'>,
  { allowed, used, from, now }: { allowed: boolean; used: number; from: number; now: number },
): Verdict => ({
  allowed,
  name,
  limit: setting.limit,
  remaining: Math.max(0, setting.limit - used),
  windowSeconds: setting.windowSeconds,
  // Of requests in one microsecond the later ones stand a little ahead of the time.
  resetSeconds:
    from === 0 ? 0 : Math.max(1, Math.ceil((Math.min(from, now) + windowOf(setting) - now) / 1e6)),
})

/** Gives the places that were granted to those who wait, in the order in which they came. */
const settle = (group: Group, { now, used, granted, first, latest, frees }: Answer): void => {
  let given = 0
  for (const { spends, resolve } of group.waiting) {
    const last = given > 0 ? first + given - 1 : latest
    const full = spends ? given >= granted : used + given >= group.setting.limit
    if (full) resolve(verdictOf(group, { allowed: false, used: used + given, from: frees, now }))
    else if (!spends) resolve(verdictOf(group, { allowed: true, used: used + given, from: last, now }))
    else {
      given++
      resolve(verdictOf(group, { allowed: true, used: used + given, from: first + given - 1, now }))
    }
  }
}

export const sharedRateLimiter = ({ settings, clock, nameBucket, stores }: SharedOptions): RateLimiter => {
  const own = openOwnTimes(stores)
  let groups = new Map<string, Group>()
  let underWay = 0
  let scheduled = false
  /** the store that answered last */
  let counting = stores[0]
  let telling = false
  const longestMs = Math.max(...Object.values(settings).map(({ windowSeconds }) => windowSeconds)) * 1000
  let askedAt = -Infinity

  const askOf = (store: Store, group: Group, lost: boolean): Ask => ({
    key: group.key,
    limit: group.setting.limit,
    window: windowOf(group.setting),
    wants: group.waiting.filter(({ spends }) => spends).length,
    ...(lost ? own.all(group.key) : own.share(store, group.key)),
  })

  /** @returns those that the store has not answered, and those of which it has lost something */
  const askOnce = async (
    store: Store,
    batch: readonly Group[],
    again: boolean,
  ): Promise<{ open: Group[]; lost: Group[] }> => {
    const asks = batch.map((group) => askOf(store, group, again))
    const answers = await store.ask(asks, movedMicroseconds(clock))
    const open: Group[] = []
    const lost: Group[] = []
    for (const [index, group] of batch.entries()) {
      const [ask, answer] = [asks[index], answers[index]]
      if (!ask || !answer) open.push(group)
      else if (!answer.whole) lost.push(group)
      else {
        own.heard(store, ask, answer)
        settle(group, answer)
      }
    }
    return { open, lost }
  }

  const tellAll = async (store: Store): Promise<void> => {
    const asks = own.everything()
    for (let from = 0; from < asks.length; from += bucketsInBatch) {
      const part = asks.slice(from, from + bucketsInBatch)
      const answers = await store.ask(part, movedMicroseconds(clock))
      for (const [index, ask] of part.entries()) {
        const answer = answers[index]
        if (answer) own.heard(store, ask, answer)
      }
      if (!store.answers) return
    }
  }

  /**
   * For a store that has lost something or may have, in the background: other instances are asked about the same
   * buckets, and should not have to wait until this one is.
   */
  const tell = (store: Store): void => {
    if (telling) return
    telling = true
    void tellAll(store).finally(() => {
      telling = false
    })
  }

  const askStore = async (store: Store, batch: readonly Group[]): Promise<Group[]> => {
    const first = await askOnce(store, batch, false)
    if (first.lost.length === 0) return first.open
    tell(store)
    const second = await askOnce(store, first.lost, true)
    return [...first.open, ...second.open, ...second.lost]
  }

  const decide = async (batch: Group[]): Promise<void> => {
    let open = batch
    // One that did not answer the last time is asked last.
    const order = [...stores.filter(({ answers }) => answers), ...stores.filter(({ answers }) => !answers)]
    for (const store of order) {
      if (open.length === 0) return
      open.sort((a, b) => (a.key < b.key ? -1 : 1))
      const left = await askStore(store, open)
      if (left.length < open.length && store !== counting) {
        counting = store
        tell(store)
      }
      open = left
    }
    for (const { waiting } of open)
      for (const { reject } of waiting) reject(unavailable('Requests cannot be counted right now'))
  }

  const send = (): void => {
    while (groups.size > 0 && underWay < batchesAtOnce) {
      const all = [...groups.values()]
      groups = new Map(all.slice(bucketsInBatch).map((group) => [group.key, group]))
      const batch = all.slice(0, bucketsInBatch)
      underWay++
      decide(batch)
        .catch((error: Error) => {
          for (const { waiting } of batch) for (const { reject } of waiting) reject(error)
        })
        .finally(() => {
          underWay--
          send()
        })
    }
  }

  const join = (bucket: Omit<Group, 'waiting'>, one: Waiting): void => {
    const group = groups.get(bucket.key) ?? { ...bucket, waiting: [] }
    groups.set(bucket.key, group)
    group.waiting.push(one)
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      send()
    })
  }

  const ask = (name: LimitName, key: string, spends: boolean): Verdict | Promise<Verdict> => {
    const setting = settings[name]
    // A bucket holds one time a microsecond, so this limit cannot be met and need not be counted.
    if (setting.limit >= windowOf(setting))
      return verdictOf({ name, setting }, { allowed: true, used: 0, from: 0, now: 0 })
    askedAt = performance.now()
    return new Promise((resolve, reject) =>
      join({ key: nameBucket(name, key), name, setting }, { spends, resolve, reject }),
    )
  }

  // A bucket of this instance alone: so one that is idle hears too that a store was lost, and tells what it knows.
  const beatKey = `beat:${randomUUID()}`
  const beat = setInterval(() => {
    if (performance.now() - askedAt > longestMs) return
    join(
      { key: beatKey, name: 'beat', setting: beatSetting },
      { spends: true, resolve: () => {}, reject: () => {} },
    )
  }, beatEveryMs)
  beat.unref()

  return {
    take: (name, key) => ask(name, key, true),
    peek: (name, key) => ask(name, key, false),
    close: async () => {
      clearInterval(beat)
      await Promise.all(stores.map((store) => store.close()))
    },
  }
}
