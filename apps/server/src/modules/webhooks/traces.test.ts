import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startTracing } from '#server/platform/traces/start-tracing.ts'
import { startTestServer } from '#test/server.ts'
import { sendAll, startReceiver } from './testing/receiver.ts'
import { openStage } from './testing/stage.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

let received = ''
const collector = createServer((request, response) => {
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    received += text
  })
  request.on('end', () => {
    received += '\n'
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
after(() => collector.close())
const stopTracing = startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { createTenant, makeTask, subscribe } = openStage(server)

test('A request, its statements, its jobs and its outgoing calls are one trace, without values or tokens', async () => {
  const tenant = await createTenant()
  const receiver = await startReceiver()
  const webhook = await subscribe(tenant, receiver, ['task.created'])
  await makeTask(tenant)
  await sendAll(server)
  await server.call('POST', `/api/admin/webhooks/${webhook.id}/test`, { key: tenant.hooks, body: {} })
  await server.call('GET', '/o/token-that-nobody-may-see')
  await server.call('GET', '/healthz')
  await stopTracing()

  const spans = received
    .split('\n')
    .filter(Boolean)
    .flatMap((text) => JSON.parse(text).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope): Span[] => scope.spans)
  const traceOf = (name: string): string | undefined => spans.find((span) => span.name === name)?.traceId
  const namesIn = (trace: string | undefined): string[] =>
    spans.filter(({ traceId }) => traceId === trace).map(({ name }) => name)
  const creating = namesIn(traceOf('POST /api/tasks'))
  for (const name of ['INSERT', 'COMMIT', 'job webhooks', 'job notifications', 'send webhook.send', 'POST'])
    assert.ok(creating.includes(name), `${name} is not among ${creating.join()}`)
  const testing = namesIn(traceOf('POST /api/admin/webhooks/:id/test'))
  assert.ok(testing.includes('POST'), testing.join())
  assert.ok(traceOf('GET /o/:token'))
  assert.equal(traceOf('GET /healthz'), undefined)
  for (const hidden of [
    'token-that-nobody-may-see',
    'Change the lamp',
    new URL(webhook.url).pathname,
    webhook.secret,
  ])
    assert.ok(!received.includes(hidden), hidden)
})
