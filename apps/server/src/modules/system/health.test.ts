/** The deep health check: each part by itself, in time, and without private data. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { SystemHealth } from '#contracts/system.ts'
import { startProxyBefore } from '#server/platform/gate/limits/testing/test-proxy.ts'
import { startTestServer, systemSecret, type TestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

let free = 10 * 1024 ** 3
const server = await startTestServer({ freeBytes: async () => free })
const { platform } = server.built

/**
 * Milliseconds; far above the 5 s after which a part is DOWN, so that load does not matter, only a check that never
 * ends.
 */
const answersWithin = 30_000

const health = async (at: TestServer = server): Promise<SystemHealth> => {
  const reply = await Promise.race([
    at.call<SystemHealth>('GET', '/api/system/health', { secret: systemSecret }),
    delay(answersWithin, undefined, { ref: false }),
  ])
  assert.ok(reply, 'The check never ended')
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

/** Replaces a service of this server while `work` runs. */
const replacing = async <T extends object>(
  effect: T,
  by: Partial<T>,
  work: () => Promise<void>,
): Promise<void> => {
  const before = { ...effect }
  Object.assign(effect, by)
  try {
    await work()
  } finally {
    Object.assign(effect, before)
  }
}

/** The times that the service measured; delays of the test process do not count. */
const assertWithinFiveSeconds = ({ parts }: SystemHealth): void => {
  for (const [name, { milliseconds }] of Object.entries(parts))
    assert.ok(milliseconds < 5000, `${name}: ${milliseconds} ms`)
}

const statesOf = ({ parts }: SystemHealth): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, { state }]) => [name, state]))
const allOk = { database: 'OK', storage: 'OK', queue: 'OK', mail: 'OK', limits: 'OK', disk: 'OK' }

test('If everything works every part is OK, with milliseconds, the version and the newest migration', async () => {
  const found = await health()
  assert.deepEqual(statesOf(found), allOk)
  assert.equal(found.state, 'OK')
  assert.match(found.version, /^\d+\.\d+\.\d+$/)
  assert.match(found.parts.database.migration ?? '', /^\d{4}-/)
  assert.deepEqual(found.maintenance, { on: false, message: '', since: null })
  assert.deepEqual([found.parts.limits.store, found.parts.limits.first], ['memory', 'memory'])
  assert.equal(found.parts.disk.freeMegabytes, 10 * 1024)
  assert.ok((found.parts.queue.workerSeenSeconds ?? 99) < 30)
})

test('A storage or mail server that never answers is DOWN within 5 s, and the other parts are reported as they are', async () => {
  const never = () => new Promise<void>(() => {})
  await replacing(platform.storage, { check: never }, () =>
    replacing(platform.mail, { check: never }, async () => {
      const found = await health()
      assert.deepEqual(statesOf(found), { ...allOk, storage: 'DOWN', mail: 'DOWN' })
      assert.equal(found.state, 'DOWN')
      assert.ok(found.parts.storage.milliseconds >= 2000)
      assertWithinFiveSeconds(found)
    }),
  )
})

test('A failing part reveals no path, address, password or text of the error', async () => {
  const fail = async () => {
    throw new Error('connect smtp://boss:orchid-lantern@mail.secret.example /srv/secret')
  }
  await replacing(platform.storage, { check: fail }, () =>
    replacing(platform.mail, { check: fail }, async () => {
      const reply = await server.call('GET', '/api/system/health', { secret: systemSecret })
      assert.doesNotMatch(reply.text, /orchid|secret|srv|smtp|boss/)
      assert.doesNotMatch(reply.text, new RegExp(server.dataDir))
    }),
  )
})

test('A disk that is nearly full is DEGRADED, and DOWN if writes are refused', async () => {
  free = 700 * 1024 ** 2
  assert.deepEqual(statesOf(await health()), { ...allOk, disk: 'DEGRADED' })
  free = 100 * 1024 ** 2
  const found = await health()
  assert.deepEqual([found.state, found.parts.disk.freeMegabytes], ['DOWN', 100])
  free = 10 * 1024 ** 3
})

