import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'
import { addConnection, openAssistant, tokenFor } from './testing/assistant.ts'

const server = await startTestServer()

const me = (person: TestPerson, query = '') =>
  server.call<Me>('GET', `/api/auth/me${query}`, { token: person.token })
const end = (person: TestPerson, id: string) =>
  server.call<Me>('PATCH', '/api/auth/me', { token: person.token, body: { connections: { end: id } } })

/** A bare request, as any program may send it. */
const post = (token: string | undefined, headers: Record<string, string> = {}) =>
  server.call('POST', '/mcp', {
    token,
    headers: { accept: 'application/json, text/event-stream', ...headers },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })

test('The token of a connection is shown once; the profile lists name, end of the token and 90 days', async (t) => {
  server.clock.stand(t)
  const { manager } = await createTenant(server)
  const added = await addConnection(server, manager, ' Claude ', true)
  assert.equal(added.status, 200, added.text)
  const { newConnection, connections } = added.json.data
  assert.match(newConnection?.token ?? '', /^wkp_[\w-]{22}[0-9A-Za-z]{38}$/)
  const now = server.clock.now()
  assert.deepEqual(connections, [
    {
      id: newConnection?.id,
      name: 'Claude',
      write: true,
      lastFour: newConnection?.token.slice(-4),
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + 90 * 24 * 3600_000).toISOString(),
      lastUsedAt: null,
    },
  ])
  const later = await me(manager)
  assert.equal(later.json.data.newConnection, undefined)
  assert.ok(!later.text.includes(newConnection?.token ?? '?'))
})

test('A sixth connection is a CONFLICT, also when two are added at once; an ended one frees its place', async () => {
  const { admin } = await createTenant(server)
  for (let count = 0; count < 4; count++) await tokenFor(server, admin)
  const both = await Promise.all([addConnection(server, admin), addConnection(server, admin)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const [first] = (await me(admin)).json.data.connections
  assert.equal((await end(admin, first?.id ?? '')).json.data.connections.length, 4)
  assert.equal((await addConnection(server, admin)).status, 200)
})

test('A token of a connection is UNAUTHORIZED everywhere but at /mcp, and no other credential works there', async () => {
  const { manager } = await createTenant(server)
  const token = await tokenFor(server, manager)
  for (const [method, path] of [
    ['GET', '/api/auth/me'],
    ['GET', '/api/tasks'],
    ['PATCH', '/api/auth/me'],
    ['GET', '/api/dashboard/live'],
  ] as const)
    assert.equal(
      (await server.call(method, path, { token, body: method === 'PATCH' ? {} : undefined })).status,
      401,
    )
  assert.equal((await server.call('GET', '/api/tasks', { key: token })).status, 401)
  assert.equal((await post(token)).status, 200)
  const refused = await post(manager.token)
  assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer'])
  for (const bad of [
    undefined,
    token.replace(/.$/, (last) => (last === 'A' ? 'x' : 'A')),
    'wkp_',
    token.replace('wkp_', 'wk_live_'),
  ])
    assert.equal((await post(bad)).status, 401, bad ?? 'none')
  assert.equal((await post(token, { 'x-api-key': 'wk_live_x' })).status, 401)
})

test('An ended, an expired and a disabled person’s connection are refused at once', async () => {
  const tenant = await createTenant(server)
  const ended = await tokenFor(server, tenant.manager)
  const [own] = (await me(tenant.manager)).json.data.connections
  assert.equal((await end(tenant.manager, own?.id ?? '')).status, 200)
  assert.equal((await post(ended)).status, 401)

  const disabled = await tokenFor(server, tenant.technician)
  assert.equal((await post(disabled)).status, 200)
  const path = `/api/admin/users/${tenant.technician.id}`
  await server.call('PATCH', path, { token: tenant.admin.token, body: { active: false } })
  assert.equal((await post(disabled)).status, 401)

  const removed = await tenant.person(['MANAGER'])
  const left = await tokenFor(server, removed)
  await server.call('DELETE', `/api/admin/users/${removed.id}`, { token: tenant.admin.token })
  assert.equal((await post(left)).status, 401)

  const expired = await tokenFor(server, tenant.manager)
  await tenant.inside(({ run }) =>
    run('update personal_connection set expires_at = $2 where tenant_id = $1', [
      tenant.id,
      server.clock.now(),
    ]),
  )
  assert.equal((await post(expired)).status, 401)
  assert.equal((await me(tenant.manager)).json.data.connections.length, 1)
  await tokenFor(server, tenant.manager)
  assert.equal((await me(tenant.manager)).json.data.connections.length, 1)
})

test('Signing out everywhere ends the connections of the person', async () => {
  const { manager } = await createTenant(server)
  const token = await tokenFor(server, manager)
  await server.call('POST', '/api/auth/logout', { token: manager.token, body: { everywhere: true } })
  assert.equal((await post(token)).status, 401)
})

test('A person ends only their own connections, an administrator those of the team, nobody those of others', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  await tokenFor(server, mine.manager, { name: 'Of the manager' })
  const token = await tokenFor(server, theirs.manager)
  const [own] = (await me(mine.manager)).json.data.connections
  const [foreign] = (await me(theirs.manager)).json.data.connections
  assert.ok(own && foreign)
  assert.equal((await end(mine.technician, own.id)).json.code, 'NOT_FOUND')
  assert.equal((await end(mine.admin, foreign.id)).json.code, 'NOT_FOUND')
  assert.equal((await post(token)).status, 200)
  assert.equal((await me(mine.manager, '?connections=everyone')).json.code, 'FORBIDDEN')
  const all = (await me(mine.admin, '?connections=everyone')).json.data
  assert.deepEqual(
    all.teamConnections?.map(({ id, user }) => [id, user.id]),
    [[own.id, mine.manager.id]],
  )
  assert.equal((await end(mine.admin, own.id)).status, 200)
  assert.deepEqual((await me(mine.manager)).json.data.connections, [])
})

test('Adding and ending are in the audit log, without the token', async () => {
  const tenant = await createTenant(server)
  const token = await tokenFor(server, tenant.admin, { name: 'Claude' })
  const [own] = (await me(tenant.admin)).json.data.connections
  await end(tenant.admin, own?.id ?? '')
  const rows = await tenant.inside(({ run }) =>
    run<{ action: string; line: string }>(
      "select action, a::text as line from audit_entry a where tenant_id = $1 and action like 'auth.%Connection' order by at, id",
      [tenant.id],
    ),
  )
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['auth.addConnection', 'auth.endConnection'],
  )
  assert.ok(!rows.some(({ line }) => line.includes(token.slice(30, 60))))
})

