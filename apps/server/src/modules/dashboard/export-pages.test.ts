/** The last page of an export must cost as much as the first, however many rows come before it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { noteStatements, type Reading, readingsOf } from '#test/statement-plans.ts'
import { exportStage, insertMany } from './testing/many-submissions.ts'

const server = await startTestServer()
const { tenant, place } = await exportStage(server)
/** A multiple of the page size, so that the last statement finds nothing. */
const rows = 15_000
/** In blocks of 8 KB. The index of this many rows has more than 100. */
const fewBlocks = 30

await insertMany(server, tenant, place, rows, 'The floor is wet')
await tenant.inside((ctx) =>
  ctx.run(
    `insert into task (tenant_id, id, number, title, source, status, building_id, amenity_id, created_at, updated_at)
     select $1, gen_random_uuid(), n, 'Task ' || n, 'MANUAL', case when n % 2 = 0 then 'OPEN' else 'DONE' end, $2, $3,
       $4::timestamptz - n * interval '1 minute', $4 from generate_series(1, $5::int) n returning 1`,
    [ctx.tenantId, place.buildingId, place.amenityId, new Date(server.clock.now().getTime() - 60_000), rows],
  ),
)

/** The last execution of each statement of the last page. */
const lastPages = async (query: string, keyed: RegExp): Promise<Reading[]> => {
  const notes = noteStatements()
  const reply = await server
    .call('GET', `/api/dashboard/export?columns=id&${query}`, { token: tenant.manager.token })
    .finally(() => notes.end())
  assert.equal(reply.status, 200, reply.text.slice(0, 500))
  assert.equal(reply.text.trimEnd().split('\n').length, rows + 1)
  const statements = notes.take().filter(({ text }) => keyed.test(text))
  assert.equal(statements.length, 1, statements.map(({ text }) => text).join('\n'))
  return readingsOf(server, tenant.id, statements)
}

const ofFeedback = /\(f\.created_at, f\.id\) [<>]/
const ofTasks = /\(t\.created_at, t\.id\) [<>]|t\.number [<>] /

for (const [query, keyed] of [
  ['what=feedback', ofFeedback],
  ['what=feedback&sort=createdAt', ofFeedback],
  ['what=tasks', ofTasks],
  ['what=tasks&sort=createdAt&status=OPEN,DONE', ofTasks],
  ['what=tasks&sort=number', ofTasks],
] as const)
  test(`A page of an export is read from after the last row of the page before: ${query}`, async () => {
    for (const { mode, blocks, worst } of await lastPages(query, keyed))
      assert.ok(blocks <= fewBlocks, `${mode}: ${blocks} blocks, ${worst}`)
  })
