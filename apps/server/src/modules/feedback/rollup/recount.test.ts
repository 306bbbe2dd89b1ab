/** @alone a second worker that counts at the same time hides the result */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { FeedbackFigures } from '#contracts/figures.ts'
import { besideHolder, dueWork } from '#test/crossing.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { insertFeedback } from '../../dashboard/testing/insert-feedback.ts'
import { recount, rollUpKind } from './recount.ts'
import { rollUp } from './roll-up.ts'

const server = await startTestServer({ own: true, worker: false })

const countAll = async (tenant: TestTenant): Promise<void> => {
  for (let more = true; more; ) more = await tenant.inside(rollUp)
}

const countOf = async (tenant: TestTenant, day: string): Promise<number> => {
  const { token } = await tenant.person(['MANAGER'])
  const reply = await server.call<FeedbackFigures>('GET', `/api/dashboard/feedback?from=${day}&to=${day}`, {
    token,
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.count
}

const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
server.beforeEnd.push(() => owner.end())

/** Waits until a statement on feedback_recount is blocked by another transaction. */
const someoneWaits = async (): Promise<void> => {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%feedback_recount%'`
  while ((await owner.query(waiting)).rows.length === 0);
}

const world = async () => {
  const tenant = await createTenant(server)
  return { tenant, place: await createPlace(server, tenant) }
}

test('A change that commits while its day is being counted is not lost', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world()
  const at = new Date('2026-06-01T12:00:00Z')
  const [id] = await insertFeedback(tenant, place, [{ at, rating: 5, counted: false }])
  await countAll(tenant)
  // An earlier recount, so that the row of the quarter of an hour exists.
  await tenant.inside((ctx) => recount(ctx, [{ buildingId: place.buildingId, at }]))
  const changed = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const release = tenant.inside(async (ctx) => {
    await ctx.run("update feedback set counted = true, state = 'VISIBLE' where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      id,
    ])
    await recount(ctx, [{ buildingId: place.buildingId, at }])
    changed.resolve()
    await goOn.promise
  })
  await changed.promise
  const counted = tenant.inside(rollUp)
  // The change commits once the day is counted, or once it waits for that.
  await Promise.race([counted, someoneWaits()])
  goOn.resolve()
  await Promise.all([counted, release])
  assert.equal(await countOf(tenant, '2026-06-01'), 1)
  await countAll(tenant)
  assert.equal(await countOf(tenant, '2026-06-01'), 1)
})

test('Releasing a submission waits for a recount in progress, and the two do not deadlock', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world()
  const at = new Date('2026-06-01T12:00:00Z')
  const [id] = await insertFeedback(tenant, place, [{ at, rating: 5, counted: false }])
  await countAll(tenant)
  await tenant.inside((ctx) => recount(ctx, [{ buildingId: place.buildingId, at }]))
  const released = await besideHolder(
    tenant,
    dueWork(rollUpKind, 'recount'),
    [
      'select 1 from feedback_recount where tenant_id = $1 and building_id = $2 for update nowait',
      place.buildingId,
    ],
    () =>
      server.call('PATCH', `/api/admin/feedback/${id}`, {
        token: tenant.admin.token,
        body: { release: true, reason: 'Seen' },
      }),
  )
  assert.equal(released.status, 200, released.text)
  await countAll(tenant)
  assert.equal(await countOf(tenant, '2026-06-01'), 1)
})

test('A burst that is found after its first day was counted is removed from that day', async () => {
  server.clock.set(new Date('2026-06-10T21:40:00Z'))
  const { tenant, place } = await world()
  const send = async (at: TestServer): Promise<void> => {
    const reply = await at.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 3 },
      from: '10.7.0.9',
    })
    assert.equal(reply.status, 201, reply.text)
  }
  for (let index = 0; index < 3; index++) await send(server)
  // Handled as new submissions: they did not arrive late.
  await owner.query('delete from event where tenant_id = $1', [tenant.id])
  // After midnight in Berlin another instance, which does not know of these, gets more from the same source.
  server.clock.set(new Date('2026-06-10T22:30:00Z'))
  const other = await startTestServer({ beside: server, worker: false })
  for (let index = 0; index < 3; index++) await send(other)
  server.clock.set(new Date('2026-06-10T23:05:00Z'))
  await countAll(tenant)
  assert.equal(await countOf(tenant, '2026-06-10'), 3)
  const worker = await startTestServer({ beside: server })
  await worker.drain()
  assert.deepEqual([await countOf(tenant, '2026-06-10'), await countOf(tenant, '2026-06-11')], [1, 0])
})
