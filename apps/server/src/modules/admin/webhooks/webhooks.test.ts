import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import type {
  NewWebhook,
  SentNow,
  Webhook,
  WebhookDelivery,
  WebhookDetail,
} from '#contracts/admin/webhooks.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { outward } from '#contracts/outward.ts'
import { replyFaults } from '#server/platform/gate/validate.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant as createTenantWith, type TestTenant } from '#test/world.ts'
import { delays } from './settle.ts'
import { carryAll, type Heard, type Receiver, startReceiver } from './testing/receiver.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })

const day = 86_400_000
afterEach(() => server.clock.set(new Date()))
const all = Object.keys(outward)

/** With keys for its calls, which do not end when the clock moves. */
type Subscriber = TestTenant & { readonly hooks: string; readonly write: string }

const createTenant = async ({ plan = 'ENTERPRISE' }: { plan?: Plan } = {}): Promise<Subscriber> => {
  const tenant = await createTenantWith(server, { plan })
  const [hooks, write] = await Promise.all([
    createKey(server, tenant, 'webhooks:manage'),
    createKey(server, tenant, 'write'),
  ])
  return { ...tenant, hooks: hooks.key, write: write.key }
}

const subscribe = async (
  tenant: Subscriber,
  { url }: Pick<Receiver, 'url'>,
  events: readonly string[] = all,
): Promise<NewWebhook> => {
  const reply = await server.call<NewWebhook>('POST', '/api/admin/webhooks', {
    key: tenant.hooks,
    body: { url, events },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const makeTask = async (tenant: Subscriber, title = 'Change the lamp'): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
    key: tenant.write,
    body: { title },
  })
  return reply.json.data.id
}

/** Something that nothing else follows from, however far the clock moves. */
const rename = async (tenant: Subscriber, amenityId: string, times = 1): Promise<void> => {
  for (let index = 0; index < times; index++)
    await server.call('PATCH', `/api/admin/amenities/${amenityId}`, {
      key: tenant.write,
      body: { name: `Washroom ${index + 2}` },
    })
}

const deliveriesOf = async (tenant: Subscriber, id: string, query = ''): Promise<WebhookDelivery[]> =>
  (
    await server.call<WebhookDelivery[]>('GET', `/api/admin/webhooks/${id}/deliveries${query}`, {
      key: tenant.hooks,
    })
  ).json.data

const read = async (tenant: Subscriber, id: string): Promise<WebhookDetail> =>
  (await server.call<WebhookDetail>('GET', `/api/admin/webhooks/${id}`, { key: tenant.hooks })).json.data

const verified = (heard: Heard | undefined, secret: string): unknown =>
  new Verifier(secret).verify(heard?.text ?? '', heard?.headers as Record<string, string>)

// First, while nothing else waits for time to pass.
test('A failed delivery is tried again at 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the one before, ±10 %, with the same bytes under the same id', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end('no')
  const webhook = await subscribe(tenant, receiver, ['amenity.updated'])
  await rename(tenant, (await createPlace(server, tenant)).amenityId)
  for (const [tries, delay] of delays.entries()) {
    await carryAll(server)
    assert.equal(receiver.heard.length, tries + 1)
    const [delivery] = await deliveriesOf(tenant, webhook.id)
    const last = delivery?.attempts.at(-1)
    const wait = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(last?.at ?? '')
    assert.ok(
      wait >= delay * 0.9 && wait <= delay * 1.1 + 2000,
      `${wait} after try ${tries + 1}, not ${delay}`,
    )
    server.clock.advance(delay * 0.85)
    await carryAll(server)
    assert.equal(receiver.heard.length, tries + 1)
    server.clock.advance(delay * 0.3)
  }
  await carryAll(server)
  const [delivery] = await deliveriesOf(tenant, webhook.id)
  assert.equal(delivery?.state, 'FAILED')
  assert.equal(delivery?.nextAttemptAt, null)
  assert.equal(delivery?.attempts.length, 10)
  assert.equal(new Set(receiver.heard.map(({ text }) => text)).size, 1)
  assert.equal(new Set(receiver.heard.map(({ headers }) => headers['webhook-id'])).size, 1)
  server.clock.advance(30 * day)
  await carryAll(server)
  assert.equal(receiver.heard.length, 10)
  // The log is kept for 30 days.
  server.clock.advance(2 * day)
  await carryAll(server)
  assert.deepEqual(await deliveriesOf(tenant, webhook.id), [])
})

