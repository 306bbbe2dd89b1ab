import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { pino } from 'pino'
import { createTestDatabase } from '#test/database.ts'
import { systemClock } from '../../clock.ts'
import { deriveKeys } from '../../crypto/keys.ts'
import type { RateLimiter, Verdict } from '../rate-limiter.ts'
import { openRateLimiter } from './open.ts'
import { postgresStore } from './postgres-store.ts'
import { redisStore } from './redis-store.ts'
import type { Answer, Ask } from './store.ts'
import { openLimiter, redisUrl } from './test-stores.ts'

const database = await createTestDatabase()
/** In which nobody counts but the test that looks at the table. */
const quiet = await createTestDatabase()
const redis = redisUrl(11)
const opened: { close(): Promise<void> }[] = []
after(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await database.drop()
  await quiet.drop()
})

const shared = [
  { kind: 'PostgreSQL', given: { databaseUrl: database.url } },
  ...(redis ? [{ kind: 'Redis', given: { databaseUrl: database.url, redisUrl: redis } }] : []),
]
const all = [{ kind: 'memory', given: {} }, ...shared]

const open = async (options: Parameters<typeof openLimiter>[0]): Promise<RateLimiter> => {
  const limiter = await openLimiter(options)
  opened.push(limiter)
  return limiter
}

const step = fc.record({
  /** whole seconds, while windows end in half ones: so no answer hangs on the milliseconds of its way */
  gap: fc.integer({ min: 0, max: 4 }),
  instance: fc.integer({ min: 0, max: 1 }),
  key: fc.constantFrom('a', 'a', 'a', 'b'),
  /** asked at once; a look (false) spends nothing */
  spends: fc.array(
    fc.boolean().map((look) => !look),
    { minLength: 1, maxLength: 6, size: 'max' },
  ),
})
const schedule = fc.array(step, { minLength: 1, maxLength: 25, size: 'max' })

