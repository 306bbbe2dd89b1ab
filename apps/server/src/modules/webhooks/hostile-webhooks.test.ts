import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outwardNames } from '#contracts/outward.ts'
import type { NewWebhook, SentNow, WebhookDelivery } from '#contracts/webhooks.ts'
import { whenSent } from '#server/platform/outbox/sender.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'
import { sendKind } from './record-deliveries.ts'
import { type Receiver, sendAll, startReceiver } from './testing/receiver.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const strict = await startTestServer({ beside: server, worker: false })

const create = (tenant: TestTenant, body: object, at = server) =>
  at.call<NewWebhook>('POST', '/api/admin/webhooks', { token: tenant.admin.token, body })

const subscribe = async (tenant: TestTenant, { url }: Receiver): Promise<NewWebhook> => {
  const reply = await create(tenant, { url, events: ['task.created'] })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const makeTasks = async (tenant: TestTenant, count: number): Promise<void> => {
  const make = (index: number) =>
    server.call('POST', '/api/tasks', { token: tenant.manager.token, body: { title: `Task ${index}` } })
  await Promise.all(Array.from({ length: count }, (_, index) => make(index)))
}

const sendTest = (tenant: TestTenant, id: string, at = server) =>
  at.call<SentNow>('POST', `/api/admin/webhooks/${id}/test`, { token: tenant.admin.token })

const deliveriesOf = async (tenant: TestTenant, id: string): Promise<WebhookDelivery[]> =>
  (
    await server.call<WebhookDelivery[]>('GET', `/api/admin/webhooks/${id}/deliveries?pageSize=100`, {
      token: tenant.admin.token,
    })
  ).json.data

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const end = performance.now() + 20_000
  while (!(await holds())) {
    assert.ok(performance.now() < end, 'It did not come true in 20 s')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('99: an address that may not be called is VALIDATION_ERROR, when it is created and when it is changed', async () => {
  const tenant = await createTenant(server)
  const addresses = [
    'http://hooks.example.com/a',
    'ftp://hooks.example.com/a',
    'https://user:pw@hooks.example.com/',
    'https://hooks.example.com:22/',
    'https://localhost/',
    'https://localhost./',
    'https://127.1/',
    'https://2130706433/',
    'https://①②⑦.0.0.1/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00::]/',
    'https://[fec0::1]/',
    'https://db.internal/',
    'javascript:alert(1)',
    'https://',
    '',
  ]
  for (const url of addresses) {
    const reply = await create(tenant, { url, events: ['task.created'] }, strict)
    assert.deepEqual([reply.status, reply.json.code], [400, 'VALIDATION_ERROR'], url)
  }
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver)
  for (const url of addresses) {
    const reply = await strict.call('PATCH', `/api/admin/webhooks/${webhook.id}`, {
      token: tenant.admin.token,
      body: { url },
    })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', url)
  }
  for (const events of [
    [],
    ['task.exploded'],
    ['internal.mail_requested'],
    ['task.created', 'task.created'],
    '*',
  ])
    assert.equal((await create(tenant, { url: receiver.url, events })).json.code, 'VALIDATION_ERROR')
})

test('An unknown event is refused with its path and the names of all events', async () => {
  const tenant = await createTenant(server)
  const body = { url: 'https://hooks.example.com/a', events: ['task.created', 'task.exploded'] }
  const [fault, ...more] = (await create(tenant, body)).json.details ?? []
  assert.deepEqual(more, [])
  assert.equal(fault?.path, 'body.events.1')
  for (const name of outwardNames) assert.ok(fault?.message.includes(name), name)
})

test('100: an address that is private when it is called fails as BLOCKED, without a connection', async () => {
  const tenant = await createTenant(server)
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver)
  // The other instance does not allow private addresses, unlike this one.
  const { error, status } = (await sendTest(tenant, webhook.id, strict)).json.data
  assert.deepEqual([error, status], ['BLOCKED', null])
  assert.equal(receiver.requests.length, 0)
})

test('101: a redirect is a failure and is not followed', async () => {
  const tenant = await createTenant(server)
  const [receiver, trap] = [await startReceiver(), await startReceiver()]
  receiver.answer = (response) => void response.writeHead(301, { location: trap.url }).end()
  const webhook = await subscribe(tenant, receiver)
  const { error, status } = (await sendTest(tenant, webhook.id)).json.data
  assert.deepEqual([error, status], ['STATUS', 301])
  assert.equal(trap.requests.length, 0)
})

