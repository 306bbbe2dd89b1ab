/** The tenant filters suffice alone: the same cases with row security switched off in this file's database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportsOn } from './exports.ts'
import { isolationCases } from './isolation-cases.ts'
import { startTestServer } from './server.ts'

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
