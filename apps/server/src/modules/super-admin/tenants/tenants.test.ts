import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TenantRecord, TenantRow } from '#contracts/super-admin/tenants.ts'
import { storeWorkspace } from '#server/modules/slack/app/testing/store-workspace.ts'
import { startTestServer } from '#test/server.ts'
import { signInSuperAdmin } from '#test/super-admin.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { countUsage } from '../usage/count-usage.ts'

const server = await startTestServer()
let root: string
before(async () => {
  root = await signInSuperAdmin(server)
})

const base = '/api/super-admin/tenants'
const call = <T = TenantRow>(method: string, path = '', body?: unknown, headers = {}) =>
  server.call<T>(method, `${base}${path}`, { token: root, ...(body ? { body } : {}), headers })
const find = async (search: string): Promise<TenantRow[]> => {
  const { json, text, status } = await call<TenantRow[]>('GET', `?${search}`)
  assert.equal(status, 200, text)
  return json.data
}
const named = (tenant: TestTenant): string => `tenant-${tenant.id}`
const mailsTo = async (email: string): Promise<string[]> => {
  await server.drain()
  return server.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

test('Tenants are listed with numbers of the last hour, and found by name, email, QR code, webhook and request id', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const place = await createPlace(server, tenant)
  const webhook = await server.call<{ id: string }>('POST', '/api/admin/webhooks', {
    token: tenant.admin.token,
    body: { url: 'https://hooks.example.com/a', events: ['task.created'] },
  })
  await tenant.inside(countUsage)
  const [row] = await find(`q=${named(tenant)}`)
  assert.deepEqual([row?.id, row?.members, row?.buildings, row?.qrCodes], [tenant.id, 3, 1, 1])
  assert.equal(row?.matched, null)
  const byEmail = await find(`q=${encodeURIComponent(tenant.admin.email)}`)
  assert.deepEqual(byEmail[0]?.matched, { kind: 'EMAIL', id: tenant.admin.id })
  const byCode = await find(`q=${place.qrCode}`)
  assert.deepEqual([byCode[0]?.id, byCode[0]?.matched?.kind], [tenant.id, 'QR_CODE'])
  const byHook = await find(`q=${webhook.json.data.id}`)
  assert.deepEqual([byHook[0]?.id, byHook[0]?.matched?.kind], [tenant.id, 'WEBHOOK'])
  const byRequest = await find(`q=${webhook.headers.get('x-request-id')}`)
  assert.deepEqual([byRequest[0]?.id, byRequest[0]?.matched?.kind], [tenant.id, 'REQUEST'])
  assert.deepEqual(await find(`q=nothing-of-this-name`), [])
})

test('A tenant that is created invites its first administrator; its slug is unique, and a repeat creates nothing', async () => {
  const email = `first-${Date.now()}@example.com`
  const slug = `riverside-${Date.now()}`
  const body = { name: 'Riverside', slug, plan: 'PRO', admin: { email, name: 'Ada' } }
  const key = { 'idempotency-key': `create-${slug}` }
  const made = await call('POST', '', body, key)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(
    [made.json.data.slug, made.json.data.plan, made.json.data.source, made.json.data.members],
    [slug, 'PRO', 'MANUAL', 1],
  )
  const again = await call('POST', '', body, key)
  assert.equal(again.text, made.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await call('POST', '', { ...body, name: 'Other' }, key)).json.code, 'IDEMPOTENCY_KEY_REUSED')
  assert.equal((await call('POST', '', body)).json.code, 'CONFLICT')
  assert.deepEqual((await mailsTo(email)).length, 1)
})

test('Plan, end of the trial and limits change with a reason; an override applies until its end', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const until = new Date(server.clock.now().getTime() + 3600_000).toISOString()
  assert.equal((await call('PATCH', `/${tenant.id}`, { plan: 'PRO' })).json.code, 'VALIDATION_ERROR')
  const patched = await call<TenantRecord>('PATCH', `/${tenant.id}`, {
    reason: 'A pilot of two months',
    plan: 'STARTER',
    overrides: [{ limit: 'buildings', value: 1, until, reason: 'A pilot' }],
  })
  assert.equal(patched.status, 200, patched.text)
  const { plan, source, limits } = patched.json.data
  assert.deepEqual([plan, source], ['STARTER', 'MANUAL'])
  assert.deepEqual(limits.find(({ name }) => name === 'buildings')?.override, {
    value: 1,
    until,
    reason: 'A pilot',
  })
  const build = async (name: string) =>
    (await server.call('POST', '/api/admin/buildings', { token: tenant.admin.token, body: { name } })).json
      .code
  assert.equal(await build('1'), undefined)
  assert.equal(await build('2'), 'PLAN_LIMIT_REACHED')
  const late = await call('PATCH', `/${tenant.id}`, { reason: 'Again' }, { 'if-match': '"1"' })
  assert.equal(late.json.code, 'PRECONDITION_FAILED')
  const log = await server.call<{ action: string; actor: object }[]>(
    'GET',
    '/api/admin/audit-log?action=platform.*',
    {
      token: tenant.admin.token,
    },
  )
  assert.deepEqual(
    log.json.data.map(({ action, actor }) => [action, actor]),
    [['platform.updateTenant', { id: 'platform', name: 'Wellkept support', kind: 'PLATFORM' }]],
  )
})

