import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { outward } from '#contracts/outward.ts'
import type { NewWebhook, SentNow } from '#contracts/webhooks.ts'
import { replyFaults } from '#server/platform/gate/validate.ts'
import { startTestServer } from '#test/server.ts'
import { sendAll, startReceiver } from './testing/receiver.ts'
import { openStage, verified } from './testing/stage.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { createTenant, deliveriesOf, makeTask, read, subscribe } = openStage(server)

const day = 86_400_000
afterEach(() => server.clock.set(new Date()))

test('A webhook gets an event once with a Standard Webhooks signature, and the log has the attempt', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  assert.match(webhook.secret, /^whsec_/)
  const taskId = await makeTask(tenant)
  await sendAll(server)
  assert.equal(receiver.requests.length, 1)
  const [request] = receiver.requests
  assert.deepEqual(verified(request, webhook.secret), request?.json)
  assert.throws(() => verified(request, `whsec_${Buffer.from('another secret of them').toString('base64')}`))
  assert.equal(request?.headers['content-type'], 'application/json')
  assert.equal(request?.headers['webhook-id'], request?.json.id)
  assert.equal(request?.json.type, 'task.created')
  assert.equal(request?.json.tenantId, tenant.id)
  assert.equal(request?.json.data.id, taskId)
  assert.equal(request?.json.data.title, 'Change the lamp')
  const [delivery] = await deliveriesOf(tenant, webhook.id, '?body=true')
  assert.equal(delivery?.state, 'DELIVERED')
  assert.equal(delivery?.eventId, request?.json.id)
  assert.equal(delivery?.body, request?.text)
  assert.equal(delivery?.attempts.length, 1)
  const [attempt] = delivery?.attempts ?? []
  assert.deepEqual([attempt?.status, attempt?.error, attempt?.answer], [200, null, 'thanks'])
  const detail = await read(tenant, webhook.id)
  assert.equal(detail.state, 'HEALTHY')
  assert.deepEqual(detail.health, { delivered: 1, failed: 0, waiting: 0 })
  assert.ok(detail.lastSuccessAt)
  assert.ok(!('secret' in detail))
})

test('After a rotation both secrets sign for 24 hours, also an attempt that was in progress', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  await makeTask(tenant)
  await sendAll(server)
  const rotated = await server.call<NewWebhook>('POST', `/api/admin/webhooks/${webhook.id}/rotate-secret`, {
    key: tenant.hooks,
  })
  assert.notEqual(rotated.json.data.secret, webhook.secret)
  assert.ok(rotated.json.data.formerSecretUntil)
  // The library verifies the time with its own clock.
  const [delivery] = await deliveriesOf(tenant, webhook.id)
  const again = () =>
    server.call<SentNow>('POST', `/api/admin/webhooks/${webhook.id}/deliveries/${delivery?.id}/redeliver`, {
      key: tenant.hooks,
    })
  receiver.answer = (response) => void response.writeHead(200).end('ok')
  assert.equal((await again()).json.data.status, 200)
  const both = receiver.requests.at(-1)
  assert.equal(String(both?.headers['webhook-signature']).split(' ').length, 2)
  verified(both, webhook.secret)
  verified(both, rotated.json.data.secret)
  await tenant.inside(({ run }) =>
    run('update webhook set former_until = $2 where tenant_id = $1', [tenant.id, server.clock.now()]),
  )
  await again()
  verified(receiver.requests.at(-1), rotated.json.data.secret)
  assert.throws(() => verified(receiver.requests.at(-1), webhook.secret))
})

test('If a secret is rotated twice in a day the first still signs until its own 24 hours are over', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  const rotate = async (): Promise<string> => {
    const path = `/api/admin/webhooks/${webhook.id}/rotate-secret`
    return (await server.call<NewWebhook>('POST', path, { key: tenant.hooks })).json.data.secret
  }
  const signs = async (): Promise<number> => {
    await makeTask(tenant)
    await sendAll(server)
    return String(receiver.requests.at(-1)?.headers['webhook-signature']).split(' ').length
  }
  // Closed without copying it, and requested again.
  const unseen = await rotate()
  const last = await rotate()
  assert.equal(await signs(), 3)
  for (const secret of [webhook.secret, unseen, last]) verified(receiver.requests.at(-1), secret)
  server.clock.advance(day / 2)
  await rotate()
  assert.equal(await signs(), 4)
  server.clock.advance(day / 2)
  assert.equal(await signs(), 2)
  server.clock.advance(day / 2)
  assert.equal(await signs(), 1)
})

