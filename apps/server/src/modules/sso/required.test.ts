/** Requiring SSO ends sessions that were opened in another way: at once on this instance, within a second on others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestServer } from '../../../test/server.ts'
import {
  adminPassword,
  base,
  openStage,
  type SsoTenant,
  signInWith,
  startOidcProvider,
  startSsoServer,
  testConfiguration,
} from './testing/test-sso.ts'

const env = { BASE_URL: base, WEBHOOK_ALLOW_PRIVATE: 'true' }
const server = await startSsoServer()
const other = await startTestServer({ worker: false, beside: server, env })
const provider = await startOidcProvider()
const { ready, speakOf, visit } = openStage(server, provider)

interface Pair {
  readonly accessToken: string
  readonly refreshToken: string
}

const password = 'a-lamp-under-the-stairs'

const byPassword = async (email: string, secret = password): Promise<Pair> => {
  const reply = await server.call<{ tokens: Pair }>('POST', '/api/auth/login', {
    body: { email, password: secret },
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.tokens
}

const byLink = async (email: string): Promise<Pair> => {
  await server.call('POST', '/api/auth/magic-link/request', { body: { email } })
  await server.drain()
  const mail = server.mails.filter(({ to }) => to === email).at(-1)
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const reply = await server.call<{ tokens: Pair }>('GET', `/api/auth/magic-link/verify?token=${token}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.tokens
}

const bySso = async (tenant: SsoTenant, email: string): Promise<Pair> => {
  speakOf(email)
  const reply = await signInWith(server, await visit(tenant))
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.tokens as Pair
}

const me = (on: typeof server, { accessToken }: Pair) =>
  on.call('GET', '/api/auth/me', { token: accessToken })
const refresh = ({ refreshToken }: Pair) =>
  server.call('POST', '/api/auth/refresh', { body: { refreshToken } })
const require_ = (tenant: SsoTenant, more = {}) =>
  tenant.set({ enabled: true, required: true, breakGlassUserIds: [tenant.chief.id], ...more })

const withPeople = async () => {
  const tenant = await ready()
  await testConfiguration(server, tenant)
  const person = () =>
    tenant.person(['MANAGER'], {
      email: `p${Math.random().toString(36).slice(2)}@${tenant.domain}`,
      password,
    })
  return { tenant, person }
}

test('When SSO becomes required, sessions by password and link end, on this instance at once and on others within a second', async () => {
  const { tenant, person } = await withPeople()
  const stranger = await ready()
  const [worker, linked, chosen] = [await person(), await person(), await person()]
  const gone = [await byPassword(worker.email), await byLink(linked.email)]
  const kept = [
    await byPassword(tenant.chief.email, adminPassword),
    await bySso(tenant, chosen.email),
    await byPassword(stranger.chief.email, adminPassword),
  ]
  for (const pair of [...gone, ...kept])
    for (const on of [server, other]) assert.equal((await me(on, pair)).status, 200)
  await require_(tenant)
  const from = performance.now()
  for (const pair of gone) assert.equal((await me(server, pair)).status, 401)
  for (const pair of gone) {
    for (;;) {
      const asked = performance.now() - from
      if ((await me(other, pair)).status !== 200) break
      assert.ok(asked < 1000, 'still let in on the other instance')
      await delay(20)
    }
    assert.equal((await refresh(pair)).status, 401)
  }
  for (const pair of kept) {
    for (const on of [server, other]) assert.equal((await me(on, pair)).status, 200)
    assert.equal((await refresh(pair)).status, 200)
  }
  // They ended for good: switching back does not reopen them.
  await tenant.set({ enabled: true, required: false })
  for (const pair of gone) assert.equal((await me(server, pair)).status, 401)
})

test('A member who is no longer break-glass loses their password session, and so does a session opened in an unknown way', async () => {
  const { tenant } = await withPeople()
  const second = await tenant.person(['ADMIN'], { email: `second@${tenant.domain}`, password })
  const pair = await byPassword(second.email)
  await require_(tenant, { breakGlassUserIds: [tenant.chief.id, second.id] })
  assert.equal((await me(server, pair)).status, 200)
  await require_(tenant)
  assert.equal((await me(server, pair)).status, 401)

  const old = await bySso(tenant, second.email)
  await tenant.inside((ctx) =>
    ctx.run('update session set by_sso = null where tenant_id = $1 and user_id = $2', [
      ctx.tenantId,
      second.id,
    ]),
  )
  assert.equal((await me(server, old)).status, 200)
  await require_(tenant)
  assert.equal((await me(server, old)).status, 401)
})

test('A password session opened at the moment of the switch, or while the plan had no SSO, is refused', async () => {
  const { tenant, person } = await withPeople()
  const { email, id } = await person()
  const plan = (name: string) =>
    tenant.inside((ctx) =>
      ctx.db.updateTable('tenant').set({ plan: name }).where('id', '=', ctx.tenantId).execute(),
    )
  await require_(tenant)
  await plan('BUSINESS')
  const pair = await byPassword(email)
  assert.equal((await me(server, pair)).status, 200)
  await plan('ENTERPRISE')
  await delay(600)
  assert.equal((await me(server, pair)).status, 401)
  assert.equal((await refresh(pair)).status, 401)
  assert.deepEqual(
    await tenant.inside((ctx) =>
      ctx.db
        .selectFrom('session')
        .select('ended_at')
        .where('user_id', '=', id)
        .where('by_sso', '=', false)
        .execute(),
    ),
    [{ ended_at: null }],
    'no theft is noted and nothing more is written',
  )
})
