/** The tenant filters suffice alone: the same cases with row security switched off in this file's database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { placements } from '../src/platform/db/placements.ts'
import { exportsOn } from './exports.ts'
import { isolationCases } from './isolation-cases.ts'
import { refusedShapes } from './refused-shapes.ts'
import { startTestServer } from './server.ts'
import { recordStatements, withoutTenant } from './tenant-references.ts'

const statements = recordStatements()
const server = await startTestServer({ own: true })
const { owner } = exportsOn(server)

const { theirs } = isolationCases(server, async () => {
  const tables = await owner<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity",
  )
  assert.ok(tables.length > 25)
  await owner(tables.map(({ name }) => `alter table ${name} disable row level security;`).join('\n'))
})

test('With row security off the role of requests can read foreign rows, so only our conditions exclude them', async () => {
  const { rows } = await server.built.platform.databases.app.query(
    'select count(*)::int as n from building where tenant_id = $1',
    [theirs().tenant.id],
  )
  assert.equal(rows[0].n, 1)
})

test('Each statement of these requests names the tenant at every table of tenants, in a shape that a cluster plans for one node', async () => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  const where = await placements(client).finally(() => client.end())
  const tables = new Set([...where.keys()].filter((name) => where.get(name) === 'distributed'))
  assert.ok(
    tables.size > 100 && statements.size > 400,
    `${tables.size} tables, ${statements.size} statements`,
  )
  // Rows of the test itself, in many tables at once.
  const isOfTest = (text: string): boolean => text.startsWith('with t (tenant, at) as')
  const found = [...statements]
    .filter((text) => !isOfTest(text))
    .flatMap((text) =>
      [...withoutTenant(text, tables), ...refusedShapes(text, tables)].map(
        (one) => `${one}: ${text.slice(0, 300)}`,
      ),
    )
  assert.deepEqual(found, [])
})
