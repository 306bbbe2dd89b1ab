import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

interface Building {
  id: string
  name: string
  timeZone: string
  createdAt: string
}

test('A name is enough to create a building, in the time zone of the tenant', async () => {
  const { admin } = await createTenant(server, { timeZone: 'Europe/Lisbon' })
  const reply = await server.call<Building>('POST', '/api/admin/buildings', {
    token: admin.token,
    body: { name: '  Tower  ' },
  })
  assert.equal(reply.status, 201)
  assert.equal(reply.json.data.name, 'Tower')
  assert.equal(reply.json.data.timeZone, 'Europe/Lisbon')
  assert.match(reply.json.data.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const list = await server.call<Building[]>('GET', '/api/admin/buildings', { token: admin.token })
  assert.deepEqual(
    list.json.data.map(({ id }) => id),
    [reply.json.data.id],
  )
  assert.equal(list.json.total, 1)
})

test('A building of another tenant is in no list', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  await server.call('POST', '/api/admin/buildings', { token: theirs.admin.token, body: { name: 'Theirs' } })
  const list = await server.call<Building[]>('GET', '/api/admin/buildings', { token: mine.admin.token })
  assert.deepEqual(list.json.data, [])
})

test('A fourth building of a trial tenant is PLAN_LIMIT_REACHED, also with many requests at once', async () => {
  const { admin } = await createTenant(server, { plan: 'TRIAL' })
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      server.call('POST', '/api/admin/buildings', { token: admin.token, body: { name: `B ${index}` } }),
    ),
  )
  assert.equal(replies.filter(({ status }) => status === 201).length, 3)
  assert.ok(
    replies.filter(({ status }) => status !== 201).every(({ json }) => json.code === 'PLAN_LIMIT_REACHED'),
  )
})

test('The same Idempotency-Key returns the first answer again, and with another body IDEMPOTENCY_KEY_REUSED', async () => {
  const { admin } = await createTenant(server)
  const send = (name: string) =>
    server.call('POST', '/api/admin/buildings', {
      token: admin.token,
      body: { name },
      headers: { 'idempotency-key': 'key-1' },
    })
  const first = await send('Once')
  const second = await send('Once')
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await send('Other')).json.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('Fields that the server sets are ignored when a client sends them', async () => {
  const { admin } = await createTenant(server)
  const other = await createTenant(server)
  const reply = await server.call<Building>('POST', '/api/admin/buildings', {
    token: admin.token,
    body: {
      name: 'Own',
      id: '019a0000-0000-7000-8000-000000000000',
      tenantId: other.id,
      createdAt: '2001-01-01T00:00:00.000Z',
    },
  })
  assert.notEqual(reply.json.data.id, '019a0000-0000-7000-8000-000000000000')
  assert.notEqual(reply.json.data.createdAt, '2001-01-01T00:00:00.000Z')
  assert.equal((await server.call('GET', '/api/admin/buildings', { token: other.admin.token })).json.total, 0)
})
