/** `kill -9` of the service and of its database, under load. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { knownHome } from '#server/platform/db/embedded/home.ts'
import { serverProcesses } from '#server/platform/db/embedded/leftovers.ts'
import {
  call,
  databaseUrlOf,
  isAlive,
  makeDataFolder,
  type Prepared,
  postmasterIsReady,
  postmasterPid,
  prepareTenant,
  type Service,
  startService,
  until,
} from './service.ts'
import { audit, inDatabase, keepSubmitting, type Ledger, submit } from './visitors.ts'

const visitors = 12
/** between two submissions of a visitor, which the worker also handles while tests wait for tasks */
const pauseMs = 30
const folder = makeDataFolder()
const environment = {
  DATA_DIR: folder.path,
  DEFAULT_PLAN: 'ENTERPRISE',
  TRUST_PROXY: '127.0.0.1/32',
  RATE_LIMITS: JSON.stringify({
    write: { limit: 100_000, windowSeconds: 60 },
    read: { limit: 100_000, windowSeconds: 60 },
  }),
}
const acknowledged = new Set<string>()
let service: Service
let tenant: Prepared

before(async () => {
  service = await startService(environment)
  tenant = await prepareTenant(service, 5)
})

after(async () => {
  for (const ledger of ledgers) await ledger.stop()
  service.kill('SIGTERM')
  await service.ended
  folder.remove()
})

const ledgers: Ledger[] = []

/** Always stopped, since visitors who go on would keep the test from ending. */
const visit = (): Ledger => {
  const qrCodes = tenant.places.slice(0, 2).map(({ qrCode }) => qrCode)
  const ledger = keepSubmitting(service.url, qrCodes, visitors, pauseMs)
  ledgers.push(ledger)
  return ledger
}

const ready = async (): Promise<number> => {
  try {
    return (await fetch(`${service.url}/readyz`, { signal: AbortSignal.timeout(5000) })).status
  } catch {
    return 0
  }
}

const taskOf = async (amenityId: string): Promise<boolean> => {
  const { json } = await call<unknown[]>(service, 'GET', `/api/tasks?amenity=${amenityId}`, {
    token: tenant.token,
  })
  return json.data?.length === 1
}

test('kill -9 of the service under load: no acknowledged submission is lost or partial, and the next start recovers by itself', async () => {
  for (const round of [2, 3]) {
    const ledger = visit()
    assert.ok((await until(() => ledger.acknowledged.size > 50, 60_000)) !== undefined)
    const place = tenant.places[round]
    assert.ok(place)
    const last = await submit({ url: service.url, qrCode: place.qrCode, issues: ['NO_PAPER'] })
    service.kill('SIGKILL')
    await service.ended
    await ledger.stop()
    assert.ok(
      last.id !== undefined && ledger.acknowledged.size > 50,
      `only ${ledger.acknowledged.size} were acknowledged`,
    )
    for (const id of [...ledger.acknowledged, last.id]) acknowledged.add(id)

    service = await startService(environment)
    const { lost, feedbackWithoutEvent, eventsWithoutFeedback } = await audit(
      databaseUrlOf(folder.path, 'superuser'),
      acknowledged,
    )
    assert.deepEqual(
      { lost, feedbackWithoutEvent, eventsWithoutFeedback },
      { lost: 0, feedbackWithoutEvent: 0, eventsWithoutFeedback: 0 },
    )
    assert.ok(
      (await until(() => taskOf(place.amenityId), 60_000)) !== undefined,
      'the last report before the kill became no task',
    )
  }
})

test('events in progress when the service was killed are handled by the next one', async () => {
  const url = databaseUrlOf(folder.path, 'superuser')
  const waiting = async (): Promise<boolean> => {
    const [row] = await inDatabase<{ n: unknown }>(
      url,
      'select count(*) as n from event where dispatched_at is null',
    )
    return Number(row?.n) === 0
  }
  const taken = await until(waiting, 60_000)
  assert.ok(taken !== undefined, `events still wait: ${service.output().slice(-2000)}`)
})

