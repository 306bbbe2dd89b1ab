/** @external limits are swept where they are counted */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startTestServer } from './server.ts'
import { createTenant } from './world.ts'

const server = await startTestServer({ own: true })

test('Handled events, kept answers, ended sessions and old links are forgotten when their time is over, and no others', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  const { admin, manager } = tenant
  await server.call('POST', '/api/admin/buildings', {
    token: admin.token,
    body: { name: 'Kept' },
    headers: { 'idempotency-key': 'once' },
  })
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: manager.email } })
  // Without a clock: one that runs out tells of it when it does.
  await server.call('POST', '/api/tasks', { token: admin.token, body: { title: 'Something' } })
  await server.drain()
  // The mail of the new task, which waits for more of them, is asked for by an event of its own.
  server.clock.advance(3_600_000)
  await server.drain()
  const count = (table: string): Promise<number> =>
    tenant.inside(
      async ({ run }) => (await run<{ n: number }>(`select count(*) as n from ${table}`, []))[0]?.n ?? 0,
    )
  const sweep = async (): Promise<void> => {
    await server.built.worker?.runSchedule('retention')
    await server.built.worker?.runSchedule('auth-retention')
  }
  const tables = ['event', 'event_handled', 'idempotency', 'session', 'mail_link']
  await sweep()
  for (const table of tables) assert.ok((await count(table)) > 0, table)
  server.clock.advance(91 * 86_400_000)
  await sweep()
  for (const table of tables) assert.equal(await count(table), 0, table)
})

test('Buckets of limits are forgotten soon after their window, and until then count', async () => {
  const shared = await startTestServer({ limits: 'spec', sharedLimits: true })
  const { limiter, databases } = shared.built.platform
  await limiter.take('register', '203.0.113.9')
  await limiter.take('read', 'a tenant')
  const sweep = async (): Promise<void> => {
    await shared.built.worker?.runSchedule('limits')
  }
  shared.clock.advance(50 * 60_000)
  await sweep()
  assert.equal((await limiter.peek('register', '203.0.113.9')).remaining, 9)
  shared.clock.advance(11 * 60_000)
  await sweep()
  const owner = new pg.Client({ connectionString: shared.database.url })
  await owner.connect()
  const { rowCount } = await owner.query('select from rate_bucket')
  await owner.end()
  assert.equal(rowCount, 0)
  await assert.rejects(databases.app.query('select rate_sweep(0)'), { code: '42501' })
})
