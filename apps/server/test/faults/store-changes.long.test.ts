/** Rate limits when their store is killed, stopped, full or emptied (hostile input 113, decision 0019). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { limits } from '#contracts/kit/vocabulary.ts'
import { postgresStore } from '#server/platform/gate/limits/postgres-store.ts'
import { redisElsePostgres } from '#server/platform/gate/limits/redis-else-postgres.ts'
import { redisStore } from '#server/platform/gate/limits/redis-store.ts'
import { sharedRateLimiter } from '#server/platform/gate/limits/shared.ts'
import { startProxyBefore } from '#server/platform/gate/limits/testing/test-proxy.ts'
import { keys, openLimiter, patientMs } from '#server/platform/gate/limits/testing/test-stores.ts'
import type { RateLimiter } from '#server/platform/gate/rate-limiter.ts'
import { createTestDatabase } from '../database.ts'
import { hasRedisServer, startRedisServer } from './redis-server.ts'

const settings = { login: { limit: 10, windowSeconds: 900 } }
const minute = 60_000

const database = await createTestDatabase()
const { url: databaseUrl, proxy } = await startProxyBefore(database.url)
const ends: (() => Promise<unknown>)[] = [() => database.drop(), () => proxy.close()]
after(async () => {
  for (const end of ends.reverse()) await end()
})

let moved = 0
const clock = { now: () => new Date(Date.now() + moved) }
const lines: string[] = []
const log = pino({}, { write: (line: string) => void lines.push(line) })

/** Sends concurrent requests, alternating between the limiters; returns how many were allowed. None may fail. */
const spend = async (limiters: readonly RateLimiter[], key: string, times: number): Promise<number> => {
  const asked = Array.from({ length: times }, (_, index) =>
    limiters[index % limiters.length]?.consume('login', key),
  )
  return (await Promise.all(asked)).filter((verdict) => verdict?.allowed).length
}

const storesOf = (limiters: readonly RateLimiter[]): string[] => limiters.map(({ state }) => state.store)

test('PostgreSQL down, with or without Redis: SERVICE_UNAVAILABLE, nothing passes uncounted; afterwards the limit applies again', async () => {
  for (const redisUrl of ['', 'redis://:the-secret@127.0.0.1:1']) {
    const given = redisUrl ? { redisUrl } : {}
    const limiter = await openLimiter({ settings, clock, databaseUrl, log, ...given })
    ends.push(() => limiter.close())
    assert.equal(await spend([limiter], redisUrl, 6), 6)
    proxy.set('cut')
    for (let index = 0; index < 3; index++)
      await assert.rejects(async () => limiter.consume('login', redisUrl), { code: 'SERVICE_UNAVAILABLE' })
    proxy.set('open')
    assert.equal(await spend([limiter], redisUrl, 10), 4)
  }
  assert.ok(!lines.join('').includes('the-secret'), lines.join(''))
})

if (hasRedisServer) {
  const redis = await startRedisServer()
  ends.push(() => redis.kill())
  const redisUrl = `redis://127.0.0.1:${redis.port}`

  const open = async (): Promise<RateLimiter> => {
    const store = redisElsePostgres(
      await redisStore(redisUrl, clock, patientMs),
      postgresStore(database.url, clock, log, patientMs),
      clock,
      log,
    )
    ends.push(() => store.close())
    return sharedRateLimiter(store, { ...limits, ...settings }, keys)
  }
  const limiters = [await open(), await open()]

  const faults = [
    { fault: 'killed', lose: redis.kill, restore: redis.start },
    {
      fault: 'stopped',
      lose: () => redis.signal('SIGSTOP'),
      restore: () => redis.signal('SIGCONT'),
    },
    {
      fault: 'full',
      lose: () => redis.send('config', 'set', 'maxmemory', '1'),
      restore: () => redis.send('config', 'set', 'maxmemory', '0'),
    },
  ]
  for (const [index, { fault, lose, restore }] of faults.entries())
    test(`Redis ${fault}: PostgreSQL counts from zero, exactly, and Redis again after 15 minutes`, async () => {
      assert.equal(await spend(limiters, `before ${fault}`, 30), 10)
      assert.deepEqual(storesOf(limiters), ['redis', 'redis'])
      await lose()
      try {
        assert.equal(await spend(limiters, `crowd ${fault}`, 200), 10)
        assert.equal(await spend(limiters, `before ${fault}`, 30), 10)
      } finally {
        await restore()
      }
      moved += 14 * minute
      assert.equal(await spend(limiters, `crowd ${fault}`, 10), 0)
      const left = { store: 'postgresql', first: 'redis', fallbacks: index + 1 }
      assert.deepEqual(
        limiters.map(({ state }) => state),
        [left, left],
      )
      // After the pause, or at the next attempt if it was not connected yet; the full one always was.
      for (let look = 0; storesOf(limiters).includes('postgresql'); look++) {
        assert.ok(look < (fault === 'full' ? 1 : 1000), 'Redis does not count again')
        moved += look === 0 ? 2 * minute : 16 * minute
        await spend(limiters, `look ${look}`, 2)
        await delay(10)
      }
      assert.equal(await spend(limiters, `after ${fault}`, 200), 10)
    })

  test('Redis emptied: it counts from zero, exactly', async () => {
    assert.equal(await spend(limiters, 'emptied', 30), 10)
    await redis.send('flushall')
    await redis.send('script', 'flush')
    assert.equal(await spend(limiters, 'emptied', 200), 10)
    assert.deepEqual(storesOf(limiters), ['redis', 'redis'])
  })

  test('Redis has a quarter of a second; an answer that arrived while this process was busy is not late', async () => {
    const store = await redisStore(redisUrl, clock)
    ends.push(() => store.close())
    const bucket = { key: 'slow', limit: 10, window: 1e6 }
    const busy = store.count(bucket, true)
    await new Promise((resolve) => setImmediate(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    assert.equal((await busy).allowed, true)
    redis.signal('SIGSTOP')
    try {
      await assert.rejects(store.count(bucket, true), { name: 'TooLate' })
    } finally {
      redis.signal('SIGCONT')
    }
  })
}
