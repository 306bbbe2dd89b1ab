import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { StatusPage } from '#contracts/status.ts'
import { recordCleaning } from '#server/modules/places/lookup/public.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()
const hour = 3600_000

const look = async (code: string): Promise<StatusPage> =>
  (await server.call<StatusPage>('GET', `/api/status/${code}`)).json.data
const say = async (qrCode: string, issue: string): Promise<FeedbackReceipt> => {
  const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode, issues: [issue] },
  })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  return reply.json.data
}
const finish = async (tenant: TestTenant, amenityId: string, category: string): Promise<void> => {
  const task = await tenant.inside((ctx) =>
    ctx.db
      .selectFrom('task')
      .select('id')
      .where('amenity_id', '=', amenityId)
      .where('category', '=', category)
      .executeTakeFirstOrThrow(),
  )
  const { token } = await tenant.person(['MANAGER'])
  const reply = await server.call('PATCH', `/api/tasks/${task.id}/status`, {
    token,
    body: { status: 'DONE' },
  })
  assert.equal(reply.status, 200, reply.text)
}
const refute = async (trackingToken: string): Promise<void> => {
  const reply = await server.call('POST', `/api/feedback/track/${trackingToken}`, { body: { fixed: false } })
  assert.equal(reply.status, 200, reply.text)
}

test('After a visitor’s "no" the last cleaning is the one before', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await say(qrCode, 'NOT_CLEAN')
  await finish(tenant, amenityId, 'NOT_CLEAN')
  const { lastCleanedAt } = await look(qrCode)
  assert.ok(lastCleanedAt)
  server.clock.advance(hour)
  const { trackingToken } = await say(qrCode, 'NO_PAPER')
  await finish(tenant, amenityId, 'NO_PAPER')
  assert.notEqual((await look(qrCode)).lastCleanedAt, lastCleanedAt)
  await refute(trackingToken)
  assert.equal((await look(qrCode)).lastCleanedAt, lastCleanedAt)
})

test('A "no" about work that was no cleaning, or before a later cleaning, leaves the last cleaning', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  // Recorded as a seed does, without a task.
  const clean = () => tenant.inside((ctx) => recordCleaning(ctx, [amenityId], ctx.now))
  const stays = async (trackingToken: string): Promise<void> => {
    const { lastCleanedAt } = await look(qrCode)
    assert.ok(lastCleanedAt)
    await refute(trackingToken)
    assert.equal((await look(qrCode)).lastCleanedAt, lastCleanedAt)
  }
  await clean()
  server.clock.advance(hour)
  const leak = await say(qrCode, 'LEAK')
  await finish(tenant, amenityId, 'LEAK')
  await stays(leak.trackingToken)
  const dirt = await say(qrCode, 'NOT_CLEAN')
  await finish(tenant, amenityId, 'NOT_CLEAN')
  server.clock.advance(hour)
  await clean()
  await stays(dirt.trackingToken)
})
