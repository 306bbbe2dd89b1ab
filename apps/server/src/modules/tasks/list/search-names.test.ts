/** @external the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { makeCompany, makeOperator } from '#server/modules/operator/testing/test-operators.ts'
import { startTestServer } from '#test/server.ts'
import { noteStatements, readingsOf } from '#test/statement-plans.ts'
import { createLevels, createPlace, createTenant, type TestPerson } from '#test/world.ts'
import { listOf, makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const titles = async (by: TestPerson, q: string): Promise<string[]> =>
  (await listOf(server, by, `?q=${encodeURIComponent(q)}&sort=number`)).json.data.map(({ title }) => title)

test('A search finds tasks by amenity, floor, building and assignee, also together with words of the title', async () => {
  const tenant = await createTenant(server)
  const { manager, admin } = tenant
  const place = await createPlace(server, tenant, { name: 'Straßencafé' })
  const other = await createPlace(server, tenant, { name: 'Kitchen' })
  const rename = (path: string, body: unknown) =>
    server.call('PATCH', `/api/admin/${path}`, { token: admin.token, body })
  const [ground, floor] = await createLevels(server, tenant, place.buildingId)
  await rename(`locations/${ground}`, { name: 'Harbour wing' })
  await rename(`buildings/${other.buildingId}`, { name: 'Annex' })
  await rename(`amenities/${place.amenityId}`, { locationId: floor })
  const company = await makeCompany(server, tenant, { name: 'Sparkle Services' })
  const operator = await makeOperator(server, tenant, { name: 'Jürgen Weiß' })
  await makeTask(server, manager, { title: 'Leak one', amenityId: place.amenityId })
  await makeTask(server, manager, {
    title: 'Leak two',
    amenityId: other.amenityId,
    assignee: { operatorId: operator.id },
  })
  await makeTask(server, manager, {
    title: 'Lamp three',
    buildingId: other.buildingId,
    assignee: { companyId: company.id },
  })
  for (const [q, found] of [
    ['strassencafe', ['Leak one']],
    ['harbour', ['Leak one']],
    ['level 2 harb', ['Leak one']],
    ['annex', ['Leak two', 'Lamp three']],
    ['annex leak', ['Leak two']],
    ['leak straßen', ['Leak one']],
    ['jurgen', ['Leak two']],
    ['weiss annex', ['Leak two']],
    ['sparkle', ['Lamp three']],
    ['sparkle leak', []],
    ['itchen', []],
    ['.*', []],
  ] as const)
    assert.deepEqual(await titles(manager, q), found, q)
  await rename(`amenities/${place.amenityId}`, { name: 'Bakery' })
  assert.deepEqual(
    [await titles(manager, 'bakery'), await titles(manager, 'strassencafe')],
    [['Leak one'], []],
  )
})

test('Names of another tenant find nothing, and a technician finds no task that is not theirs to see', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const place = await createPlace(server, theirs, { name: 'Observatory' })
  await makeTask(server, theirs.manager, {
    title: 'Dome',
    amenityId: place.amenityId,
    assignee: { userId: theirs.manager.id },
  })
  assert.deepEqual(await titles(theirs.manager, 'observatory'), ['Dome'])
  assert.deepEqual(await titles(theirs.technician, 'observatory'), [])
  assert.deepEqual(await titles(mine.manager, 'observatory'), [])
})

test('A search for the name of one place among many reads its tasks and no others, with any cached plan', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const [rooms, tasks] = [400, 20_000]
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  try {
    await owner.query(
      `insert into amenity (tenant_id, id, building_id, name, type, state, created_at)
       select tenant_id, gen_random_uuid(), building_id, 'Room ' || (1000 + n), type, state, created_at
       from amenity cross join generate_series(1, ${rooms}) n where tenant_id = $1 and id = $2 returning 1`,
      [tenant.id, place.amenityId],
    )
    await owner.query(
      `insert into task (tenant_id, id, number, title, source, building_id, amenity_id, created_at, updated_at)
       select $1, gen_random_uuid(), row_number() over (), 'Leak', 'MANUAL', $2, a.id, $3::timestamptz, $3
       from (select id from amenity where tenant_id = $1 and name like 'Room %') a cross join generate_series(1, ${tasks / rooms}) returning 1`,
      [tenant.id, place.buildingId, server.clock.now()],
    )
    await owner.query(
      `insert into task_word (tenant_id, word, task_id) select $1, 'leak', id from task where tenant_id = $1 returning 1`,
      [tenant.id],
    )
  } finally {
    await owner.end()
  }
  const notes = noteStatements()
  for (const path of ['/api/tasks', '/api/tasks/summary', '/api/tasks?page=2']) {
    const url = `${path}${path.includes('?') ? '&' : '?'}q=leak+1234`
    const reply = await server.call<{ total?: number }>('GET', url, { token: tenant.manager.token })
    assert.equal(reply.json.total ?? reply.json.data.total, tasks / rooms, reply.text)
  }
  notes.end()
  const readings = await readingsOf(server, tenant.id, notes.take())
  const ofTasks = readings.filter(({ text }) => /\btask\b/.test(text) && text.includes('unnest('))
  assert.ok(ofTasks.length >= 6, 'each in both ways')
  // Each of its 50 tasks a few times; a walk through the list would read 20,000. The probe of a common word stops at 10,001.
  assert.deepEqual(
    ofTasks.filter(({ rows }) => !(rows <= tasks / 4)).map(({ rows, worst }) => [rows, worst]),
    [],
  )
})
