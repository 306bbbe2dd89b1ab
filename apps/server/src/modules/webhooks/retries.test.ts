import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Webhook } from '#contracts/webhooks.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace } from '#test/world.ts'
import { delays } from './record-attempt.ts'
import { sendAll, startReceiver } from './testing/receiver.ts'
import { openStage } from './testing/stage.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { createTenant, deliveriesOf, makeTask, read, rename, subscribe } = openStage(server)

const day = 86_400_000
afterEach(() => server.clock.set(new Date()))

// First the test that moves the clock most, because later ones wait for time to pass.
test('A failed delivery is retried 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the attempt before, ±10 %, with the same body and id', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end('no')
  const webhook = await subscribe(tenant, receiver, ['amenity.updated'])
  await rename(tenant, (await createPlace(server, tenant)).amenityId)
  for (const [tries, delay] of delays.entries()) {
    await sendAll(server)
    assert.equal(receiver.requests.length, tries + 1)
    const [delivery] = await deliveriesOf(tenant, webhook.id)
    const last = delivery?.attempts.at(-1)
    const wait = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(last?.at ?? '')
    assert.ok(
      wait >= delay * 0.9 && wait <= delay * 1.1 + 2000,
      `${wait} after try ${tries + 1}, not ${delay}`,
    )
    server.clock.advance(delay * 0.85)
    await sendAll(server)
    assert.equal(receiver.requests.length, tries + 1)
    server.clock.advance(delay * 0.3)
  }
  await sendAll(server)
  const [delivery] = await deliveriesOf(tenant, webhook.id)
  assert.equal(delivery?.state, 'FAILED')
  assert.equal(delivery?.nextAttemptAt, null)
  assert.equal(delivery?.attempts.length, 10)
  assert.equal(new Set(receiver.requests.map(({ text }) => text)).size, 1)
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
  server.clock.advance(30 * day)
  await sendAll(server)
  assert.equal(receiver.requests.length, 10)
  // The log is kept for 30 days.
  server.clock.advance(2 * day)
  await sendAll(server)
  assert.deepEqual(await deliveriesOf(tenant, webhook.id), [])
})

test('A webhook is switched off after five days without a success and 20 failures, the first and last 12 hours apart', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(503).end()
  const webhook = await subscribe(tenant, receiver, ['amenity.updated'])
  // Six idle days, then nineteen failures within minutes: too early to call it dead.
  const { amenityId } = await createPlace(server, tenant)
  server.clock.advance(6 * day)
  await rename(tenant, amenityId, 19)
  await sendAll(server)
  assert.equal((await read(tenant, webhook.id)).state, 'FAILING')
  server.clock.advance(6000)
  await sendAll(server)
  assert.equal((await read(tenant, webhook.id)).state, 'FAILING')
  server.clock.advance(13 * 3600_000)
  await sendAll(server)
  const off = await read(tenant, webhook.id)
  assert.deepEqual([off.state, off.reason, off.health.waiting], ['SWITCHED_OFF', 'FAILING', 0])
  assert.equal(server.mails.filter(({ to }) => to === tenant.admin.email).length, 1)
})

test('Retry-After is honoured up to 24 hours', async (t) => {
  server.clock.stand(t)
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
    await sendAll(server)
    const [delivery] = await deliveriesOf(tenant, webhook.id)
    const at = Date.parse(delivery?.attempts[0]?.at ?? '')
    waits.push(Math.round((Date.parse(delivery?.nextAttemptAt ?? '') - at) / 10_000) * 10)
    await server.call('DELETE', `/api/admin/webhooks/${webhook.id}`, { key: tenant.hooks })
  }
  assert.deepEqual(waits, [3600, 86_400, 7200, waits[3]])
  assert.ok((waits[3] ?? 99) <= 10)
})

test('410 switches it off at once, with an email to the administrators; when it is enabled again, failed deliveries since a date can be sent', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(410).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  const since = server.clock.now().toISOString()
  await makeTask(tenant)
  await sendAll(server)
  const off = await read(tenant, webhook.id)
  assert.deepEqual([off.enabled, off.state, off.reason], [false, 'SWITCHED_OFF', 'GONE'])
  const mails = server.mails.filter(({ to }) => to === tenant.admin.email)
  assert.deepEqual(
    mails.map(({ subject }) => /any more/.test(subject)),
    [true],
  )
  await makeTask(tenant)
  server.clock.advance(10 * day)
  await sendAll(server)
  assert.equal(receiver.requests.length, 1)
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
  await sendAll(server)
  assert.equal(receiver.requests.length, 2)
  assert.equal(receiver.requests[1]?.text, receiver.requests[0]?.text)
  assert.deepEqual(
    (await deliveriesOf(tenant, webhook.id, '?state=DELIVERED')).map(({ id }) => id),
    [failed?.id],
  )
})

test('After a downgrade deliveries stop, with an entry in the log and one email; with the plan they continue', async () => {
  const tenant = await createTenant({ plan: 'BUSINESS' })
  const receiver = await startReceiver()
  receiver.answer = (response) => void response.writeHead(500).end()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  await makeTask(tenant)
  await sendAll(server)
  const setPlan = async (plan: string): Promise<void> => {
    await tenant.inside(({ run }) => run('update tenant set plan = $2 where id = $1', [tenant.id, plan]))
    server.built.platform.tenantChanged(tenant.id)
  }
  await setPlan('PRO')
  await makeTask(tenant)
  server.clock.advance(10_000)
  await sendAll(server)
  assert.equal(receiver.requests.length, 1)
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
  await sendAll(server)
  assert.equal(receiver.requests.length, 2)
})