test('Who adds a connection gets an email that names it and its rights, without the token; nobody else does', async () => {
  const { manager } = await createTenant(server)
  await server.drain()
  server.mails.splice(0)
  await server.call('PATCH', '/api/auth/me', { token: manager.token, body: { language: 'de' } })
  const token = await tokenFor(server, manager, { name: 'Claude on a laptop', write: true })
  await server.drain()
  const [mail, ...others] = server.mails
  assert.ok(mail)
  assert.deepEqual([mail.to, others], [manager.email, []])
  assert.ok(mail.text.includes('Claude on a laptop') && mail.text.includes('lesen und schreiben'), mail?.text)
  assert.ok(mail.text.includes('/app/profile'), mail.text)
  assert.ok(!mail.text.includes(token) && !mail.html.includes(token))

  const refused = await addConnection(server, manager, '')
  assert.equal(refused.status, 400)
  await server.drain()
  assert.equal(server.mails.length, 1)
})

test('The last use is noted', async () => {
  const { manager } = await createTenant(server)
  const assistant = await openAssistant(server, await tokenFor(server, manager))
  await assistant.use('whoami')
  for (let look = 0; look < 500; look++) {
    if ((await me(manager)).json.data.connections[0]?.lastUsedAt) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.fail('The last use was not noted')
})

test('GET and a page of another site are refused, and so are several messages at once', async () => {
  const { manager } = await createTenant(server)
  const token = await tokenFor(server, manager)
  const got = await server.call('GET', '/mcp', { token, headers: { accept: 'text/event-stream' } })
  assert.equal(got.status, 405)
  assert.equal((await post(token, { origin: 'https://evil.example' })).status, 403)
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const many = await server.call('POST', '/mcp', { token, body: [message, message] })
  assert.equal(many.json.code, 'VALIDATION_ERROR')
})
