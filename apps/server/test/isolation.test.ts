/**
 * One tenant can reach nothing of another; and row security suffices without filters in the query.
 * @external row security is the server's
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { assertSafeRole, openPool, unsecuredTables } from '#server/platform/db/pools.ts'
import { tablesWithoutTenant } from '#server/platform/db/tables-without-tenant.ts'
import { inTenant, type TenantTransaction } from '#server/platform/db/tenant-db.ts'
import { isolationCases } from './isolation-cases.ts'
import { startTestServer } from './server.ts'
import { createTenant } from './world.ts'

const server = await startTestServer()
const { app } = server.built.platform.databases

isolationCases(server)

test('Without a tenant a connection reads no rows of any tenant table and can write none', async () => {
  await createTenant(server)
  const { rows } = await app.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> all ($1)`,
    // Change counters are read for all tenants at once.
    [[...tablesWithoutTenant, 'list_revision', 'schema_migration']],
  )
  assert.ok(rows.length > 20)
  for (const { name } of rows) {
    const result = await app.query(`select count(*) as n from ${name}`)
    assert.equal(result.rows[0].n, 0, name)
  }
  await assert.rejects(
    app.query(
      "insert into tenant_counter (tenant_id, name, value) select '019a0000-0000-7000-8000-000000000000', 'x', 1",
    ),
    /row-level security/,
  )
})

test('Every tenant table has forced row security', async () => {
  assert.deepEqual(await unsecuredTables(app), [])
})

test('A query of one tenant for rows of another returns nothing, by row security alone', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const seen = await inTenant(app, mine.id, 'write', ({ run }) =>
    run<{ n: number }>('select count(*) as n from app_user where tenant_id = $1', [theirs.id]),
  )
  assert.equal(seen[0]?.n, 0)
  const all = await inTenant(app, mine.id, 'write', ({ run }) =>
    run<{ tenant_id: string }>('select distinct tenant_id from app_user', []),
  )
  assert.deepEqual(
    all.map(({ tenant_id }) => tenant_id),
    [mine.id],
  )
  await assert.rejects(
    inTenant(app, mine.id, 'write', ({ run }) =>
      run("insert into tenant_counter values ($1, 'x', 1)", [theirs.id]),
    ),
  )
  const changed = await inTenant(app, mine.id, 'write', ({ run }) =>
    run("update app_user set name = 'x' where tenant_id = $1 returning id", [theirs.id]),
  )
  assert.deepEqual(changed, [])
})

test('A connection returned to the pool after an error shows the next tenant no rows of the previous one', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const failing: ((run: TenantTransaction['run']) => Promise<unknown>)[] = [
    async (run) => {
      await run('select count(*) from app_user', [])
      throw new Error('in the middle')
    },
    (run) => run('select 1/0', []),
  ]
  // One after the other, so that the pool reuses the connection.
  for (let index = 0; index < 30; index++) {
    for (const work of failing) {
      await assert.rejects(inTenant(app, theirs.id, 'write', ({ run }) => work(run)))
      const { rows } = await app.query('select count(*) as n from app_user')
      assert.equal(rows[0].n, 0)
      const own = await inTenant(app, mine.id, 'read', ({ run }) =>
        run<{ tenant_id: string }>('select distinct tenant_id from app_user', []),
      )
      assert.deepEqual(
        own.map(({ tenant_id }) => tenant_id),
        [mine.id],
      )
    }
  }
})

test('The role of requests owns nothing and is not a superuser, and the process refuses to run with one', async () => {
  await assertSafeRole(app)
  const owner = openPool({ url: server.database.url, role: undefined, max: 1, onError: () => {} })
  await assert.rejects(assertSafeRole(owner), /row security/)
  await owner.end()
})

test('The intake role can insert submissions and read nothing', async () => {
  const { intake } = server.built.platform.databases
  for (const table of ['feedback', 'event', 'app_user', 'tenant'])
    await assert.rejects(intake.query(`select * from ${table}`), /permission denied/)
  await assert.rejects(intake.query('delete from feedback'), /permission denied/)
})

test('The role of requests cannot change or delete audit entries', async () => {
  const tenant = await createTenant(server)
  await server.call('POST', '/api/admin/buildings', { token: tenant.admin.token, body: { name: 'Audited' } })
  const entries = await tenant.inside(({ db }) =>
    db.selectFrom('audit_entry').select(['action', 'actor_id']).execute(),
  )
  assert.deepEqual(entries, [{ action: 'admin.createBuilding', actor_id: tenant.admin.id }])
  await assert.rejects(
    tenant.inside(({ run }) => run('delete from audit_entry where tenant_id = $1', [tenant.id])),
    /permission denied/,
  )
  await assert.rejects(
    tenant.inside(({ run }) => run("update audit_entry set action = 'x' where tenant_id = $1", [tenant.id])),
    /permission denied/,
  )
})

test('A serialization failure is retried', async () => {
  const tenant = await createTenant(server)
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  let attempts = 0
  const result = await inTenant(app, tenant.id, 'write', async ({ run }) => {
    attempts++
    if (attempts < 3) await run("do $$ begin raise exception 'race' using errcode = '40001'; end $$", [])
    return 'done'
  })
  await client.end()
  assert.equal(result, 'done')
  assert.equal(attempts, 3)
})