for (const { kind, given } of shared) {
  test(`${kind}: two instances on one store answer every schedule as one memory does, in every field`, async () => {
    let now = Date.now()
    let requests = 0
    const clock = { now: () => new Date(now) }
    const settings = {
      login: { limit: 1, windowSeconds: 2.5 },
      read: { limit: 3, windowSeconds: 7.5 },
      write: { limit: 8, windowSeconds: 4.5 },
    }
    const instances = [await open({ settings, clock, ...given }), await open({ settings, clock, ...given })]
    const memory = await open({ settings, clock })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('login', 'read', 'write'), schedule, async (name, steps) => {
        run++
        for (const { gap, instance, key, spends } of steps) {
          now += gap * 1000
          requests += spends.length
          const ask = (limiter: RateLimiter | undefined): Promise<(Verdict | undefined)[]> =>
            Promise.all(
              spends.map((spend) => limiter?.[spend ? 'take' : 'peek'](name, `${kind}:${run}:${key}`)),
            )
          assert.deepEqual(await ask(instances[instance]), await ask(memory))
        }
      }),
      { numRuns: 300 },
    )
    assert.ok(requests > 5000, `${requests} requests in ${run} schedules`)
  })

  test(`${kind}: 1,000 requests at once over two instances let exactly the limit through`, async () => {
    const settings = { read: { limit: 100, windowSeconds: 60 }, login: { limit: 1, windowSeconds: 60 } }
    const instances = await Promise.all([0, 1].map(() => open({ settings, clock: systemClock, ...given })))
    for (const name of ['read', 'login'] as const) {
      const verdicts = await Promise.all(
        Array.from({ length: 1000 }, async (_, index) => {
          if (index % 50 === 49) await delay(1)
          return instances[index % 2]?.take(name, `crowd of ${kind}`)
        }),
      )
      const allowed = verdicts.filter((verdict) => verdict?.allowed)
      assert.equal(allowed.length, settings[name].limit)
      // Each place once: what remains is told differently to each.
      assert.equal(new Set(allowed.map((verdict) => verdict?.remaining)).size, settings[name].limit)
    }
  })

  test(`${kind}: two instances that ask at once for what is left of a bucket in use get no more than that`, async () => {
    const settings = { read: { limit: 10, windowSeconds: 600 } }
    const instances = await Promise.all([0, 1].map(() => open({ settings, clock: systemClock, ...given })))
    // Again and again, since they must meet in a moment; a bucket is there already, because making one is a lock.
    for (let round = 0; round < 300; round++) {
      const keys = [0, 1].map((index) => `left ${kind} ${round} ${index}`)
      await Promise.all(instances.map((instance, index) => instance.take('read', keys[index] ?? '')))
      const verdicts = await Promise.all(
        instances.flatMap((instance) =>
          keys.flatMap((key) => Array.from({ length: 10 }, () => instance.take('read', key))),
        ),
      )
      assert.equal(verdicts.filter(({ allowed }) => allowed).length, 18, `round ${round}`)
    }
  })

  test(`${kind}: in real time, never N + 1 in any rolling window and never a refusal below N, to the microsecond`, async () => {
    const log = pino({ level: 'silent' })
    const openAsk = async (): Promise<(ask: Ask) => Promise<Answer | undefined>> => {
      if (kind === 'PostgreSQL') {
        const store = postgresStore(database.url, 1, log)
        opened.push(store)
        return async (ask) => (await store.ask([ask], 0))[0]
      }
      const store = await redisStore(redis ?? '', log)
      opened.push(store)
      await store.begin('real-time')
      return (ask) => store.take('real-time', ask, 0)
    }
    const askOne = await openAsk()
    let asked = 0
    let refused = 0
    let late = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1000, max: 20_000 }),
        fc.array(
          fc.record({ wants: fc.integer({ min: 0, max: 3 }), pause: fc.integer({ min: 0, max: 4 }) }),
          {
            minLength: 5,
            maxLength: 30,
            size: 'max',
          },
        ),
        async (limit, window, steps) => {
          const key = `real-${Math.random()}`
          const passed: number[] = []
          for (const { wants, pause } of steps) {
            if (pause > 2) await delay(pause)
            const [oldest = 0] = passed
            const answer = await askOne({
              key,
              limit,
              window,
              wants,
              given: [],
              oldest,
              newest: passed.at(-1) ?? 0,
            })
            if (!answer) {
              // On a busy machine an answer may be late; what it took is not known then.
              late++
              return
            }
            assert.ok(answer.whole)
            const used = passed.filter((at) => at > answer.now - window).length
            assert.equal(answer.used, used)
            assert.equal(answer.granted, Math.min(wants, limit - used))
            for (let index = 0; index < answer.granted; index++) passed.push(answer.first + index)
            asked += wants
            refused += wants - answer.granted
          }
          for (const [index, at] of passed.entries())
            assert.ok(at - (passed[index - limit] ?? -Infinity) >= window, 'N + 1 in one window')
        },
      ),
      { numRuns: 100 },
    )
    assert.ok(refused > 300 && asked - refused > 300, `${asked} asked, ${refused} refused`)
    assert.ok(late < 10, `${late} answers were late`)
  })
}

for (const { kind, given } of all) {
  test(`${kind}: 1,000 requests at once let exactly the limit through`, async () => {
    const settings = { read: { limit: 100, windowSeconds: 60 } }
    const limiter = await open({ settings, clock: systemClock, ...given })
    const verdicts = await Promise.all(
      Array.from({ length: 1000 }, () => limiter.take('read', `one instance, ${kind}`)),
    )
    assert.equal(verdicts.filter(({ allowed }) => allowed).length, 100)
    assert.equal((await limiter.peek('read', `one instance, ${kind}`)).allowed, false)
    assert.equal((await limiter.peek('read', `another, ${kind}`)).remaining, 100)
    assert.equal((await limiter.take('write', `one instance, ${kind}`)).allowed, true)
  })
}

/** The buckets by which instances look whether their store is there. */
const notBeats = "key not like 'beat:%'"

const withDatabase = async <T>(work: (client: pg.Client) => Promise<T>, url: string): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

test('PostgreSQL: two instances that take for the same buckets in opposite orders do not lock each other out', async () => {
  const settings = { read: { limit: 1000, windowSeconds: 60 } }
  const given = { settings, clock: systemClock, databaseUrl: database.url }
  const [one, two] = [await open(given), await open(given)]
  const names = Array.from({ length: 60 }, (_, index) => `crossing ${index}`)
  for (let round = 0; round < 30; round++)
    await Promise.all([
      ...names.map((name) => one.take('read', name)),
      ...names.toReversed().map((name) => two.take('read', name)),
    ])
  for (const name of names) assert.equal((await one.peek('read', name)).remaining, 1000 - 60)
})

