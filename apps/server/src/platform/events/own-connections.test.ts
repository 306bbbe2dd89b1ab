/** @external locks of PostgreSQL, on the server's own clock */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { until } from '#test/faults/service.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ own: true })
const { app, jobs } = server.built.platform.databases

test('A backlog of blocked jobs takes no connection from requests, and an instance has few of them', async () => {
  const tenants = await Promise.all(Array.from({ length: 4 }, () => createTenant(server)))
  await server.drain()
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  try {
    await owner.query('begin; lock table event_handled in access exclusive mode')
    for (const { admin } of tenants) {
      const made = await server.call('POST', '/api/tasks', { token: admin.token, body: { title: 'Lamp' } })
      assert.equal(made.status, 201, made.text)
    }
    assert.ok((await until(() => jobs.waitingCount > 0, 8000)) !== undefined, 'no backlog')
    assert.equal(app.totalCount - app.idleCount, 0)
    const [tenant] = tenants
    const reply = await server.call('GET', '/api/tasks', { token: tenant?.admin.token ?? '' })
    assert.equal(reply.status, 200, reply.text)
  } finally {
    await owner.query('rollback')
    await owner.end()
  }
  await server.drain()
  const { worker, intake } = server.built.platform.databases
  const atMost = [app, jobs, worker, intake].map((pool) => pool.options.max)
  assert.ok(atMost.reduce((sum, max) => sum + max) <= 20, String(atMost))
})
