/** @external limits are swept where they are counted, and the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startTestServer } from './server.ts'
import { noteStatements, readingsOf } from './statement-plans.ts'
import { createPlace, createTenant } from './world.ts'

const server = await startTestServer({ own: true })

test('Handled events, stored responses, ended sessions and old links are deleted when they expire, and no others', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  const { admin, manager } = tenant
  await server.call('POST', '/api/admin/buildings', {
    token: admin.token,
    body: { name: 'Kept' },
    headers: { 'idempotency-key': 'once' },
  })
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: manager.email } })
  // Without an SLA clock, whose end would emit events.
  await server.call('POST', '/api/tasks', { token: admin.token, body: { title: 'Something' } })
  await server.drain()
  // The email about the new task waits for others; it is requested by an event of its own.
  server.clock.advance(3_600_000)
  await server.drain()
  const count = (table: string): Promise<number> =>
    tenant.inside(
      async ({ run }) => (await run<{ n: number }>(`select count(*) as n from ${table}`, []))[0]?.n ?? 0,
    )
  const sweep = async (): Promise<void> => {
    await server.built.worker?.runCronJob('retention')
    await server.built.worker?.runCronJob('auth-retention')
  }
  const tables = ['event', 'event_handled', 'idempotency', 'session', 'mail_link']
  await sweep()
  for (const table of tables) assert.ok((await count(table)) > 0, table)
  server.clock.advance(91 * 86_400_000)
  await sweep()
  for (const table of tables) assert.equal(await count(table), 0, table)
})

test('A backlog of any size is deleted in one run, a few thousand rows in each statement', async () => {
  const tenant = await createTenant(server)
  const backlog = 12_000
  await tenant.inside(({ run }) =>
    run(
      `insert into event_handled (tenant_id, event_id, subscriber, at)
       select $1, gen_random_uuid(), 'mails', $2 from generate_series(1, ${backlog}) returning 1`,
      [tenant.id, new Date(server.clock.now().getTime() - 40 * 86_400_000)],
    ),
  )
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  // A trigger rejects statements larger than a batch, as a time limit would.
  await owner.query(`create function refuse_many() returns trigger language plpgsql as $$
      begin if (select count(*) from gone) > 5000 then raise 'too many at once'; end if; return null; end $$;
    create trigger many after delete on event_handled referencing old table as gone
      for each statement execute function refuse_many()`)
  await server.built.worker?.runCronJob('retention')
  const { rows } = await owner.query(
    `select (select count(*) from event_handled where tenant_id = $1) as n, (select result from job_run where name = 'retention') as result`,
    [tenant.id],
  )
  await owner.query('drop trigger many on event_handled')
  await owner.end()
  assert.deepEqual(rows, [{ n: 0, result: 'OK' }])
})

test('Erasing expired texts reads only remaining ones, not those erased before', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const [erased, due] = [20_000, 10]
  await tenant.inside(({ run }) =>
    run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, created_at, erased_at)
       select $1, gen_random_uuid(), $2, $3, 3, case when n > ${erased} then 'old' end, 'x',
         $4::timestamptz + n * interval '1 second', case when n <= ${erased} then $4::timestamptz end
       from generate_series(1, ${erased + due}) n returning 1`,
      [tenant.id, amenityId, buildingId, new Date(server.clock.now().getTime() - 200 * 86_400_000)],
    ),
  )
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  await owner.query('analyze feedback')
  await owner.end()
  const notes = noteStatements()
  await server.built.worker?.runCronJob('erase-old-feedback')
  notes.end()
  const [left] = await tenant.inside(({ run }) =>
    run<{ n: number }>('select count(*) as n from feedback where tenant_id = $1 and comment is not null', [
      tenant.id,
    ]),
  )
  assert.equal(left?.n, 0)
  // Statements are recorded once for all tenants, so with the values of the last one.
  const looks = notes
    .take()
    .filter(({ text }) => text.includes('erased_at is null order by'))
    .map((one) => ({ ...one, values: [tenant.id, server.clock.now()] }))
  const readings = await readingsOf(server, tenant.id, looks)
  assert.equal(readings.length, 2, 'in both ways')
  assert.deepEqual(
    readings.filter(({ rows }) => !(rows <= 10 * due)),
    [],
  )
})

test('Rate limit buckets are deleted soon after their window, and until then count', async () => {
  const shared = await startTestServer({ limits: 'spec', sharedLimits: true })
  const { limiter, databases } = shared.built.platform
  await limiter.consume('register', '203.0.113.9')
  await limiter.consume('read', 'a tenant')
  const sweep = async (): Promise<void> => {
    await shared.built.worker?.runCronJob('limits')
  }
  shared.clock.advance(50 * 60_000)
  await sweep()
  assert.equal((await limiter.peek('register', '203.0.113.9')).remaining, 9)
  shared.clock.advance(11 * 60_000)
  await sweep()
  const owner = new pg.Client({ connectionString: shared.database.url })
  await owner.connect()
  const { rowCount } = await owner.query('select from rate_bucket')
  await owner.end()
  assert.equal(rowCount, 0)
  await assert.rejects(databases.app.query('select rate_sweep(0)'), { code: '42501' })
})
