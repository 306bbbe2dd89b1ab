/**
 * Two instances on one database count together (hostile input 97).
 * @external instances share state in PostgreSQL or Redis
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startSession } from '#server/modules/auth/public.ts'
import { redisUrl } from '#server/platform/gate/limits/testing/test-stores.ts'
import { type Reply, startTestServer, type TestServer } from './server.ts'
import { createKey, createPlace, createTenant } from './world.ts'

const redis = redisUrl(13)
if (redis) {
  const client = new Redis(redis)
  await client.flushdb()
  client.disconnect()
}

const stores: { kind: string; env: Record<string, string> }[] = [
  { kind: 'PostgreSQL', env: {} },
  ...(redis ? [{ kind: 'Redis', env: { REDIS_URL: redis } }] : []),
]

const countOf = (replies: readonly Reply[], status: number): number =>
  replies.filter((reply) => reply.status === status).length

for (const { kind, env } of stores) {
  const first = await startTestServer({ worker: false, limits: 'spec', sharedLimits: true, env })
  const second = await startTestServer({ worker: false, limits: 'spec', beside: first, env })
  const either = (index: number): TestServer => (index % 2 === 0 ? first : second)

  test(`${kind}: the 101st read of a tenant in a minute is RATE_LIMITED, over two instances and all its people`, async () => {
    const tenant = await createTenant(first)
    const read = (index: number): Promise<Reply> =>
      either(index).call('GET', '/api/tasks', {
        token: (index % 3 === 0 ? tenant.admin : tenant.manager).token,
      })
    for (let index = 0; index < 100; index++) {
      const reply = await read(index)
      assert.equal(reply.status, 200)
      assert.equal(reply.headers.get('x-ratelimit-remaining'), String(99 - index))
    }
    for (const index of [100, 101]) {
      const reply = await read(index)
      assert.equal(reply.json.code, 'RATE_LIMITED')
      assert.ok(Number(reply.headers.get('retry-after')) >= 1)
    }
    const other = await createTenant(first)
    assert.equal((await second.call('GET', '/api/tasks', { token: other.admin.token })).status, 200)
    first.clock.advance(60_000)
    assert.equal((await read(1)).status, 200)
  })

  test(`${kind}: the 31st write is RATE_LIMITED, and of 80 simultaneous ones over two instances exactly 30 pass`, async () => {
    const tenant = await createTenant(first)
    const write = (index: number): Promise<Reply> =>
      either(index).call('POST', '/api/tasks', {
        token: tenant.admin.token,
        body: { title: `Task ${index}` },
      })
    for (let index = 0; index < 30; index++) assert.equal((await write(index)).status, 201)
    assert.equal((await write(30)).json.code, 'RATE_LIMITED')
    assert.equal((await write(31)).json.code, 'RATE_LIMITED')
    first.clock.advance(61_000)
    const replies = await Promise.all(Array.from({ length: 80 }, (_, index) => write(index)))
    const others = replies.filter(({ status }) => status !== 201 && status !== 429)
    assert.deepEqual([countOf(replies, 201), countOf(replies, 429)], [30, 50], others[0]?.text ?? '')
  })

  test(`${kind}: people and keys of a tenant share a hundred reads and thirty writes on both instances`, async () => {
    const tenant = await createTenant(first)
    const { key } = await createKey(first, tenant, 'read', 'write')
    first.clock.advance(61_000)
    const { accessToken: token } = await tenant.inside((ctx) =>
      startSession(ctx, { id: tenant.admin.id, roles: ['ADMIN'] }, 'Test'),
    )
    // Takes the four pairs of instance and credential in turn.
    const as = (index: number) => (Math.floor(index / 2) % 2 === 0 ? { key } : { token })
    const read = (index: number) => either(index).call('GET', '/api/tasks', as(index))
    const write = (index: number) =>
      either(index).call('POST', '/api/tasks', { ...as(index), body: { title: `Task ${index}` } })
    for (let index = 0; index < 99; index++) assert.equal((await read(index)).status, 200)
    for (let index = 0; index < 29; index++) assert.equal((await write(index)).status, 201)
    const reads = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(read))
    const writes = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(write))
    assert.deepEqual([countOf(reads, 200), countOf(reads, 429)], [1, 7])
    assert.deepEqual([countOf(writes, 201), countOf(writes, 429)], [1, 7])
  })

  test(`${kind}: five sign-ins for an address, five reports of a visitor and ten unknown codes pass, on any instance`, async () => {
    const tenant = await createTenant(first)
    const { qrCode } = await createPlace(first, tenant)
    for (let index = 0; index < 7; index++) {
      const signIn = await either(index).call('POST', '/api/auth/login', {
        from: `198.51.100.${index}`,
        body: { email: tenant.admin.email, password: 'not the password' },
      })
      assert.equal(signIn.json.code, index < 5 ? 'UNAUTHORIZED' : 'RATE_LIMITED')
      const report = await either(index).call('POST', '/api/feedback', {
        // An IPv6 network counts as one visitor.
        from: `2001:db8:7:7::${index + 1}`,
        body: { qrCode, rating: 4 },
      })
      assert.equal(report.status, index < 5 ? 201 : 429, report.text)
    }
    for (let index = 0; index < 12; index++) {
      const reply = await either(index).call('GET', `/api/feedback/amenity/${'0'.repeat(18)}${10 + index}`, {
        from: '198.51.100.77',
      })
      assert.equal(reply.status, index < 10 ? 404 : 429, reply.text)
    }
  })

  test(`${kind}: the headers of a response show the counted rate limit`, async () => {
    const tenant = await createTenant(first)
    await first.call('GET', '/api/tasks', { token: tenant.admin.token })
    const reply = await second.call('GET', '/api/tasks', { token: tenant.admin.token })
    assert.equal(reply.headers.get('ratelimit'), '"read";r=98;t=60')
    assert.equal(reply.headers.get('ratelimit-policy'), '"read";q=100;w=60')
  })
}

test('Without a shared store each instance counts separately, so these tests prove the store', async () => {
  const first = await startTestServer({ worker: false, limits: 'spec' })
  const second = await startTestServer({ worker: false, limits: 'spec', beside: first })
  const tenant = await createTenant(first)
  const replies: Reply[] = []
  for (let index = 0; index < 40; index++)
    replies.push(
      await (index % 2 ? first : second).call('POST', '/api/tasks', {
        token: tenant.admin.token,
        body: { title: 'One' },
      }),
    )
  assert.equal(countOf(replies, 201), 40)
})

/** Runs SQL as the owner of the database. */
const owner = async <T extends pg.QueryResultRow>(server: TestServer, text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

test('A visitor is one source on both instances, after a restart and until midnight UTC: one Idempotency-Key creates one report', async () => {
  const first = await startTestServer({ startAt: new Date('2026-11-20T10:00:00Z') })
  const second = await startTestServer({ worker: false, beside: first })
  const tenant = await createTenant(first)
  const { qrCode } = await createPlace(first, tenant)
  const report = (on: TestServer, key: string) =>
    on.call<{ id: string }>('POST', '/api/feedback', {
      from: '203.0.113.7',
      body: { qrCode, rating: 2 },
      headers: { 'idempotency-key': key },
    })
  const sources = () =>
    tenant.inside(async ({ run, tenantId }) =>
      (await run<{ source: string }>('select source from feedback where tenant_id = $1', [tenantId])).map(
        ({ source }) => source,
      ),
    )
  // No visitor came yet, so both request the salt of the day at once.
  const [here, there] = await Promise.all([report(first, 'one'), report(second, 'two')])
  assert.deepEqual([here.status, there.status], [201, 201], here.text + there.text)
  assert.equal((await report(second, 'one')).json.data.id, here.json.data.id)
  assert.equal((await report(first, 'two')).json.data.id, there.json.data.id)
  const restarted = await startTestServer({ worker: false, beside: first })
  assert.equal((await report(restarted, 'one')).json.data.id, here.json.data.id)
  assert.equal(new Set(await sources()).size, 1)
  assert.equal((await sources()).length, 2)

  const salts = () => owner<{ day: string; sealed: string }>(first, 'select day, sealed from source_salt')
  const [salt] = await salts()
  assert.deepEqual(
    (await salts()).map(({ day }) => day),
    ['2026-11-20'],
  )
  assert.match(first.built.platform.keys.decrypt('source-salt', salt?.sealed ?? '') ?? '', /^[\w+/]{43}=$/)
  assert.deepEqual(
    await owner(first, "select relpersistence as kept from pg_class where relname = 'source_salt'"),
    [{ kept: 'u' }],
  )
  first.clock.set(new Date('2026-11-21T00:00:00Z'))
  await report(second, 'three')
  assert.equal(new Set(await sources()).size, 2, 'the next day nobody is known any more')
  const sweep = async () => {
    await first.built.worker?.runCronJob('limits')
    return (await salts()).map(({ day }) => day).sort()
  }
  assert.deepEqual(await sweep(), ['2026-11-20', '2026-11-21'])
  first.clock.set(new Date('2026-11-22T00:00:00Z'))
  assert.deepEqual(await sweep(), ['2026-11-21'], 'a salt is deleted after 48 hours')
})

test("An instance that cannot read the day's salt after a change of SECRET creates another, and visitors are served", async () => {
  const first = await startTestServer({ worker: false })
  const { qrCode } = await createPlace(first, await createTenant(first))
  const report = (on: TestServer) =>
    on.call('POST', '/api/feedback', { body: { qrCode, rating: 2, submissionId: randomUUID() } })
  assert.equal((await report(first)).status, 201)
  const changed = await startTestServer({
    worker: false,
    beside: first,
    env: { SECRET: 'another-secret-of-sufficient-length-0123' },
  })
  assert.equal((await report(changed)).status, 201)
  assert.equal((await report(first)).status, 201)
})
