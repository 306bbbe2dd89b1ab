import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { PlatformAuditEntry } from '#contracts/super-admin/platform.ts'
import { newId } from '#server/platform/ids.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { createSuperAdmin, signInAs, type TestSuperAdmin } from '#test/super-admin.ts'
import { createTenant } from '#test/world.ts'
import { forgetOldNotes, verifyPlatformChain } from './verify.ts'

// One chain of all super admins.
const server = await startTestServer({ own: true, worker: false })
const { owner } = exportsOn(server)
let person: TestSuperAdmin
let token: string
before(async () => {
  person = await createSuperAdmin(server)
  token = await signInAs(server, person)
})

const log = async (search = ''): Promise<PlatformAuditEntry[]> => {
  const reply = await server.call<PlatformAuditEntry[]>('GET', `/api/super-admin/audit?sort=at${search}`, {
    token,
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

test('Each action is logged with who, tenant, reason and values; failed steps-up too, reads of lists not', async () => {
  const tenant = await createTenant(server)
  const wrong = { email: person.email, password: 'not the ladder', totp: '123456' }
  await server.call('POST', '/api/super-admin/session', { body: wrong })
  await server.call('GET', '/api/super-admin/tenants', { token })
  const body = { reason: 'A longer pilot', plan: 'PRO' }
  const changed = await server.call('PATCH', `/api/super-admin/tenants/${tenant.id}`, { token, body })
  await server.call('POST', `/api/super-admin/tenants/${tenant.id}/suspend`, { token, body: { reason: 'x' } })
  const entries = await log()
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['userAdded', 'openPlatformSession', 'signInFailed', 'updateTenant'],
  )
  const [last] = await log(`&tenant=${tenant.id}&action=updateTenant`)
  assert.equal(last?.actor.email, person.email)
  assert.equal(last?.reason, 'A longer pilot')
  assert.equal(last?.requestId, changed.headers.get('x-request-id'))
  assert.deepEqual(last?.changes, [
    { field: 'plan', from: 'ENTERPRISE', to: 'PRO' },
    { field: 'source', from: 'NONE', to: 'MANUAL' },
  ])
  assert.deepEqual(await log(`&actor=${newId(0)}`), [])
})

test('The chain verifies, notices a changed, a removed and an added entry, and stays whole when old ones are deleted', async () => {
  const breaks = async () => (await verifyPlatformChain(server.built.platform)).breaks.map(({ kind }) => kind)
  assert.deepEqual(await breaks(), [])
  await owner("update platform_audit set action = 'nothing' where seq = 2")
  assert.deepEqual(await breaks(), ['CHANGED'])
  await owner("update platform_audit set action = 'openPlatformSession' where seq = 2")
  assert.deepEqual(await breaks(), [])
  server.clock.advance(401 * 86_400_000)
  token = await signInAs(server, person)
  await forgetOldNotes(server.built.platform)
  assert.deepEqual(
    (await log()).map(({ action }) => action),
    ['openPlatformSession'],
  )
  assert.deepEqual(await breaks(), [])
  await owner('delete from platform_audit')
  assert.deepEqual(await breaks(), ['MISSING'])
})
