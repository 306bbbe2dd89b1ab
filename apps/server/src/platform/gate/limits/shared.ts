/** Buckets that several instances share in a store. */
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
  readonly store: Store
  /** whether an instance that is idle must ask by itself to hear that the store was lost */
  readonly asksWhenIdle: boolean
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

export const sharedRateLimiter = ({
  settings,
  clock,
  nameBucket,
  store,
  asksWhenIdle,
}: SharedOptions): RateLimiter => {
  const own = openOwnTimes()
  let groups = new Map<string, Group>()
  let underWay = 0
  let scheduled = false
  let telling = false
  const longestMs = Math.max(...Object.values(settings).map(({ windowSeconds }) => windowSeconds)) * 1000
  let askedAt = -Infinity

  const askOf = (group: Group, lost: boolean): Ask => ({
    key: group.key,
    limit: group.setting.limit,
    window: windowOf(group.setting),
    wants: group.waiting.filter(({ spends }) => spends).length,
    ...(lost ? own.all(group.key) : own.ends(group.key)),
  })

  /** @returns those that the store has not answered, and those of which it has lost something */
  const askOnce = async (
    batch: readonly Group[],
    again: boolean,
  ): Promise<{ open: Group[]; lost: Group[] }> => {
    const asks = batch.map((group) => askOf(group, again))
    const answers = await store.ask(asks, movedMicroseconds(clock))
    const open: Group[] = []
    const lost: Group[] = []
    for (const [index, group] of batch.entries()) {
      const [ask, answer] = [asks[index], answers[index]]
      if (!ask || !answer) open.push(group)
      else if (!answer.whole) lost.push(group)
      else {
        own.heard(ask, answer)
        settle(group, answer)
      }
    }
    return { open, lost }
  }

  const tellAll = async (): Promise<void> => {
    const asks = own.everything()
    for (let from = 0; from < asks.length; from += bucketsInBatch) {
      const answers = await store.ask(asks.slice(from, from + bucketsInBatch), movedMicroseconds(clock))
      if (answers.includes(undefined)) return
    }
  }

  /**
   * For a store that has lost something, in the background: other instances are asked about the same buckets, and should
   * not have to wait until this one is.
   */
  const tell = (): void => {
    if (telling) return
    telling = true
    void tellAll().finally(() => {
      telling = false
    })
  }

  const decide = async (batch: Group[]): Promise<void> => {
    batch.sort((a, b) => (a.key < b.key ? -1 : 1))
    const { open, lost } = await askOnce(batch, false)
    if (lost.length > 0) {
      tell()
      const again = await askOnce(lost, true)
      open.push(...again.open, ...again.lost)
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
    if (!asksWhenIdle || performance.now() - askedAt > longestMs) return
    join(
      { key: beatKey, name: 'beat', setting: beatSetting },
      { spends: true, resolve: () => {}, reject: () => {} },
    )
  }, beatEveryMs)
  beat.unref()

  return {
    get standing() {
      return store.standing
    },
    take: (name, key) => ask(name, key, true),
    peek: (name, key) => ask(name, key, false),
    close: async () => {
      clearInterval(beat)
      await store.close()
    },
  }
}
