/** Confirmation of work by a later rating (decision 0068). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityFigures } from '#contracts/figures.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { historyOf, listOf, makeTask, move } from '#server/modules/tasks/testing/test-tasks.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import { handleReports } from './handle-report.ts'

const server = await startTestServer()
const minute = 60_000

let visitors = 0
/** From an address of its own, a minute after the last submission. */
const submit = async (place: TestPlace, body: object): Promise<string> => {
  server.clock.advance(minute)
  const from = `10.6.${++visitors >> 8}.${visitors & 255}`
  const reply = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, ...body },
    from,
  })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  return reply.json.data.id
}
const finish = async (tenant: TestTenant, id: string): Promise<void> => {
  server.clock.advance(minute)
  const { json, text } = await move(server, tenant.manager, id, { status: 'DONE' })
  assert.equal(json.data.verification, 'CLAIMED', text)
}
const reportedTask = async (tenant: TestTenant, place: TestPlace): Promise<Task> => {
  await submit(place, { rating: 2, issues: ['LEAK'] })
  const [task] = (await listOf(server, tenant.manager)).json.data
  assert.ok(task)
  return task
}
const verificationOf = async (tenant: TestTenant, id: string): Promise<string> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: tenant.manager.token })).json.data.verification

test('A finished task is CLAIMED until a later good rating of the same place without issues confirms it, which history and figures show', async () => {
  const tenant = await createTenant(server)
  const [place, other] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const task = await reportedTask(tenant, place)
  await submit(place, { rating: 5 })
  await finish(tenant, task.id)
  await submit(other, { rating: 5 })
  await submit(place, { rating: 3 })
  await submit(place, { rating: 5, issues: ['NO_SOAP'] })
  assert.equal(await verificationOf(tenant, task.id), 'CLAIMED')
  const confirmed = async () => {
    const { token } = tenant.manager
    const path = `/api/dashboard/amenities/${place.amenityId}`
    const { tasks } = (await server.call<AmenityFigures>('GET', path, { token })).json.data
    return [tasks.done, tasks.confirmed]
  }
  assert.deepEqual(await confirmed(), [1, 0])
  const feedbackId = await submit(place, { rating: 4 })
  assert.equal(await verificationOf(tenant, task.id), 'CONFIRMED')
  assert.deepEqual(await confirmed(), [1, 1])
  await submit(place, { rating: 5 })
  const lines = (await historyOf(server, tenant.manager, task.id)).filter(({ type }) => type === 'CONFIRMED')
  assert.deepEqual(
    lines.map(({ text, actor, changes }) => [text, actor.kind, changes]),
    [
      [
        'Confirmed as done by a later good rating',
        'SYSTEM',
        [
          { field: 'feedback', from: null, to: feedbackId },
          { field: 'verification', from: 'CLAIMED', to: 'CONFIRMED' },
        ],
      ],
    ],
  )
})

test('A rating in quarantine or more than a day later confirms nothing, and no rating confirms work that nobody reported', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { amenityId } = place
  const reported = await reportedTask(tenant, place)
  const own = await makeTask(server, tenant.manager, { amenityId })
  for (const { id } of [reported, own]) await finish(tenant, id)
  const set = await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { privacy: { moderation: 'BEFORE' } },
  })
  assert.equal(set.status, 200, set.text)
  await submit(place, { rating: 5, comment: 'It waits to be read' })
  await submit(place, { rating: 5, comment: 'http://a.example http://b.example' })
  assert.equal(await verificationOf(tenant, reported.id), 'CLAIMED')
  const rated = (counted: boolean, hoursAfter: number) =>
    tenant.inside(async (ctx) => {
      const feedbackId = newId(ctx.now.getTime())
      await ctx.run(
        `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, counted, created_at)
         select $1, $2, amenity_id, building_id, 5, 'someone', $4, completed_at + $5 * interval '1 hour'
         from task where tenant_id = $1 and id = $3 returning 1`,
        [ctx.tenantId, feedbackId, reported.id, counted, hoursAfter],
      )
      await handleReports(ctx, [{ amenityId, feedbackId }])
    })
  await rated(false, 1)
  await rated(true, 25)
  assert.equal(await verificationOf(tenant, reported.id), 'CLAIMED', 'no burst, nor the next day')
  await rated(true, 23)
  assert.equal(await verificationOf(tenant, reported.id), 'CONFIRMED')
  assert.equal(await verificationOf(tenant, own.id), 'CLAIMED')
})
