import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createSuperAdmin, signInAs } from '#test/super-admin.ts'
import { createTenant } from '#test/world.ts'
import { addSuperAdmin, ensureSuperAdmin, removeSuperAdmin } from './platform-users.ts'
import { codeAt } from './totp.ts'

const server = await startTestServer({ worker: false })
const { platform } = server.built

const open = (body: { email: string; password: string; totp: string }) =>
  server.call<{ accessToken: string; expiresAt: string; admin: { email: string } }>(
    'POST',
    '/api/super-admin/session',
    { body },
  )
const statusOf = async (token: string): Promise<number> =>
  (await server.call('GET', '/api/super-admin/flags', { token })).status

test('A super admin steps up with email, password and TOTP to a token of 30 minutes', async () => {
  const root = await createSuperAdmin(server)
  const totp = codeAt(root.totpSecret, server.clock.now())
  const reply = await open({ ...root, totp })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.json.data.admin.email, root.email)
  assert.equal(await statusOf(reply.json.data.accessToken), 200)
  server.clock.advance(30 * 60_000 + 1000)
  assert.equal(await statusOf(reply.json.data.accessToken), 401)
})

test('A code works once, also for two at once, and one step to either side of now', async () => {
  const root = await createSuperAdmin(server)
  const at = (seconds: number): string =>
    codeAt(root.totpSecret, new Date(server.clock.now().getTime() + seconds * 1000))
  assert.equal((await open({ ...root, totp: at(-90) })).status, 401)
  assert.equal((await open({ ...root, totp: at(-30) })).status, 200)
  const code = at(0)
  const both = await Promise.all([open({ ...root, totp: code }), open({ ...root, totp: code })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  assert.equal((await open({ ...root, totp: code })).status, 401)
})

test('A recovery code works once in place of a TOTP code, however it is typed', async () => {
  const email = `recovered-${Date.now()}@example.com`
  const { address, recoveryCodes } = await addSuperAdmin(platform, email, 'a ladder beside the boiler')
  assert.match(address, /^otpauth:\/\/totp\/Wellkept:.*secret=[A-Z2-7]{32}/)
  assert.equal(recoveryCodes.length, 10)
  const [first = '', second = ''] = recoveryCodes
  const body = { email, password: 'a ladder beside the boiler' }
  assert.equal((await open({ ...body, totp: first.toLowerCase().replaceAll('-', '') })).status, 200)
  assert.equal((await open({ ...body, totp: first })).status, 401)
  assert.equal((await open({ ...body, totp: second })).status, 200)
})

test('Every fault is the same 401, and no member of a tenant can step up', async () => {
  const root = await createSuperAdmin(server)
  const tenant = await createTenant(server)
  const member = await tenant.person(['ADMIN'], { password: root.password })
  const totp = codeAt(root.totpSecret, server.clock.now())
  const replies = await Promise.all([
    open({ ...root, password: 'another', totp }),
    open({ ...root, totp: '000000' }),
    open({ ...root, totp: 'AAAA-AAAA-AAAA-AAAA' }),
    open({ ...root, email: 'nobody@example.com', totp }),
    open({ ...root, email: member.email, totp }),
  ])
  assert.deepEqual([...new Set(replies.map(({ status, text }) => `${status} ${text}`))].length, 1)
  assert.equal(replies[0]?.status, 401)
})

test('Three sessions at a time: a fourth ends the oldest', async () => {
  const root = await createSuperAdmin(server)
  const tokens: string[] = []
  for (let n = 0; n < 4; n++) {
    tokens.push(await signInAs(server, root))
    server.clock.advance(30_000)
  }
  assert.deepEqual(await Promise.all(tokens.map(statusOf)), [401, 200, 200, 200])
})

test('Removing a super admin, or other settings at start, ends the sessions', async () => {
  const root = await createSuperAdmin(server)
  const token = await signInAs(server, root)
  await ensureSuperAdmin(platform, root)
  assert.equal(await statusOf(token), 200, 'the same settings change nothing')
  await ensureSuperAdmin(platform, { ...root, password: 'another ladder than before' })
  await new Promise((resolve) => setTimeout(resolve, 600))
  assert.equal(await statusOf(token), 401)
  server.clock.advance(30_000)
  const next = await signInAs(server, { ...root, password: 'another ladder than before' })
  assert.equal(await removeSuperAdmin(platform, root.email), true)
  await new Promise((resolve) => setTimeout(resolve, 600))
  assert.equal(await statusOf(next), 401)
  assert.equal(await removeSuperAdmin(platform, root.email), false)
})

test('Tokens of tenants, keys and secrets open nothing of the platform', async () => {
  const tenant = await createTenant(server)
  assert.equal(await statusOf(tenant.admin.token), 401)
  const root = await signInAs(server, await createSuperAdmin(server))
  for (const path of ['/api/tasks', '/api/auth/me', '/api/admin/users'])
    assert.equal((await server.call('GET', path, { token: root })).status, 401, path)
})
