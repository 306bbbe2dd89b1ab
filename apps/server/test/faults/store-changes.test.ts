/** Limits at the moments when several instances change between Redis and PostgreSQL (hostile input 113). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startProxy, type TestProxy } from '#server/platform/gate/limits/test-proxy.ts'
import { createTestDatabase } from '../database.ts'
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts'
import { makeDataFolder, type Prepared, prepareTenant, type Service, startService } from './service.ts'

const limit = 100
/** Two seconds for a change of store, and what a request itself takes on a busy machine. */
const longestWaitMs = 5000

/** What became of the requests of one address. */
interface Ledger {
  readonly address: string
  passed: number
  refused: number
  /** sent to an instance that was killed before it answered: it may have let them through */
  broken: number
  longestMs: number
  readonly wrong: string[]
}

const folders = [makeDataFolder(), makeDataFolder()]
const ledgers: Ledger[] = []
const ends: (() => Promise<unknown>)[] = []
let redis: RedisServer
let proxies: TestProxy[]
let services: Service[] = []
let owner: pg.Client
let tenant: Prepared

const startInstance = async (index: number): Promise<void> => {
  services[index] = await startService({
    DATA_DIR: folders[index]?.path ?? '',
    DATABASE_URL: databaseUrl,
    REDIS_URL: `redis://127.0.0.1:${proxies[index]?.port}`,
    SECRET: 'one-secret-of-sufficient-length-for-both-0123456789',
    TRUST_PROXY: '127.0.0.1/32',
    ROLE: 'http',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: JSON.stringify({ public: { limit, windowSeconds: 60 } }),
  })
}

const killInstance = async (index: number): Promise<void> => {
  services[index]?.kill('SIGKILL')
  await services[index]?.ended
}

/** A new one in its place, which joins when it is ready. */
const replacing: Promise<void>[] = []
const replace = (index: number): void => {
  replacing.push(startInstance(index))
}

const running = (): number[] => [0, 1].filter((index) => services[index]?.isRunning())

/** Asks those that run in turn. */
const askTimes = async (ledger: Ledger, times: number): Promise<void> => {
  const which = running()
  await Promise.all(
    Array.from({ length: times }, (_, index) => ask(ledger, which[index % which.length] ?? 0)),
  )
}

let addresses = 0
const newLedger = (): Ledger => {
  const ledger = {
    address: `198.51.100.${++addresses}`,
    passed: 0,
    refused: 0,
    broken: 0,
    longestMs: 0,
    wrong: [],
  }
  ledgers.push(ledger)
  return ledger
}

const ask = async (ledger: Ledger, instance: number): Promise<void> => {
  const service = services[instance]
  const from = performance.now()
  try {
    const response = await fetch(`${service?.url}/api/feedback/amenity/${tenant.places[0]?.qrCode}`, {
      headers: { 'x-forwarded-for': ledger.address },
    })
    await response.arrayBuffer()
    ledger.longestMs = Math.max(ledger.longestMs, performance.now() - from)
    if (response.status === 200) ledger.passed++
    else if (response.status === 429) ledger.refused++
    else ledger.wrong.push(String(response.status))
  } catch (error) {
    if (service?.isRunning() && service === services[instance]) {
      // The process has been killed and is not yet known to have ended.
      await delay(50)
      if (service.isRunning()) ledger.wrong.push(String(error))
    }
    ledger.broken++
    await delay(20)
  }
}

/** Asks all that run, three at a time each, until told to stop. */
const keepAsking = (ledger: Ledger, pauseMs: number): (() => Promise<void>) => {
  let stopped = false
  const askers = [0, 1, 0, 1, 0, 1].map(async (instance) => {
    while (!stopped) {
      if (services[instance]?.isRunning()) await ask(ledger, instance)
      await delay(pauseMs)
    }
  })
  return async () => {
    stopped = true
    await Promise.all(askers)
  }
}

const assertExact = (ledger: Ledger, what: string): void => {
  const told = `${what}: ${JSON.stringify(ledger)}`
  assert.deepEqual(ledger.wrong, [], told)
  assert.ok(ledger.refused > 0, told)
  assert.ok(ledger.passed <= limit, told)
  assert.ok(ledger.passed + ledger.broken >= limit, told)
  assert.ok(ledger.longestMs < longestWaitMs, told)
}

const storeOf = async (): Promise<{ epoch: number; store: string }> =>
  (await owner.query('select epoch, store from rate_epoch')).rows[0]

