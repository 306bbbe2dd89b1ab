/** `npx wellkept` with typing errors, wrong settings, parked work, while the service ends, and without a service. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { openCommands } from './commands.ts'
import { databaseUrlOf, isAlive, launch, postmasterPid, until } from './service.ts'
import { inDatabase } from './visitors.ts'

const { environment, files, folder, get, run, startAgain, stop, tenant } = await openCommands()

test('The import command prints line, column and value of every error, and saves the lines without', async () => {
  writeFileSync(
    path.join(files, 'faulty.csv'),
    'building,time zone,latitude\nNorth,Europe/Atlantis,high\nSouth,"Europe/Berlin,\nWest,,\n',
  )
  const { code, stdout } = await run(['import', 'faulty.csv', '--report', 'report.json'])
  assert.equal(code, 1)
  assert.equal(
    stdout,
    `line 2, time zone: "Europe/Atlantis" must be a time zone such as Europe/London
line 2, latitude: "high" must be a number from -90 to 90
line 3, time zone: "Europe/Berlin," has a quote that is never closed; this line is left out, and reading goes on at the next one
1 created, 0 updated, 0 unchanged, 2 with errors
`,
  )
  const report = JSON.parse(readFileSync(path.join(files, 'report.json'), 'utf8')) as { errors: number }
  assert.equal(report.errors, 2)
})

test('Dead letters are listed by a command, and retried beside the running service', async () => {
  const database = databaseUrlOf(folder.path, 'superuser')
  await inDatabase(
    database,
    `insert into due_work (tenant_id, kind, key, due_at, attempts, parked_at, fault)
     values ($1::uuid, 'sla.moment', $1::uuid::text, now(), 12, '2026-01-02T03:04:05Z', 'TypeError')`,
    [tenant.tenantId],
  )
  await inDatabase(
    database,
    `insert into pgboss.job (name, data, source_name, source_output, created_on)
     values ('parked', $1, 'event.alerts', '{"message": "TypeError"}', '2026-01-02T03:04:05Z')`,
    [
      JSON.stringify({
        tenantId: tenant.tenantId,
        events: [{ id: tenant.userId, type: 'feedback.merged', at: new Date(), payload: {} }],
      }),
    ],
  )
  const since = '2026-01-02T03:04:05.000Z'
  assert.deepEqual(await run(['jobs', 'parked']), {
    code: 0,
    stdout: `alerts: 1 since ${since}, the last ${since}: TypeError\nsla.moment: 1 since ${since}, the last ${since}: TypeError\n`,
    stderr: '',
  })
  assert.equal(
    (await run(['jobs', 'parked', 'alerts'])).stdout,
    `${since} tenant ${tenant.tenantId} feedback.merged ${tenant.userId}: TypeError\n`,
  )
  assert.deepEqual(await run(['jobs', 'retry', 'nobody']), {
    code: 1,
    stdout: '',
    stderr: 'Nothing is parked for nobody; parked: alerts, sla.moment\n',
  })
  const { code, stdout } = await run(['jobs', 'retry', 'all'])
  assert.deepEqual([code, stdout], [0, 'A running worker retries 1 jobs of events and 1 scheduled jobs\n'])
  const left = `select (select count(*) from due_work where tenant_id = $1::uuid and kind = 'sla.moment' and key = $1::text)
    + (select count(*) from pgboss.job where name in ('parked', 'event.alerts') and state < 'completed') as n`
  const isDone = async () => Number((await inDatabase(database, left, [tenant.tenantId]))[0]?.n) === 0
  const taken = await until(isDone, 60_000)
  const rows = await inDatabase(
    database,
    "select name, state, retry_count, output from pgboss.job where name in ('parked', 'event.alerts')",
  )
  assert.ok(taken !== undefined, `the service did not take it up: ${JSON.stringify(rows)}`)
})

test('A command whose service stops says so and saves nothing partial', async () => {
  writeFileSync(path.join(files, 'late.csv'), 'building\nToo late\n')
  const client = new pg.Client({ connectionString: databaseUrlOf(folder.path, 'superuser') })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`${tenant.tenantId}:import`])
  const importing = run(['import', 'late.csv'])
  const waits = async () =>
    ((await client.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount ?? 0) >
    0
  assert.ok((await until(waits, 60_000)) !== undefined)

  const ended = stop('SIGKILL')
  const { code, stdout, stderr } = await importing
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^The service that ran the database has ended, [^\n]*run the command again\n$/)

  await ended
  await startAgain()
  const names = (await get<{ name: string }[]>('/api/admin/buildings')).map(({ name }) => name)
  assert.ok(names.includes('West') && !names.includes('Too late'), names.join())
})

test('A command with another SECRET is refused beside the running service, and the audit chain stays valid', async () => {
  const another = { ...environment, SECRET: 'another-secret-of-sufficient-length-0123' }
  for (const args of [['check'], ['import', 'late.csv'], ['audit', 'verify']] as const) {
    const { code, stdout, stderr } = await run(args, another)
    assert.deepEqual([code, stdout], [1, ''], args[0])
    assert.match(stderr, /^SECRET is not the one that this database is encrypted with, [^\n]*\n$/)
  }
  assert.equal((await run(['audit', 'verify'])).code, 0)
})

test('Without a service a command starts the database, works, stops it, and prints only its result', async () => {
  await stop('SIGTERM')
  assert.deepEqual(await run(['import', 'late.csv']), {
    code: 0,
    stdout: '1 created, 0 updated, 0 unchanged, 0 with errors\n',
    stderr: '',
  })
  const postgres = postmasterPid(folder.path)
  assert.ok(postgres === undefined || !isAlive(postgres))
})

test('A start with another SECRET is refused; after `secret-lost` it is accepted, and the audit log records the break', async () => {
  const another = { ...environment, SECRET: 'another-secret-of-sufficient-length-0123' }
  const started = launch(another)
  assert.deepEqual(await started.ended, { code: 1, signal: null })
  assert.match(started.output(), /^SECRET is not the one/m)
  const { code, stdout, stderr } = await run(['secret-lost'], another)
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^The database uses this SECRET now\./)
  const verified = await run(['audit', 'verify'], another)
  assert.equal(verified.code, 1)
  assert.match(verified.stdout, /^BAD /m)
  assert.match((await run(['check'])).stderr, /^SECRET is not the one/)
})

test('An unusable DATA_DIR is reported with the reason, by commands and by the service, immediately', async () => {
  // With SECRET set the file in DATA_DIR is not needed, but the folder is.
  const env = { DATA_DIR: '/proc/nowhere', SECRET: 'a secret that is long enough for anybody' }
  const text =
    'The settings have 1 fault:\n  - DATA_DIR /proc/nowhere cannot be created: no folder can be created there\n'
  assert.deepEqual(await run(['check'], env), { code: 1, stdout: '', stderr: text })
  const started = launch({ DATA_DIR: '/proc/nowhere' })
  assert.deepEqual(await started.ended, { code: 1, signal: null })
  assert.equal(started.output(), text)
})

test('A database that does not answer is reported with setting, host and port, without password and stack', async () => {
  const env = { ...environment, DATABASE_URL: 'postgresql://owner:pa55w0rd@localhost:1/wellkept' }
  const text = 'DATABASE_URL: the database at localhost:1 cannot be used: nothing answers there\n'
  assert.deepEqual(await run(['check'], env), { code: 1, stdout: '', stderr: text })
  const started = launch(env)
  assert.deepEqual(await started.ended, { code: 1, signal: null })
  assert.equal(started.output(), text)
})
