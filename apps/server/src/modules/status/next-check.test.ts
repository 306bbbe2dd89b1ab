import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatusPage } from '#contracts/status.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()
const hour = 3600_000
const inHours = (hours: number): string => new Date(server.clock.now().getTime() + hours * hour).toISOString()

const checks = async (qrCode: string): Promise<(string | null)[]> => {
  const { lastCleanedAt, nextCheckAt } = (await server.call<StatusPage>('GET', `/api/status/${qrCode}`)).json
    .data
  return [lastCleanedAt, nextCheckAt]
}

test('The next check is the earliest future due time of a planned cleaning here', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const elsewhere = await createPlace(server, tenant)
  const { token } = tenant.manager
  const plan = async (dueAt: string | undefined, category: string, amenityId = place.amenityId) => {
    const body = { title: 'Round', amenityId, category, dueAt }
    const reply = await server.call<Task>('POST', '/api/tasks', { token, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const move = async (id: string, body: unknown) => {
    const reply = await server.call('PATCH', `/api/tasks/${id}/status`, { token, body })
    assert.equal(reply.status, 200, reply.text)
  }
  assert.deepEqual(await checks(place.qrCode), [null, null])
  await plan(inHours(1), 'LEAK')
  await plan(inHours(1), 'NOT_CLEAN', elsewhere.amenityId)
  await plan(undefined, 'NOT_CLEAN')
  assert.deepEqual(
    await checks(place.qrCode),
    [null, null],
    'a repair, another place and no time are no plan',
  )
  const [evening, noon] = [inHours(8), inHours(4)]
  await plan(evening, 'NOT_CLEAN')
  const first = await plan(noon, 'NOT_CLEAN')
  assert.deepEqual(await checks(place.qrCode), [null, noon])
  await move(first, { status: 'IN_PROGRESS', blocked: { reason: 'ACCESS' } })
  assert.deepEqual(await checks(place.qrCode), [null, evening], 'what is blocked is not expected')
  await move(first, { status: 'IN_PROGRESS', blocked: null })
  assert.deepEqual(await checks(place.qrCode), [null, noon])
  await move(first, { status: 'DONE' })
  const [cleaned, next] = await checks(place.qrCode)
  assert.ok(cleaned)
  assert.equal(next, evening)
  server.clock.advance(9 * hour)
  assert.deepEqual(await checks(place.qrCode), [cleaned, null], 'a time that has passed is no promise')
})

test('The due time of a visitor’s report is not presented as a check', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { token } = tenant.manager
  await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, issues: ['NOT_CLEAN'] } })
  await server.drain()
  const [task] = (await server.call<Task[]>('GET', '/api/tasks', { token })).json.data
  assert.equal(task?.skill, 'CLEANING')
  const reply = await server.call('PATCH', `/api/tasks/${task?.id}`, { token, body: { dueAt: inHours(2) } })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(await checks(place.qrCode), [null, null])
})