test('102: an answer with an endless body or endless headers is cut, and its status counts', async () => {
  const tenant = await createTenant(server)
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver)
  let written = 0
  receiver.answer = (response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(256 * 1024, 'x')
    const more = (): void => {
      while (!response.destroyed && written < 1e9) {
        written += piece.length
        if (!response.write(piece)) {
          response.once('drain', more)
          return
        }
      }
    }
    more()
  }
  const endless = (await sendTest(tenant, webhook.id)).json.data
  assert.deepEqual([endless.status, endless.error, endless.answer.length], [200, null, 1000])
  assert.ok(written < 50e6, `${written} bytes were taken`)
  receiver.answer = (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n')
    const again = setInterval(() => response.socket?.write(`x-more: ${'y'.repeat(4000)}\r\n`), 1)
    response.on('close', () => clearInterval(again))
  }
  const headers = (await sendTest(tenant, webhook.id)).json.data
  assert.equal(headers.error, 'UNREACHABLE')
})

test('104: an invalid certificate is a failure that says so', async () => {
  const { createServer } = await import('node:https')
  const { makeSigningCertificate } = await import('#server/platform/crypto/certificate.ts')
  const { privateKey, certificate } = await makeSigningCertificate('localhost', new Date())
  const tls = createServer({ key: privateKey, cert: certificate }, (_request, response) => response.end())
  await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done))
  try {
    const tenant = await createTenant(server)
    const address = tls.address()
    const port = typeof address === 'object' ? address?.port : 0
    const reply = await create(tenant, { url: `https://127.0.0.1:${port}/`, events: ['task.created'] })
    assert.equal((await sendTest(tenant, reply.json.data.id)).json.data.error, 'TLS')
  } finally {
    tls.close()
  }
})

test('A hanging receiver has five deliveries in flight and one after it has failed, and delays no other webhook of this or another tenant', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const [hanging, healthy, foreign] = [await startReceiver(), await startReceiver(), await startReceiver()]
  const held: (() => void)[] = []
  hanging.answer = (response) => void held.push(() => response.destroy())
  const slow = await subscribe(tenant, hanging)
  await subscribe(tenant, healthy)
  await subscribe(other, foreign)
  await Promise.all([makeTasks(tenant, 10), makeTasks(other, 10)])
  await until(
    () => healthy.requests.length === 10 && foreign.requests.length === 10 && hanging.now.open === 5,
  )
  assert.equal(hanging.now.most, 5)
  assert.equal(hanging.requests.length, 5)
  // Manual sending is refused too.
  assert.equal((await sendTest(tenant, slow.id)).json.code, 'CONFLICT')
  for (const drop of held.splice(0)) drop()
  // Five failures: from now on one at a time.
  await until(() => hanging.requests.length > 5 && hanging.now.open === 1)
  for (let index = 0; index < 2; index++) {
    await until(() => held.length > 0)
    assert.equal(hanging.now.open, 1)
    held.shift()?.()
  }
  hanging.answer = (response) => void response.writeHead(200).end()
  for (const drop of held.splice(0)) drop()
  await until(() => hanging.requests.length >= 10)
  await whenSent(server.built.platform, sendKind)
})

test('A hanging receiver with no free slot is polled every five seconds, not for each event', async (context) => {
  const tenant = await createTenant(server)
  const hanging = await startReceiver()
  const held: (() => void)[] = []
  hanging.answer = (response) => void held.push(() => response.writeHead(200).end())
  const webhook = await subscribe(tenant, hanging)
  await makeTasks(tenant, 5)
  await until(() => held.length === 5)
  await server.drain()
  server.clock.stand(context)
  const now = server.clock.now()
  const look = async (): Promise<number> => {
    await makeTasks(tenant, 1)
    await server.drain()
    const [due] = await tenant.inside(({ run }) =>
      run<{ due_at: Date }>(
        // Trimming its log uses the same key, but another kind.
        "select due_at from due_work where tenant_id = $1 and kind = 'webhook.send' and key = $2",
        [tenant.id, webhook.id],
      ),
    )
    return (due?.due_at.getTime() ?? 0) - now.getTime()
  }
  assert.deepEqual([await look(), await look()], [5000, 5000])
  hanging.answer = (response) => void response.writeHead(200).end()
  for (const answer of held) answer()
  await until(() => hanging.requests.length === 7)
  await whenSent(server.built.platform, sendKind)
})