test('PostgreSQL: an emptied table does not open a limit that an instance knows is spent', async () => {
  const settings = { login: { limit: 5, windowSeconds: 900 } }
  const limiter = await open({ settings, clock: systemClock, databaseUrl: database.url })
  for (let index = 0; index < 3; index++) await limiter.take('login', 'emptied')
  await withDatabase((client) => client.query('truncate rate_bucket'), database.url)
  assert.equal((await limiter.take('login', 'emptied')).remaining, 1)
  assert.equal((await limiter.take('login', 'emptied')).remaining, 0)
  await withDatabase((client) => client.query('truncate rate_bucket'), database.url)
  assert.equal((await limiter.take('login', 'emptied')).allowed, false)
})

test('PostgreSQL: no e-mail and no address is stored, and requests may do nothing with the table but take', async () => {
  const settings = { login: { limit: 5, windowSeconds: 900 } }
  const limiter = await open({ settings, clock: systemClock, databaseUrl: quiet.url })
  await limiter.take('login', 'anna@example.com')
  await limiter.take('public', '203.0.113.77')
  await withDatabase(async (client) => {
    const { rows } = await client.query('select rate_bucket::text as row from rate_bucket')
    const text = JSON.stringify(rows)
    assert.ok(rows.length > 0)
    assert.doesNotMatch(text, /anna|example|203\.0|public|login/)
    await client.query('set role wellkept_app')
    for (const statement of [
      'select * from rate_bucket',
      'delete from rate_bucket',
      "insert into rate_bucket values ('x', '{}', now())",
      'select rate_sweep(0)',
    ])
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
  }, quiet.url)
})

test('PostgreSQL: buckets whose window has passed are swept, and no others', async () => {
  const settings = { login: { limit: 5, windowSeconds: 900 }, read: { limit: 5, windowSeconds: 0.05 } }
  const limiter = await open({ settings, clock: systemClock, databaseUrl: quiet.url })
  await withDatabase(async (client) => {
    const count = async (): Promise<number> =>
      (await client.query(`select from rate_bucket where ${notBeats}`)).rowCount ?? 0
    const before = await count()
    await limiter.take('login', 'stays')
    await limiter.take('read', 'goes')
    assert.equal(await count(), before + 2)
    await delay(80)
    await client.query('set role wellkept_worker')
    await client.query('select rate_sweep(0)')
    await client.query('reset role')
    assert.equal(await count(), before + 1)
  }, quiet.url)
  assert.equal((await limiter.take('login', 'stays')).remaining, 3)
})

test('A limit that no window can hold is not counted', async () => {
  const settings = {
    read: { limit: 60_000_000, windowSeconds: 60 },
    write: { limit: 59_000_000, windowSeconds: 60 },
  }
  const limiter = await open({ settings, clock: systemClock, databaseUrl: quiet.url })
  const rows = async (): Promise<number> => {
    const statement = `select from rate_bucket where ${notBeats}`
    return (await withDatabase((client) => client.query(statement), quiet.url)).rowCount ?? 0
  }
  const before = await rows()
  assert.equal((await limiter.take('read', 'much')).allowed, true)
  assert.equal(await rows(), before)
  assert.equal((await limiter.take('write', 'much')).allowed, true)
  assert.equal(await rows(), before + 1)
})

test('Where limits are off nothing is counted, whatever store is given', async () => {
  const limiter = await openRateLimiter({
    config: {
      rateLimits: 'off',
      databaseUrl: 'postgresql://127.0.0.1:1/none',
      redisUrl: 'redis://127.0.0.1:1',
    },
    clock: systemClock,
    keys: deriveKeys('unused'),
    databaseUrl: 'postgresql://127.0.0.1:1/none',
    log: pino({ level: 'silent' }),
  })
  opened.push(limiter)
  for (let index = 0; index < 200; index++) assert.equal((await limiter.take('login', 'a')).allowed, true)
})
