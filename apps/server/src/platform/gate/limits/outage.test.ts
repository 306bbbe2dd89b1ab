import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../../clock.ts'
import { ServiceError } from '../../errors.ts'
import type { Verdict } from '../rate-limiter.ts'
import { behind, database, openDirect, settings, spend, start, until } from './test-outage.ts'
import { openLimiter, openTestLog, redisUrl } from './test-stores.ts'

const timed = async <T>(work: Promise<T> | T): Promise<{ result: T; ms: number }> => {
  const from = performance.now()
  const result = await work
  return { result, ms: performance.now() - from }
}

test('PostgreSQL gone: requests are refused with SERVICE_UNAVAILABLE, none passes; when it is back the limit still holds', async (context) => {
  const { url, proxy } = await behind(database.url)
  const { log, lines } = openTestLog()
  const limiter = await openLimiter({ settings, clock: systemClock, databaseUrl: url, log })
  context.after(() => limiter.close())
  assert.equal(await spend(limiter, 'gone', 6), 6)
  proxy.set('cut')
  for (let index = 0; index < 5; index++) {
    const from = performance.now()
    await assert.rejects(
      Promise.resolve(limiter.take('login', 'gone')),
      (error) =>
        error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE' && error.status === 503,
    )
    assert.ok(performance.now() - from < 2500)
  }
  proxy.set('open')
  assert.equal(await spend(limiter, 'gone', 10), 4)
  assert.equal(lines.length, 2, lines.join(''))
})

