import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { signInSuperAdmin } from '#test/super-admin.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()
const reason = 'They asked why a report is missing'

const open = (root: string, tenant: TestTenant) =>
  server.call<{ id: string; accessToken: string; expiresAt: string; url: string }>(
    'POST',
    `/api/super-admin/tenants/${tenant.id}/access`,
    { token: root, body: { reason, ticket: 'T-17' } },
  )
const get = (token: string, path: string) => server.call('GET', path, { token })
const soon = () => new Promise((resolve) => setTimeout(resolve, 700))

test('Support reads for 15 minutes with personal fields hidden, without files, stream, photos and audit log', async () => {
  const [root, tenant] = [await signInSuperAdmin(server), await createTenant(server)]
  const place = await createPlace(server, tenant)
  const comment = 'Ada Lovelace left her phone 0170 1234567'
  await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 1, comment } })
  await server.call('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: {
      title: 'Tap drips',
      description: 'Says Ada Lovelace',
      assignee: { userId: tenant.technician.id },
    },
  })
  await server.drain()
  const opened = await open(root, tenant)
  assert.equal(opened.status, 201, opened.text)
  const { accessToken: token } = opened.json.data
  const answers: string[] = []
  for (const path of [
    '/api/tasks',
    '/api/dashboard/feedback/recent',
    '/api/admin/users',
    '/api/admin/buildings',
    '/api/auth/me',
    '/api/admin/settings',
  ]) {
    const { status, text } = await get(token, path)
    assert.equal(status, 200, `${path}: ${text}`)
    answers.push(text)
  }
  const all = answers.join('\n')
  for (const word of ['Lovelace', '0170', tenant.admin.email, tenant.technician.name])
    assert.ok(!all.includes(word), word)
  assert.match(all, /Tap drips/)
  assert.match(all, /"comment":"hidden"/)
  for (const path of [
    '/api/admin/audit-log',
    '/api/dashboard/live',
    '/api/dashboard/export',
    '/api/admin/api-keys',
    '/api/admin/sso',
  ])
    assert.equal((await get(token, path)).status, 403, path)
  for (const [method, path, body] of [
    ['POST', '/api/admin/buildings', { name: 'x' }],
    ['PATCH', '/api/auth/me', { name: 'x' }],
    ['POST', '/api/auth/logout', {}],
    ['POST', '/api/tasks', { title: 'x' }],
  ] as const)
    assert.equal((await server.call(method, path, { token, body })).json.code, 'FORBIDDEN', path)
  server.clock.advance(15 * 60_000 + 1000)
  assert.equal((await get(token, '/api/tasks')).status, 401)
})

test('The administrators are told at once, and see opening, end and reads in their audit log', async () => {
  const [root, tenant] = [await signInSuperAdmin(server), await createTenant(server)]
  const { accessToken: token } = (await open(root, tenant)).json.data
  assert.equal((await open(root, tenant)).json.code, 'CONFLICT')
  const me = await server.call<Me>('GET', '/api/auth/me', { token: tenant.admin.token })
  assert.equal(me.json.data.support?.reason, reason)
  const technician = await server.call<Me>('GET', '/api/auth/me', { token: tenant.technician.token })
  assert.equal(technician.json.data.support, null)
  for (let n = 0; n < 3; n++) await get(token, '/api/tasks')
  await server.drain()
  const [mail] = server.mails.filter(({ to }) => to === tenant.admin.email)
  assert.match(mail?.text ?? '', new RegExp(reason))
  server.clock.advance(15 * 60_000 + 1000)
  await server.drain()
  const fresh = (await tenant.person(['ADMIN'])).token
  const log = await server.call<
    { action: string; actor: object; changes: { field: string; to: unknown }[] }[]
  >('GET', '/api/admin/audit-log?action=platform.*&sort=at', { token: fresh })
  assert.deepEqual(
    log.json.data.map(({ action, changes }) => [
      action,
      changes.find(({ field }) => field === 'reason' || field === 'reads')?.to,
    ]),
    [
      ['platform.openSupportAccess', reason],
      ['platform.supportEnded', 3],
    ],
  )
  assert.ok(!log.text.includes('@example.com'), 'no name of a super admin')
})

test('An organisation that has switched support access off is FORBIDDEN, and an open one ends within a second', async () => {
  const [root, tenant] = [await signInSuperAdmin(server), await createTenant(server)]
  const { accessToken: token } = (await open(root, tenant)).json.data
  assert.equal((await get(token, '/api/tasks')).status, 200)
  const allow = (supportAccess: boolean) =>
    server.call('PATCH', '/api/admin/settings', {
      token: tenant.admin.token,
      body: { privacy: { supportAccess } },
    })
  assert.equal((await allow(false)).status, 200)
  await soon()
  assert.equal((await get(token, '/api/tasks')).status, 401)
  assert.equal((await open(root, tenant)).json.code, 'FORBIDDEN')
  await allow(true)
  await soon()
  assert.equal((await get(token, '/api/tasks')).status, 401, 'the former one does not go on')
  assert.equal((await open(root, tenant)).status, 201)
})

test('The reads of support do not use up the limit of the team', async () => {
  const limited = await startTestServer({ limits: 'spec', own: true, worker: false })
  const [root, tenant] = [await signInSuperAdmin(limited), await createTenant(limited)]
  const opened = await limited.call<{ accessToken: string }>(
    'POST',
    `/api/super-admin/tenants/${tenant.id}/access`,
    { token: root, body: { reason } },
  )
  const { accessToken: token } = opened.json.data
  let last = 0
  for (let n = 0; n < 101; n++) last = (await limited.call('GET', '/api/tasks', { token })).status
  assert.equal(last, 429)
  assert.equal((await limited.call('GET', '/api/tasks', { token: tenant.admin.token })).status, 200)
})
