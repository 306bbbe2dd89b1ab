import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { issueCode } from '#server/platform/codes.ts'
import { signRealmToken, signToken } from '#server/platform/gate/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { sealState } from '#server/platform/sealed-states.ts'
import { endSessions } from '#server/platform/sessions.ts'
import { startTestServer } from '../server.ts'
import { createTenant, type TestTenant } from '../world.ts'
import probe, { signatureOf, subjectTable } from './module.ts'

interface Tokens {
  accessToken: string
  refreshToken: string
}

const server = await startTestServer({ moreModules: [probe] })

const withOwner = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  await client.query(text)
  await client.end()
}

await withOwner(subjectTable)
const tenant = await createTenant(server)

const addProbe = async (of: TestTenant): Promise<string> => {
  const id = newId(Date.now())
  await of.inside((ctx) =>
    ctx.run('insert into probe (tenant_id, id, name, active) values ($1, $2, $3, true)', [
      of.id,
      id,
      'Probe',
    ]),
  )
  return id
}

const codeFor = (of: TestTenant, subjectId: string): Promise<string> =>
  of.inside((ctx) => issueCode(ctx, { kind: 'scout', subjectId, length: 10, ttlMs: 3600_000 }))

const activate = (code: string, deviceKey = 'device-1') =>
  server.call<Tokens>('POST', '/api/probe/activate', { body: { code, deviceKey } })

const signIn = async (of: TestTenant): Promise<Tokens & { id: string }> => {
  const id = await addProbe(of)
  return { ...(await activate(await codeFor(of, id))).json.data, id }
}

const me = (token: string) => server.call<{ id: string }>('GET', '/api/probe/me', { token })

