/** What each step of a change of store is for: every test fails without its step (decision 0018). */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { changingStore } from './changing-store.ts'
import { openEpochs } from './epochs.ts'
import { postgresStore } from './postgres-store.ts'
import { type RedisStore, redisStore } from './redis-store.ts'
import type { Ask } from './store.ts'
import { behind, database, openDirect, spend, start, until } from './test-outage.ts'
import { redisUrl } from './test-stores.ts'

const redis = redisUrl(15)
const log = pino({ level: 'silent' })

type Started = Awaited<ReturnType<typeof start>>

const withOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return work(client).finally(() => client.end())
}

const askFor = (key: string, wants: number): Ask => ({
  key,
  limit: 10,
  window: 60_000_000,
  wants,
  given: [],
  oldest: 0,
  newest: 0,
})

if (redis) {
  const direct = openDirect(redis)

  test('One instance does not reach Redis: it decides nothing before the other has told what it let through', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    one.postgres.set('stalled')
    assert.equal(await spend(one.limiter, 'untold', 10), 10)
    two.proxy.set('cut')
    const passed = spend(two.limiter, 'untold', 1)
    await delay(250)
    one.postgres.set('open')
    assert.equal(await passed, 0)
    assert.equal(two.inPostgres(), 1)
  })

  test('An instance says that it has told when PostgreSQL knows, not before', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    await withOwner(async (client) => {
      const keys = async (): Promise<string[]> =>
        (await client.query('select key from rate_bucket order by key')).rows.map(({ key }) => key)
      const before = await keys()
      const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `held up ${name}`)
      const keyOf = new Map<string, string>()
      for (const name of names) {
        await spend(one.limiter, name, 1)
        await until(async () => (await keys()).length > before.length + keyOf.size, 'told')
        const known = [...before, ...keyOf.keys()]
        keyOf.set((await keys()).find((key) => !known.includes(key)) ?? '', name)
      }
      const [first = '', ...others] = [...keyOf.keys()].sort()
      const last = keyOf.get(others.at(-1) ?? '') ?? ''
      // Telling about the first waits, and with it about the last.
      await client.query('begin')
      await client.query('select from rate_bucket where key = $1 for update', [first])
      await Promise.all([one.limiter.take('login', keyOf.get(first) ?? ''), one.limiter.take('login', last)])
      assert.equal(await spend(one.limiter, last, 8), 8)
      two.proxy.set('cut')
      const passed = spend(two.limiter, last, 1)
      await delay(250)
      await client.query('commit')
      assert.equal(await passed, 0)
    })
  })

  test('An instance that does not reach PostgreSQL is waited for no longer than its lease, and decides nothing after it', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    assert.equal(await spend(one.limiter, 'alone', 3), 3)
    one.postgres.set('cut')
    await delay(1000)
    await assert.rejects(Promise.resolve(one.limiter.take('login', 'alone')), { code: 'SERVICE_UNAVAILABLE' })
    one.postgres.set('open')
    assert.equal(await spend(one.limiter, 'alone', 1), 1)
    await delay(100)
    one.postgres.set('stalled')
    two.proxy.set('cut')
    const from = performance.now()
    assert.equal(await spend(two.limiter, 'alone', 10), 6)
    assert.ok(performance.now() - from < 1900, `${performance.now() - from} ms`)
  })

  /**
   * Two instances that count in Redis, and what `work` found where Redis was not taken for gone meanwhile: on a machine
   * that does other things too, an answer can be later than 50 ms, and then another case than this one is tried.
   */
  const inTwo = async <T>(
    context: TestContext,
    work: (one: Started, two: Started) => Promise<T | 'HICCUP'>,
  ): Promise<T> => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const [one, two] = [await start(context, redis), await start(context, redis)]
      const found = await work(one, two)
      if (found !== 'HICCUP') return found
      for (const { proxy, close } of [one, two]) {
        proxy.set('open')
        await close()
      }
    }
    return assert.fail('Redis answered late five times')
  }

  test('What an instance let through and could tell nobody is copied from Redis when its lease has ended', async (context) => {
    const more = await inTwo(context, async (one, two) => {
      assert.equal(await spend(two.limiter, 'something', 1), 1)
      one.postgres.set('cut')
      const spent = await spend(one.limiter, 'died', 10).catch(() => 0)
      if (spent < 10) return 'HICCUP'
      await delay(1500)
      two.proxy.set('cut')
      return spend(two.limiter, 'died', 1)
    })
    assert.equal(more, 0)
  })

  test('PostgreSQL crashed and forgot its buckets while Redis counted: it is given them, and the limit holds when Redis is gone', async (context) => {
    const more = await inTwo(context, async (one, two) => {
      assert.equal(await spend(one.limiter, 'crashed', 6), 6)
      await delay(50)
      if (one.inPostgres() + two.inPostgres() > 0) return 'HICCUP'
      await withOwner(async (client) => {
        await client.query('truncate rate_bucket, rate_instance')
        const given = 'select from rate_bucket where cardinality(times) = 6'
        await until(async () => (await client.query(given)).rowCount === 1, 'PostgreSQL is given them')
      })
      two.proxy.set('cut')
      return spend(two.limiter, 'crashed', 10)
    })
    assert.equal(more, 4)
  })

  test('The last instance ended and Redis came back as it was before: who starts does not believe it', async (context) => {
    const one = await start(context, redis)
    assert.equal(await spend(one.limiter, 'restored', 10), 10)
    await one.close()
    for (const key of await direct.keys('wk:rl:*:*')) await direct.del(key)
    const two = await start(context, redis)
    assert.equal(await spend(two.limiter, 'restored', 10), 0)
  })

  test('Redis lost a part of what it was being filled with: it does not count', async (context) => {
    const one = await start(context, redis)
    assert.equal(await spend(one.limiter, 'refilled', 10), 10)
    const tokens = async (): Promise<string[]> =>
      (await direct.keys('wk:rl:*')).filter((key) => !key.includes(':', 6))
    const before = await tokens()
    await direct.flushdb()
    const flushing = setInterval(async () => {
      const added = (await tokens()).some((key) => !before.includes(key) && !key.endsWith('trial'))
      if (!added) return
      clearInterval(flushing)
      await direct.flushdb()
    }, 1)
    await until(() => one.inRedis() >= 2, 'Redis counts again')
    clearInterval(flushing)
    assert.equal(await spend(one.limiter, 'refilled', 10), 0)
  })

  test('Who began to fill Redis and died is not waited for: PostgreSQL counts again', async (context) => {
    const one = await start(context, redis)
    assert.equal(await spend(one.limiter, 'left', 4), 4)
    await withOwner((client) =>
      client.query(
        "update rate_epoch set epoch = epoch + 1, store = 'filling', moved_at = clock_timestamp()",
      ),
    )
    const from = performance.now()
    assert.equal(await spend(one.limiter, 'left', 10), 6)
    assert.ok(performance.now() - from < 1900, `${performance.now() - from} ms`)
  })

  test('A decision of PostgreSQL that is late by a change of store is none', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    await direct.flushdb()
    await until(() => one.inPostgres() + two.inPostgres() === 2, 'PostgreSQL counts')
    await delay(600)
    two.postgres.set('stalled')
    const late = spend(two.limiter, 'late', 1)
    await until(() => one.inRedis() === 2, 'Redis counts again')
    one.postgres.set('stalled')
    assert.equal(await spend(one.limiter, 'late', 10), 10)
    two.postgres.set('open')
    await delay(20)
    one.postgres.set('open')
    assert.equal(await late, 0)
  })

  const openStore = async (
    context: TestContext,
    url: string,
    change: (redis: RedisStore) => Partial<RedisStore> = () => ({}),
  ) => {
    const id = `test-${Math.random()}`
    const real = await redisStore(url, log)
    const store = changingStore({
      redis: Object.defineProperties(real, Object.getOwnPropertyDescriptors(change({ ...real }))),
      postgres: postgresStore(database.url, 1, log),
      epochs: openEpochs(database.url, id),
      longestWindow: 60_000_000,
      idleMs: 300,
      log,
    })
    context.after(() => store.close())
    const take = async (key: string, wants: number): Promise<number> =>
      (await store.ask([askFor(key, wants)], 0))[0]?.granted ?? -1
    const isKnown = (): Promise<boolean> =>
      withOwner(async (client) => {
        const { rowCount } = await client.query('select from rate_instance where id = $1', [id])
        return rowCount === 1
      })
    return { take, isKnown }
  }

  const storeNow = (): Promise<string> =>
    withOwner(async (client) => (await client.query('select store from rate_epoch')).rows[0].store)

  /** Asked all the time, as an instance in use is. */
  const untilRedisCounts = (take: (key: string, wants: number) => Promise<number>): Promise<void> =>
    until(async () => {
      await take('used', 0)
      return (await storeNow()) === 'redis'
    }, 'Redis counts')

  test('An answer of Redis that comes after the change is not heeded', async (context) => {
    const held = Promise.withResolvers<void>()
    let asked = false
    const one = await openStore(context, redis, ({ take }) => ({
      take: async (token, ask, moved) => {
        const answer = await take(token, ask, moved)
        if (ask.key === 'overtaken') {
          asked = true
          await held.promise
        }
        return answer
      },
    }))
    await untilRedisCounts(one.take)
    const late = one.take('overtaken', 10)
    await until(() => asked, 'asked')
    const two = await openStore(context, 'redis://127.0.0.1:1')
    await withOwner((client) => client.query("update rate_epoch set epoch = epoch + 1, store = 'postgres'"))
    assert.equal(await two.take('overtaken', 10), 10)
    held.resolve()
    assert.equal(await late, 0)
  })

  test('An answer that was heard when the lease had ended is asked for again, and counts once', async (context) => {
    let sleeps = 1
    const one = await openStore(context, redis, ({ take }) => ({
      take: async (token, ask, moved) => {
        const answer = await take(token, ask, moved)
        if (ask.key === 'overslept' && sleeps-- > 0)
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
        return answer
      },
    }))
    await untilRedisCounts(one.take)
    assert.equal(await one.take('overslept', 4), 4)
    assert.equal(sleeps, -1)
    assert.equal(await one.take('overslept', 10), 6)
    assert.equal(await storeNow(), 'redis')
  })

  test('What PostgreSQL let through while Redis was being filled is known to Redis', async (context) => {
    let meanwhile: (() => Promise<number>) | undefined
    const one = await openStore(context, redis, ({ fill }) => ({
      fill: async (token, buckets) => {
        await fill(token, buckets)
        const work = meanwhile
        meanwhile = undefined
        if (work) assert.equal(await work(), 10)
      },
    }))
    await untilRedisCounts(one.take)
    await direct.flushdb()
    const two = postgresStore(database.url, 1, log)
    context.after(() => two.close())
    meanwhile = async () => (await two.ask([askFor('meanwhile', 10)], 0))[0]?.granted ?? -1
    await until(async () => {
      await one.take('used', 0)
      return meanwhile === undefined && (await storeNow()) === 'redis'
    }, 'Redis counts again')
    assert.equal(await one.take('meanwhile', 10), 0)
  })

  test('A connection that broke while Redis was being filled: the Redis that answers then does not count', async (context) => {
    const { url, proxy } = await behind(redis)
    let meanwhile: (() => Promise<void>) | undefined
    const { take } = await openStore(context, url, ({ fill }) => ({
      fill: async (token, buckets) => {
        await fill(token, buckets)
        // In the second pass, when nobody decides.
        if (!meanwhile || (await storeNow()) !== 'filling') return
        const work = meanwhile
        meanwhile = undefined
        await work()
      },
    }))
    await untilRedisCounts(take)
    assert.equal(await take('torn', 10), 10)
    meanwhile = async () => {
      proxy.set('cut')
      await delay(5)
      proxy.set('open')
      // Until it is connected again.
      await delay(200)
      for (const key of await direct.keys('wk:rl:*:torn')) await direct.del(key)
    }
    await direct.flushdb()
    // The buckets of a second ago are carried over twice.
    await delay(3000)
    await until(async () => {
      await take('used', 0)
      return meanwhile === undefined && (await storeNow()) === 'redis'
    }, 'Redis counts again')
    assert.equal(await take('torn', 10), 0)
  })

  test('A connection that broke while nobody asked: the Redis that answers then is not believed', async (context) => {
    const { url, proxy } = await behind(redis)
    const { take, isKnown } = await openStore(context, url)
    await untilRedisCounts(take)
    assert.equal(await take('broken', 10), 10)
    await until(async () => !(await isKnown()), 'the lease is given back')
    proxy.set('cut')
    await delay(50)
    proxy.set('open')
    for (const key of await direct.keys('wk:rl:*:broken')) await direct.del(key)
    await delay(1500)
    assert.equal(await take('broken', 10), 0)
  })

  test('An instance that nobody asks gives its lease back, and takes a new one when it is asked', async (context) => {
    const { take, isKnown } = await openStore(context, redis)
    await untilRedisCounts(take)
    for (let round = 1; round <= 2; round++) {
      assert.equal(await take('idle', 3), 3)
      assert.equal(await isKnown(), true)
      await until(async () => !(await isKnown()), 'the lease is given back')
    }
    assert.equal(await take('idle', 10), 4)
  })
}
