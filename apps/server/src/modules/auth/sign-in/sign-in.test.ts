import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const password = 'a-lamp-under-the-stairs'

interface SignedIn {
  user: { id: string; email: string; name: string; roles: string[] }
  tokens: { accessToken: string; refreshToken: string }
}
interface Tokens {
  accessToken: string
  refreshToken: string
}

const login = (email: string, given: string, more: Record<string, unknown> = {}) =>
  server.call<SignedIn>('POST', '/api/auth/login', { body: { email, password: given, ...more } })
const refresh = (refreshToken: string) =>
  server.call<Tokens>('POST', '/api/auth/refresh', { body: { refreshToken } })
const me = (token: string) => server.call('GET', '/api/auth/me', { token })

test('Email and password return the user and tokens; the address is not case-sensitive', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const reply = await login(`  ${person.email.toUpperCase()} `, password)
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.json.data.user, {
    id: person.id,
    email: person.email,
    name: person.name,
    roles: ['MANAGER'],
  })
  const payload = JSON.parse(
    Buffer.from(reply.json.data.tokens.accessToken.split('.')[1] ?? '', 'base64url').toString(),
  )
  assert.equal(payload.userId, person.id)
  assert.equal(payload.tenantId, tenant.id)
  assert.deepEqual(payload.roles, ['MANAGER'])
  assert.equal(payload.type, 'access')
  assert.equal(payload.exp - payload.iat, 900)
  assert.equal((await me(reply.json.data.tokens.accessToken)).status, 200)
})

test('A wrong password, an unknown address, an invited and a disabled person get the same bytes', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const disabled = await tenant.person(['MANAGER'], { password })
  await server.call('PATCH', `/api/admin/users/${disabled.id}`, {
    token: tenant.admin.token,
    body: { active: false },
  })
  const invited = await server.call<{ email: string }>('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email: 'invited@example.com', name: 'Invited', roles: ['TECHNICIAN'] },
  })
  assert.equal(invited.status, 201)
  const replies = await Promise.all([
    login(person.email, 'another long password'),
    login('nobody@example.com', password),
    login(disabled.email, password),
    login('invited@example.com', password),
  ])
  for (const reply of replies) {
    assert.equal(reply.status, 401)
    assert.equal(reply.text, replies[0]?.text)
  }
})

test('An address with accounts in two tenants signs in to the one whose password matches, or to the one that the request names', async () => {
  const [first, second] = [await createTenant(server), await createTenant(server)]
  const email = 'two@example.com'
  await first.person(['MANAGER'], { email, password })
  await second.person(['ADMIN'], { email, password: 'quite another phrase' })
  const tenantOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).tenantId
  assert.equal(tenantOf((await login(email, 'quite another phrase')).json.data.tokens.accessToken), second.id)
  assert.equal(tenantOf((await login(email, password)).json.data.tokens.accessToken), first.id)
  assert.equal((await login(email, password, { tenantId: second.id })).status, 401)
})

test('A refresh token works once: of fifty uses at the same time one gets a pair, and the session stays', async (t) => {
  server.clock.stand(t)
  const { manager } = await createTenant(server)
  const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(manager.refreshToken)))
  const good = replies.filter(({ status }) => status === 200)
  assert.equal(good.length, 1)
  assert.ok(replies.every(({ status }) => status === 200 || status === 401))
  const next = good[0]?.json.data
  assert.ok(next)
  assert.equal((await me(next.accessToken)).status, 200)
  assert.equal((await refresh(next.refreshToken)).status, 200)
})

test('A used refresh token that comes back after ten seconds ends its session within a second', async () => {
  const { manager } = await createTenant(server)
  const next = (await refresh(manager.refreshToken)).json.data
  assert.equal((await me(next.accessToken)).status, 200)
  server.clock.advance(11_000)
  assert.equal((await refresh(manager.refreshToken)).status, 401)
  assert.equal((await me(next.accessToken)).status, 401)
  assert.equal((await refresh(next.refreshToken)).status, 401)
})

test('An access token is refused where a refresh token is expected, and the other way round', async () => {
  const { manager } = await createTenant(server)
  // Checked first: the refused tokens must not have ended the session.
  assert.equal((await me(manager.refreshToken)).status, 401)
  assert.equal((await refresh(manager.token)).status, 401)
  assert.equal((await me(manager.token)).status, 200)
})

test('An access token expires after 15 minutes, a refresh token after 30 days', async () => {
  const { manager, technician } = await createTenant(server)
  server.clock.advance(14 * 60_000)
  assert.equal((await me(manager.token)).status, 200)
  server.clock.advance(61_000)
  assert.equal((await me(manager.token)).status, 401)
  server.clock.advance(30 * 86_400_000)
  assert.equal((await refresh(technician.refreshToken)).status, 401)
})

test('Signing out ends this session, or all of the user’s sessions', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const [one, two] = [
    (await login(person.email, password)).json.data.tokens,
    (await login(person.email, password)).json.data.tokens,
  ]
  assert.equal((await server.call('POST', '/api/auth/logout', { token: one.accessToken })).status, 200)
  assert.equal((await me(one.accessToken)).status, 401)
  assert.equal((await refresh(one.refreshToken)).status, 401)
  assert.equal((await me(two.accessToken)).status, 200)
  assert.equal(
    (await server.call('POST', '/api/auth/logout', { token: two.accessToken, body: { everywhere: true } }))
      .status,
    200,
  )
  assert.equal((await me(person.token)).status, 401)
})

test('Two credentials at once, two Authorization headers, another scheme and an unknown key are UNAUTHORIZED', async () => {
  const { manager } = await createTenant(server)
  const headers: Record<string, string>[] = [
    { authorization: `Bearer ${manager.token}`, 'x-api-key': 'wk_live_x' },
    { authorization: `bearer  ${manager.token}` },
    { authorization: 'Basic YTpi' },
    { 'x-api-key': 'wk_live_0123456789abcdefghijABCDEFGHIJ012345' },
    { authorization: `Bearer ${manager.token.slice(0, -2)}` },
    {},
  ]
  for (const header of headers) {
    const reply = await server.call('GET', '/api/auth/me', { headers: header })
    assert.equal(reply.status, 401, JSON.stringify(Object.keys(header)))
    assert.equal(reply.json.code, 'UNAUTHORIZED')
  }
})

test('A removed role takes effect at once: what needs it is FORBIDDEN, the rest works', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['ADMIN'])
  assert.equal((await server.call('GET', '/api/admin/users', { token: person.token })).status, 200)
  await server.call('PATCH', `/api/admin/users/${person.id}`, {
    token: tenant.admin.token,
    body: { roles: ['MANAGER'] },
  })
  assert.equal((await server.call('GET', '/api/admin/users', { token: person.token })).json.code, 'FORBIDDEN')
  assert.equal((await me(person.token)).status, 200)
})

test('GET /api/auth/me returns the user, the tenant, limits and use, and the sessions', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const reply = await server.call<{
    limits: Record<string, unknown>
    entitlements: string[]
    sessions: { current: boolean }[]
    tenant: { plan: string }
  }>('GET', '/api/auth/me', {
    token: tenant.admin.token,
  })
  assert.deepEqual(reply.json.data.limits.members, { used: 3, limit: 10 })
  assert.deepEqual(reply.json.data.entitlements, [])
  assert.equal(reply.json.data.tenant.plan, 'TRIAL')
  assert.deepEqual(
    reply.json.data.sessions.map(({ current }) => current),
    [true],
  )
})
