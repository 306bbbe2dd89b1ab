/** Buckets in the memory of one instance, O(1) for each request. */
import type { LimitName } from '#contracts/kit/vocabulary.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { InstantRateLimiter, Verdict } from '../rate-limiter.ts'
import { verdictOf } from './store.ts'

interface RequestLog {
  /** times of the allowed requests in milliseconds, oldest first */
  times: number[]
  /** index of the oldest one in the window */
  head: number
  windowMs: number
}

export const memoryRateLimiter = (settings: Config['rateLimits'], clock: Clock): InstantRateLimiter => {
  /** by limit, then by key, so that no combined key is built for each request */
  const logs = new Map<LimitName, Map<string, RequestLog>>()
  let lastSweep = clock.now().getTime()

  const forget = (log: RequestLog, now: number): void => {
    while (log.head < log.times.length && (log.times[log.head] ?? 0) <= now - log.windowMs) log.head++
    if (log.head > 32 && log.head * 2 > log.times.length) {
      log.times = log.times.slice(log.head)
      log.head = 0
    }
  }

  const sweep = (now: number): void => {
    if (now - lastSweep < 60_000) return
    lastSweep = now
    for (const some of logs.values())
      for (const [key, log] of some) {
        forget(log, now)
        if (log.head >= log.times.length) some.delete(key)
      }
  }

  const count = (name: LimitName, key: string, consumes: boolean): Verdict => {
    const now = clock.now().getTime()
    if (settings === 'off') {
      return { allowed: true, name, limit: 0, remaining: 0, windowSeconds: 0, resetSeconds: 0 }
    }
    const setting = settings[name]
    sweep(now)
    const some = logs.get(name) ?? new Map<string, RequestLog>()
    let log = some.get(key)
    if (log) forget(log, now)
    const used = log ? log.times.length - log.head : 0
    const answer = (allowed: boolean, usedNow: number, from: number | undefined): Verdict =>
      verdictOf(name, setting, { allowed, used: usedNow, from: (from ?? 0) * 1000, now: now * 1000 })
    if (used >= setting.limit) return answer(false, used, log?.times[log.head])
    if (!consumes) return answer(true, used, used > 0 ? log?.times.at(-1) : undefined)
    if (!log) {
      log = { times: [], head: 0, windowMs: setting.windowSeconds * 1000 }
      logs.set(name, some.set(key, log))
    }
    log.times.push(now)
    return answer(true, used + 1, now)
  }

  const store = settings === 'off' ? 'off' : 'memory'
  return {
    state: { store, first: store, fallbacks: 0 },
    consume: (name, key) => count(name, key, true),
    peek: (name, key) => count(name, key, false),
    close: async () => {},
  }
}
