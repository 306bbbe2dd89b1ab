/** The service dies between commit and answer; a repeated request gets what was stored (hostile input 108). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { startTestServer } from '../server.ts'
import { createPlace, createTenant } from '../world.ts'
import { call, makeDataFolder, startService, until } from './service.ts'

/** Only creates tenants. */
const server = await startTestServer({ worker: false, own: true })
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
const folder = makeDataFolder()
server.beforeEnd.push(() => owner.end())
after(() => folder.remove())

// Delays each commit that wrote one of these rows, long enough to stop the waiting process.
await owner.query(
  `create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return null; end $$`,
)
for (const table of ['task', 'feedback'])
  await owner.query(
    `create constraint trigger slowly after insert on ${table} deferrable initially deferred for each row execute function slowly()`,
  )

const start = () =>
  startService({
    ROLE: 'http',
    DATABASE_URL: server.database.url,
    DATA_DIR: folder.path,
    SECRET: 'test-secret-of-sufficient-length-0123456789',
    LOG_LEVEL: 'silent',
  })

const sleeps = async (): Promise<boolean> =>
  ((
    await owner.query(
      "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
    )
  ).rowCount ?? 0) > 0

test('kill -9 of the service after a commit and before its response: the repeated request is answered, with one effect', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const there = async (table: string): Promise<string[]> =>
    (
      await tenant.inside(({ run }) =>
        run<{ id: string }>(`select id from ${table} where tenant_id = $1`, [tenant.id]),
      )
    ).map(({ id }) => id)
  const requests = [
    {
      table: 'task',
      target: '/api/tasks',
      with: {
        token: tenant.admin.token,
        body: { title: 'Only once' },
        headers: { 'idempotency-key': randomUUID() },
      },
    },
    {
      table: 'feedback',
      target: '/api/feedback',
      with: { body: { qrCode, rating: 2, submissionId: randomUUID() } },
    },
  ]
  for (const { table, target, with: sent } of requests) {
    const first = await start()
    const answer = call<{ id: string }>(first, 'POST', target, sent).catch(() => undefined)
    assert.ok((await until(sleeps, 20_000)) !== undefined, `${target}: the commit did not begin`)
    // It reads no more answers, not even of the database.
    first.kill('SIGSTOP')
    assert.ok((await until(async () => (await there(table)).length === 1, 20_000)) !== undefined)
    first.kill('SIGKILL')
    await first.ended
    assert.equal(await answer, undefined, 'it was answered after all')

    const second = await start()
    const again = await call<{ id: string }>(second, 'POST', target, sent)
    second.kill('SIGKILL')
    await second.ended
    assert.equal(again.status, 201, JSON.stringify(again.json))
    assert.deepEqual(await there(table), [again.json.data.id])
  }
})
