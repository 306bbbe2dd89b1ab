/** Buckets in Redis: a sorted set each, taken from by one script. */
import { Redis, type Result } from 'ioredis'
import type { Logger } from 'pino'
import type { Answer, Ask, Store } from './store.ts'
import { watch, within } from './store.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    rateTake(key: string, ...asked: number[]): Result<number[], Context>
  }
}

const prefix = 'wk:rl:'
const answerWithinMs = 50
const lookAgainMs = 1000
/** Until then a late answer is still of use: what it took is put back. */
const forgetAfterMs = 10_000

// Numbers are written with %.0f: Lua's own writing of a time in microseconds loses its end.
const script = `
local key, limit, window, wants = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
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

/** Takes one from a bucket of nobody: also a Redis that only reads, or is full, must not be asked. */
const trial: Ask = { key: 'trial', limit: 1, window: 1, wants: 1, given: [], oldest: 0, newest: 0 }

/** Resolves when it is connected, or has been given up for the moment. */
export const redisStore = async (url: string, log: Logger): Promise<Store> => {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: forgetAfterMs,
    connectTimeout: lookAgainMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, lookAgainMs),
  })
  let lastError: unknown
  client.on('error', (error: unknown) => {
    lastError = error
  })
  client.defineCommand('rateTake', { numberOfKeys: 1, lua: script })

  const send = (ask: Ask, moved: number): Promise<number[]> =>
    client.rateTake(
      prefix + ask.key,
      ask.limit,
      ask.window,
      ask.wants,
      ask.oldest,
      ask.newest,
      moved,
      ...ask.given,
    )

  let closed = false
  let timer: NodeJS.Timeout | undefined
  const state = watch((up, reason) => {
    if (up) log.info('Redis counts the limits again')
    else log.warn({ reason }, 'Redis does not answer for the limits; PostgreSQL counts them meanwhile')
  })
  const lookAgain = (): void => {
    if (closed) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      within(answerWithinMs, send(trial, 0)).then(() => state.found(), lookAgain)
    }, lookAgainMs)
    timer.unref()
  }
  const lost = (error: unknown): void => {
    const wasUp = state.up
    state.lost(client.status === 'ready' ? error : (lastError ?? error))
    if (wasUp) lookAgain()
  }

  /** The request was decided elsewhere meanwhile; it must not count here a second time. */
  const putBack = (ask: Ask, { granted, first }: Answer): void => {
    if (granted === 0) return
    const times = Array.from({ length: granted }, (_, index) => String(first + index))
    client.zrem(prefix + ask.key, ...times).catch(() => {})
  }

  const askOne = async (ask: Ask, moved: number): Promise<Answer | undefined> => {
    const sent = send(ask, moved)
    try {
      return answerOf(await within(answerWithinMs, sent))
    } catch (error) {
      lost(error)
      sent.then(
        (late) => putBack(ask, answerOf(late)),
        () => {},
      )
      return undefined
    }
  }

  await within(lookAgainMs, client.connect()).catch(lost)
  return {
    get answers() {
      return state.up
    },
    ask: (asks, moved) => Promise.all(asks.map((ask) => askOne(ask, moved))),
    close: async () => {
      closed = true
      clearTimeout(timer)
      client.disconnect()
    },
  }
}
