/** Buckets in Redis: a sorted set each, taken from by one script. What belongs to an epoch has its token in its key. */
import { Redis, type Result } from 'ioredis'
import type { Logger } from 'pino'
import type { FullBucket } from './epochs.ts'
import type { Answer, Ask } from './store.ts'
import { watch, within } from './store.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    rateTake(epoch: string, key: string, ...asked: number[]): Result<number[], Context>
  }
}

export interface RedisStore {
  /** whether it can be counted on: since a second after it was lost it answers, and can be written to */
  readonly up: boolean
  /** Increases when the connection breaks: who answers then may be another, or may have lost something. */
  readonly breaks: number
  /** Hears of a break, also when nothing is asked. */
  onBreak: () => void
  /** Undefined when it did not answer in time; not whole when it does not know the epoch or has lost a time. */
  take(token: string, ask: Ask, moved: number): Promise<Answer | undefined>
  /** Gives back what was taken for a request that was not let through. */
  putBack(token: string, ask: Ask, answer: Answer): void
  /** Whether it knows the epoch. Rejects when it does not answer. */
  knows(token: string): Promise<boolean>
  /** Begins to fill an epoch. */
  begin(token: string): Promise<void>
  fill(token: string, buckets: readonly FullBucket[]): Promise<void>
  /** All buckets of an epoch, in parts; times in microseconds. */
  all(token: string): AsyncIterable<{ key: string; times: number[] }[]>
  close(): Promise<void>
}

const prefix = 'wk:rl:'
const answerWithinMs = 50
/** for work in the background */
const workWithinMs = 1000
const lookAgainMs = 1000
const timesInCommand = 1000
/** Until then a late answer is still heard. */
const forgetAfterMs = 10_000
/** An epoch that nobody looks at any more. */
const epochLastsMs = 86_400_000

const epochKey = (token: string): string => prefix + token
const bucketKey = (token: string, key: string): string => `${prefix}${token}:${key}`

// Numbers are written with %.0f: Lua's own writing of a time in microseconds loses its end.
const script = `
if redis.call('EXISTS', KEYS[1]) == 0 then return {0, 0, 0, 0, 0, 0, 0} end
local key, limit, window, wants = KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2]) + tonumber(ARGV[6])
local since = now - window
local function text(number) return string.format('%.0f', number) end
local function keep() redis.call('PEXPIRE', key, text(math.ceil(window / 1000) + 10000)) end
redis.call('ZREMRANGEBYSCORE', key, '-inf', text(since))
for i = 7, #ARGV do
  if tonumber(ARGV[i]) > since then redis.call('ZADD', key, ARGV[i], ARGV[i]) end
end
if #ARGV > 6 then keep() end
for i = 4, 5 do
  if tonumber(ARGV[i]) > since and not redis.call('ZSCORE', key, ARGV[i]) then return {0, 0, 0, 0, 0, 0, 0} end
end
local used = redis.call('ZCARD', key)
local latest = tonumber(redis.call('ZRANGE', key, -1, -1)[1] or 0)
local granted = math.max(0, math.min(wants, limit - used))
local first = 0
if granted > 0 then
  first = math.max(now, latest + 1)
  for i = 0, granted - 1 do
    local at = text(first + i)
    redis.call('ZADD', key, at, at)
  end
  keep()
end
local frees = tonumber(redis.call('ZRANGE', key, -limit, -limit)[1] or 0)
return {1, now, used, granted, first, latest, frees}
`

const answerOf = ([
  whole = 0,
  now = 0,
  used = 0,
  granted = 0,
  first = 0,
  latest = 0,
  frees = 0,
]: number[]): Answer => ({
  whole: whole === 1,
  now,
  used,
  granted,
  first,
  latest,
  frees,
})

/** Resolves when it is connected, or has been given up for the moment. */
export const redisStore = async (url: string, log: Logger): Promise<RedisStore> => {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: forgetAfterMs,
    connectTimeout: lookAgainMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, lookAgainMs),
  })
  client.defineCommand('rateTake', { numberOfKeys: 2, lua: script })

  let closed = false
  let breaks = 0
  let lastError: unknown
  let timer: NodeJS.Timeout | undefined
  const state = watch((up, reason) => {
    if (up) log.info('Redis answers again for the limits')
    else log.warn({ reason }, 'Redis does not answer for the limits')
  })
  // A write: also a Redis that only reads, or is full, must not be asked.
  const lookAgain = (): void => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      within(answerWithinMs, client.set(`${prefix}trial`, '1', 'PX', lookAgainMs)).then(
        () => state.found(),
        lookAgain,
      )
    }, lookAgainMs)
    timer.unref()
  }
  const lost = (error: unknown): void => {
    const wasUp = state.up
    state.lost(client.status === 'ready' ? error : (lastError ?? error))
    if (wasUp) lookAgain()
  }

  const store: RedisStore = {
    get up() {
      return state.up
    },
    get breaks() {
      return breaks
    },
    onBreak: () => {},
    take: async (token, ask, moved) => {
      const { limit, window, wants, oldest, newest, given } = ask
      const numbers = [limit, window, wants, oldest, newest, moved, ...given]
      try {
        const taken = client.rateTake(epochKey(token), bucketKey(token, ask.key), ...numbers)
        return answerOf(await within(answerWithinMs, taken))
      } catch (error) {
        lost(error)
        return undefined
      }
    },
    putBack: (token, ask, { granted, first }) => {
      if (granted === 0) return
      const times = Array.from({ length: granted }, (_, index) => String(first + index))
      client.zrem(bucketKey(token, ask.key), ...times).catch(() => {})
    },
    knows: async (token) => {
      try {
        return (await within(answerWithinMs, client.pexpire(epochKey(token), epochLastsMs))) === 1
      } catch (error) {
        lost(error)
        throw error
      }
    },
    begin: async (token) => {
      await within(workWithinMs, client.set(epochKey(token), '1', 'PX', epochLastsMs))
    },
    fill: async (token, buckets) => {
      if (buckets.length === 0) return
      const pipeline = client.pipeline()
      for (const { key, times, lasts } of buckets) {
        const name = bucketKey(token, key)
        for (let from = 0; from < times.length; from += timesInCommand) {
          const part = times.slice(from, from + timesInCommand)
          pipeline.zadd(name, ...part.flatMap((time) => [String(time), String(time)]))
        }
        pipeline.pexpire(name, lasts + 10_000)
      }
      const results = await within(workWithinMs, pipeline.exec())
      for (const [error] of results ?? []) if (error) throw error
    },
    all: async function* (token) {
      let cursor = '0'
      do {
        const [next, names] = await client.scan(cursor, 'MATCH', bucketKey(token, '*'), 'COUNT', 500)
        cursor = next
        const sets = await Promise.all(names.map((name) => client.zrange(name, '0', '-1')))
        const skip = bucketKey(token, '').length
        // A scan may name a key twice.
        const parts = new Map(names.map((name, index) => [name.slice(skip), sets[index] ?? []]))
        yield [...parts]
          .map(([key, times]) => ({ key, times: times.map(Number) }))
          .sort((a, b) => (a.key < b.key ? -1 : 1))
      } while (cursor !== '0')
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      client.disconnect()
    },
  }

  client.on('error', (error: unknown) => {
    lastError = error
  })
  client.on('close', () => {
    if (closed) return
    breaks++
    lost(new Error('The connection broke'))
    store.onBreak()
  })
  await within(lookAgainMs, client.connect()).catch(lost)
  return store
}