test('Five days without a success switch it off, with 20 failures of which the first and last are 12 hours apart', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(503).end()
  const webhook = await subscribe(tenant, receiver, ['amenity.updated'])
  // Six days of nothing, then nineteen failures within minutes: nobody knows yet that it is dead.
  const { amenityId } = await createPlace(server, tenant)
  server.clock.advance(6 * day)
  await rename(tenant, amenityId, 19)
  await carryAll(server)
  assert.equal((await read(tenant, webhook.id)).state, 'FAILING')
  server.clock.advance(6000)
  await carryAll(server)
  assert.equal((await read(tenant, webhook.id)).state, 'FAILING')
  server.clock.advance(13 * 3600_000)
  await carryAll(server)
  const off = await read(tenant, webhook.id)
  assert.deepEqual([off.state, off.reason, off.health.waiting], ['SWITCHED_OFF', 'FAILING', 0])
  assert.equal(server.mails.filter(({ to }) => to === tenant.admin.email).length, 1)
})

test('A webhook is told of an event with a signature of Standard Webhooks, once, and the log holds the attempt', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  assert.match(webhook.secret, /^whsec_/)
  const taskId = await makeTask(tenant)
  await carryAll(server)
  assert.equal(receiver.heard.length, 1)
  const [heard] = receiver.heard
  assert.deepEqual(verified(heard, webhook.secret), heard?.json)
  assert.throws(() => verified(heard, `whsec_${Buffer.from('another secret of them').toString('base64')}`))
  assert.equal(heard?.headers['content-type'], 'application/json')
  assert.equal(heard?.headers['webhook-id'], heard?.json.id)
  assert.equal(heard?.json.type, 'task.created')
  assert.equal(heard?.json.tenantId, tenant.id)
  assert.equal(heard?.json.data.id, taskId)
  assert.equal(heard?.json.data.title, 'Change the lamp')
  const [delivery] = await deliveriesOf(tenant, webhook.id, '?body=true')
  assert.equal(delivery?.state, 'DELIVERED')
  assert.equal(delivery?.eventId, heard?.json.id)
  assert.equal(delivery?.body, heard?.text)
  assert.equal(delivery?.attempts.length, 1)
  const [attempt] = delivery?.attempts ?? []
  assert.deepEqual([attempt?.status, attempt?.error, attempt?.answer], [200, null, 'thanks'])
  const detail = await read(tenant, webhook.id)
  assert.equal(detail.state, 'HEALTHY')
  assert.deepEqual(detail.health, { delivered: 1, failed: 0, waiting: 0 })
  assert.ok(detail.lastSuccessAt)
  assert.ok(!('secret' in detail))
})

test('Each event that leaves keeps to what the contract says of it, and holds no word of a visitor and no address', async () => {
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
  await carryAll(server)
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
  await carryAll(server)
  const followUp = (body: object) =>
    server.call('POST', `/api/feedback/track/${report.json.data.trackingToken}`, { body })
  const answered = await followUp({ fixed: false, message: said })
  assert.equal(answered.status, 200, answered.text)
  await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, {
    token: tenant.admin.token,
    body: { name: 'Washroom East' },
  })
  await server.call('DELETE', `/api/admin/amenities/${place.amenityId}`, { token: tenant.admin.token })
  await carryAll(server)
  const types = new Set(receiver.heard.map(({ json }) => json.type))
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
  for (const { json, text } of receiver.heard) {
    const { data } = outward[json.type as keyof typeof outward]
    assert.deepEqual(replyFaults(data, json.data), [], json.type)
    assert.ok(!text.includes(said), `${json.type} tells what a visitor wrote`)
    assert.ok(!/[\w.]+@[\w.]+/.test(text), `${json.type} tells an e-mail address`)
    assert.ok(!/\/files\//.test(text), `${json.type} tells the address of a photo`)
  }
  const assigned = receiver.heard.find(({ json }) => json.type === 'task.assigned')?.json.data
  assert.deepEqual(assigned?.changes, [{ field: 'assignee', from: null, to: { kind: 'USER', id: staff.id } }])
  assert.equal(new Set(receiver.heard.map(({ json }) => json.id)).size, receiver.heard.length)
})