const redis = redisUrl(12)
if (redis) {
  const direct = openDirect(redis)

  test('Redis gone and back: the limiter tells where it counts, where it should, and how often it left', async (context) => {
    const { proxy, limiter } = await start(context, redis)
    const store = async (): Promise<string> => {
      await limiter.take('login', 'standing')
      return limiter.standing.store
    }
    await until(async () => (await store()) === 'redis', 'Redis counts')
    const { fallbacks } = limiter.standing
    proxy.set('cut')
    await until(async () => (await store()) === 'postgresql', 'PostgreSQL counts')
    assert.deepEqual(limiter.standing, { store: 'postgresql', first: 'redis', fallbacks: fallbacks + 1 })
    proxy.set('open')
    await until(async () => (await store()) === 'redis', 'Redis counts again')
    assert.equal(limiter.standing.fallbacks, fallbacks + 1)
  })

  for (const mode of ['cut', 'stalled', 'full'] as const) {
    test(`Redis ${mode}: PostgreSQL answers at once, the limit holds to the request, also when Redis is back`, async (context) => {
      const { url, proxy, limiter, lines, inRedis, inPostgres } = await start(context, redis)
      const key = `outage ${mode}`
      assert.equal(await spend(limiter, key, 3), 3)
      const before = lines.length
      proxy.set(mode)
      for (let index = 0; index < 3; index++) {
        const { result, ms } = await timed<Verdict>(limiter.take('login', key))
        assert.equal(result.allowed, true)
        assert.equal(result.remaining, 6 - index)
        assert.ok(ms < 150, `${ms} ms`)
      }
      assert.equal(inPostgres(), 1)
      proxy.set('open')
      await until(() => inRedis() === 2, 'Redis counts again')
      const { result } = await timed<Verdict>(limiter.take('login', key))
      assert.equal(result.remaining, 3)
      assert.equal(await spend(limiter, key, 10), 3)
      // It was Redis that decided.
      const counts = await Promise.all((await direct.keys('wk:rl:*:*')).map((found) => direct.zcard(found)))
      assert.ok(counts.includes(10), counts.join())
      assert.equal(lines.length, before + 4, `once for each change: ${lines.join('')}`)
      assert.ok(!lines.join('').includes(String(new URL(url).port)), 'no address in the log')
    })
  }

  test('While Redis is gone, a limit that is spent stays spent, and 1,000 at once get exactly what is left', async (context) => {
    const { proxy, limiter, inPostgres } = await start(context, redis)
    assert.equal(await spend(limiter, 'spent', 10), 10)
    assert.equal(await spend(limiter, 'half', 5), 5)
    proxy.set('cut')
    const verdicts = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => limiter.take('login', index % 2 ? 'spent' : 'half')),
    )
    assert.equal(verdicts.filter(({ allowed }) => allowed).length, 5)
    assert.equal(inPostgres(), 1)
  })

  test('A stalled Redis holds up nobody twice: the next second of requests does not wait for it', async (context) => {
    const { proxy, limiter } = await start(context, redis)
    await limiter.take('login', 'x')
    proxy.set('stalled')
    await limiter.take('login', 'x')
    const { ms } = await timed(spend(limiter, 'y', 20))
    assert.ok(ms < 20 * 50 * 0.5, `${ms} ms for 20 requests`)
  })

  test('FLUSHDB, a bucket that is evicted, and one that lost its last or its first times, open nothing', async (context) => {
    const { limiter, inRedis, inPostgres } = await start(context, redis)
    const losses: ((key: string) => Promise<unknown>)[] = [
      () => direct.flushdb(),
      (key) => direct.del(key),
      (key) => direct.zremrangebyrank(key, -1, -1),
      (key) => direct.zremrangebyrank(key, 0, 0),
    ]
    let used = 0
    for (const [index, lose] of losses.entries()) {
      await until(() => inRedis() === index + 1, 'Redis counts')
      used += await spend(limiter, 'flushed', 1)
      const keys = (await direct.keys('wk:rl:*:*')).filter((key) => !key.includes('beat:'))
      await Promise.all(keys.map(lose))
      assert.equal((await limiter.take('login', 'flushed')).remaining, 10 - ++used, lose.toString())
      assert.equal(inPostgres(), index + 1)
    }
    await until(() => inRedis() === losses.length + 1, 'Redis counts')
    await direct.flushdb()
    await until(() => inPostgres() === losses.length + 1, 'the loss is seen without a request')
    assert.equal(await spend(limiter, 'flushed', 10), 2)
  })

  test('Two instances through a flush: each brings what it let through', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    assert.equal(await spend(one.limiter, 'pair', 4), 4)
    assert.equal(await spend(two.limiter, 'pair', 4), 4)
    await direct.flushdb()
    assert.equal(await spend(one.limiter, 'pair', 10), 2)
    assert.equal(await spend(two.limiter, 'pair', 10), 0)
  })

  const modes = ['cut', 'stalled'] as const
  for (const mode of modes)
    test(`Two instances, Redis ${mode}: what the idle one let through counts in PostgreSQL, and in a flushed Redis later`, async (context) => {
      const [one, two] = [await start(context, redis), await start(context, redis)]
      const key = `idle ${mode}`
      assert.equal(await spend(one.limiter, key, 4), 4)
      assert.equal(await spend(two.limiter, key, 4), 4)
      for (const { proxy } of [one, two]) proxy.set(mode)
      assert.equal(await spend(one.limiter, key, 1), 1)
      assert.equal((await two.limiter.peek('login', key)).remaining, 1)
      await direct.flushdb()
      for (const { proxy } of [one, two]) proxy.set('open')
      await until(() => one.inRedis() + two.inRedis() === 4, 'Redis counts again for both')
      assert.equal(await spend(two.limiter, key, 10), 1)
      assert.equal(await spend(one.limiter, key, 10), 0)
    })

  test('Two instances, Redis flushed: what the idle one let through is brought back without a request', async (context) => {
    const [one, two] = [await start(context, redis), await start(context, redis)]
    assert.equal(await spend(one.limiter, 'flushed by somebody', 6), 6)
    assert.equal(await spend(two.limiter, 'something', 1), 1)
    await direct.flushdb()
    assert.equal(await spend(two.limiter, 'flushed by somebody', 10), 4)
  })

  test('A process that was busy when the answer came does not take Redis for gone', async (context) => {
    const { limiter, inPostgres } = await start(context, redis, { straight: true })
    for (let index = 0; index < 3; index++) {
      const taken = limiter.take('login', 'busy')
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
      const from = performance.now()
      while (performance.now() - from < 120);
      assert.equal((await taken).remaining, 9 - index)
    }
    assert.equal(inPostgres(), 0)
  })

  test('Redis and PostgreSQL gone, or PostgreSQL alone: SERVICE_UNAVAILABLE, nothing passes; PostgreSQL alone is enough again', async (context) => {
    const store = await behind(database.url)
    const { url, proxy } = await behind(redis)
    const { log } = openTestLog()
    const limiter = await openLimiter({
      settings,
      clock: systemClock,
      databaseUrl: store.url,
      redisUrl: url,
      log,
    })
    context.after(() => limiter.close())
    const refused = async (): Promise<void> => {
      for (let index = 0; index < 3; index++)
        await assert.rejects(Promise.resolve(limiter.take('login', 'both')), { code: 'SERVICE_UNAVAILABLE' })
    }
    assert.equal(await spend(limiter, 'both', 4), 4)
    proxy.set('cut')
    assert.equal(await spend(limiter, 'both', 2), 2)
    store.proxy.set('cut')
    await refused()
    proxy.set('open')
    await delay(2500)
    await refused()
    proxy.set('cut')
    store.proxy.set('open')
    assert.equal(await spend(limiter, 'both', 2), 2)
    proxy.set('open')
    await delay(2500)
    store.proxy.set('cut')
    await delay(1000)
    await refused()
    store.proxy.set('open')
    assert.equal(await spend(limiter, 'both', 10), 2)
  })

  test('A Redis that is not there at the start, or refuses the password, leaves PostgreSQL to count; the log has no secret', async (context) => {
    const { log, lines } = openTestLog()
    const wrong = new URL(redis)
    wrong.username = 'someone'
    wrong.password = 'the-secret'
    for (const given of ['redis://:the-secret@127.0.0.1:1/0', wrong.href]) {
      const limiter = await openLimiter({
        settings,
        clock: systemClock,
        databaseUrl: database.url,
        redisUrl: given,
        log,
      })
      context.after(() => limiter.close())
      assert.equal(await spend(limiter, given, 12), 10)
    }
    assert.equal(lines.length, 2)
    assert.ok(!lines.join('').includes('the-secret'), lines.join(''))
  })
}
