import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiKey, NewApiKey } from '#contracts/auth/api-keys.ts'
import type { Me } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const create = (
  { admin }: TestTenant,
  body: unknown = { name: 'Reporting', scopes: ['read'] },
  headers: Record<string, string> = {},
) => server.call<NewApiKey>('POST', '/api/admin/api-keys', { token: admin.token, body, headers })
const list = ({ admin }: TestTenant, query = '') =>
  server.call<ApiKey[]>('GET', `/api/admin/api-keys${query}`, { token: admin.token })
const revoke = (by: TestPerson, id: string, headers: Record<string, string> = {}) =>
  server.call<{ id: string }>('DELETE', `/api/admin/api-keys/${id}`, { token: by.token, headers })
const me = (key: string) => server.call<Me>('GET', '/api/auth/me', { headers: { 'x-api-key': key } })

test('A key is shown once, when it is created; the list shows its beginning and end', async () => {
  const tenant = await createTenant(server)
  const made = await create(tenant, { name: '  Reporting ', scopes: ['write', 'read'] })
  assert.equal(made.status, 201, made.text)
  const { id, key, prefix, createdAt } = made.json.data
  assert.deepEqual(Object.keys(made.json.data), ['id', 'name', 'scopes', 'prefix', 'key', 'createdAt'])
  assert.match(key, /^wk_live_[0-9A-Za-z]{38}$/)
  const listed = await list(tenant)
  assert.ok(!listed.text.includes(key.slice(8, 40)))
  assert.deepEqual(listed.json.data, [
    {
      id,
      name: 'Reporting',
      scopes: ['read', 'write'],
      prefix,
      lastFour: key.slice(-4),
      creator: { id: tenant.admin.id, name: tenant.admin.name, active: true },
      lastUsedAt: null,
      createdAt,
      version: 1,
    },
  ])
  assert.equal(prefix, key.slice(0, 12))
})

test('A name of 1 to 80 characters and one to three different scopes are needed', async () => {
  const tenant = await createTenant(server)
  const good = { name: 'x', scopes: ['read'] }
  for (const body of [
    { ...good, name: '' },
    { ...good, name: ' ' },
    { ...good, name: 'x'.repeat(81) },
    { ...good, scopes: [] },
    { ...good, scopes: ['read', 'read'] },
    { ...good, scopes: ['admin'] },
    { ...good, scopes: 'read' },
    { name: 'x' },
    { scopes: ['read'] },
  ]) {
    assert.equal((await create(tenant, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  }
  assert.equal((await list(tenant)).json.total, 0)
  const all = ['read', 'write', 'webhooks:manage']
  assert.deepEqual((await create(tenant, { name: 'x'.repeat(80), scopes: all })).json.data.scopes, all)
})

test('A repeated Idempotency-Key shows the same key again and creates no second one', async () => {
  const tenant = await createTenant(server)
  const headers = { 'idempotency-key': 'make-one' }
  const first = await create(tenant, undefined, headers)
  const second = await create(tenant, undefined, headers)
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await list(tenant)).json.total, 1)
  assert.equal((await me(second.json.data.key)).status, 200)
})

test('A plan limits the number of keys; a revoked one frees its place', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  const first = await create(tenant)
  await create(tenant)
  const third = await create(tenant)
  assert.equal(third.json.code, 'PLAN_LIMIT_REACHED')
  assert.equal(third.status, 403)
  const quota = await server.call<Me>('GET', '/api/auth/me', { token: tenant.admin.token })
  assert.deepEqual(quota.json.data.limits.apiKeys, { used: 2, limit: 2 })
  assert.equal((await revoke(tenant.admin, first.json.data.id)).status, 200)
  assert.equal((await create(tenant)).status, 201)
})

test('A revoked key is refused at once, is not in the list, and is NOT_FOUND', async () => {
  const tenant = await createTenant(server)
  const { id, key } = (await create(tenant)).json.data
  assert.equal((await me(key)).status, 200)
  assert.equal((await revoke(tenant.admin, id, { 'if-match': '"2"' })).json.code, 'PRECONDITION_FAILED')
  const answer = await revoke(tenant.admin, id, { 'if-match': '"1"' })
  assert.deepEqual([answer.status, answer.json.data], [200, { id }])
  assert.equal((await me(key)).json.code, 'UNAUTHORIZED')
  assert.equal((await list(tenant)).json.total, 0)
  assert.equal((await revoke(tenant.admin, id)).json.code, 'NOT_FOUND')
})