test('A quarantined report is told when it is released, not before', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  await subscribe(tenant, receiver, ['feedback.created'])
  const place = await createPlace(server, tenant)
  const report = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 5, comment: 'BUY NOW https://spam.example https://spam.example/2' },
  })
  await carryAll(server)
  assert.equal(receiver.heard.length, 0)
  const released = await server.call('PATCH', `/api/admin/feedback/${report.json.data.id}`, {
    token: tenant.admin.token,
    body: { release: true, reason: 'It is true' },
  })
  assert.equal(released.status, 200, released.text)
  await carryAll(server)
  assert.equal(receiver.heard.length, 1)
  assert.equal(receiver.heard[0]?.json.data.quarantined, false)
})

test('Retry-After is honoured up to 24 hours', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  const waits: number[] = []
  for (const header of [
    '3600',
    '999999',
    new Date(server.clock.now().getTime() + 7200_000).toUTCString(),
    'soon',
  ]) {
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': header }).end()
    const webhook = await subscribe(tenant, receiver, ['task.created'])
    await makeTask(tenant)
    await carryAll(server)
    const [delivery] = await deliveriesOf(tenant, webhook.id)
    const at = Date.parse(delivery?.attempts[0]?.at ?? '')
    waits.push(Math.round((Date.parse(delivery?.nextAttemptAt ?? '') - at) / 10_000) * 10)
    await server.call('DELETE', `/api/admin/webhooks/${webhook.id}`, { key: tenant.hooks })
  }
  assert.deepEqual(waits, [3600, 86_400, 7200, waits[3]])
  assert.ok((waits[3] ?? 99) <= 10)
})

test('410 switches it off at once, with an e-mail to the admins; enabled again, what failed is sent since a date', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(410).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  const since = server.clock.now().toISOString()
  await makeTask(tenant)
  await carryAll(server)
  const off = await read(tenant, webhook.id)
  assert.deepEqual([off.enabled, off.state, off.reason], [false, 'SWITCHED_OFF', 'GONE'])
  const mails = server.mails.filter(({ to }) => to === tenant.admin.email)
  assert.deepEqual(
    mails.map(({ subject }) => /any more/.test(subject)),
    [true],
  )
  await makeTask(tenant)
  server.clock.advance(10 * day)
  await carryAll(server)
  assert.equal(receiver.heard.length, 1)
  const [failed] = await deliveriesOf(tenant, webhook.id)
  assert.equal(failed?.state, 'FAILED')
  const again = (body?: object) =>
    server.call<{ queued: number }>('POST', `/api/admin/webhooks/${webhook.id}/deliveries/all/redeliver`, {
      key: tenant.hooks,
      body,
    })
  assert.equal((await again({ since })).json.code, 'CONFLICT')
  receiver.answer = (response) => void response.writeHead(204).end()
  const enabled = await server.call<Webhook>('PATCH', `/api/admin/webhooks/${webhook.id}`, {
    key: tenant.hooks,
    body: { enabled: true },
  })
  assert.deepEqual([enabled.json.data.state, enabled.json.data.reason], ['HEALTHY', null])
  assert.equal((await again()).json.code, 'VALIDATION_ERROR')
  assert.equal((await again({ since: '2020-01-01T00:00:00Z' })).json.code, 'VALIDATION_ERROR')
  assert.deepEqual((await again({ since })).json.data, { queued: 1 })
  await carryAll(server)
  assert.equal(receiver.heard.length, 2)
  assert.equal(receiver.heard[1]?.text, receiver.heard[0]?.text)
  assert.deepEqual(
    (await deliveriesOf(tenant, webhook.id, '?state=DELIVERED')).map(({ id }) => id),
    [failed?.id],
  )
})