describe('A realm of callers that are no staff', () => {
  test('A code opens a session once, and again within 15 minutes for the same device alone', async () => {
    const code = await codeFor(tenant, await addProbe(tenant))
    const typed = `${code.slice(0, 5).toLowerCase()}-${code.slice(5)} `
    assert.equal((await activate(typed)).status, 200)
    assert.equal((await activate(code)).status, 200, 'the answer may have been lost')
    assert.equal((await activate(code, 'device-2')).status, 401)
    server.clock.advance(16 * 60_000)
    assert.equal((await activate(code)).status, 401)
  })

  test('A new code takes the place of the one before, and an expired one opens nothing', async () => {
    const id = await addProbe(tenant)
    const former = await codeFor(tenant, id)
    const code = await codeFor(tenant, id)
    assert.equal((await activate(former)).status, 401)
    server.clock.advance(3600_000 + 1)
    assert.equal((await activate(code)).status, 401)
  })

  test('A token of one kind is 401 everywhere else', async () => {
    const { accessToken, refreshToken, id } = await signIn(tenant)
    assert.equal((await me(accessToken)).json.data.id, id)
    assert.equal((await me(refreshToken)).status, 401)
    assert.equal((await me(tenant.admin.token)).status, 401)
    assert.equal((await server.call('GET', '/api/tasks', { token: accessToken })).status, 401)
    assert.equal((await server.call('GET', '/api/auth/me', { token: accessToken })).status, 401)
    const { keys } = server.built.platform
    const claims = { subjectId: id, sessionId: newId(Date.now()), tokenId: newId(Date.now()) }
    const now = server.clock.now()
    for (const token of [
      await signRealmToken(keys, 'arena', { ...claims, tenantId: tenant.id }, now),
      await signRealmToken(keys, 'super_admin', { ...claims, tenantId: null }, now),
      await signToken(keys, 'access', { ...claims, userId: id, tenantId: tenant.id, roles: ['ADMIN'] }, now),
    ])
      assert.equal((await me(token)).status, 401)
  })

  test('Two credentials in one request are refused', async () => {
    const { accessToken } = await signIn(tenant)
    const { status } = await server.call('GET', '/api/probe/me', { token: accessToken, key: 'wk_live_x' })
    assert.equal(status, 401)
  })

  test('A refresh token is spent once, and its late reuse after another rotation is refused', async () => {
    const first = await signIn(tenant)
    const refresh = (refreshToken: string) =>
      server.call<Tokens>('POST', '/api/probe/refresh', { body: { refreshToken } })
    const second = (await refresh(first.refreshToken)).json.data
    assert.equal((await me(second.accessToken)).status, 200)
    assert.equal((await refresh(first.refreshToken)).status, 401)
    assert.equal((await refresh(second.refreshToken)).status, 200)
  })

  test('A subject that is switched off, or whose sessions were ended, is 401 at once', async () => {
    const { accessToken, refreshToken, id } = await signIn(tenant)
    assert.equal((await me(accessToken)).status, 200)
    await tenant.inside((ctx) => endSessions(ctx, { kind: 'SCOUT', subjectId: id }))
    assert.equal((await me(accessToken)).status, 401)
    const { status } = await server.call('POST', '/api/probe/refresh', { body: { refreshToken } })
    assert.equal(status, 401)
  })

  test('A session of one tenant does not reach a subject of another', async () => {
    const other = await createTenant(server)
    const { id } = await signIn(tenant)
    const { keys } = server.built.platform
    const forged = await signRealmToken(
      keys,
      'scout',
      { subjectId: id, tenantId: other.id, sessionId: newId(Date.now()), tokenId: newId(Date.now()) },
      server.clock.now(),
    )
    assert.equal((await me(forged)).status, 401)
  })

  test('A write under an Idempotency-Key is done once', async () => {
    const { accessToken } = await signIn(tenant)
    const rename = () =>
      server.call<{ calls: number }>('POST', '/api/probe/me', {
        token: accessToken,
        body: { name: 'Other' },
        headers: { 'idempotency-key': 'one' },
      })
    assert.equal((await rename()).json.data.calls, 1)
    const again = await rename()
    assert.equal(again.json.data.calls, 1)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })

  test('Where the tenant may only read, writes of a realm are FORBIDDEN and reads go on', async () => {
    const suspended = await createTenant(server)
    const { accessToken } = await signIn(suspended)
    await suspended.inside((ctx) =>
      ctx.run("update tenant set state = 'SUSPENDED' where id = $1", [suspended.id]),
    )
    server.built.platform.tenantChanged(suspended.id)
    assert.equal((await me(accessToken)).status, 200)
    const { json } = await server.call('POST', '/api/probe/me', {
      token: accessToken,
      body: { name: 'Other' },
    })
    assert.equal(json.code, 'FORBIDDEN')
  })

  test('A sealed state comes back once, within ten minutes, for its kind alone', async () => {
    const { keys } = server.built.platform
    const claims = { tenantId: tenant.id, userId: tenant.admin.id, sessionId: newId(Date.now()) }
    const go = (state: string) => server.call('GET', `/api/probe/go?state=${encodeURIComponent(state)}`)
    const state = sealState(keys, 'slack-install', claims, server.clock.now())
    const first = await go(state)
    assert.equal(first.status, 302)
    assert.equal(first.headers.get('location'), `https://provider.example/?tenant=${tenant.id}`)
    assert.match(first.headers.get('set-cookie') ?? '', /^probe=1/)
    assert.equal((await go(state)).status, 401)
    assert.equal((await go(sealState(keys, 'slack-link', claims, server.clock.now()))).status, 401)
    const old = sealState(keys, 'slack-install', claims, new Date(server.clock.now().getTime() - 10 * 60_000))
    assert.equal((await go(old)).status, 401)
  })

  test('A signed callback counts once, and is read only where its bytes are signed', async () => {
    const body = JSON.stringify({ id: `evt_${newId(Date.now())}`, tenantId: tenant.id, type: 'probe' })
    const send = (text: string, signature?: string) =>
      server.call<never>('POST', '/api/probe/events', {
        body: text,
        headers: signature ? { 'stripe-signature': signature } : {},
      })
    const first = await send(body, signatureOf(body))
    assert.equal(first.text, '{"fresh":true}', 'without the envelope')
    assert.equal((await send(body, signatureOf(body))).text, '{"fresh":false}')
    assert.equal((await send(`${body} `, signatureOf(body))).status, 401)
    assert.equal((await send(body)).status, 401)
    assert.equal((await send('{', signatureOf('{'))).status, 400)
    assert.equal((await send(body, tenant.admin.token)).status, 401)
  })
})
