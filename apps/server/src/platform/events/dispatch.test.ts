/** Jobs of an older version: events of a removed subscriber are not lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PgBoss } from 'pg-boss'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { subscribers } from '../../../build.ts'
import { adoptOrphans } from './dispatch.ts'

const server = await startTestServer({ worker: false, own: true })

test('Events of jobs without a worker are dispatched again, in the old and the current format; all others stay', async () => {
  const tenant = await createTenant(server)
  const [former, one, other, handled] = Array.from({ length: 4 }, () => newId(Date.now()))
  await tenant.inside(async ({ run, now }) => {
    await run(
      `insert into event (tenant_id, id, type, payload, at, dispatched_at)
       select $1, id, 'amenity.deleted', '{}', $3, $3 from unnest($2::uuid[]) as id`,
      [tenant.id, [former, one, other, handled], now],
    )
  })
  const boss = new PgBoss({
    connectionString: server.database.url,
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const known = `event.${subscribers[0]?.name}`
    await boss.createQueue('event.gone')
    await boss.send('event.gone', { tenantId: tenant.id, eventId: former })
    await boss.send('event.gone', { tenantId: tenant.id, events: [{ id: one }, { id: other }] })
    await boss.send(known, { tenantId: tenant.id, events: [{ id: handled }] })
    assert.equal(await adoptOrphans(server.built.platform.databases.worker, subscribers), 3)
    const waiting = await tenant.inside(({ run }) =>
      run<{ id: string }>(
        'select id from event where tenant_id = $1 and id = any($2::uuid[]) and dispatched_at is null order by id',
        [tenant.id, [former, one, other, handled]],
      ),
    )
    assert.deepEqual(
      waiting.map(({ id }) => id),
      [former, one, other].sort(),
    )
    assert.equal(await adoptOrphans(server.built.platform.databases.worker, subscribers), 0)
    const { rows } = await server.built.platform.databases.worker.query(
      "select name from pgboss.job where name like 'event.%'",
    )
    assert.deepEqual(rows, [{ name: known }])
  } finally {
    await boss.stop({ graceful: false })
  }
})
