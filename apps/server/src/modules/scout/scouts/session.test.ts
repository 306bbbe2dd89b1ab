import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Profile } from '#contracts/scout/people.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import {
  activate,
  activeScout,
  codeFor,
  type ScoutTokens,
  stageScout,
  storeScout,
} from '../testing/scout-stage.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const scope = { buildingIds: [place.buildingId] }

const tryCode = (activationCode: string, deviceKey = 'the key of a phone') =>
  server.call<{ scout: Profile; tokens: ScoutTokens }>('POST', '/api/scout/auth/activate', {
    body: { activationCode, deviceKey },
  })

const set = (id: string, changes: string): Promise<unknown> =>
  tenant.inside((ctx) =>
    ctx.run(`update scout set ${changes} where tenant_id = $1 and id = $2`, [ctx.tenantId, id]),
  )

describe('Activation', () => {
  test('A code opens one session on one phone; the same phone may repeat it, another is 401', async () => {
    const id = await storeScout(tenant, { ...scope, name: 'Mara Lind' })
    const code = await codeFor(tenant, id)
    const first = await tryCode(` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`)
    assert.equal(first.status, 200, first.text)
    const { scout } = first.json.data
    assert.deepEqual(
      [scout.name, scout.state, scout.buildings.map((one) => one.id), scout.privacyNotice.accepted],
      ['Mara Lind', 'ACTIVE', [place.buildingId], false],
    )
    assert.equal((await tryCode(code, 'the key of another phone')).status, 401)
    assert.equal((await tryCode(code)).status, 200, 'its answer may have been lost')
  })

  test('Activation ends the session of the phone before', async () => {
    const id = await storeScout(tenant, scope)
    const former = await activate(server, tenant, id)
    const phone = await activate(server, tenant, id, 'the key of another phone')
    assert.equal((await former.call('GET', '/me')).status, 401)
    assert.equal((await phone.call('GET', '/me')).status, 200)
  })

  test('A wrong, suspended, revoked or expired code is 401 with one text', async () => {
    const texts = new Set<string>()
    for (const changes of ["state = 'SUSPENDED'", "state = 'REVOKED'", "valid_until = '2020-01-01'"]) {
      const id = await storeScout(tenant, scope)
      await set(id, changes)
      const reply = await tryCode(await codeFor(tenant, id))
      assert.equal(reply.status, 401, changes)
      texts.add(reply.text)
    }
    texts.add((await tryCode('00000-00000')).text)
    assert.equal(texts.size, 1)
  })
})

describe('A session', () => {
  test('A refresh token works once; a late reuse ends the session', async () => {
    const scout = await activeScout(server, tenant, scope)
    const refresh = (refreshToken: string) =>
      server.call<ScoutTokens>('POST', '/api/scout/auth/refresh', { body: { refreshToken } })
    const next = (await refresh(scout.refreshToken)).json.data
    const me = (token: string) => server.call('GET', '/api/scout/me', { token })
    assert.equal((await me(next.accessToken)).status, 200)
    server.clock.advance(11_000)
    assert.equal((await refresh(scout.refreshToken)).status, 401)
    assert.equal((await me(next.accessToken)).status, 401)
    assert.equal((await refresh(scout.accessToken)).status, 401)
  })

  test('Signed out, suspended or revoked is 401 at once; after reactivation it goes on', async () => {
    const scout = await activeScout(server, tenant, scope)
    await set(scout.id, "state = 'SUSPENDED'")
    server.built.platform.tenantChanged(tenant.id)
    assert.equal((await scout.call('GET', '/me')).status, 401)
    await set(scout.id, "state = 'ACTIVE'")
    server.built.platform.tenantChanged(tenant.id)
    assert.equal((await scout.call('GET', '/me')).status, 200)
    assert.equal((await scout.call('POST', '/auth/logout')).status, 200)
    assert.equal((await scout.call('GET', '/me')).status, 401)
  })

  test('Outside of the dates reads but the profile are FORBIDDEN; what was done before may be sent for 7 more days, then 401', async () => {
    const own = await createTenant(server)
    const { scout, round } = await stageScout(server, own)
    const today = server.clock.now()
    const day = 86_400_000
    const asDate = (at: number) => new Date(at).toISOString().slice(0, 10)
    await own.inside((ctx) =>
      ctx.run('update scout set valid_until = $3 where tenant_id = $1 and id = $2', [
        ctx.tenantId,
        scout.id,
        asDate(today.getTime() - 2 * day),
      ]),
    )
    server.built.platform.tenantChanged(own.id)
    assert.equal((await scout.call('GET', '/me')).status, 200)
    assert.equal((await scout.call('GET', '/rounds')).json.code, 'FORBIDDEN')
    const push = (at: number) =>
      scout.call<{ results: { result: string; code?: string }[] }>('POST', '/sync/push', {
        operations: [
          {
            clientId: crypto.randomUUID(),
            at: new Date(at).toISOString(),
            kind: 'round.accept',
            roundId: round.id,
          },
        ],
      })
    const late = await push(today.getTime())
    assert.deepEqual(
      late.json.data.results.map(({ result, code }) => [result, code]),
      [['REJECTED', 'FORBIDDEN']],
      late.text,
    )
    assert.equal((await push(today.getTime() - 3 * day)).json.data.results[0]?.result, 'APPLIED')
    await own.inside((ctx) =>
      ctx.run('update scout set valid_until = $3 where tenant_id = $1 and id = $2', [
        ctx.tenantId,
        scout.id,
        asDate(today.getTime() - 9 * day),
      ]),
    )
    server.built.platform.tenantChanged(own.id)
    assert.equal((await scout.call('GET', '/me')).status, 401)
  })

  test('A scout changes language and display name and accepts the privacy notice of the current version', async () => {
    const scout = await activeScout(server, tenant, scope)
    const changed = await scout.call<Profile>('PATCH', '/me', {
      language: 'de',
      displayName: 'Mara',
      acceptPrivacy: 1,
    })
    const { language, displayName, privacyNotice } = changed.json.data
    assert.deepEqual([language, displayName, privacyNotice], ['de', 'Mara', { version: 1, accepted: true }])
    assert.equal((await scout.call('PATCH', '/me', { acceptPrivacy: 7 })).status, 400)
  })

  test('If scouting is off, every line is FORBIDDEN, tokens included', async () => {
    const own = await createTenant(server)
    const { scout } = await stageScout(server, own)
    const code = await codeFor(own, await storeScout(own, scope))
    await server.built.platform.databases.app.query(
      `insert into feature_flag (key, everywhere, plans, tenants, updated_at) values ('SCOUT', null, '{}', $1, now())`,
      [JSON.stringify({ [own.id]: false })],
    )
    await server.built.platform.flags.poll()
    const { refreshToken } = scout
    assert.equal((await scout.call('GET', '/me')).json.code, 'FORBIDDEN')
    assert.equal((await tryCode(code)).json.code, 'FORBIDDEN')
    const refreshed = await server.call('POST', '/api/scout/auth/refresh', { body: { refreshToken } })
    assert.equal(refreshed.json.code, 'FORBIDDEN')
  })
})