test('After a rotation both secrets sign for 24 hours, also a try that was on its way', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  await makeTask(tenant)
  await carryAll(server)
  const rotated = await server.call<NewWebhook>('POST', `/api/admin/webhooks/${webhook.id}/rotate-secret`, {
    key: tenant.hooks,
  })
  assert.notEqual(rotated.json.data.secret, webhook.secret)
  assert.ok(rotated.json.data.formerSecretUntil)
  // The library compares with its own clock.
  const [delivery] = await deliveriesOf(tenant, webhook.id)
  const again = () =>
    server.call<SentNow>('POST', `/api/admin/webhooks/${webhook.id}/deliveries/${delivery?.id}/redeliver`, {
      key: tenant.hooks,
    })
  receiver.answer = (response) => void response.writeHead(200).end('ok')
  assert.equal((await again()).json.data.status, 200)
  const both = receiver.heard.at(-1)
  assert.equal(String(both?.headers['webhook-signature']).split(' ').length, 2)
  verified(both, webhook.secret)
  verified(both, rotated.json.data.secret)
  await tenant.inside(({ run }) =>
    run('update webhook set former_until = $2 where tenant_id = $1', [tenant.id, server.clock.now()]),
  )
  await again()
  verified(receiver.heard.at(-1), rotated.json.data.secret)
  assert.throws(() => verified(receiver.heard.at(-1), webhook.secret))
})

test('A webhook that was deleted gets nothing more, also of what waits, and its id is NOT_FOUND', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  await makeTask(tenant)
  await carryAll(server)
  const of = `/api/admin/webhooks/${webhook.id}`
  const { hooks: key } = tenant
  assert.deepEqual((await server.call('DELETE', of, { key })).json.data, { id: webhook.id })
  await makeTask(tenant)
  server.clock.advance(day)
  await carryAll(server)
  assert.equal(receiver.heard.length, 1)
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

test('A test sends an event now and tells what the receiver answered; it is not tried again', async () => {
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
  assert.equal(receiver.heard[0]?.json.type, 'webhook.test')
  assert.deepEqual(replyFaults(outward['webhook.test'].data, receiver.heard[0]?.json.data), [])
  verified(receiver.heard[0], webhook.secret)
  server.clock.advance(day)
  await carryAll(server)
  assert.equal(receiver.heard.length, 1)
})

test('A plan that falls stops deliveries, says so in the log and in one mail; with the plan they go on', async () => {
  const tenant = await createTenant({ plan: 'BUSINESS' })
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  await makeTask(tenant)
  await carryAll(server)
  const setPlan = async (plan: string): Promise<void> => {
    await tenant.inside(({ run }) => run('update tenant set plan = $2 where id = $1', [tenant.id, plan]))
    server.built.platform.tenantChanged(tenant.id)
  }
  await setPlan('PRO')
  await makeTask(tenant)
  server.clock.advance(10_000)
  await carryAll(server)
  assert.equal(receiver.heard.length, 1)
  assert.equal(server.mails.filter(({ to }) => to === tenant.admin.email).length, 1)
  assert.equal(
    (await server.call('GET', '/api/admin/webhooks', { key: tenant.hooks })).json.code,
    'FORBIDDEN',
  )
  await setPlan('BUSINESS')
  const [stopped] = await deliveriesOf(tenant, webhook.id)
  assert.deepEqual([stopped?.state, stopped?.attempts.at(-1)?.error], ['FAILED', 'PLAN'])
  receiver.answer = (response) => void response.writeHead(200).end()
  await makeTask(tenant)
  await carryAll(server)
  assert.equal(receiver.heard.length, 2)
})

test('The log is searched by state, type, time and the id of event or record', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver, ['task.created', 'task.status_changed'])
  const taskId = await makeTask(tenant)
  const other = await makeTask(tenant)
  await server.call('PATCH', `/api/tasks/${taskId}/status`, {
    token: tenant.manager.token,
    body: { status: 'DONE' },
  })
  await carryAll(server)
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

test('Where nobody has a webhook no job is made of an event', async () => {
  const tenant = await createTenant()
  await makeTask(tenant)
  await carryAll(server)
  const handled = await tenant.inside(({ run }) =>
    run("select 1 from event_handled where tenant_id = $1 and subscriber = 'webhooks'", [tenant.id]),
  )
  assert.deepEqual(handled, [])
})