const untilRedisCounts = async (since: number): Promise<void> => {
  for (let look = 0; look < 500; look++) {
    const { epoch, store } = await storeOf()
    if (store === 'redis' && epoch > since) return
    await delay(20)
  }
  assert.fail('Redis does not count after 10 s')
}

interface Change {
  readonly what: string
  /** takes Redis away, or what it knows */
  lose(): Promise<void>
  /** brings back what `lose` took, when PostgreSQL counts */
  restore?(): Promise<void>
}

const kill = (): Promise<void> => redis.kill()
const start = (): Promise<void> => redis.start()
const stop = async (): Promise<void> => redis.signal('SIGSTOP')
const go = async (): Promise<void> => redis.signal('SIGCONT')
const flush = (): Promise<void> => redis.flush()

const changes: readonly Change[] = [
  { what: 'Redis is killed and comes back empty', lose: kill, restore: start },
  { what: 'Redis is stopped', lose: stop, restore: go },
  { what: 'Redis is emptied', lose: flush },
  {
    what: 'Redis comes back at once as it was some time ago, as a promoted copy does',
    lose: async () => {
      await redis.kill()
      await redis.start()
    },
  },
  {
    what: 'one instance does not reach Redis',
    lose: async () => proxies[1]?.set('cut'),
    restore: async () => proxies[1]?.set('open'),
  },
  {
    what: 'Redis is stopped, and an instance killed before the change is done',
    lose: async () => {
      redis.signal('SIGSTOP')
      await delay(60)
      await killInstance(1)
    },
    restore: async () => {
      redis.signal('SIGCONT')
      replace(1)
    },
  },
  {
    what: 'an instance is killed, and then Redis',
    lose: async () => {
      await Promise.all(replacing)
      await killInstance(0)
      await delay(1500)
      await redis.kill()
    },
    restore: async () => {
      await redis.start()
      replace(0)
    },
  },
  {
    what: 'an instance is stopped, and Redis is killed',
    lose: async () => {
      services[1]?.kill('SIGSTOP')
      await delay(40)
      await redis.kill()
    },
    restore: async () => {
      services[1]?.kill('SIGCONT')
      await redis.start()
    },
  },
]

let databaseUrl = ''
before(async () => {
  if (!hasRedisServer) return
  const database = await createTestDatabase()
  databaseUrl = database.url
  ends.push(() => database.drop())
  redis = await startRedisServer()
  ends.push(() => redis.end())
  proxies = await Promise.all([0, 1].map(() => startProxy({ host: '127.0.0.1', port: redis.port })))
  owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  ends.push(() => owner.end())
  await Promise.all([startInstance(0), startInstance(1)])
  ends.push(async () => {
    for (const service of services) service.kill('SIGKILL')
    await Promise.all(services.map(({ ended }) => ended))
    services = []
  })
  tenant = await prepareTenant(services[0] ?? { url: '' }, 1)
})
after(async () => {
  for (const end of ends.reverse()) await end()
  await Promise.all((proxies ?? []).map((proxy) => proxy.close()))
  for (const folder of folders) folder.remove()
})

if (hasRedisServer)
  test('Two instances, full buckets, eight losses of Redis and eight returns: exactly N pass in the window, none below N is refused, none is 5xx', async (context) => {
    await untilRedisCounts(0)
    for (const { what, lose, restore } of changes) {
      const from = performance.now()
      const { epoch } = await storeOf()
      // Half full before, filled while the store is lost.
      const atLoss = newLedger()
      await askTimes(atLoss, 40)
      assert.equal(atLoss.passed, 40, JSON.stringify(atLoss))
      await redis.save()
      const stopLoss = keepAsking(atLoss, 5)
      await delay(30)
      await lose()
      await delay(700)
      await restore?.()
      // Filled while Redis takes over again.
      const atReturn = newLedger()
      const stopReturn = keepAsking(atReturn, 40)
      await untilRedisCounts(epoch)
      await delay(100)
      await Promise.all([stopLoss(), stopReturn()])
      for (const ledger of [atLoss, atReturn])
        while (ledger.refused === 0 && ledger.passed <= limit) await askTimes(ledger, 5)
      assertExact(atLoss, what)
      assertExact(atReturn, `${what}, at the return`)
      context.diagnostic(
        `${what}: ${Math.round(performance.now() - from)} ms, longest wait ${Math.round(Math.max(atLoss.longestMs, atReturn.longestMs))} ms`,
      )
    }
    await Promise.all(replacing)
    for (const ledger of ledgers.slice(-4)) {
      const before = ledger.passed
      await askTimes(ledger, 4)
      assert.equal(ledger.passed, before, `still full: ${JSON.stringify(ledger)}`)
    }
  })
