import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#test/database.ts'
import { makeDataFolder } from '#test/faults/service.ts'
import { cronJobs, subscribers } from '../../../build.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { prepareDatabase, prepareWith } from './prepare.ts'

const prepare = (url: string): Promise<string[]> => prepareDatabase(url, subscribers, cronJobs)

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const folder = makeDataFolder()
const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} })
after(async () => {
  await embedded.stop()
  folder.remove()
})

const workersRights = `select has_schema_privilege('wellkept_worker', 'pgboss', 'usage')
    and has_table_privilege('wellkept_worker', 'pgboss.job', 'insert')
    and has_table_privilege('wellkept_worker', 'pgboss.queue', 'select') as given,
  (select count(*)::int from pgboss.queue) as queues`
const whole = { given: true, queues: subscribers.length + cronJobs.length + 2 }

test('If a start is killed between creating the queues and granting their rights, the next one completes it', async () => {
  const { url, drop } = await createTestDatabase()
  try {
    await query(
      url,
      `revoke all on all tables in schema pgboss from wellkept_worker; revoke usage on schema pgboss from wellkept_worker`,
    )
    assert.deepEqual(await prepare(url), [])
    assert.deepEqual(await query(url, workersRights), [whole])

    await query(
      url,
      `select pgboss.delete_queue('event.${subscribers[0]?.name}'); revoke insert on pgboss.job from wellkept_worker`,
    )
    await prepare(url)
    assert.deepEqual(await query(url, workersRights), [whole])
  } finally {
    await drop()
  }
})

test('Instances that start simultaneously on a new cluster all become ready, even if they share only its roles', async () => {
  const other = new URL(embedded.url)
  other.pathname = '/other'
  await query(embedded.superuserUrl, 'create database other owner wellkept')
  const urls = [embedded.url, other.href]
  const applied = await Promise.all([...urls, ...urls, ...urls].map(prepare))
  // Each database was migrated by exactly one of the instances.
  assert.equal(applied.filter((names) => names.length > 0).length, urls.length)
  for (const url of urls) assert.deepEqual(await query(url, workersRights), [whole])
})

test('A start that waits for another logs once what it waits for, and continues afterwards', async () => {
  const { url, drop } = await createTestDatabase()
  const other = new pg.Client({ connectionString: url })
  other.on('error', () => {})
  await other.connect()
  try {
    const { rows } = await other.query<{ pid: number }>(
      'select pg_backend_pid() as pid, pg_advisory_lock(7261001)',
    )
    const said: string[] = []
    const looks = Promise.withResolvers<void>()
    const say = (words: string): void => {
      said.push(words)
      looks.resolve()
    }
    const prepared = prepareWith(url, async () => 'prepared', { say, afterMs: 0 })
    await Promise.race([looks.promise, prepared])
    await other.end()
    assert.equal(await prepared, 'prepared')
    assert.equal(said.length, 1)
    assert.match(said[0] ?? '', /^Another instance is preparing the database; waiting until it is done\./)
    assert.match(said[0] ?? '', new RegExp(`It is process ${rows[0]?.pid} of PostgreSQL`))
    assert.equal(await prepareWith(url, async () => 'at once', { say, afterMs: 0 }), 'at once')
    assert.equal(said.length, 1, 'nobody was in the way')
  } finally {
    await drop()
  }
})

const rolesOfRequests = 'wellkept_app, wellkept_intake, wellkept_worker'

test('After a dump was restored, the owner becomes a member of the request roles at the next start', async () => {
  await prepare(embedded.url)
  const isThem = `select bool_and(pg_has_role('wellkept', oid, 'SET')) as "all" from pg_roles
    where rolname in ('wellkept_app', 'wellkept_intake', 'wellkept_worker')`
  // As if an owner with CREATEROLE created the roles by hand: it can grant them, but is not a member.
  await query(embedded.superuserUrl, `revoke ${rolesOfRequests} from wellkept granted by wellkept`)
  assert.deepEqual(await query(embedded.superuserUrl, isThem), [{ all: false }])
  assert.deepEqual(await prepare(embedded.url), [], 'all migrations were in the dump')
  assert.deepEqual(await query(embedded.superuserUrl, isThem), [{ all: true }])
})

test('An owner without CREATEROLE gets the SQL for a superuser, and then starts', async () => {
  await prepare(embedded.url)
  await query(embedded.superuserUrl, "create role keeper login password 'keeper'")
  await query(embedded.superuserUrl, 'create database kept owner keeper')
  const url = new URL(embedded.url)
  Object.assign(url, { username: 'keeper', password: 'keeper', pathname: '/kept' })
  await assert.rejects(prepare(url.href), {
    message: `The database role "keeper" may not create the roles that requests run as, or may not switch to them. Run as a superuser: grant ${rolesOfRequests} to "keeper"`,
  })
  await query(embedded.superuserUrl, `grant ${rolesOfRequests} to keeper`)
  assert.ok((await prepare(url.href)).length > 0)
  assert.deepEqual(await query(url.href, workersRights), [whole])
})

test("If the server's ICU version differs from that of the name indexes, a start rebuilds them", async () => {
  const { url, drop } = await createTestDatabase()
  const text = `select c.collversion = pg_collation_actual_version(c.oid) as current,
      (select relfilenode from pg_class where relname = 'building_by_name')::text as file
    from pg_collation c where c.collname = 'natural_order'`
  try {
    await prepare(url)
    const [before] = await query(url, text)
    assert.equal(before?.current, true)
    await prepare(url)
    assert.deepEqual(await query(url, text), [before])
    await query(url, "update pg_collation set collversion = '0' where collname = 'natural_order'")
    await prepare(url)
    const [after] = await query(url, text)
    assert.equal(after?.current, true)
    assert.notEqual(after?.file, before?.file)
  } finally {
    await drop()
  }
})
