/** Idempotency-Key: one effect, and its first answer for each repeat. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startSession } from '#server/modules/auth/public.ts'
import { rounds } from './rounds.ts'
import { type Reply, startTestServer } from './server.ts'
import { createPlace, createTenant, type TestTenant } from './world.ts'

const server = await startTestServer()
const runs = Number(process.env.IDEMPOTENCY_RUNS ?? rounds(15, 60))

const post = (
  tenant: TestTenant,
  path: string,
  key: string,
  body: unknown,
  who = tenant.admin,
): Promise<Reply> =>
  server.call('POST', path, { token: who.token, body, headers: { 'idempotency-key': key } })

test('A refusal is not stored: the same Idempotency-Key is accepted once the cause is gone, and then stored', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const create = (key: string, name: string) => post(tenant, '/api/admin/buildings', key, { name })
  const made = await Promise.all(['a', 'b', 'c'].map((key) => create(key, key)))
  assert.deepEqual(
    made.map(({ status }) => status),
    [201, 201, 201],
  )
  for (const _ of [1, 2]) {
    const refused = await create('d', 'One too many')
    assert.equal(refused.json.code, 'PLAN_LIMIT_REACHED')
    assert.equal(refused.headers.get('idempotent-replayed'), null)
  }
  const { id = '' } = (made[0]?.json.data ?? {}) as { id?: string }
  await server.call('DELETE', `/api/admin/buildings/${id}`, { token: tenant.admin.token })
  const [first, again] = [await create('d', 'One too many'), await create('d', 'One too many')]
  assert.deepEqual([first.status, again.status], [201, 201], first.text)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.text, first.text)
  const buildings = await server.call('GET', '/api/admin/buildings', { token: tenant.admin.token })
  assert.equal(buildings.json.total, 3)
})

test('A refused Idempotency-Key may be used with a corrected body', async () => {
  const tenant = await createTenant(server)
  const task = (body: unknown) => post(tenant, '/api/tasks', 'corrected', body, tenant.manager)
  const wrong = await task({ title: 'Soap', buildingId: '00000000-0000-4000-8000-000000000001' })
  assert.ok(wrong.status >= 400 && wrong.status < 500, wrong.text)
  assert.equal((await task({ title: 'Soap' })).status, 201)
  assert.equal((await task({ title: 'Paper' })).json.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('A refusal stored by an earlier version is not returned again', async () => {
  const tenant = await createTenant(server)
  const make = () => post(tenant, '/api/admin/buildings', 'of-before', { name: 'North' })
  await make()
  await tenant.inside(({ run }) =>
    run('update idempotency set status = 403, body = $2 where tenant_id = $1', [
      tenant.id,
      '{"success":false,"error":"The plan allows 3 buildings","code":"PLAN_LIMIT_REACHED"}',
    ]),
  )
  const again = await make()
  assert.equal(again.status, 201, again.text)
  assert.equal((await make()).text, again.text)
})

test('A refused request leaves no change and no audit entry', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const entries = () =>
    tenant.inside(
      async ({ run }) =>
        (
          await run<{ n: number }>('select count(*) as n from audit_entry where tenant_id = $1', [tenant.id])
        )[0]?.n,
    )
  const before = await entries()
  const bulk = await post(tenant, '/api/admin/amenities/bulk', 'bulk', {
    create: { buildingId, types: ['WASHROOM', 'NO_SUCH_TYPE'], floors: [1, 2] },
  })
  assert.ok(bulk.status >= 400 && bulk.status < 500, bulk.text)
  assert.equal(await entries(), before)
  const amenities = await server.call('GET', '/api/admin/amenities', { token: tenant.admin.token })
  assert.equal(amenities.json.total, 1)
})

test('A visitor who repeats a report with the same Idempotency-Key gets the first response, marked as repeated', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  for (const [path, body] of [
    ['/api/feedback', { qrCode, rating: 2 }],
    [`/api/status/${qrCode}/report`, { comment: 'Dark' }],
  ] as const) {
    const send = () => server.call('POST', path, { body, headers: { 'idempotency-key': `visitor-${path}` } })
    const [first, second] = [await send(), await send()]
    assert.equal(first.headers.get('idempotent-replayed'), null, path)
    assert.equal(second.headers.get('idempotent-replayed'), 'true', path)
    assert.equal(second.text, first.text)
  }
})

test('A record created with an Idempotency-Key has its ETag, also in the repeated response', async () => {
  const tenant = await createTenant(server)
  const make = () => post(tenant, '/api/admin/buildings', 'with-etag', { name: 'North' })
  const [first, again] = [await make(), await make()]
  assert.deepEqual([first.status, first.headers.get('etag')], [201, '"1"'])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.headers.get('etag'), '"1"')
  const { id } = first.json.data as { id: string }
  const rename = (name: string) =>
    server.call('PATCH', `/api/admin/buildings/${id}`, {
      token: tenant.admin.token,
      body: { name },
      headers: { 'if-match': again.headers.get('etag') ?? '' },
    })
  assert.equal((await rename('South')).headers.get('etag'), '"2"')
  // The stored answer has its old version.
  assert.equal((await make()).headers.get('etag'), '"1"')
  assert.equal((await rename('East')).json.code, 'PRECONDITION_FAILED')
})

test('The store behaves like a model: for each caller, route and key one effect, and the first response to its body for 24 hours', async () => {
  const tenant = await createTenant(server)
  const people = [tenant.admin, await tenant.person(['ADMIN'])]
  let series = 0
  let steps = 0
  const step = fc.record({
    person: fc.nat(1),
    key: fc.constantFrom('k1', 'k2'),
    name: fc.constantFrom('North', 'South'),
    /** number of simultaneous requests */
    times: fc.constantFrom(1, 1, 1, 3),
    /** hours that pass before */
    hours: fc.constantFrom(0, 0, 0, 1, 25),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (commands) => {
      const run = ++series
      const model = new Map<string, { name: string; text: string; at: number }>()
      for (const { person, key, name, times, hours } of commands) {
        steps++
        server.clock.advance(hours * 3600_000)
        const who = people[person] ?? tenant.admin
        // Access tokens are valid for 15 minutes.
        const token = await tokenOf(tenant, who.id)
        const send = () =>
          server.call('POST', '/api/admin/buildings', {
            token,
            body: { name },
            headers: { 'idempotency-key': `${run}-${key}` },
          })
        const replies = await Promise.all(Array.from({ length: times }, send))
        const slot = `${person}-${key}`
        const known = model.get(slot)
        const fresh = !known || server.clock.now().getTime() - known.at >= 24 * 3600_000
        if (fresh) {
          const made = replies.filter(
            ({ status, headers }) => status === 201 && !headers.get('idempotent-replayed'),
          )
          assert.equal(made.length, 1, replies.map(({ text }) => text).join('\n'))
          for (const reply of replies)
            assert.ok(reply.text === made[0]?.text || reply.json.code === 'CONFLICT', reply.text)
          model.set(slot, { name, text: made[0]?.text ?? '', at: server.clock.now().getTime() })
        } else if (known.name === name) {
          for (const reply of replies)
            assert.ok(reply.text === known.text || reply.json.code === 'CONFLICT', reply.text)
        } else {
          for (const reply of replies)
            assert.ok(['IDEMPOTENCY_KEY_REUSED', 'CONFLICT'].includes(reply.json.code), reply.text)
        }
      }
    }),
    { numRuns: runs },
  )
  console.log(`${series} histories, ${steps} steps`)
})

/** A token that is valid at the time of the test clock. */
const tokenOf = async (tenant: TestTenant, userId: string): Promise<string> => {
  return tenant.inside(
    async (ctx) => (await startSession(ctx, { id: userId, roles: ['ADMIN'] }, 'Test')).accessToken,
  )
}