test('109: a delivery whose sender died is sent again with the same webhook-id once its claim has expired, not before', async () => {
  const tenant = await createTenant(server)
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver)
  let answered = 0
  receiver.answer = (response) => {
    answered++
    response.writeHead(200).end()
  }
  await makeTasks(tenant, 1)
  await sendAll(server)
  // As a process leaves it that died between the answer and recording it.
  await tenant.inside(async ({ run, scheduleNoLaterThan, now }) => {
    const soon = new Date(now.getTime() + 30_000)
    await run(
      "update webhook_delivery set state = 'PENDING', claimed_until = $2, next_attempt_at = $3 where tenant_id = $1",
      [tenant.id, soon, now],
    )
    await scheduleNoLaterThan('webhook.send', webhook.id, soon)
  })
  await makeTasks(tenant, 1)
  await sendAll(server)
  assert.equal(answered, 2)
  server.clock.advance(31_000)
  await sendAll(server)
  assert.equal(answered, 3)
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  assert.equal(ids[2], ids[0])
  server.clock.set(new Date())
  const states = (await deliveriesOf(tenant, webhook.id)).map(({ state }) => state)
  assert.deepEqual(states, ['DELIVERED', 'DELIVERED'])
})

test('The cron job webhook-retry restores webhooks without a scheduled job', async () => {
  const tenant = await createTenant(server)
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver)
  receiver.answer = (response) => void response.writeHead(500).end()
  await makeTasks(tenant, 1)
  await sendAll(server)
  receiver.answer = (response) => void response.writeHead(200).end()
  await tenant.inside(({ cancel }) => cancel('webhook.send', webhook.id))
  server.clock.advance(60_000)
  await sendAll(server)
  assert.equal(receiver.requests.length, 1)
  await server.built.worker?.runCronJob('webhook-retry')
  await sendAll(server)
  assert.equal(receiver.requests.length, 2)
  server.clock.set(new Date())
})

test('The last place of the plan is taken once, also by ten requests at once; below BUSINESS webhooks are FORBIDDEN', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const receiver = await startReceiver()
  const body = { url: receiver.url, events: ['task.created'] }
  for (let index = 0; index < 19; index++) assert.equal((await create(tenant, body)).status, 201)
  const replies = await Promise.all(Array.from({ length: 10 }, () => create(tenant, body)))
  const codes = replies.map(({ status, json }) => (status === 201 ? 'made' : json.code)).sort()
  assert.deepEqual(codes, [...Array(9).fill('PLAN_LIMIT_REACHED'), 'made'])
  const small = await createTenant(server, { plan: 'PRO' })
  assert.equal((await create(small, body)).json.code, 'FORBIDDEN')
})

test('A key needs webhooks:manage; one with read and write is FORBIDDEN', async () => {
  const tenant = await createTenant(server)
  const [all, hooks] = [
    await createKey(server, tenant, 'read', 'write'),
    await createKey(server, tenant, 'webhooks:manage'),
  ]
  assert.equal((await server.call('GET', '/api/admin/webhooks', { key: all.key })).json.code, 'FORBIDDEN')
  assert.equal((await server.call('GET', '/api/admin/webhooks', { key: hooks.key })).status, 200)
})

test('A delivery of another webhook or tenant is NOT_FOUND', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const receiver = await startReceiver()
  const [webhook, second] = [
    await subscribe(tenant, receiver),
    await subscribe(tenant, await startReceiver()),
  ]
  await makeTasks(tenant, 1)
  await sendAll(server)
  const [delivery] = await deliveriesOf(tenant, webhook.id)
  const redeliver = (of: string, id: string | undefined, by = tenant) =>
    server.call('POST', `/api/admin/webhooks/${of}/deliveries/${id}/redeliver`, { token: by.admin.token })
  assert.equal((await redeliver(second.id, delivery?.id)).status, 404)
  assert.equal((await redeliver(webhook.id, delivery?.id, other)).status, 404)
  assert.equal((await redeliver(webhook.id, 'everything')).status, 404)
  assert.equal((await redeliver(webhook.id, delivery?.id)).status, 200)
  assert.equal(receiver.requests.length, 2)
})
