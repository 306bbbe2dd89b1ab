import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TokenPair } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

const refresh = (refreshToken: string) =>
  server.call<TokenPair>('POST', '/api/auth/refresh', { body: { refreshToken } })
const ask = async (token: string): Promise<number> =>
  (await server.call('GET', '/api/auth/me', { token })).status
const reuses = (tenant: TestTenant) =>
  tenant.inside(({ db }) =>
    db.selectFrom('audit_entry').selectAll().where('action', '=', 'auth.refreshTokenReused').execute(),
  )

test('A used refresh token that comes back after ten seconds ends its session, with an audit entry and one email to its owner', async () => {
  const tenant = await createTenant(server)
  const { technician, manager } = tenant
  await server.call('PATCH', '/api/auth/me', { token: technician.token, body: { language: 'de' } })
  const next = (await refresh(technician.refreshToken)).json.data
  assert.equal(await ask(next.accessToken), 200)
  server.clock.advance(10_001)
  const refused = await Promise.all(Array.from({ length: 5 }, () => refresh(technician.refreshToken)))
  for (const reply of refused) assert.deepEqual([reply.status, reply.text], [401, refused[0]?.text])
  assert.equal((await refresh(next.refreshToken)).status, 401)
  assert.equal(await ask(next.accessToken), 401)
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

test('Several tabs that refresh at the same time within ten seconds end nothing, also if the token was used twice before', async (t) => {
  server.clock.stand(t)
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

test('The live token of a disabled person does not count as stolen', async () => {
  const tenant = await createTenant(server)
  await tenant.inside(({ db }) =>
    db.updateTable('app_user').set({ state: 'DISABLED' }).where('id', '=', tenant.manager.id).execute(),
  )
  assert.equal((await refresh(tenant.manager.refreshToken)).status, 401)
  await server.drain()
  assert.deepEqual(await reuses(tenant), [])
  assert.ok(!server.mails.some(({ to }) => to === tenant.manager.email))
})

test('A refresh whose answer was lost gets one pair in its place, once, and the lost pair stops working', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server)
  const first = tenant.manager.refreshToken
  const lost = (await refresh(first)).json.data
  server.clock.advance(5000)
  assert.equal((await refresh(first)).status, 401, 'ten seconds belong to tabs that refresh at once')
  server.clock.advance(6000)
  const found = await refresh(first)
  assert.equal(found.status, 200)
  assert.equal(await ask(found.json.data.accessToken), 200)
  assert.equal(await ask(lost.accessToken), 401)
  assert.equal(await ask(found.json.data.accessToken), 200, 'the refusal is the lost pair’s alone')
  assert.equal((await refresh(lost.refreshToken)).status, 401)
  assert.deepEqual(await reuses(tenant), [])
  server.clock.advance(11_000)
  assert.equal((await refresh(first)).status, 401)
  assert.equal((await reuses(tenant)).length, 1, 'what was found was used')
  assert.equal(await ask(found.json.data.accessToken), 401)

  const again = tenant.technician.refreshToken
  assert.equal((await refresh(again)).status, 200)
  for (const status of [200, 401]) {
    server.clock.advance(11_000)
    assert.equal((await refresh(again)).status, status)
  }
  assert.equal((await reuses(tenant)).length, 2, 'a second time it is no lost answer, used or not')
})

test('A pair that was used in any way was not lost: if its predecessor comes back, the session ends', async () => {
  const uses = {
    request: async (pair: TokenPair) => assert.equal(await ask(pair.accessToken), 200),
    'request right after one of the pair before': async (pair: TokenPair, before: string) => {
      assert.equal(await ask(before), 200)
      assert.equal(await ask(pair.accessToken), 200)
    },
    refresh: async (pair: TokenPair) => assert.equal((await refresh(pair.refreshToken)).status, 200),
  }
  for (const [use, run] of Object.entries(uses)) {
    const tenant = await createTenant(server)
    const { refreshToken: first, token } = tenant.manager
    const pair = (await refresh(first)).json.data
    await run(pair, token)
    server.clock.advance(11_000)
    assert.equal((await refresh(first)).status, 401, use)
    assert.equal((await reuses(tenant)).length, 1, use)
  }
})

test('A lost answer is replaced within 24 hours, not later, and not for a disabled person', async () => {
  const late = await createTenant(server)
  const off = await createTenant(server)
  const [tooLate, inTime] = [late.manager.refreshToken, late.technician.refreshToken]
  for (const token of [tooLate, inTime, off.manager.refreshToken])
    assert.equal((await refresh(token)).status, 200)
  const minute = 60_000
  server.clock.advance(24 * 60 * minute - minute)
  assert.equal((await refresh(inTime)).status, 200)
  await off.inside(({ db }) =>
    db.updateTable('app_user').set({ state: 'DISABLED' }).where('id', '=', off.manager.id).execute(),
  )
  assert.equal((await refresh(off.manager.refreshToken)).status, 401)
  server.clock.advance(minute)
  assert.equal((await refresh(tooLate)).status, 401)
  assert.equal((await reuses(late)).length, 1)
})