test('The record of a tenant tells which integrations it has: Slack, webhooks, single sign-on and Stripe', async () => {
  const tenant = await createTenant(server)
  const integrations = async () => (await call<TenantRecord>('GET', `/${tenant.id}`)).json.data.integrations
  const none = { slack: 'NONE', webhooks: { count: 0, failing: 0 }, sso: false, stripe: 'NONE' }
  assert.deepEqual(await integrations(), none)
  await tenant.inside((ctx) => storeWorkspace(ctx, 'Harbour'))
  assert.deepEqual(await integrations(), { ...none, slack: 'CONNECTED' })
})

test('The record of a tenant counts emails that were given up within a day, gathered ones as one', async () => {
  const tenant = await createTenant(server)
  const failed = async () =>
    (await call<TenantRecord>('GET', `/${tenant.id}`)).json.data.health.mailsFailed24h
  const before = await failed()
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into outbox (tenant_id, id, channel, destination, kind, subject, state, sending_id, due_at, created_at, ended_at)
       select $1, gen_random_uuid(), channel, 'one', 'digest', '{}', state, $1, $2, $2, at
       from (values ('mails', 'REFUSED', $2::timestamptz), ('mails', 'REFUSED', $2), ('mails', 'SENT', $2),
         ('slack', 'REFUSED', $2), ('mails', 'REFUSED', $2::timestamptz - interval '2 days')) as row (channel, state, at)`,
      [tenant.id, ctx.now],
    ),
  )
  assert.deepEqual([before, await failed()], [0, 1])
})

test('A suspended tenant is read-only for staff with the message, visitors are taken, and reactivating lifts it', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const write = () =>
    server.call('POST', '/api/admin/buildings', { token: tenant.admin.token, body: { name: 'Annex' } })
  const body = { reason: 'Asked for by them', message: 'Paused until May' }
  const suspended = await call('POST', `/${tenant.id}/suspend`, body)
  assert.deepEqual([suspended.json.data.state, suspended.json.data.stateReason], ['SUSPENDED', 'OPERATOR'])
  const refused = await write()
  assert.deepEqual([refused.json.code, refused.json.error], ['FORBIDDEN', 'Paused until May'])
  const report = await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 2 } })
  assert.equal(report.status, 201)
  assert.equal((await call('POST', `/${tenant.id}/suspend`, body)).status, 200)
  assert.equal((await mailsTo(tenant.admin.email)).length, 1, 'suspending twice tells once')
  const lifted = await call('POST', `/${tenant.id}/reactivate`, { reason: 'It was settled' })
  assert.equal(lifted.json.data.state, 'ACTIVE')
  assert.equal((await write()).status, 201)
  const record = await call<TenantRecord>('GET', `/${tenant.id}`)
  assert.deepEqual(
    record.json.data.states.map(({ from, to, reason }) => [from, to, reason]),
    [
      ['SUSPENDED', 'ACTIVE', 'It was settled'],
      ['ACTIVE', 'SUSPENDED', 'Asked for by them'],
    ],
  )
})

test('Closing needs the slug, starts an export, tells the administrators now and before the end, and can be lifted', async () => {
  const tenant = await createTenant(server)
  const close = (confirm: string) =>
    call<{ id: string; state: string; eraseAt: string }>('DELETE', `/${tenant.id}`, {
      confirm,
      reason: 'The contract has ended',
    })
  assert.equal((await close('another')).json.code, 'VALIDATION_ERROR')
  const closed = await close(named(tenant))
  assert.equal(closed.status, 200, closed.text)
  const { state, eraseAt } = closed.json.data
  assert.equal(state, 'CLOSING')
  assert.equal(Math.round((Date.parse(eraseAt) - server.clock.now().getTime()) / 86_400_000), 30)
  assert.equal((await close(named(tenant))).json.data.eraseAt, eraseAt)
  const subjects = await mailsTo(tenant.admin.email)
  assert.ok(
    subjects.some((subject) => subject.includes('is being closed')),
    subjects.join(),
  )
  const [exported] = await tenant.inside(({ run }) =>
    run<{ state: string; expires_at: Date }>(
      'select state, expires_at from data_export where tenant_id = $1',
      [tenant.id],
    ),
  )
  assert.equal(exported?.state, 'DONE')
  assert.equal(exported?.expires_at.toISOString(), eraseAt, 'it is kept as long as the tenant')
  server.clock.advance(23 * 86_400_000 + 60_000)
  root = await signInSuperAdmin(server)
  assert.equal((await mailsTo(tenant.admin.email)).filter((one) => one.includes('is being closed')).length, 2)
  const lifted = await call('POST', `/${tenant.id}/reactivate`, { reason: 'They stay' })
  assert.deepEqual([lifted.json.data.state, lifted.json.data.eraseAt], ['ACTIVE', null])
  server.clock.advance(30 * 86_400_000)
  root = await signInSuperAdmin(server)
  assert.equal((await mailsTo(tenant.admin.email)).filter((one) => one.includes('is being closed')).length, 2)
})

test('An unknown tenant is NOT_FOUND with every call', async () => {
  const nobody = '01940a3b-7c1e-7f00-8a00-000000000099'
  for (const [method, path, body] of [
    ['GET', `/${nobody}`, undefined],
    ['GET', '/no-id', undefined],
    ['PATCH', `/${nobody}`, { reason: 'A reason' }],
    ['POST', `/${nobody}/suspend`, { reason: 'A reason' }],
    ['POST', `/${nobody}/reactivate`, { reason: 'A reason' }],
    ['POST', `/${nobody}/access`, { reason: 'A longer reason' }],
    ['DELETE', `/${nobody}`, { reason: 'A reason', confirm: 'x' }],
  ] as const)
    assert.equal((await call(method, path, body)).json.code, 'NOT_FOUND', `${method} ${path}`)
})
