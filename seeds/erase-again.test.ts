import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formerMember } from '#server/platform/former-member.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { eraseAgain } from './erase-again.ts'

const server = await startTestServer({ own: true })
const { owner } = exportsOn(server)
const at = '2027-03-03T02:00:00.000Z'

test('A tenant that a backup brought back is erased again, whatever its state, and others stay', async () => {
  const [gone, stays] = [await createTenant(server), await createTenant(server)]
  await createPlace(server, gone)
  const list = [{ at, tenant: gone.id, person: null }]
  assert.equal(await eraseAgain(server.built.platform, list), 1)
  assert.equal((await server.call('GET', '/api/auth/me', { token: gone.admin.token })).status, 401)
  assert.equal((await server.call('GET', '/api/auth/me', { token: stays.admin.token })).status, 200)
  assert.equal(await eraseAgain(server.built.platform, list), 0)
  const known = await owner('select erased_person from erasure where erased_tenant = $1', [gone.id])
  assert.equal(known.length, 1)
})

test('A person who is a member again after a restore is removed and erased; an unknown one is left out', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['TECHNICIAN'], { email: 'back.again@example.com' })
  const list = [
    { at, tenant: tenant.id, person: person.id },
    { at, tenant: tenant.id, person: tenant.id },
  ]
  assert.equal(await eraseAgain(server.built.platform, list), 1)
  assert.equal((await server.call('GET', '/api/auth/me', { token: person.token })).status, 401)
  const [row] = await owner('select name, email from app_user where id = $1', [person.id])
  assert.equal(row?.name, formerMember)
  assert.doesNotMatch(String(row?.email), /back\.again/)
  assert.equal(await eraseAgain(server.built.platform, list), 1)
})

test('A scout who may inspect again after a restore is revoked and erased', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const body = { name: 'Sky Outlook', scope: { buildingIds: [place.buildingId] } }
  const made = await server.call<{ id: string }>('POST', '/api/admin/scouts', {
    token: tenant.admin.token,
    body,
  })
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  assert.equal(await eraseAgain(server.built.platform, [{ at, tenant: tenant.id, person: id }]), 1)
  const [row] = await owner('select state, alias, own_name from scout where id = $1', [id])
  assert.equal(row?.state, 'REVOKED')
  assert.doesNotMatch(JSON.stringify(row), /Sky/)
})
