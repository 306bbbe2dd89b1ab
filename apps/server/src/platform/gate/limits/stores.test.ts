import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { type LimitName, limits } from '#contracts/kit/vocabulary.ts'
import { createTestDatabase } from '#test/database.ts'
import { rounds } from '#test/rounds.ts'
import { type Clock, systemClock } from '../../clock.ts'
import type { LimitSetting } from '../../config.ts'
import { deriveKeys } from '../../crypto/keys.ts'
import type { RateLimiter, Verdict } from '../rate-limiter.ts'
import { memoryRateLimiter } from './memory.ts'
import { openRateLimiter } from './open.ts'
import { postgresStore } from './postgres-store.ts'
import { redisStore } from './redis-store.ts'
import { sharedRateLimiter } from './shared.ts'
import type { Store } from './store.ts'
import { keys, patientMs, redisUrl, silent } from './testing/test-stores.ts'

const database = await createTestDatabase()
const redis = redisUrl(11)
const opened: { close(): Promise<void> }[] = []
after(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await database.drop()
})

const shared: { kind: string; open(clock: Clock): Promise<Store> }[] = [
  { kind: 'PostgreSQL', open: async (clock) => postgresStore(database.url, clock, silent, patientMs) },
  ...(redis ? [{ kind: 'Redis', open: (clock: Clock) => redisStore(redis, clock, patientMs) }] : []),
]

const openStore = async (
  open: (clock: Clock) => Promise<Store>,
  clock: Clock = systemClock,
): Promise<Store> => {
  const store = await open(clock)
  opened.push(store)
  return store
}

type Settings = Partial<Record<LimitName, LimitSetting>>
const onStore = (store: Store, settings: Settings): RateLimiter =>
  sharedRateLimiter(store, { ...limits, ...settings }, keys)
const inMemory = (settings: Settings, clock: Clock) => memoryRateLimiter({ ...limits, ...settings }, clock)

const passedOf = (verdicts: readonly Verdict[]): number => verdicts.filter(({ allowed }) => allowed).length

test('Memory: never N + 1 in any rolling window, and never a refusal below N, for any schedule', () => {
  let requests = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 120, size: 'max' }),
      (limit, windowSeconds, gaps) => {
        let now = 1_700_000_000_000
        const limiter = inMemory({ read: { limit, windowSeconds } }, { now: () => new Date(now) })
        const passed: number[] = []
        for (const gap of gaps) {
          now += gap
          requests++
          const recent = passed.filter((at) => at > now - windowSeconds * 1000).length
          const { allowed } = limiter.consume('read', 'tenant')
          assert.equal(allowed, recent < limit)
          if (allowed) passed.push(now)
        }
      },
    ),
    { numRuns: 10_000 },
  )
  assert.ok(requests > 400_000, `${requests} requests`)
})

test('Buckets are independent, a refusal has the time of the next free place, and a peek has the remaining number and consumes nothing', () => {
  let seconds = 1000
  const limiter = inMemory({ read: { limit: 2, windowSeconds: 10 } }, { now: () => new Date(seconds * 1000) })
  assert.equal(limiter.consume('read', 'a').resetSeconds, 10)
  seconds += 4
  assert.deepEqual(limiter.peek('read', 'a'), limiter.peek('read', 'a'))
  assert.deepEqual([limiter.peek('read', 'a').remaining, limiter.peek('read', 'a').resetSeconds], [1, 6])
  assert.equal(limiter.consume('read', 'a').remaining, 0)
  seconds += 1
  const refused = limiter.consume('read', 'a')
  assert.deepEqual([refused.allowed, refused.resetSeconds], [false, 5])
  assert.equal(limiter.consume('read', 'b').allowed, true)
  assert.equal(limiter.consume('write', 'a').allowed, true)
  seconds += 5
  assert.equal(limiter.consume('read', 'a').allowed, true)
  seconds += 10
  assert.deepEqual([limiter.peek('read', 'a').remaining, limiter.peek('read', 'a').resetSeconds], [2, 0])
})

const schedule = fc.array(
  fc.record({
    /** whole seconds, while windows end at half ones, so that results do not depend on milliseconds */
    gap: fc.integer({ min: 0, max: 4 }),
    instance: fc.integer({ min: 0, max: 1 }),
    key: fc.constantFrom('a', 'a', 'a', 'b'),
    /** sent at once; false peeks and consumes nothing */
    consumes: fc.array(
      fc.boolean().map((look) => !look),
      { minLength: 1, maxLength: 6, size: 'max' },
    ),
  }),
  { minLength: 1, maxLength: 25, size: 'max' },
)