test('The times of the last sent and the last failed email are shown on every instance', async () => {
  const tenant = await createTenant(server)
  const email = 'somebody@health.example'
  await tenant.person(['ADMIN'], { email })
  const other = await startTestServer({ beside: server, worker: false })
  await server.call('POST', '/api/auth/magic-link/request', { body: { email } })
  await server.drain()
  assert.equal(server.mails.length, 1)
  const sent = (): Promise<SystemHealth['parts']['mail']> => health(other).then(({ parts }) => parts.mail)
  let mail = await sent()
  // The worker writes it every few seconds.
  for (let look = 0; look < 600 && mail.lastSentAt === null; look++) {
    await delay(200)
    mail = await sent()
  }
  assert.equal(mail.lastSentAt, platform.metrics.mailSentAt?.toISOString())
  assert.equal(mail.lastFailedAt, null)
  assert.equal(
    (await server.call('GET', '/api/system/health', { secret: systemSecret })).text.includes(email),
    false,
  )
})

test('Without a worker the queue is DOWN; with an event that waits for over a minute it is DEGRADED', async () => {
  const idle = await startTestServer({ worker: false, own: true })
  const tenant = await createTenant(idle)
  const { qrCode } = await createPlace(idle, tenant)
  await idle.call('POST', '/api/feedback', { body: { qrCode, rating: 1 } })
  const { queue } = (await health(idle)).parts
  assert.deepEqual([queue.state, queue.workerSeenSeconds], ['DOWN', null])
  assert.ok((queue.events ?? 0) >= 1)
  await idle.built.platform.databases.worker.query(
    'update service_state set worker_seen_at = clock_timestamp()',
  )
  assert.equal((await health(idle)).parts.queue.state, 'OK')
  idle.clock.advance(61_000)
  const late = (await health(idle)).parts.queue
  assert.equal(late.state, 'DEGRADED')
  assert.ok((late.oldestSeconds ?? 0) > 60)
})

test('While the database is down it is DOWN together with what depends on it; storage, mail and disk are still reported', async () => {
  const { url, proxy } = await startProxyBefore(server.database.url)
  server.beforeEnd.push(proxy.close)
  const behind = { ...server, database: { ...server.database, url } }
  const cut = await startTestServer({ beside: behind, worker: false, limits: 'spec', sharedLimits: true })
  assert.equal((await health(cut)).parts.limits.store, 'postgresql')
  for (const mode of ['cut', 'stalled'] as const) {
    proxy.set(mode)
    const found = await health(cut)
    assertWithinFiveSeconds(found)
    const { disk: _, ...states } = statesOf(found)
    assert.deepEqual(
      states,
      { database: 'DOWN', storage: 'OK', queue: 'DOWN', mail: 'OK', limits: 'DOWN' },
      mode,
    )
    assert.equal(found.parts.database.migration, null)
  }
  proxy.set('open')
})

test('Where BACKUP_DIR is set backups are a part: DEGRADED without one in 26 hours, and never with a path', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wellkept-backups-'))
  const saving = await startTestServer({ own: true, env: { BACKUP_DIR: folder } })
  saving.beforeEnd.push(() => rm(folder, { recursive: true, force: true }))
  const backups = async () => (await health(saving)).parts.backup
  assert.deepEqual(await backups().then((part) => [part?.state, part?.lastAt, part?.kept]), [
    'DEGRADED',
    null,
    0,
  ])
  for (const name of ['2027-03-01T02-00-00Z', '2027-03-02T02-00-00Z', '2027-03-02T14-00-00Z.partial'])
    await mkdir(path.join(folder, name))
  saving.clock.set(new Date('2027-03-03T03:59:00Z'))
  const made = await backups()
  assert.deepEqual([made?.state, made?.lastAt, made?.kept], ['OK', '2027-03-02T02:00:00.000Z', 2])
  saving.clock.set(new Date('2027-03-03T04:01:00Z'))
  const found = await health(saving)
  assert.deepEqual([found.state, found.parts.backup?.state], ['DEGRADED', 'DEGRADED'])
  assert.ok(!JSON.stringify(found).includes(folder))
  await rm(folder, { recursive: true })
  assert.deepEqual(await backups().then((part) => [part?.state, part?.freeMegabytes]), ['DEGRADED', null])
  assert.equal((await health()).parts.backup, undefined)
})
