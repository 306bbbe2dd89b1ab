import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminScout } from '#contracts/scout/people.ts'
import {
  activate,
  shortContent,
  storeRound,
  storeTemplate,
} from '#server/modules/scout/testing/scout-stage.ts'
import { walkRound } from '#server/modules/scout/testing/walk-round.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { EraseError, erasePerson } from './erase-person.ts'

const server = await startTestServer()
const { owner } = exportsOn(server)

const call = async <T>(tenant: TestTenant, method: string, path: string, body?: unknown): Promise<T> => {
  const reply = await server.call<T>(method, path, { token: tenant.admin.token, body })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.json.data
}

/** Tables with rows that contain the word; events are deleted after 30 days. */
const placesOf = async (tenantId: string, word: string): Promise<string[]> => {
  const tables = await owner<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'event' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await owner<{ n: number }>(
      `select 1 as n from ${name} r where r.tenant_id = $1 and position(lower($2) in lower(to_jsonb(r)::text)) > 0 limit 1`,
      [tenantId, word],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** An auditor whom the desk invited, with a submitted round and a finding that was verified. */
const withScout = async (name: string, kind = 'AUDITOR') => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { id } = await call<AdminScout>(tenant, 'POST', '/api/admin/scouts', {
    name,
    kind,
    email: `${name.split(' ')[0]?.toLowerCase()}@scouts.example`,
    reference: 'Agency 12',
    scope: { buildingIds: [place.buildingId] },
  })
  const scout = await activate(server, tenant, id)
  await scout.call('PATCH', '/me', { displayName: `${name} II` })
  const templateId = await storeTemplate(tenant, shortContent)
  const round = await storeRound(tenant, {
    buildingId: place.buildingId,
    amenityIds: [place.amenityId],
    templateId,
    scoutId: id,
  })
  const finding = await walkRound(server, { scout, round, place, stopId: round.stopIds[0] ?? '' })
  const [task] = await call<{ id: string }[]>(tenant, 'GET', '/api/tasks')
  await call(tenant, 'PATCH', `/api/tasks/${task?.id}/status`, { status: 'DONE' })
  await server.drain()
  const verified = await scout.call('POST', `/findings/${finding.id}/verify`, { fixed: true, note: 'Seen' })
  assert.equal(verified.status, 200, verified.text)
  await server.drain()
  return { tenant, id, roundId: round.id }
}

const aliasOf = async (tenant: TestTenant, id: string): Promise<string | undefined> =>
  (await call<AdminScout[]>(tenant, 'GET', '/api/admin/scouts')).find((scout) => scout.id === id)?.alias

test('A revoked scout is erased to “Former scout 1” wherever the name stands, and the chain still verifies', async () => {
  const { tenant, id } = await withScout('Ludmilla Quast')
  await assert.rejects(erasePerson(server.built, tenant.id, id), EraseError, 'not revoked')
  await call(tenant, 'PATCH', `/api/admin/scouts/${id}`, { state: 'REVOKED' })
  const before = await placesOf(tenant.id, 'Ludmilla')
  for (const table of ['scout', 'task', 'task_history', 'audit_entry'])
    assert.ok(before.includes(table), `${table}: ${before}`)
  const stranger = await createTenant(server)
  await assert.rejects(erasePerson(server.built, stranger.id, id), EraseError)
  assert.ok((await erasePerson(server.built, tenant.id, id)) > 0)
  assert.deepEqual(await placesOf(tenant.id, 'Ludmilla'), [])
  assert.equal(await aliasOf(tenant, id), 'Former scout 1')
  const [task] = await call<{ createdBy: { name: string } }[]>(tenant, 'GET', '/api/tasks')
  assert.equal(task?.createdBy.name, 'Former scout 1')
  assert.deepEqual((await verifyChain(server.built.platform, tenant.id)).breaks, [])
  await erasePerson(server.built, tenant.id, id)
  assert.equal(await aliasOf(tenant, id), 'Former scout 1', 'a second time changes nothing')
})

test('Of a revoked mystery visitor nothing but the alias is left, before and after the erasure', async () => {
  const { tenant, id } = await withScout('Zebulon Quist', 'MYSTERY')
  await call(tenant, 'PATCH', `/api/admin/scouts/${id}`, { state: 'REVOKED' })
  assert.deepEqual(await placesOf(tenant.id, 'Zebulon'), [])
  await erasePerson(server.built, tenant.id, id)
  assert.equal(await aliasOf(tenant, id), 'Mystery visitor 1')
})

test('A former member is no more named as the reviewer of a round', async () => {
  const { tenant, roundId } = await withScout('Ines Moreau')
  const reviewer = await tenant.person(['ADMIN'])
  await server.call('PATCH', '/api/auth/me', { token: reviewer.token, body: { name: 'Ottoline Marsh' } })
  const reviewed = await server.call('POST', `/api/admin/rounds/${roundId}/review`, {
    token: reviewer.token,
    body: { decision: 'ACCEPT' },
  })
  assert.equal(reviewed.status, 200, reviewed.text)
  await call(tenant, 'DELETE', `/api/admin/users/${reviewer.id}`)
  assert.ok((await placesOf(tenant.id, 'Ottoline')).includes('round'))
  await erasePerson(server.built, tenant.id, reviewer.id)
  assert.deepEqual(await placesOf(tenant.id, 'Ottoline'), [])
})
