/** What each step of a change of store is for: every test fails without its step (decision 0016). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { changingStore } from './changing-store.ts'
import { openEpochs } from './epochs.ts'
import { postgresStore } from './postgres-store.ts'
import { redisStore } from './redis-store.ts'
import type { Ask } from './store.ts'
import { database, openDirect, spend, start, until } from './test-outage.ts'
import { redisUrl } from './test-stores.ts'

const redis = redisUrl(12)
const log = pino({ level: 'silent' })

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

  test('What an instance let through and could tell nobody is copied from Redis when its lease has ended', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    assert.equal(await spend(two.limiter, 'something', 1), 1)
    one.postgres.set('cut')
    assert.equal(await spend(one.limiter, 'died', 10), 10)
    await delay(1500)
    two.proxy.set('cut')
    assert.equal(await spend(two.limiter, 'died', 1), 0)
  })

  test('PostgreSQL crashed and forgot its buckets while Redis counted: it is given them, and the limit holds when Redis is gone', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    assert.equal(await spend(one.limiter, 'crashed', 6), 6)
    await delay(50)
    await withOwner((client) => client.query('truncate rate_bucket, rate_instance'))
    await delay(400)
    two.proxy.set('cut')
    assert.equal(await spend(two.limiter, 'crashed', 10), 4)
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

  test('An instance that nobody asks gives its lease back, and takes a new one when it is asked', async () => {
    const id = `idle-${Math.random()}`
    const epochs = openEpochs(database.url, id)
    const store = changingStore({
      redis: await redisStore(redis, log),
      postgres: postgresStore(database.url, 1, log),
      epochs,
      longestWindow: 60_000_000,
      idleMs: 300,
      log,
    })
    const has = (): Promise<boolean> =>
      withOwner(async (client) => {
        const { rowCount } = await client.query('select from rate_instance where id = $1', [id])
        return rowCount === 1
      })
    for (let round = 1; round <= 2; round++) {
      const [answer] = await store.ask([askFor(id, 3)], 0)
      assert.equal(answer?.used, (round - 1) * 3)
      assert.equal(answer?.granted, 3)
      assert.equal(await has(), true)
      await until(async () => !(await has()), 'the lease is given back')
    }
    await store.close()
  })
}
