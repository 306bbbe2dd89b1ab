/** Runs the commands of docs/webhooks.md in order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewWebhook, SentNow, Webhook, WebhookDelivery } from '#contracts/webhooks.ts'
import { delays } from '#server/modules/webhooks/record-attempt.ts'
import { startReceiver } from '#server/modules/webhooks/testing/receiver.ts'
import { commandsOf } from './docs.ts'
import { startTestServer } from './server.ts'
import { createKey, createTenant } from './world.ts'

const server = await startTestServer({ worker: false, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const receiver = await startReceiver()

test('Every command of docs/webhooks.md does what the page says', async () => {
  const tenant = await createTenant(server)
  const { key } = await createKey(server, tenant, 'webhooks:manage')
  const values = {
    BASE: server.base,
    KEY: key,
    RECEIVER: receiver.url,
    ID: '',
    SINCE: server.clock.now().toISOString(),
  }
  const [create = ''] = commandsOf('webhooks.md', server, values).commands
  const made = await commandsOf('webhooks.md', server, values).run<NewWebhook>(create)
  assert.match(made.json.data.secret, /^whsec_/)
  const { commands, run } = commandsOf('webhooks.md', server, { ...values, ID: made.json.data.id })
  assert.equal(commands.length, 5)
  const [, testIt = '', enable = '', again = '', log = ''] = commands
  receiver.answer = (response) => void response.writeHead(503).end('not now')
  const tested = await run<SentNow>(testIt)
  assert.deepEqual([tested.json.data.status, tested.json.data.error], [503, 'STATUS'])
  assert.equal((await run<Webhook>(enable)).json.data.enabled, true)
  assert.deepEqual((await run<{ queued: number }>(again)).json.data, { queued: 0 })
  const [failed] = (await run<WebhookDelivery[]>(log)).json.data
  assert.equal(failed?.id, tested.json.data.deliveryId)
  assert.match(failed?.body ?? '', /"webhook\.test"/)
})

test('docs/webhooks.md lists the attempts as they are made', () => {
  const hours = delays.slice(3).map((ms) => ms / 3_600_000)
  assert.deepEqual(delays.slice(0, 3), [5000, 5 * 60_000, 30 * 60_000])
  assert.deepEqual(hours, [2, 5, 10, 14, 20, 24])
})
