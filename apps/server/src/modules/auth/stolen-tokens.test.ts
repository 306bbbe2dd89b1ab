import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TokenPair } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

const refresh = (refreshToken: string) =>
  server.call<TokenPair>('POST', '/api/auth/refresh', { body: { refreshToken } })
const reuses = (tenant: TestTenant) =>
  tenant.inside(({ db }) =>
    db.selectFrom('audit_entry').selectAll().where('action', '=', 'auth.refreshTokenReused').execute(),
  )

test('A spent refresh token that comes back later than ten seconds ends its family, is in the audit log, and its owner is mailed, once', async () => {
  const tenant = await createTenant(server)
  const { technician, manager } = tenant
  await server.call('PATCH', '/api/auth/me', { token: technician.token, body: { language: 'de' } })
  const next = (await refresh(technician.refreshToken)).json.data
  server.clock.advance(10_001)
  const refused = await Promise.all(Array.from({ length: 5 }, () => refresh(technician.refreshToken)))
  for (const reply of refused) assert.deepEqual([reply.status, reply.text], [401, refused[0]?.text])
  assert.equal((await refresh(next.refreshToken)).status, 401)
  assert.equal((await server.call('GET', '/api/auth/me', { token: next.accessToken })).status, 401)
  await server.drain()
  const mails = server.mails.filter(({ to }) => to === technician.email)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.subject ?? '', /abgemeldet/)
  assert.match(mails[0]?.text ?? '', /\/app\/sign-in/)
  const entries = await reuses(tenant)
  assert.equal(entries.length, 1)
  assert.equal(entries[0]?.actor_kind, 'SYSTEM')
  assert.ok(!server.mails.some(({ to }) => to === manager.email))
})

test('Several tabs that lose to one another within ten seconds end nothing, also when the token was spent twice over', async () => {
  const tenant = await createTenant(server)
  const first = tenant.manager.refreshToken
  const second = (await refresh(first)).json.data.refreshToken
  server.clock.advance(3000)
  const third = (await refresh(second)).json.data.refreshToken
  server.clock.advance(3000)
  assert.equal((await refresh(first)).status, 401)
  assert.equal((await refresh(second)).status, 401)
  server.clock.advance(3000)
  const live = await refresh(third)
  assert.equal(live.status, 200)
  assert.deepEqual(await reuses(tenant), [])
  server.clock.advance(2000)
  assert.equal((await refresh(first)).status, 401)
  assert.equal(
    (await refresh(live.json.data.refreshToken)).status,
    401,
    'the first was spent eleven seconds ago',
  )
  assert.equal((await reuses(tenant)).length, 1)
})

test('A live token of a person who was switched off is no theft', async () => {
  const tenant = await createTenant(server)
  await tenant.inside(({ db }) =>
    db.updateTable('app_user').set({ state: 'DISABLED' }).where('id', '=', tenant.manager.id).execute(),
  )
  assert.equal((await refresh(tenant.manager.refreshToken)).status, 401)
  await server.drain()
  assert.deepEqual(await reuses(tenant), [])
  assert.ok(!server.mails.some(({ to }) => to === tenant.manager.email))
})