test('kill -9 of PostgreSQL under load: 503 within 2 s, not ready and ready again by itself, nothing acknowledged is lost', async () => {
  const before = postmasterPid(folder.path)
  assert.ok(before !== undefined)
  const ledger = visit()
  assert.ok((await until(() => ledger.acknowledged.size > 50, 60_000)) !== undefined)
  const readiness: { status: number; at: number }[] = []
  let watching = true
  const watch = (async () => {
    while (watching) {
      const status = await ready()
      readiness.push({ status, at: performance.now() })
      await delay(10)
    }
  })()
  process.kill(before, 'SIGKILL')
  const killedAt = performance.now()
  const back = await until(
    () => postmasterPid(folder.path) !== before && postmasterIsReady(folder.path),
    60_000,
  )
  const backAt = performance.now()
  assert.ok(back !== undefined, 'PostgreSQL did not come back')
  const isBack = () => readiness.some(({ status, at }) => status === 200 && at > backAt)
  await until(isBack, 3000)
  const { size } = ledger.acknowledged
  await until(() => ledger.acknowledged.size > size, 3000)
  watching = false
  await watch
  await ledger.stop()

  const statuses = new Set(ledger.results.map(({ status }) => status))
  assert.ok(statuses.has(503), 'nobody met the outage')
  assert.deepEqual([...statuses].sort(), [201, 503])
  assert.deepEqual(
    [...new Set(ledger.results.filter(({ status }) => status === 503).map(({ code }) => code))],
    ['SERVICE_UNAVAILABLE'],
  )
  const slowest = Math.max(...ledger.results.filter(({ status }) => status === 503).map(({ ms }) => ms))
  assert.ok(slowest < 2000, `a 503 took ${Math.round(slowest)} ms`)
  assert.ok(Math.max(...ledger.results.map(({ ms }) => ms)) < 5000)

  assert.ok(
    readiness.some(({ status, at }) => at > killedAt && status === 503),
    'the service never said that it is not ready',
  )
  const lastBad = readiness.findLast(({ status }) => status !== 200)
  assert.ok(lastBad && lastBad.at - backAt < 3000, 'it was not ready within 3 s of the return')
  assert.equal(await ready(), 200)
  assert.ok(service.isRunning() && isAlive(service.pid))

  for (const id of ledger.acknowledged) acknowledged.add(id)
  const { lost, feedbackWithoutEvent, eventsWithoutFeedback } = await audit(
    databaseUrlOf(folder.path, 'superuser'),
    acknowledged,
  )
  assert.deepEqual(
    { lost, feedbackWithoutEvent, eventsWithoutFeedback },
    { lost: 0, feedbackWithoutEvent: 0, eventsWithoutFeedback: 0 },
  )
})

test('PostgreSQL hangs without closing: requests in flight are 503 within 5 s, new ones at once, not ready; ready again within 3 s of its return', async () => {
  const ledger = visit()
  assert.ok((await until(() => ledger.acknowledged.size > 0, 60_000)) !== undefined)
  const resultsBefore = ledger.results.length
  const processes = serverProcesses(path.join(knownHome(folder.path) ?? '', 'postgres'))
  assert.ok(processes.length > 3)
  const refused: { status: number; code: string | undefined; retryAfter: string | null; ms: number }[] = []
  try {
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    assert.ok((await until(async () => (await ready()) === 503, 20_000)) !== undefined, 'it stays ready')
    for (let times = 0; times < 5; times++) {
      const began = performance.now()
      const response = await fetch(`${service.url}/api/tasks`, {
        headers: { authorization: `Bearer ${tenant.token}` },
        signal: AbortSignal.timeout(20_000),
      })
      const { code } = (await response.json()) as { code?: string }
      refused.push({
        status: response.status,
        code,
        retryAfter: response.headers.get('retry-after'),
        ms: performance.now() - began,
      })
    }
    const isAnswered = (): boolean =>
      ledger.results.slice(resultsBefore).filter(({ status }) => status === 503).length >= visitors
    assert.ok((await until(isAnswered, 20_000)) !== undefined, 'those in flight are not told')
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  }
  assert.ok((await until(async () => (await ready()) === 200, 3000)) !== undefined, 'it does not come back')
  const before = ledger.acknowledged.size
  assert.ok((await until(() => ledger.acknowledged.size > before, 20_000)) !== undefined)
  await ledger.stop()

  for (const { status, code, retryAfter } of refused)
    assert.deepEqual(
      { status, code, retryAfter },
      { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: '2' },
    )
  // Waiting for a connection would take 1.8 s each time.
  const fastest = Math.min(...refused.map(({ ms }) => ms))
  assert.ok(fastest < 1000, `the fastest refusal took ${Math.round(fastest)} ms`)
  assert.deepEqual([...new Set(ledger.results.map(({ status }) => status))].sort(), [201, 503])
  const slowest = Math.max(...ledger.results.filter(({ status }) => status === 503).map(({ ms }) => ms))
  assert.ok(slowest < 5000, `a 503 took ${Math.round(slowest)} ms`)

  for (const id of ledger.acknowledged) acknowledged.add(id)
  assert.equal((await audit(databaseUrlOf(folder.path, 'superuser'), acknowledged)).lost, 0)
})

test('after the outage reports become tasks again', async () => {
  const place = tenant.places[4]
  assert.ok(place)
  assert.equal((await submit({ url: service.url, qrCode: place.qrCode, issues: ['NO_PAPER'] })).status, 201)
  assert.ok((await until(() => taskOf(place.amenityId), 60_000)) !== undefined)
})

test('connections closed by the database give 503 at most, and the service continues', async () => {
  const ledger = visit()
  for (let times = 0; times < 5; times++) {
    await delay(100)
    await inDatabase(
      databaseUrlOf(folder.path, 'superuser'),
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    )
  }
  await delay(300)
  await ledger.stop()
  assert.deepEqual(
    [...new Set(ledger.results.map(({ status }) => status))].filter(
      (status) => status !== 201 && status !== 503,
    ),
    [],
  )
  assert.ok((await until(async () => (await ready()) === 200, 3000)) !== undefined)
  for (const id of ledger.acknowledged) acknowledged.add(id)
  assert.equal((await audit(databaseUrlOf(folder.path, 'superuser'), acknowledged)).lost, 0)
})
