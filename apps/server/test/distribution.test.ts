/** The schema can be distributed by tenant on Citus; read from the catalogue, so it needs no Citus. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { distribute, placeNewTables } from '../src/platform/db/distribute.ts'
import { createTestDatabase } from './database.ts'
import { faultsOfDistribution } from './distribution-rules.ts'
import { refusedShapes } from './refused-shapes.ts'
import { withoutTenant } from './tenant-references.ts'

const { url, drop } = await createTestDatabase()
const client = new pg.Client({ connectionString: url })
await client.connect()
after(async () => {
  await client.end()
  await drop()
})

const settingsText = `select (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
    where d.datname = current_database()) as settings,
  (select count(*) from pg_roles where rolname like 'wellkept%' and rolcanlogin) as roles`

/** The faults after a change, which is rolled back. */
const faultsAfter = async (change: string): Promise<string[]> => {
  await client.query('begin')
  try {
    await client.query(change)
    return await faultsOfDistribution(client)
  } finally {
    await client.query('rollback')
  }
}

test('No table breaks a rule of distribution: keys hold the tenant and stay within it, no triggers, none that empties a column', async () => {
  assert.deepEqual(await faultsOfDistribution(client), [])
})

test('Without Citus `wellkept distribute` says so and changes nothing, and a start places no table', async () => {
  const { rows: before } = await client.query(settingsText)
  await assert.rejects(distribute(client, 8), /Citus/)
  await placeNewTables(client)
  assert.deepEqual((await client.query(settingsText)).rows, before)
})

for (const [rule, change, fault] of [
  [
    'a unique index without the tenant',
    'create unique index one on task (number)',
    /^task: one is unique without/,
  ],
  [
    'a trigger on a table of tenants',
    "create function f() returns trigger language plpgsql as 'begin return null; end'; create trigger t after insert on app_user execute function f()",
    /^app_user: it has the trigger t$/,
  ],
  [
    'a key that leaves the tenant',
    'create table far (tenant_id uuid, id uuid, primary key (tenant_id, id), task_tenant uuid, task_id uuid, foreign key (task_tenant, task_id) references task (tenant_id, id))',
    /^far: the key .* leads out of the tenant$/,
  ],
  [
    'a key from a directory to a table of tenants',
    'alter table qr_directory add foreign key (tenant_id, code) references qr_code (tenant_id, code)',
    /^qr_directory: the key .* leads from a replicated table to a distributed one, qr_code$/,
  ],
  [
    'a key that empties a column',
    'create table emptied (tenant_id uuid, id uuid, primary key (tenant_id, id), task_id uuid, foreign key (tenant_id, task_id) references task (tenant_id, id) on delete set null (task_id))',
    /^emptied: the key .* changes the row/,
  ],
  ['a directory that is gone', 'drop table slack_team', /^slack_team: there is no such table$/],
] as const)
  test(`The check names ${rule}`, async () => {
    const faults = await faultsAfter(change)
    assert.equal(faults.length, 1, faults.join('\n'))
    assert.match(faults[0] ?? '', fault)
  })

const tables = new Set(['task', 'finding', 'building'])

for (const [statement, found] of [
  ['select name from building where tenant_id = $1 and id = $2', []],
  ['update task set title = $2 where id = $1', ['task task']],
  ['select 1 from task t join finding f on f.task_id = t.id where t.tenant_id = $1', ['finding f']],
  [
    'select 1 from task t where t.tenant_id = $1 and exists (select from finding f where f.task_id = t.id)',
    ['finding f'],
  ],
  ['select 1 from task t, building b where t.tenant_id = $1 and b.id = t.building_id', ['building b']],
  [
    'select name from building where tenant_id = $1 union all select title from task where id = $2',
    ['task task'],
  ],
  [
    'with x as (select id from task where tenant_id = $1) delete from finding where task_id in (select id from x)',
    ['finding finding'],
  ],
  ['insert into building (tenant_id, id) select $1, id from task where tenant_id = $1', []],
  ['insert into building (id) values ($1)', ['building building']],
  ["select 'from task' as said from finding where tenant_id = $1", []],
] as const)
  test(`The check of statements finds ${found[0] ?? 'nothing'} in: ${statement}`, () => {
    assert.deepEqual(withoutTenant(statement, tables), found)
  })

for (const [statement, shape] of [
  ['insert into task (tenant_id, id) values ($1, $2)', undefined],
  ['insert into task (tenant_id, id) values ($1, (select max(id) from x))', 'a query in VALUES'],
  [
    'insert into task (tenant_id, id) select $1, id from unnest($2::uuid[]) as id',
    'INSERT … SELECT without RETURNING',
  ],
  ['insert into task (tenant_id, id) select $1, id from unnest($2::uuid[]) as id returning 1', undefined],
  [
    'with x as (insert into task (tenant_id, id) select $1, id from unnest($2::uuid[]) as id) select 1 as returning',
    'INSERT … SELECT without RETURNING',
  ],
  [
    'insert into task (tenant_id, id) select $1, id from unnest($2::uuid[]) as id on conflict (tenant_id, id) do update set at = $3',
    'a parameter in ON CONFLICT',
  ],
  [
    'insert into task (tenant_id, id) values ($1, $2) on conflict (tenant_id, id) do update set n = (select 1)',
    'a query in ON CONFLICT',
  ],
  ["update task set state = case state when 'A' then 'B' end where tenant_id = $1", 'CASE of a value'],
  ["update task set state = case when state = 'A' then 'B' end where tenant_id = $1", undefined],
  ["update task set at = at + interval '1 hour' where tenant_id = $1", 'a function that is not IMMUTABLE'],
  ['update event set data = to_jsonb(id) where tenant_id = $1', undefined],
] as const)
  test(`The check of shapes finds ${shape ?? 'nothing'} in: ${statement}`, () => {
    assert.deepEqual(refusedShapes(statement, tables), shape === undefined ? [] : [`task: ${shape}`])
  })
