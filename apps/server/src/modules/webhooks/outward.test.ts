import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outward } from '#contracts/outward.ts'
import { replyFaults } from '#server/platform/gate/validate.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace } from '#test/world.ts'
import { sendAll, startReceiver } from './testing/receiver.ts'
import { openStage } from './testing/stage.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { createTenant, makeTask, subscribe } = openStage(server)

test('Each outbound event matches its contract, and contains no text of visitors and no address', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  await subscribe(tenant, receiver)
  const place = await createPlace(server, tenant)
  const { token } = tenant.manager
  const said = 'qwertz-words-of-a-visitor'
  const report = await server.call<{ id: string; trackingToken: string }>('POST', '/api/feedback', {
    body: {
      qrCode: place.qrCode,
      rating: 1,
      comment: `${said} mail me: visitor@example.com`,
      issues: ['NO_PAPER', { code: 'OTHER', detail: said }],
    },
  })
  assert.equal(report.status, 201, report.text)
  await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, issues: ['NO_PAPER'], comment: said },
  })
  await server.call('POST', `/api/status/${place.qrCode}/report`, { body: { comment: said, issue: 'LEAK' } })
  await sendAll(server)
  const tasks = await server.call<{ id: string; category: string | null }[]>('GET', '/api/tasks', { token })
  const task = tasks.json.data.find(({ category }) => category === 'NO_PAPER')
  assert.ok(task)
  const of = `/api/tasks/${task.id}`
  const staff = tenant.technician
  await server.call('POST', `${of}/assign`, { token, body: { userId: staff.id } })
  await server.call('PATCH', of, { token, body: { priority: 'URGENT', labels: ['east'] } })
  await server.call('PATCH', of, { token, body: { blocked: { reason: 'PARTS' } } })
  await server.call('POST', `${of}/notes`, { token, body: { text: 'A plumber comes', public: true } })
  await server.call('PATCH', `${of}/status`, { token, body: { status: 'DONE' } })
  await sendAll(server)
  const followUp = (body: object) =>
    server.call('POST', `/api/feedback/track/${report.json.data.trackingToken}`, { body })
  const answered = await followUp({ fixed: false, message: said })
  assert.equal(answered.status, 200, answered.text)
  await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, {
    token: tenant.admin.token,
    body: { name: 'Washroom East' },
  })
  await server.call('DELETE', `/api/admin/amenities/${place.amenityId}`, { token: tenant.admin.token })
  await sendAll(server)
  const types = new Set(receiver.requests.map(({ json }) => json.type))
  for (const type of [
    'feedback.created',
    'feedback.merged',
    'feedback.visitor_rejected',
    'status.reported',
    'status.changed',
    'task.created',
    'task.assigned',
    'task.updated',
    'task.note_added',
    'task.status_changed',
    'task.reopened',
    'amenity.created',
    'amenity.updated',
    'amenity.deleted',
  ])
    assert.ok(types.has(type), `${type} was not told`)
  for (const { json, text } of receiver.requests) {
    const { data } = outward[json.type as keyof typeof outward]
    assert.deepEqual(replyFaults(data, json.data), [], json.type)
    assert.ok(!text.includes(said), `${json.type} tells what a visitor wrote`)
    assert.ok(!/[\w.]+@[\w.]+/.test(text), `${json.type} tells an e-mail address`)
    assert.ok(!/\/files\//.test(text), `${json.type} tells the address of a photo`)
  }
  const assigned = receiver.requests.find(({ json }) => json.type === 'task.assigned')?.json.data
  assert.deepEqual(assigned?.changes, [{ field: 'assignee', from: null, to: { kind: 'USER', id: staff.id } }])
  assert.equal(new Set(receiver.requests.map(({ json }) => json.id)).size, receiver.requests.length)
})

test('A quarantined report is sent when it is released, not before', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  await subscribe(tenant, receiver, ['feedback.created'])
  const place = await createPlace(server, tenant)
  const report = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 5, comment: 'BUY NOW https://spam.example https://spam.example/2' },
  })
  await sendAll(server)
  assert.equal(receiver.requests.length, 0)
  const released = await server.call('PATCH', `/api/admin/feedback/${report.json.data.id}`, {
    token: tenant.admin.token,
    body: { release: true, reason: 'It is true' },
  })
  assert.equal(released.status, 200, released.text)
  await sendAll(server)
  assert.equal(receiver.requests.length, 1)
  assert.equal(receiver.requests[0]?.json.data.quarantined, false)
})

test('Merging a task is sent, and so is deleting one, with all tasks merged into it', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  await subscribe(tenant, receiver, ['task.updated', 'task.deleted'])
  const [kept, merged] = [await makeTask(tenant), await makeTask(tenant)]
  const merge = () =>
    server.call('POST', `/api/tasks/${kept}/merge`, { key: tenant.write, body: { taskIds: [merged] } })
  assert.equal((await merge()).status, 200)
  // A task that is already part of it is not sent again.
  assert.equal((await merge()).status, 200)
  await sendAll(server)
  assert.deepEqual(
    receiver.requests.map(({ json: { type, data } }) => [type, data.id, data.mergedInto, data.changes]),
    [['task.updated', merged, kept, [{ field: 'mergedInto', from: null, to: kept }]]],
  )
  const remove = () => server.call('DELETE', `/api/tasks/${kept}`, { key: tenant.write })
  assert.deepEqual([(await remove()).status, (await remove()).status], [200, 404])
  await sendAll(server)
  const gone = receiver.requests.slice(1).map(({ json }) => json)
  assert.deepEqual(
    gone.map(({ type }) => type),
    ['task.deleted', 'task.deleted'],
  )
  assert.deepEqual(gone.map(({ data }) => String(data.id)).sort(), [kept, merged].sort())
  for (const { data } of gone) assert.deepEqual(Object.keys(data).sort(), ['changes', 'id'])
})
