/** @external the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { Overview } from '#contracts/dashboard.ts'
import { startTestServer } from '#test/server.ts'
import { noteStatements, readingsOf } from '#test/statement-plans.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const open = 200
const done = 3000

test('The attention list reads open tasks, each once, and not all tasks ever', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await tenant.inside(async (ctx) => {
    await ctx.run(
      `insert into task (tenant_id, id, number, title, status, source, verification, reporter_count, building_id, amenity_id, created_at, updated_at)
       select $1, gen_random_uuid(), n, 'Leak', case when n <= ${open} then 'OPEN' else 'DONE' end, 'MANUAL', case when n <= ${open / 2} then 'REJECTED' else 'NONE' end, 4, $2, $3, $4, $4
       from generate_series(1, ${open + done}) n returning 1`,
      [tenant.id, place.buildingId, place.amenityId, ctx.now],
    )
    await ctx.run(
      `insert into task_note (tenant_id, id, task_id, text, public, author_kind, author_id, author_name, created_at)
       select $1, gen_random_uuid(), id, 'Mended', true, 'USER', 'x', 'Somebody', $2 from task
       where tenant_id = $1 and status = 'DONE' returning 1`,
      [tenant.id, ctx.now],
    )
  })
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
       select $1, gen_random_uuid(), id, $2, 'VISITOR', '', 'Visitor', 'REOPENED', '{"verification": ["CLAIMED", "REJECTED"]}'
       from task where tenant_id = $1 and verification = 'REJECTED' returning 1`,
      [tenant.id, ctx.now],
    ),
  )
  // With statistics the planner might prefer to read all notes at once.
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  await owner.query('analyze task, task_note, task_history')
  await owner.end()
  const notes = noteStatements()
  const reply = await server.call<Overview>('GET', '/api/dashboard/overview', { token: tenant.manager.token })
  notes.end()
  assert.deepEqual(reply.json.data.attentionCounts, [
    { group: 'NOT_FIXED', count: open / 2 },
    { group: 'REPLY', count: open / 2 },
  ])
  const readings = await readingsOf(server, tenant.id, notes.take())
  const calls = readings.filter(({ text }) => text.includes('row_number() over (partition by kind'))
  assert.equal(calls.length, 2, 'in both ways')
  assert.deepEqual(
    calls.filter(({ rows }) => !(rows <= (open + done) * 8)),
    [],
  )
})
