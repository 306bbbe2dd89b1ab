/** Buckets in Redis: a sorted set each, updated by one script. */
import { Redis, type Result } from 'ioredis'
import { type Clock, movedMicroseconds } from '../../clock.ts'
import { type Store, within } from './store.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    rateSpend(
      key: string,
      limit: number,
      window: number,
      wants: number,
      moved: number,
    ): Result<number[], Context>
  }
}

/** Longer than a TCP retransmission, since switching to PostgreSQL lasts 15 minutes. */
const answerWithinMs = 250
const connectWithinMs = 1000
/** A connection without data for this long is replaced. */
const silentMs = 2000

// %.0f, since Lua's own formatting loses the last digits of a time in microseconds. ZADD is the first write because
// it needs memory: after another write a full Redis would let the script go on.
const script = `
local key, limit, window, wants = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2]) + tonumber(ARGV[4])
local function text(number) return string.format('%.0f', number) end
local function at(place) return tonumber(redis.call('ZRANGE', key, place, place)[1] or 0) end
local used = redis.call('ZCOUNT', key, '(' .. text(now - window), '+inf')
if used >= limit then return {0, used, at(-limit), now} end
if wants == 0 then return {1, used, used > 0 and at(-1) or 0, now} end
local own = math.max(now, at(-1) + 1)
redis.call('ZADD', key, text(own), text(own))
redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now - window))
redis.call('PEXPIRE', key, text(math.ceil(window / 1000) + 10000))
return {1, used + 1, own, now}
`

/** Resolves when it is connected, or when the first attempt has failed or timed out. */
export const redisStore = async (url: string, clock: Clock, withinMs = answerWithinMs): Promise<Store> => {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectWithinMs,
    socketTimeout: silentMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  })
  client.defineCommand('rateSpend', { numberOfKeys: 1, lua: script })
  let lastError: unknown
  client.on('error', (error: unknown) => {
    lastError = error
  })
  await within(connectWithinMs, client.connect()).catch(() => {})
  return {
    state: { store: 'redis', first: 'redis', fallbacks: 0 },
    count: async ({ key, limit, window }, consumes) => {
      const reply = client.rateSpend(
        `wk:rl:${key}`,
        limit,
        window,
        consumes ? 1 : 0,
        movedMicroseconds(clock),
      )
      try {
        const [allowed = 0, used = 0, from = 0, now = 0] = await within(withinMs, reply)
        return { allowed: allowed === 1, used, from, now }
      } catch (error) {
        // The cause of the lost connection says more than that there is none.
        throw client.status === 'ready' ? error : (lastError ?? error)
      }
    },
    close: async () => client.disconnect(),
  }
}