for (const { kind, open } of shared) {
  test(`${kind}: two instances on one store answer every schedule as one memory does, in every field`, async () => {
    let now = Date.now()
    let requests = 0
    const clock = { now: () => new Date(now) }
    const settings = {
      login: { limit: 1, windowSeconds: 2.5 },
      read: { limit: 3, windowSeconds: 7.5 },
      write: { limit: 8, windowSeconds: 4.5 },
    }
    const stores = [await openStore(open, clock), await openStore(open, clock)]
    const instances = stores.map((store) => onStore(store, settings))
    const memory = inMemory(settings, clock)
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('login', 'read', 'write'), schedule, async (name, steps) => {
        run++
        for (const { gap, instance, key, consumes } of steps) {
          now += gap * 1000
          requests += consumes.length
          const ask = (limiter: RateLimiter | undefined): Promise<(Verdict | undefined)[]> =>
            Promise.all(consumes.map((spend) => limiter?.[spend ? 'consume' : 'peek'](name, `${run}:${key}`)))
          assert.deepEqual(await ask(instances[instance]), await ask(memory))
        }
      }),
      { numRuns: rounds(60, 300) },
    )
    assert.ok(requests > rounds(1000, 5000), `${requests} requests in ${run} schedules`)
  })

  test(`${kind}: in real time, never N + 1 in any rolling window and never a refusal below N, to the microsecond`, async () => {
    const store = await openStore(open)
    let passes = 0
    let refusals = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1000, max: 20_000 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 10, maxLength: 60, size: 'max' }),
        async (limit, window, steps) => {
          const key = `real-${Math.random()}`
          const passed: number[] = []
          for (const step of steps) {
            if (step > 3) await delay(step)
            const consumes = step > 0
            const { allowed, used, from, now } = await store.count({ key, limit, window }, consumes)
            const before = passed.filter((at) => at > now - window).length
            assert.equal(allowed, before < limit)
            assert.equal(used, before + (allowed && consumes ? 1 : 0))
            if (!allowed) refusals++
            else if (consumes) passed.push(from)
          }
          passes += passed.length
          for (const [index, at] of passed.entries())
            assert.ok(at - (passed[index - limit] ?? -Infinity) >= window, 'N + 1 in one window')
        },
      ),
      { numRuns: rounds(30, 100) },
    )
    assert.ok(refusals > rounds(80, 300) && passes > rounds(80, 300), `${passes} passed, ${refusals} refused`)
  })

  test(`${kind}: 1,000 requests at once over two instances let exactly the limit through`, async () => {
    const settings = { read: { limit: 100, windowSeconds: 600 }, login: { limit: 1, windowSeconds: 600 } }
    const instances = [await openStore(open), await openStore(open)].map((store) => onStore(store, settings))
    for (const name of ['read', 'login'] as const) {
      const turns = Array.from({ length: 20 }, async (_, turn) => {
        for (let wait = 0; wait < turn; wait++) await new Promise(setImmediate)
        return Promise.all(
          instances.flatMap((one) => Array.from({ length: 25 }, () => one.consume(name, 'crowd'))),
        )
      })
      const allowed = (await Promise.all(turns)).flat().filter((verdict) => verdict.allowed)
      assert.equal(allowed.length, settings[name].limit)
      // No request was counted twice: each has another remaining number.
      assert.equal(new Set(allowed.map(({ remaining }) => remaining)).size, settings[name].limit)
    }
    assert.equal((await instances[0]?.peek('read', 'crowd'))?.allowed, false)
    assert.equal((await instances[1]?.peek('read', 'another'))?.remaining, 100)
  })

  test(`${kind}: two instances that simultaneously request the remainder of a bucket get no more than that`, async () => {
    const settings = { read: { limit: 10, windowSeconds: 600 } }
    const instances = [await openStore(open), await openStore(open)].map((store) => onStore(store, settings))
    // Repeated, since they must meet at the same moment; the bucket exists already, because creating it takes a
    // lock.
    for (let round = 0; round < rounds(60, 300); round++) {
      const names = [`left ${round} a`, `left ${round} b`]
      await Promise.all(instances.map((instance, index) => instance.consume('read', names[index] ?? '')))
      const verdicts = await Promise.all(
        instances.flatMap((instance) =>
          names.flatMap((name) => Array.from({ length: 10 }, () => instance.consume('read', name))),
        ),
      )
      assert.equal(passedOf(verdicts), 18, `round ${round}`)
    }
  })
}

const openPostgres = async (settings: Settings): Promise<RateLimiter> =>
  onStore(await openStore(async (clock) => postgresStore(database.url, clock, silent, patientMs)), settings)

const withOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return work(client).finally(() => client.end())
}

test('PostgreSQL: two instances that consume the same buckets in opposite orders do not deadlock', async () => {
  const settings = { read: { limit: 1000, windowSeconds: 600 } }
  const [one, two] = [await openPostgres(settings), await openPostgres(settings)]
  const names = Array.from({ length: 60 }, (_, index) => `crossing ${index}`)
  for (let round = 0; round < 30; round++)
    await Promise.all([
      ...names.map((name) => one.consume('read', name)),
      ...names.toReversed().map((name) => two.consume('read', name)),
    ])
  for (const name of names) assert.equal((await one.peek('read', name)).remaining, 1000 - 60)
})

test('PostgreSQL: no email address and no IP address is stored, and requests can only consume from the table', async () => {
  const limiter = await openPostgres({})
  await limiter.consume('login', 'anna@example.com')
  await limiter.consume('public', '203.0.113.77')
  await withOwner(async (client) => {
    const { rows } = await client.query('select rate_bucket::text as row from rate_bucket')
    assert.ok(rows.length > 0)
    assert.doesNotMatch(JSON.stringify(rows), /anna|example|203\.0|public|login/)
    await client.query('set role wellkept_app')
    for (const statement of [
      'select * from rate_bucket',
      'delete from rate_bucket',
      "insert into rate_bucket values ('x', '{}', now())",
      'select rate_sweep(0)',
    ])
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
  })
})

test('If limits are off nothing is counted, whatever store is given', async () => {
  const limiter = await openRateLimiter({
    config: {
      rateLimits: 'off',
      databaseUrl: 'postgresql://127.0.0.1:1/none',
      redisUrl: 'redis://127.0.0.1:1',
    },
    clock: systemClock,
    keys: deriveKeys('unused'),
    databaseUrl: 'postgresql://127.0.0.1:1/none',
    log: silent,
  })
  opened.push(limiter)
  for (let index = 0; index < 200; index++) assert.equal((await limiter.consume('login', 'a')).allowed, true)
})
