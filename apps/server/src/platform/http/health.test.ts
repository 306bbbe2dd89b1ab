import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { until } from '#test/faults/service.ts'
import { startTestServer } from '#test/server.ts'

test('An instance whose worker cannot create jobs is not ready, gives no reason, and becomes ready again when it can', async () => {
  const server = await startTestServer()
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  const becomes = async (status: number): Promise<void> => {
    const found = await until(async () => (await server.call('GET', '/readyz')).status === status, 30_000)
    assert.ok(found !== undefined, `/readyz did not become ${status}`)
  }
  try {
    assert.equal((await server.call('GET', '/readyz')).status, 200)
    await client.query('revoke insert on pgboss.job from wellkept_worker')
    await becomes(503)
    const { json, headers } = await server.call('GET', '/readyz')
    assert.deepEqual(json, {
      success: false,
      error: 'This instance is not ready',
      code: 'SERVICE_UNAVAILABLE',
    })
    assert.equal(headers.get('retry-after'), '2')
    assert.equal((await server.call('GET', '/healthz')).status, 200)
    await client.query('grant insert on pgboss.job to wellkept_worker')
    await becomes(200)
  } finally {
    await client.end()
  }
})

test('An instance that is stopping is not ready, answers everything else, and closes the connection of each answer', async () => {
  const server = await startTestServer({ own: true, worker: false })
  assert.equal((await server.call('GET', '/healthz')).headers.get('connection'), 'keep-alive')
  server.built.readiness.drain()
  const ready = await server.call('GET', '/readyz')
  assert.deepEqual([ready.status, ready.json.error], [503, 'This instance is stopping'])
  for (const [path, status] of [
    ['/healthz', 200],
    ['/api/auth/me', 401],
    ['/q/NO-SUCH-CODE', 404],
    ['/openapi.json', 200],
  ] as const) {
    const answer = await server.call('GET', path)
    assert.deepEqual([path, answer.status, answer.headers.get('connection')], [path, status, 'close'])
  }
})