test('Keys of another tenant are neither listed nor revoked', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const { id, key } = (await create(theirs)).json.data
  const foreign = await revoke(mine.admin, id)
  assert.equal(foreign.json.code, 'NOT_FOUND')
  assert.equal((await list(mine)).json.total, 0)
  assert.equal((await me(key)).json.data.tenant.id, theirs.id)
})

test('The list is sorted by creation, name or last use, in pages; keys never used come last', async () => {
  const tenant = await createTenant(server)
  const keys: NewApiKey[] = []
  for (const name of ['Beta', 'Alpha', 'Gamma'])
    keys.push((await create(tenant, { name, scopes: ['read'] })).json.data)
  const [beta, , gamma] = keys
  assert.ok(beta && gamma)
  for (const { key } of [gamma, beta]) {
    assert.equal((await me(key)).status, 200)
    await used(tenant, key)
    server.clock.advance(60_000)
  }
  const names = async (sort: string) =>
    (await list(tenant, sort && `?sort=${sort}`)).json.data.map(({ name }) => name).join(' ')
  assert.equal(await names(''), 'Gamma Alpha Beta')
  assert.equal(await names('createdAt'), 'Beta Alpha Gamma')
  assert.equal(await names('name'), 'Alpha Beta Gamma')
  assert.equal(await names('-name'), 'Gamma Beta Alpha')
  assert.equal(await names('lastUsedAt'), 'Gamma Beta Alpha')
  assert.equal(await names('-lastUsedAt'), 'Beta Gamma Alpha')
  const page = await list(tenant, '?sort=name&page=2&pageSize=2')
  assert.deepEqual([page.json.data.map(({ name }) => name), page.json.total], [['Gamma'], 3])
})

/** The last use is written after the answer. */
const used = async (tenant: TestTenant, key: string): Promise<string> => {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const found = (await list(tenant)).json.data.find(({ lastFour }) => lastFour === key.slice(-4))
    if (found?.lastUsedAt) return found.lastUsedAt
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('The last use was not noted')
}

test('The last use is written at most once a minute', async () => {
  const tenant = await createTenant(server)
  const { key } = (await create(tenant)).json.data
  await me(key)
  const first = await used(tenant, key)
  await Promise.all(Array.from({ length: 20 }, () => me(key)))
  server.clock.advance(30_000)
  await me(key)
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(await used(tenant, key), first)
  server.clock.advance(40_000)
  await me(key)
  for (let look = 0; look < 200 && (await used(tenant, key)) === first; look++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  assert.ok((await used(tenant, key)) > first)
})

test('A key stays valid after its creator has left, and the list says that they have left', async () => {
  const tenant = await createTenant(server)
  const leaver = await tenant.person(['ADMIN'])
  const made = await server.call<NewApiKey>('POST', '/api/admin/api-keys', {
    token: leaver.token,
    body: { name: 'Left behind', scopes: ['read'] },
  })
  const removed = await server.call('DELETE', `/api/admin/users/${leaver.id}`, { token: tenant.admin.token })
  assert.equal(removed.status, 200, removed.text)
  const [listed] = (await list(tenant)).json.data
  assert.deepEqual(listed?.creator, { id: leaver.id, name: leaver.name, active: false })
  assert.equal((await me(made.json.data.key)).status, 200)
})

test('GET me returns a key with itself and its tenant, and without a person', async () => {
  const tenant = await createTenant(server, { plan: 'PRO' })
  const { id, key } = (await create(tenant)).json.data
  const { user, key: shown, tenant: of, sessions, limits } = (await me(key)).json.data
  assert.equal(user, null)
  assert.deepEqual(shown, { id, name: 'Reporting', scopes: ['read'] })
  assert.equal(of.id, tenant.id)
  assert.deepEqual(sessions, [])
  assert.deepEqual(limits.apiKeys, { used: 1, limit: 5 })
})

test('Creating and revoking are in the audit log, without the key', async () => {
  const tenant = await createTenant(server)
  const { id, key } = (await create(tenant)).json.data
  await revoke(tenant.admin, id)
  const rows = await tenant.inside(({ run }) =>
    run<{ action: string; target: string; line: string }>(
      "select action, target, a::text as line from audit_entry a where tenant_id = $1 and action like '%ApiKey' order by at, id",
      [tenant.id],
    ),
  )
  assert.deepEqual(
    rows.map(({ action, target }) => [action, target]),
    [
      ['admin.createApiKey', id],
      ['admin.revokeApiKey', id],
    ],
  )
  assert.ok(!rows.some(({ line }) => line.includes(key.slice(8, 40))))
})
