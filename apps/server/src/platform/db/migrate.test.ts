/** @external locks and indexes are the server's */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#test/database.ts'
import { cronJobs, subscribers } from '../../../build.ts'
import { type MigrateOptions, migrate, pendingMigrations } from './migrate.ts'
import { openPool, unsecuredTables } from './pools.ts'
import { prepareDatabase, prepareWith } from './prepare.ts'

const { url, drop } = await createTestDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'wellkept-migrations-'))
const client = new pg.Client({ connectionString: url })
await client.connect()
after(async () => {
  await client.end()
  await drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text)
const run = (options: MigrateOptions = {}): Promise<string[]> =>
  prepareWith(url, (owner) => migrate(owner, { folder, ...options }))
const ask = async (text: string): Promise<Record<string, unknown>[]> => (await client.query(text)).rows
const noted = (name: string) => ask(`select breaks from schema_migration where name = '${name}'`)

/** Locks the table while `work` runs. */
const holding = async (table: string, work: () => Promise<void>): Promise<void> => {
  await ask(`begin; lock table ${table} in access share mode`)
  try {
    await work()
  } finally {
    await ask('rollback')
  }
}

test('A migration waits briefly for a lock, is retried, and names the transaction that holds the lock if it never gets it', async () => {
  await write('9001-first.sql', 'create table held (id int);\n')
  assert.deepEqual(await run(), ['9001-first.sql'])
  await write('9002-locks.sql', 'create table beside (id int);\nalter table held add column name text;\n')
  await holding('held', () =>
    assert.rejects(run({ lockMs: 20, tries: 2, pauseMs: 1 }), (error: Error) => {
      assert.match(error.message, /9002-locks.sql failed: .*lock timeout.* Tried 2 times for 0.02 s each/)
      return true
    }),
  )
  assert.deepEqual(
    await ask("select to_regclass('beside') as there"),
    [{ there: null }],
    'nothing is half done',
  )
  await ask('begin; lock table held in access share mode')
  // The lock is released only after some tries have failed.
  const running = run({ lockMs: 50, tries: 1000, pauseMs: 1 })
  await ask('select pg_sleep(0.2)')
  await ask('rollback')
  assert.deepEqual(await running, ['9002-locks.sql'])
})

test('A migration outside a transaction creates its index even if an earlier attempt left an invalid one', async () => {
  await ask('insert into held (id) values (1), (1)')
  await write(
    '9003-index.sql',
    '-- outside a transaction\n-- Two statements; a comment.\ncreate unique index concurrently if not exists held_id on held (id);\ncomment on index held_id is $x$a; b$x$;\n',
  )
  await assert.rejects(run(), /9003-index.sql failed: could not create unique index/)
  const state = "select indisvalid as valid from pg_index where indexrelid = to_regclass('held_id')"
  assert.deepEqual(await ask(state), [{ valid: false }])
  assert.deepEqual(await noted('9003-index.sql'), [])
  await ask('delete from held')
  assert.deepEqual(await run(), ['9003-index.sql'])
  assert.deepEqual(await ask(state), [{ valid: true }])
  assert.deepEqual(await noted('9003-index.sql'), [{ breaks: null }])
})

test('An index is created concurrently while other instances wait to prepare the same database', async () => {
  await write(
    '9004-index.sql',
    '-- outside a transaction\ncreate index concurrently if not exists held_name on held (name);\n',
  )
  const applied = await Promise.all([run(), run(), run(), run()])
  assert.deepEqual(applied.flat(), ['9004-index.sql'])
  const deadlocksText = 'select deadlocks::int from pg_stat_database where datname = current_database()'
  assert.deepEqual(await ask(deadlocksText), [{ deadlocks: 0 }], 'none waits for one that waits for it')
})

test('A statement that cannot be repeated is refused outside a transaction', async () => {
  await write('9005-bad.sql', '-- outside a transaction\ncreate index concurrently held_two on held (id);\n')
  await assert.rejects(run(), /9005-bad.sql failed: .*IF NOT EXISTS/)
  await write('9005-bad.sql', '-- outside a transaction\ndo $$ begin end $$;\n')
  await assert.rejects(run(), /9005-bad.sql failed: Create functions in a transaction/)
  await rm(path.join(folder, '9005-bad.sql'))
})

test('A migration whose connection is terminated reports why, inside and outside of a transaction', async () => {
  const ends = 'select pg_terminate_backend(pg_backend_pid());\n'
  for (const text of [ends, `-- outside a transaction\n${ends}`]) {
    await write('9005-ends.sql', text)
    await assert.rejects(run(), /9005-ends.sql failed: terminating connection/)
  }
  await rm(path.join(folder, '9005-ends.sql'))
})

test('An older instance keeps working with a newer, additive schema, including a new table without a tenant', async () => {
  const name = '9006-additive.sql'
  await write(
    name,
    "create table later_directory (id int);\ncomment on table later_directory is 'no tenant: of a later version';\n",
  )
  assert.deepEqual(await run(), [name])
  // This program has none of the files in that folder.
  assert.deepEqual(await prepareDatabase(url, subscribers, cronJobs), [])
  const pool = openPool({ url, role: 'wellkept_app', max: 1, onError: () => {} })
  try {
    assert.deepEqual((await unsecuredTables(pool)).sort(), ['beside', 'held'])
  } finally {
    await pool.end()
  }
})

test('A dry run lists what would run, with its effects, and changes nothing, not even an empty database', async () => {
  const first = '9008-dry.sql'
  const second = '9009-dry-index.sql'
  await write(
    first,
    '-- breaks: asks for dry\n-- One table. And more\n-- words.\ncreate table dry (id int);\n',
  )
  await write(
    second,
    '-- outside a transaction\ncreate index concurrently if not exists held_dry on held (id, name);\n',
  )
  const pending = [
    { name: first, outside: false, breaks: 'asks for dry', about: 'One table.' },
    { name: second, outside: true, breaks: null, about: '' },
  ]
  assert.deepEqual(await pendingMigrations(client, folder), pending)
  assert.deepEqual(await ask("select to_regclass('dry') as there"), [{ there: null }])
  assert.deepEqual(await noted(first), [])
  await ask('begin; alter table schema_migration rename to elsewhere')
  const all = await pendingMigrations(client, folder)
  assert.deepEqual(all.slice(-2), pending)
  assert.deepEqual(await ask("select to_regclass('schema_migration') as there"), [{ there: null }])
  await ask('rollback')
  await rm(path.join(folder, first))
  await rm(path.join(folder, second))
})

test('An older instance refuses an incompatible schema, with the reason given by the migration', async () => {
  const name = '9007-breaking.sql'
  await write(
    name,
    '-- Names are gone.\n-- breaks: asks for held.name, which is gone\nalter table held drop column name;\n',
  )
  assert.deepEqual(await run(), [name])
  assert.deepEqual(await noted(name), [{ breaks: 'asks for held.name, which is gone' }])
  await assert.rejects(
    prepareDatabase(url, subscribers, cronJobs),
    /newer than this program and no longer fits it: 9007-breaking.sql \(asks for held.name, which is gone\). Start a newer version/,
  )
  assert.deepEqual(await run(), [], 'a program that knows it goes on')
})
