/**
 * Row security suffices alone: the same cases without tenant filters in any statement.
 * @external row security is the server's
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportsOn } from './exports.ts'
import { isolationCases } from './isolation-cases.ts'
import { startTestServer } from './server.ts'
import { comparesTenant, takeFiltersAway, withoutTenantConditions } from './without-filters.ts'

const rewriting = takeFiltersAway()
const server = await startTestServer({ own: true })
const { owner } = exportsOn(server)

test('Every form of a tenant condition is removed, and nothing else', () => {
  for (const [text, stripped] of [
    [
      'select a from t where tenant_id = $1 and id = $2',
      'select a from t where ($1::uuid is not null) and id = $2',
    ],
    [
      'select 1 from task t join x y on y.tenant_id=$3 and y.id = t.id',
      'select 1 from task t join x y on ($3::uuid is not null) and y.id = t.id',
    ],
    [
      'delete from "a" where "a"."id" = $1 and "a"."tenant_id" = $2',
      'delete from "a" where "a"."id" = $1 and ($2::uuid is not null)',
    ],
    ['select name from tenant where id = $1', 'select name from tenant where ($1::uuid is not null)'],
    ['update tenant set name = $2 where id = $1', 'update tenant set name = $2 where ($1::uuid is not null)'],
    ['select * from "tenant" where "id" = $1', 'select * from "tenant" where ($1::uuid is not null)'],
    ['select 1 from a join tenant n on n.id = $1', 'select 1 from a join tenant n on ($1::uuid is not null)'],
    ['insert into t (tenant_id, id) values ($1, $2)', 'insert into t (tenant_id, id) values ($1, $2)'],
    [
      'select 1 from a join b on b.tenant_id = a.tenant_id',
      'select 1 from a join b on b.tenant_id = a.tenant_id',
    ],
  ])
    assert.equal(withoutTenantConditions(text ?? ''), stripped)
  for (const kept of [
    'select 1 from t where tenant_id in ($1)',
    'select 1 from t where tenant_id = any($1)',
    "select 1 from t where t.tenant_id = '019a0000-0000-7000-8000-000000000000'",
    'select 1 from t where $1 = t.tenant_id',
    'select 1 from t where tenant_id in (select id from x)',
    'select 1 from t where tenant_id is not distinct from $1',
    'select name from tenant t where t.id = $1',
  ])
    assert.ok(comparesTenant(kept), kept)
  assert.ok(!comparesTenant("begin; set local app.tenant_id = '019a0000-0000-7000-8000-000000000000'"))
})

const { mine, theirs } = isolationCases(server)

test('Hundreds of statements were sent without their condition, and none kept one', () => {
  assert.ok(rewriting.rewritten.size > 100, `${rewriting.rewritten.size} statements`)
  assert.ok(rewriting.sent() > 400, `sent ${rewriting.sent()} times`)
  assert.deepEqual([...rewriting.left], [])
})

test('The same requests return foreign rows once row security is off too, so these tests can fail', async () => {
  const [foreign] = await owner<{ n: number }>(
    'select count(*)::int as n from building where tenant_id = $1',
    [theirs().tenant.id],
  )
  assert.equal(foreign?.n, 1)
  const list = () =>
    server.call<{ name: string }[]>('GET', '/api/admin/buildings', { token: mine().tenant.admin.token })
  assert.ok(!(await list()).text.includes(theirs().mark))
  await owner('alter table building disable row level security')
  assert.ok((await list()).text.includes(theirs().mark))
  const one = await server.call('GET', `/api/admin/buildings/${theirs().buildingId}`, {
    token: mine().tenant.admin.token,
  })
  assert.equal(one.status, 200)
  await owner('alter table building enable row level security')
  assert.ok(!(await list()).text.includes(theirs().mark))
})
