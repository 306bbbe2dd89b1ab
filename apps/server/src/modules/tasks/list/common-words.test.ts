/** @external the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startTestServer } from '#test/server.ts'
import { noteStatements, readingsOf } from '#test/statement-plans.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
/** Too many to be looked up one by one. */
const count = 10_500

test('A search for two words that most tasks contain reads each word once, with any cached plan', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  // A new connection: one that has cached plans for few tasks would not use the index for each word.
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  try {
    await owner.query(
      `insert into task (tenant_id, id, number, title, source, building_id, amenity_id, created_at, updated_at)
       select $1, gen_random_uuid(), n, 'Leak upstairs', 'MANUAL', $2, $3, $4, $4 from generate_series(1, ${count}) n returning 1`,
      [tenant.id, place.buildingId, place.amenityId, server.clock.now()],
    )
    await owner.query(
      `insert into task_word (tenant_id, word, task_id)
       select $1, word, id from task, unnest('{leak,upstairs}'::text[]) word where tenant_id = $1 returning 1`,
      [tenant.id],
    )
  } finally {
    await owner.end()
  }
  const notes = noteStatements()
  for (const path of ['/api/tasks', '/api/tasks/summary', '/api/tasks?page=9']) {
    const url = `${path}${path.includes('?') ? '&' : '?'}q=leak+upstairs`
    const reply = await server.call<{ total?: number }>('GET', url, { token: tenant.manager.token })
    assert.equal(reply.json.total ?? reply.json.data.total, count, reply.text)
  }
  notes.end()
  const readings = await readingsOf(server, tenant.id, notes.take())
  const ofWords = readings.filter(({ text }) => text.includes('task_word'))
  assert.ok(ofWords.length >= 6, 'each in both ways')
  // At most about twenty index scans for each word, also in older servers; a nested loop would need ten thousand.
  assert.deepEqual(
    ofWords.filter(({ rows }) => !(rows <= count * 20)),
    [],
  )
})
