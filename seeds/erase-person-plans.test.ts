/** @external the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { noteStatements, readingsOf } from '#test/statement-plans.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { erasePerson } from './erase-person.ts'

const server = await startTestServer({ worker: false })
const { owner } = exportsOn(server)
const count = 20_000
/** Maximum rows read by table: tasks are read in batches, and rows of the other tables are found through them. */
const most: Readonly<Record<string, number>> = {
  task: 6000,
  task_history: 100,
  task_note: 100,
  upload: 100,
  feedback: 100,
}

test('No statement of an erasure reads a whole table of feedback or history', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const leaver = await tenant.person(['MANAGER'])
  const now = server.clock.now()
  // Ascending ids, as in production.
  const ids = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid"
  const rows = `from generate_series(1, ${count}) n`
  const somebody = "'person ' || n % 500"
  await owner(
    `insert into task (tenant_id, id, number, title, source, building_id, amenity_id, created_by_id, created_at, updated_at)
     select $1, ${ids}, n, 'Leak', 'MANUAL', $2, $3, ${somebody}, $4, $4 ${rows}`,
    [tenant.id, place.buildingId, place.amenityId, now],
  )
  await owner(
    `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action)
     select $1, ${ids}, ${ids}, $2, 'USER', case n % 2 when 0 then '' else ${somebody} end, 'Somebody', 'EDITED' ${rows}`,
    [tenant.id, now],
  )
  await owner(
    `insert into task_note (tenant_id, id, task_id, text, author_kind, author_id, author_name, created_at)
     select $1, ${ids}, ${ids}, 'Seen', 'USER', ${somebody}, 'Somebody', $2 ${rows}`,
    [tenant.id, now],
  )
  await owner(
    `insert into upload (tenant_id, id, purpose, content_type, size, created_at, expires_at, attached_at, author_kind, author_id)
     select $1, ${ids}, 'TASK', 'image/jpeg', 1, $2, $2, $2, 'USER', ${somebody} ${rows}`,
    [tenant.id, now],
  )
  await owner(
    `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at, moderated_by)
     select $1, ${ids}, $2, $3, 3, 'QR', $5, case n % 1000 when 0 then $4::jsonb end ${rows}`,
    [tenant.id, place.amenityId, place.buildingId, JSON.stringify({ id: leaver.id, name: leaver.name }), now],
  )
  for (const table of Object.keys(most)) await owner(`analyze ${table}`)
  const removed = await server.call('DELETE', `/api/admin/users/${leaver.id}`, { token: tenant.admin.token })
  assert.equal(removed.status, 200, removed.text)
  const notes = noteStatements({ updates: true })
  await erasePerson(server.built, tenant.id, leaver.id)
  notes.end()
  const tableOf = (text: string): string => /^\s*(?:update|select [\s\S]*? from) (\w+)/.exec(text)?.[1] ?? ''
  const readings = (await readingsOf(server, tenant.id, notes.take())).map((reading) => ({
    table: tableOf(reading.text),
    ...reading,
  }))
  for (const table of Object.keys(most))
    assert.ok(
      readings.some((reading) => reading.table === table),
      `the erasure looks into ${table}`,
    )
  assert.deepEqual(
    readings.filter(({ table, rows: read }) => !(read <= (most[table] ?? count / 2))),
    [],
  )
})
