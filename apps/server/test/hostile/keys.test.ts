/** API keys used by somebody without a key, with a revoked one, or beyond its scopes. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { mock, test } from 'node:test'
import { crc32 } from 'node:zlib'
import pg from 'pg'
import { planLimits } from '#contracts/kit/plan-limits.ts'
import { limits } from '#contracts/kit/vocabulary.ts'
import { newApiKey } from '#server/platform/crypto/api-keys.ts'
import { rounds } from '../rounds.ts'
import { type Reply, startTestServer } from '../server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '../world.ts'

const logged: string[] = []
const server = await startTestServer({ worker: false, onLog: (line) => void logged.push(line) })
const strict = await startTestServer({ worker: false, limits: 'spec' })

/** Sends raw headers, also repeated ones. @returns status and code */
const raw = (headers: readonly string[], at = server.base): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${at}/api/tasks`, { headers: ['host', 'x', ...headers] }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => {
        const { code } = JSON.parse(text) as { code?: string }
        resolve(`${response.statusCode} ${code ?? ''}`.trim())
      })
    })
      .on('error', reject)
      .end()
  })

const withKey = (key: string, method = 'GET', target = '/api/tasks', body?: unknown) =>
  server.call<{ id: string }>(method, target, { key, body })
const revoke = (tenant: TestTenant, id: string) =>
  server.call('DELETE', `/api/admin/api-keys/${id}`, { token: tenant.admin.token })

/** How often a connection of the request role is taken while `work` runs, including queries of the pool. */
const connections = async (work: () => Promise<unknown>): Promise<number> => {
  const spy = mock.method(server.built.platform.databases.app, 'connect')
  try {
    await work()
    return spy.mock.callCount()
  } finally {
    spy.mock.restore()
  }
}

test('Exactly one well-formed credential is accepted: everything else is UNAUTHORIZED', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const bearer = `Bearer ${token}`
  const { key } = await createKey(server, tenant, 'read')
  assert.equal(await raw(['Authorization', bearer]), '200')
  assert.equal(await raw(['X-API-Key', key]), '200')
  assert.equal(await raw(['x-api-KEY', key]), '200')
  const wrong: string[][] = [
    [],
    ['Authorization', bearer, 'Authorization', bearer],
    ['Authorization', bearer, 'authorization', 'Bearer x'],
    ['Authorization', 'Bearer x', 'Authorization', bearer],
    ['Authorization', `bearer  ${token}`],
    ['Authorization', `bearer ${token}`],
    ['Authorization', `Bearer  ${token}`],
    ['Authorization', `Bearer ${token} ${token}`],
    ['Authorization', `Bearer ${token}, Bearer ${token}`],
    ['Authorization', token],
    ['Authorization', `Basic ${Buffer.from(`${tenant.admin.email}:x`).toString('base64')}`],
    ['Authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['Authorization', `Bearer ${key}`],
    ['Authorization', ''],
    ['X-API-Key', ''],
    ['X-API-Key', token],
    ['X-API-Key', bearer],
    ['X-API-Key', key, 'X-API-Key', key],
    ['X-API-Key', key, 'x-api-key', newApiKey()],
    ['Authorization', bearer, 'X-API-Key', key],
    ['X-API-Key', key, 'Authorization', bearer],
    ['Authorization', 'Bearer x', 'X-API-Key', key],
    ['Authorization', '', 'X-API-Key', key],
    ['Authorization', bearer, 'X-API-Key', ''],
    ['Cookie', `x-api-key=${key}`],
    ['X-Api_Key', key],
  ]
  for (const headers of wrong) assert.equal(await raw(headers), '401 UNAUTHORIZED', headers.join(' '))
  const inQuery = await server.call('GET', `/api/tasks?x-api-key=${key}&apiKey=${key}&access_token=${token}`)
  assert.equal(inQuery.json.code, 'UNAUTHORIZED')
})

const withChecksum = (text: string): string => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const sum = crc32(text)
  const marks = Array.from({ length: 6 }, (_, index) =>
    digits.charAt(Math.floor(sum / 62 ** (5 - index)) % 62),
  )
  return text + marks.join('')
}

test('A mistyped key is UNAUTHORIZED without a query; unknown and revoked keys get identical bytes', async () => {
  const tenant = await createTenant(server)
  const { id, key } = await createKey(server, tenant, 'read', 'write')
  assert.equal(withChecksum(key.slice(0, -6)), key)
  const last = key.at(-1) === 'a' ? 'b' : 'a'
  const middle = key.at(20) === 'a' ? 'b' : 'a'
  const mistyped = [
    key.slice(0, -1) + last,
    key.slice(0, 20) + middle + key.slice(21),
    key.toLowerCase(),
    key.toUpperCase(),
    key.slice(0, -1),
    `${key}0`,
    `${key.slice(0, 30)} ${key.slice(30)}`,
    `${key}, ${key}`,
    `"${key}"`,
    'wk_live_',
    `wk_test_${key.slice(8)}`,
    key.slice(8),
    'x'.repeat(20_000),
    "' or 1=1 --",
    '../../etc/passwd',
    // Another format with a valid checksum.
    withChecksum(`wk_test_${key.slice(8, 40)}`),
    withChecksum(key.slice(8, 40)),
    withChecksum(`wk_live_${key.slice(8, 39)}`),
  ]
  let refusal = ''
  const none = await connections(async () => {
    for (const text of mistyped) {
      const reply = await withKey(text)
      assert.equal(reply.json.code, 'UNAUTHORIZED', text.slice(0, 60))
      refusal = reply.text
    }
  })
  assert.equal(none, 0)
  const nobodys = newApiKey()
  const askUnknown = async () => {
    const unknown = await withKey(nobodys)
    assert.deepEqual([unknown.status, unknown.text], [401, refusal])
  }
  assert.ok((await connections(askUnknown)) > 0)
  assert.equal(await connections(askUnknown), 0, 'what was found out is known for a while')
  assert.equal((await withKey(key)).status, 200)
  assert.equal((await revoke(tenant, id)).status, 200)
  const revoked = await withKey(key)
  assert.deepEqual([revoked.status, revoked.text], [401, refusal])
})

test('A key gives access to its scopes only: write does not include read, and none includes keys, people or settings', async () => {
  const tenant = await createTenant(server)
  const read = await createKey(server, tenant, 'read')
  const write = await createKey(server, tenant, 'write')
  const hooks = await createKey(server, tenant, 'webhooks:manage')
  const all = await createKey(server, tenant, 'read', 'write', 'webhooks:manage')
  const { buildingId } = await createPlace(server, tenant)
  const task = (await withKey(write.key, 'POST', '/api/tasks', { title: 'By a key' })).json.data.id
  const status = { status: 'IN_PROGRESS' }
  const open: [string, string, string, unknown?][] = [
    [read.key, 'GET', '/api/tasks'],
    [read.key, 'GET', '/api/admin/buildings'],
    [read.key, 'GET', '/api/admin/users'],
    [write.key, 'PATCH', `/api/tasks/${task}/status`, status],
    [write.key, 'PATCH', `/api/admin/buildings/${buildingId}`, { name: 'Renamed' }],
    [all.key, 'GET', `/api/tasks/${task}`],
  ]
  for (const [key, method, target, body] of open)
    assert.equal((await withKey(key, method, target, body)).status, 200, `${method} ${target}`)
  const closed: [string, string, string, unknown?][] = [
    [read.key, 'PATCH', `/api/tasks/${task}/status`, status],
    [read.key, 'POST', '/api/admin/buildings', { name: 'No' }],
    [write.key, 'GET', '/api/tasks'],
    [write.key, 'GET', `/api/admin/buildings/${buildingId}`],
    [write.key, 'GET', '/api/auth/me'],
    [hooks.key, 'GET', '/api/admin/buildings'],
    [hooks.key, 'GET', '/api/tasks'],
    [hooks.key, 'POST', '/api/tasks', { title: 'No' }],
  ]
  const never: [string, string, unknown?][] = [
    ['GET', '/api/admin/api-keys'],
    ['POST', '/api/admin/api-keys', { name: 'Another', scopes: ['read'] }],
    ['DELETE', `/api/admin/api-keys/${read.id}`],
    ['DELETE', `/api/admin/api-keys/${all.id}`],
    ['POST', '/api/admin/users', { email: 'x@example.com', name: 'X', roles: ['ADMIN'] }],
    ['PATCH', `/api/admin/users/${tenant.technician.id}`, { roles: ['ADMIN'] }],
    ['DELETE', `/api/admin/users/${tenant.technician.id}`],
    ['PATCH', '/api/admin/settings', { profile: { name: 'No' } }],
    ['POST', '/api/auth/change-password', { currentPassword: 'x', newPassword: 'x'.repeat(12) }],
    ['POST', '/api/auth/logout'],
    ['POST', `/api/tasks/${task}/claim`],
  ]
  for (const [key, method, target, body] of [
    ...closed,
    ...never.map((line) => [all.key, ...line] as const),
  ]) {
    const reply = await withKey(key, method, target, body)
    assert.deepEqual([reply.status, reply.json.code], [403, 'FORBIDDEN'], `${method} ${target}`)
  }
})

test('A key of one tenant finds nothing of another', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const { key } = await createKey(server, mine, 'read', 'write')
  const place = await createPlace(server, theirs)
  for (const [method, target, body] of [
    ['GET', `/api/admin/buildings/${place.buildingId}`, undefined],
    ['PATCH', `/api/admin/buildings/${place.buildingId}`, { name: 'Mine now' }],
    ['DELETE', `/api/admin/amenities/${place.amenityId}`, undefined],
  ] as const) {
    assert.equal((await withKey(key, method, target, body)).json.code, 'NOT_FOUND')
  }
  const listed = await server.call<unknown[]>('GET', '/api/admin/buildings', { key })
  assert.deepEqual([listed.status, listed.json.data], [200, []])
})

test('A key revoked during fifty requests is refused to later ones, and no request fails', async () => {
  const tenant = await createTenant(server)
  const { id, key } = await createKey(server, tenant, 'read', 'write')
  // Opens the connections first, which on a busy machine takes longer than a request waits.
  await Promise.all(Array.from({ length: 10 }, () => withKey(key)))
  const running = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0 ? withKey(key) : withKey(key, 'POST', '/api/tasks', { title: `Task ${index}` }),
  )
  const revoked = await revoke(tenant, id)
  assert.equal(revoked.status, 200)
  const later = await Promise.all(Array.from({ length: 50 }, () => withKey(key)))
  assert.deepEqual([...new Set(later.map(({ status }) => status))], [401])
  const replies = await Promise.all(running)
  const done = replies.filter(({ status }) => status < 300)
  for (const { status, text } of replies) assert.ok(status < 300 || status === 401, text)
  assert.ok(done.length > 0)
})

test('In each of many rounds the first request after a revocation is refused', async () => {
  const tenant = await createTenant(server)
  for (let round = 0; round < rounds(15, 200); round++) {
    const { id, key } = await createKey(server, tenant, 'read')
    assert.equal((await withKey(key)).status, 200)
    await revoke(tenant, id)
    assert.equal((await withKey(key)).status, 401, `round ${round}`)
  }
})

test('Of a hundred simultaneous requests for a key with ten left, ten succeed, also while others are revoked', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const limit = planLimits.BUSINESS.apiKeys ?? 0
  const create = (): Promise<Reply<{ id: string }>> =>
    server.call('POST', '/api/admin/api-keys', {
      token: tenant.admin.token,
      body: { name: 'One of many', scopes: ['read'] },
    })
  const count = async () =>
    (await server.call('GET', '/api/admin/api-keys', { token: tenant.admin.token })).json.total
  for (let made = 0; made < limit - 10; made++) assert.equal((await create()).status, 201)
  const replies = await Promise.all(Array.from({ length: 100 }, create))
  const made = replies.filter(({ status }) => status === 201)
  assert.equal(made.length, 10)
  assert.equal(replies.filter(({ json }) => json.code === 'PLAN_LIMIT_REACHED').length, 90)
  assert.equal(await count(), limit)
  const storm = await Promise.all([
    ...made.map(({ json }) => revoke(tenant, json.data.id)),
    ...Array.from({ length: 30 }, create),
  ])
  for (const { status, json, text } of storm)
    assert.ok(status < 300 || json.code === 'PLAN_LIMIT_REACHED', text)
  assert.ok((await count()) <= limit)
})

test('People and keys share a hundred reads and thirty writes a minute of their tenant', async () => {
  const tenant = await createTenant(strict)
  const { key } = await createKey(strict, tenant, 'read', 'write')
  const as = (index: number) => (index % 2 === 0 ? { key } : { token: tenant.manager.token })
  const read = (index: number) => strict.call('GET', '/api/tasks', as(index))
  const write = (index: number) =>
    strict.call('POST', '/api/tasks', { ...as(index), body: { title: `Task ${index}` } })
  for (let index = 0; index < 100; index++) assert.equal((await read(index)).status, 200)
  // Creating the key was the first of thirty requests.
  for (let index = 1; index < 30; index++) assert.equal((await write(index)).status, 201)
  for (const ask of [read, write]) {
    for (const index of [0, 1]) {
      const reply = await ask(index)
      assert.equal(reply.json.code, 'RATE_LIMITED')
      assert.ok(Number(reply.headers.get('retry-after')) >= 1)
    }
  }
})

test('A request with a key takes two transactions, one for the key and one for its work; storing the last use adds none', async () => {
  const tenant = await createTenant(server)
  const { key } = await createKey(server, tenant, 'read')
  const use = () => withKey(key, 'GET', '/api/tasks/summary')
  await use()
  const isNoted = async (): Promise<boolean> => {
    const keys = await server.call<{ lastUsedAt: string | null }[]>('GET', '/api/admin/api-keys', {
      token: tenant.admin.token,
    })
    return keys.json.data[0]?.lastUsedAt != null
  }
  for (let look = 0; look < 500 && !(await isNoted()); look++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const taken = await connections(async () => {
    for (let index = 0; index < 20; index++) assert.equal((await use()).status, 200)
  })
  assert.equal(taken, 40)
})

test('A failure to store the last use affects no response and is logged', async () => {
  const tenant = await createTenant(server)
  const { id, key } = await createKey(server, tenant, 'read')
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  try {
    await owner.query('alter table api_key add constraint no_use check (last_used_at is null) not valid')
    assert.equal((await withKey(key)).status, 200)
    for (let attempt = 0; attempt < 200 && !logged.some((line) => line.includes(id)); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 10))
  } finally {
    await owner.query('alter table api_key drop constraint no_use')
    await owner.end()
  }
  assert.equal(logged.filter((line) => line.includes(id) && line.includes('was not stored')).length, 1)
})

/** Tables of the whole database that contain a text, as letters or bytes. */
const placesOf = async (text: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    assert.ok(tables.length > 30)
    const found: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await client.query(
        `select 1 from ${name} t where position($1 in t::text) > 0 or position($2 in t::text) > 0 or position($3 in t::text) > 0 limit 1`,
        [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64').replace(/=+$/, '')],
      )
      if (rowCount) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}

test('A key is in no table and no log line, neither whole nor its random part', async () => {
  const tenant = await createTenant(server)
  const options = {
    token: tenant.admin.token,
    body: { name: 'Findable name', scopes: ['read', 'write'] },
    headers: { 'idempotency-key': 'kept-secret' },
  }
  const made = await server.call<{ id: string; key: string }>('POST', '/api/admin/api-keys', options)
  const again = await server.call('POST', '/api/admin/api-keys', options)
  assert.equal(again.text, made.text)
  const { id, key } = made.json.data
  await withKey(key)
  await withKey(key, 'POST', '/api/tasks', { title: 'By a key' })
  await withKey(key, 'POST', '/api/tasks', {})
  await withKey(key, 'GET', '/api/admin/api-keys')
  await withKey(`${key}0`)
  await revoke(tenant, id)
  await withKey(key)
  assert.ok((await placesOf('Findable name')).includes('public.api_key'))
  for (const part of [key, key.slice(8, 40), key.slice(8)]) {
    assert.deepEqual(await placesOf(part), [], part)
    assert.deepEqual(
      logged.filter((line) => line.includes(part)),
      [],
    )
  }
})

const strictly = (key: string, from = '198.51.100.77') => strict.call('GET', '/api/tasks', { key, from })

test('A wrong key is always UNAUTHORIZED, and does not block valid keys from the same address', async () => {
  const tenant = await createTenant(strict)
  const [{ key }, gone] = [await createKey(strict, tenant, 'read'), await createKey(strict, tenant, 'read')]
  await strict.call('DELETE', `/api/admin/api-keys/${gone.id}`, { token: tenant.admin.token })
  const wrong = [newApiKey(), gone.key, `${gone.key}0`]
  const from = '198.51.100.76'
  for (let time = 0; time < 15; time++)
    for (const one of wrong) assert.equal((await strictly(one, from)).json.code, 'UNAUTHORIZED')
  assert.equal((await strictly(key, from)).status, 200)
})

test('An address may try 300 unknown keys a minute; a valid one still works there', async () => {
  const { key } = await createKey(strict, await createTenant(strict), 'read')
  assert.equal((await strictly(key)).status, 200)
  const unknown = Array.from({ length: limits.public.limit - 1 }, newApiKey)
  for (const one of unknown) assert.equal((await strictly(one)).json.code, 'UNAUTHORIZED')
  const refused = await strictly(newApiKey())
  assert.equal(refused.json.code, 'RATE_LIMITED', refused.text)
  assert.ok(refused.headers.get('retry-after'))
  assert.equal((await strictly(key)).status, 200)
  assert.equal((await strictly(unknown[0] ?? '')).json.code, 'UNAUTHORIZED')
  assert.equal((await strictly(newApiKey(), '198.51.100.78')).json.code, 'UNAUTHORIZED')
})