test('A deleted webhook gets nothing more, also no waiting deliveries, and its id is NOT_FOUND', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  await makeTask(tenant)
  await sendAll(server)
  const of = `/api/admin/webhooks/${webhook.id}`
  const { hooks: key } = tenant
  assert.deepEqual((await server.call('DELETE', of, { key })).json.data, { id: webhook.id })
  await makeTask(tenant)
  server.clock.advance(day)
  await sendAll(server)
  assert.equal(receiver.requests.length, 1)
  for (const [method, path] of [
    ['GET', of],
    ['PATCH', of],
    ['DELETE', of],
    ['POST', `${of}/test`],
    ['GET', `${of}/deliveries`],
  ] as const)
    assert.equal(
      (await server.call(method, path, { key, ...(method === 'PATCH' ? { body: {} } : {}) })).status,
      404,
      path,
    )
  const left = await tenant.inside(({ run }) =>
    run(
      'select 1 from webhook where tenant_id = $1 union all select 1 from webhook_attempt where tenant_id = $1',
      [tenant.id],
    ),
  )
  assert.deepEqual(left, [])
})

test('A test sends an event now and returns the receiver’s answer; it is not retried', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(418).end('a\u0000 teapot')
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  const reply = await server.call<SentNow>('POST', `/api/admin/webhooks/${webhook.id}/test`, {
    key: tenant.hooks,
  })
  assert.equal(reply.status, 200, reply.text)
  const { status, error, answer } = reply.json.data
  assert.deepEqual({ status, error, answer }, { status: 418, error: 'STATUS', answer: 'a teapot' })
  assert.equal(receiver.requests[0]?.json.type, 'webhook.test')
  assert.deepEqual(replyFaults(outward['webhook.test'].data, receiver.requests[0]?.json.data), [])
  verified(receiver.requests[0], webhook.secret)
  server.clock.advance(day)
  await sendAll(server)
  assert.equal(receiver.requests.length, 1)
})

test('The log is filtered by state, type, time and the id of event or record', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver, ['task.created', 'task.status_changed'])
  const taskId = await makeTask(tenant)
  const other = await makeTask(tenant)
  await server.call('PATCH', `/api/tasks/${taskId}/status`, {
    token: tenant.manager.token,
    body: { status: 'DONE' },
  })
  await sendAll(server)
  const types = async (query: string): Promise<string[]> =>
    (await deliveriesOf(tenant, webhook.id, query)).map(({ type }) => type)
  assert.equal((await types('')).length, 3)
  assert.deepEqual(await types(`?q=${taskId.toUpperCase()}&sort=createdAt`), [
    'task.created',
    'task.status_changed',
  ])
  assert.deepEqual(await types(`?q=${other}`), ['task.created'])
  assert.deepEqual(await types('?q=nothing'), [])
  assert.deepEqual(await types('?type=task.status_changed'), ['task.status_changed'])
  assert.deepEqual(await types('?state=FAILED'), [])
  assert.deepEqual(await types(`?to=${new Date(Date.now() - 60_000).toISOString()}`), [])
  const [one] = await deliveriesOf(tenant, webhook.id, '?pageSize=1')
  assert.equal(one?.body, null)
  const tooMany = `/api/admin/webhooks/${webhook.id}/deliveries?body=true&pageSize=21`
  assert.equal((await server.call('GET', tooMany, { key: tenant.hooks })).json.code, 'VALIDATION_ERROR')
})

test('If nobody has a webhook an event creates no job', async () => {
  const tenant = await createTenant()
  await makeTask(tenant)
  await sendAll(server)
  const handled = await tenant.inside(({ run }) =>
    run("select 1 from event_handled where tenant_id = $1 and subscriber = 'webhooks'", [tenant.id]),
  )
  assert.deepEqual(handled, [])
})
