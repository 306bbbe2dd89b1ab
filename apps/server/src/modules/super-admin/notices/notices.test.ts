import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import type { FlagRecord } from '#contracts/super-admin/flags.ts'
import type { Announcement, PlatformAuditEntry } from '#contracts/super-admin/platform.ts'
import { startTestServer } from '#test/server.ts'
import { signInSuperAdmin } from '#test/super-admin.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

// Announcements and flags reach all tenants.
const server = await startTestServer({ own: true, worker: false })
let root: string
before(async () => {
  root = await signInSuperAdmin(server)
})

const meOf = async ({ admin }: TestTenant): Promise<Me> =>
  (await server.call<Me>('GET', '/api/auth/me', { token: admin.token })).json.data
const titles = async (tenant: TestTenant): Promise<string[]> =>
  (await meOf(tenant)).announcements.map(({ title }) => title)
const inHours = (hours: number): string =>
  new Date(server.clock.now().getTime() + hours * 3600_000).toISOString()
const announce = (body: object) =>
  server.call<Announcement>('POST', '/api/super-admin/announcements', {
    token: root,
    body: { kind: 'INFO', text: 'Words', until: inHours(2), ...body },
  })
const setFlag = (key: string, body: object) =>
  server.call<FlagRecord>('PUT', `/api/super-admin/flags/${key}`, { token: root, body })

test('An announcement reaches its audience, in the reader’s language, from its beginning until its end', async () => {
  const [small, large] = [await createTenant(server, { plan: 'STARTER' }), await createTenant(server)]
  assert.equal((await announce({ title: 'For all', audience: { all: true } })).status, 201)
  await announce({ title: 'For one', audience: { tenantIds: [small.id] } })
  await announce({ title: 'For a plan', audience: { plans: ['ENTERPRISE'] } })
  await announce({ title: 'Later', audience: { all: true }, from: inHours(1) })
  assert.deepEqual(await titles(small), ['For one', 'For all'])
  assert.deepEqual(await titles(large), ['For a plan', 'For all'])
  const german = { de: { title: 'Wartung', text: 'Heute Nacht' } }
  const added = await announce({ title: 'Work', audience: { all: true }, texts: german })
  await server.call('PATCH', '/api/auth/me', { token: large.admin.token, body: { language: 'de' } })
  assert.equal((await titles(large))[0], 'Wartung')
  const ended = await announce({
    title: 'Over',
    audience: { all: true },
    replaces: added.json.data.id,
    until: inHours(0),
  })
  assert.equal(ended.status, 201, ended.text)
  const log = await server.call<PlatformAuditEntry[]>('GET', '/api/super-admin/audit', { token: root })
  assert.deepEqual(log.json.data[0]?.changes, [{ field: 'announcement', from: 'Work', to: 'Over' }])
  assert.deepEqual(await titles(small), ['For one', 'For all'])
  server.clock.advance(3 * 3600_000)
  const again = await server.call<Me>('GET', '/api/auth/me', { token: (await small.person(['ADMIN'])).token })
  assert.deepEqual(again.json.data.announcements, [])
  root = await signInSuperAdmin(server)
})

test('An announcement of more than 30 days, or for a tenant that is not there, is refused', async () => {
  const long = await announce({ title: 'Long', audience: { all: true }, until: inHours(31 * 24) })
  assert.equal(long.json.code, 'VALIDATION_ERROR')
  const tenantIds = ['01940a3b-7c1e-7f00-8a00-000000000099']
  assert.equal((await announce({ title: 'Nobody', audience: { tenantIds } })).json.code, 'NOT_FOUND')
})

test('A flag of a tenant precedes that of its plan, that the global one, and readers are told in their profile', async () => {
  const tenant = await createTenant(server)
  const isOn = async () => (await meOf(tenant)).flags.includes('SLACK')
  assert.equal(await isOn(), true)
  assert.equal((await setFlag('SLACK', { global: false })).json.data.global, false)
  assert.equal(await isOn(), false)
  await setFlag('SLACK', { global: false, plans: { ENTERPRISE: true } })
  assert.equal(await isOn(), true)
  const { data } = (await setFlag('SLACK', { plans: { ENTERPRISE: true }, tenants: { [tenant.id]: false } }))
    .json
  assert.deepEqual(
    data.tenants.map(({ id, on }) => [id, on]),
    [[tenant.id, false]],
  )
  assert.equal(await isOn(), false)
  await setFlag('SLACK', {})
  assert.equal(await isOn(), true)
  assert.equal((await setFlag('NO_SUCH', { global: true })).json.code, 'NOT_FOUND')
})
