import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#test/database.ts'
import { until } from '#test/faults/service.ts'
import { ServiceError } from '../errors.ts'
import { startProxyBefore } from '../gate/limits/testing/test-proxy.ts'
import { type DatabaseState, openDatabaseHealthMonitor } from './database-health.ts'
import { openPool } from './pools.ts'

const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.code === 'SERVICE_UNAVAILABLE' &&
  error.headers['retry-after'] === '2'

test('If the connection drops all packets, waiting queries are cancelled and new ones refused; everything recovers with the connection', async () => {
  const database = await createTestDatabase()
  const { url, proxy } = await startProxyBefore(database.url)
  const states: DatabaseState[] = []
  const pool = openPool({ url, role: 'wellkept_app', max: 1, onError: () => {} })
  const databaseHealth = await openDatabaseHealthMonitor(url, (state) => states.push(state))
  const becomes = async (state: DatabaseState): Promise<void> => {
    assert.ok(
      (await until(() => databaseHealth.state === state, 10_000)) !== undefined,
      `${databaseHealth.state}, not ${state}`,
    )
  }
  try {
    databaseHealth.watchPool(pool)
    // A slow statement does not count as silence.
    assert.equal((await pool.query('select pg_sleep(3)')).rowCount, 1)
    databaseHealth.assertAnswers()

    proxy.set('stalled')
    await assert.rejects(pool.query('select 1'), /Connection terminated/)
    await becomes('silent')
    assert.throws(databaseHealth.assertAnswers, isUnavailable)
    await assert.rejects(pool.connect(), isUnavailable)
    await assert.rejects(pool.query('select 1'), isUnavailable)

    proxy.set('open')
    await becomes('answers')
    databaseHealth.assertAnswers()
    assert.equal((await pool.query('select 1')).rowCount, 1)

    // A refused connection fails at once, so requests need no protection.
    proxy.set('cut')
    await becomes('gone')
    databaseHealth.assertAnswers()
    proxy.set('open')
    await becomes('answers')
    assert.equal((await pool.query('select 1')).rowCount, 1)
    assert.deepEqual(states, ['doubtful', 'silent', 'answers', 'gone', 'answers'])
  } finally {
    databaseHealth.stop()
    await pool.end()
    await proxy.close()
    await database.drop()
  }
})

test('After one late answer new queries are refused, but no commit in flight is cancelled', async () => {
  const database = await createTestDatabase()
  const { url, proxy } = await startProxyBefore(database.url)
  const states: DatabaseState[] = []
  const pool = openPool({ url: database.url, role: 'wellkept_app', max: 2, onError: () => {} })
  const databaseHealth = await openDatabaseHealthMonitor(url, (state) => states.push(state))
  try {
    databaseHealth.watchPool(pool)
    const client = await pool.connect()
    await client.query('begin')
    const commit = client.query('select pg_sleep(4); commit')
    // Only the check is delayed, as under load; the commit has its own connection.
    proxy.set('stalled')
    assert.ok(
      (await until(() => databaseHealth.state === 'doubtful', 10_000)) !== undefined,
      databaseHealth.state,
    )
    assert.throws(databaseHealth.assertAnswers, isUnavailable)
    await assert.rejects(pool.connect(), isUnavailable)
    proxy.set('open')
    assert.ok(
      (await until(() => databaseHealth.state === 'answers', 10_000)) !== undefined,
      databaseHealth.state,
    )
    await commit
    client.release()
    assert.equal((await pool.query('select 1')).rowCount, 1)
    assert.deepEqual(states, ['doubtful', 'answers'])
  } finally {
    databaseHealth.stop()
    await pool.end()
    await proxy.close()
    await database.drop()
  }
})
