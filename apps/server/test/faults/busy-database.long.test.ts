/** A database that responds badly: held locks, and all connections in use. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startTestServer } from '../server.ts'
import { createTenant } from '../world.ts'
import { call, makeDataFolder, startService } from './service.ts'

const server = await startTestServer({ worker: false, own: true })
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
const folder = makeDataFolder()
server.beforeEnd.push(() => owner.end())
after(() => folder.remove())

test('While all connections wait for a lock, requests are SERVICE_UNAVAILABLE, most within 5 s; the service survives and recovers', async (context) => {
  // With the service's timeouts instead of those of tests.
  const service = await startService({
    ROLE: 'http',
    DATABASE_URL: server.database.url,
    DATA_DIR: folder.path,
    SECRET: 'test-secret-of-sufficient-length-0123456789',
    LOG_LEVEL: 'silent',
  })
  const { token } = (await createTenant(server)).admin
  const read = async () => {
    const began = performance.now()
    const { status, json } = await call(service, 'GET', '/api/admin/buildings', { token })
    return { outcome: `${status} ${json.code}`, ms: performance.now() - began }
  }
  try {
    assert.equal((await read()).outcome, '200 undefined')
    await owner.query('begin; lock table building in access exclusive mode')
    const replies = await Promise.all(Array.from({ length: 40 }, read)).finally(() => owner.query('rollback'))
    assert.deepEqual([...new Set(replies.map(({ outcome }) => outcome))], ['503 SERVICE_UNAVAILABLE'])
    const times = replies.map(({ ms }) => ms).sort((a, b) => a - b)
    context.diagnostic(`told after ${times.map(Math.round).join(', ')} ms`)
    // Requests with a connection wait for their statement's timeout; the others only for a connection.
    assert.ok((times[times.length - 11] ?? 0) < 5000)
    assert.ok((times.at(-1) ?? 0) < 15_000)
    assert.equal((await read()).outcome, '200 undefined')
  } finally {
    service.kill('SIGKILL')
    await service.ended
  }
})
