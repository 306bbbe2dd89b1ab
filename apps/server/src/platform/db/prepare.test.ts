import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#test/database.ts'
import { makeDataFolder } from '#test/faults/service.ts'
import { schedules, subscribers } from '../../../build.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { prepareDatabase } from './prepare.ts'

const prepare = (url: string): Promise<string[]> => prepareDatabase(url, subscribers, schedules)

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const workersRights = `select has_schema_privilege('wellkept_worker', 'pgboss', 'usage')
    and has_table_privilege('wellkept_worker', 'pgboss.job', 'insert')
    and has_table_privilege('wellkept_worker', 'pgboss.queue', 'select') as given,
  (select count(*)::int from pgboss.queue) as queues`
const whole = { given: true, queues: subscribers.length + schedules.length + 1 }

test('What a start left undone that was killed between the queues and their rights is done by the next one', async () => {
  const { url, drop } = await createTestDatabase()
  try {
    await query(
      url,
      `revoke all on all tables in schema pgboss from wellkept_worker; revoke usage on schema pgboss from wellkept_worker`,
    )
    assert.deepEqual(await prepare(url), [])
    assert.deepEqual(await query(url, workersRights), [whole])

    await query(
      url,
      `select pgboss.delete_queue('event.${subscribers[0]?.name}'); revoke insert on pgboss.job from wellkept_worker`,
    )
    await prepare(url)
    assert.deepEqual(await query(url, workersRights), [whole])
  } finally {
    await drop()
  }
})

test('Instances that start at once on a new cluster all come up, also where they share nothing but its roles', async () => {
  const folder = makeDataFolder()
  const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} })
  try {
    const other = new URL(embedded.url)
    other.pathname = '/other'
    await query(embedded.superuserUrl, 'create database other owner wellkept')
    const urls = [embedded.url, other.href]
    const applied = await Promise.all([...urls, ...urls, ...urls].map(prepare))
    // Each database was migrated by one of those that started on it.
    assert.equal(applied.filter((names) => names.length > 0).length, urls.length)
    for (const url of urls) assert.deepEqual(await query(url, workersRights), [whole])
  } finally {
    await embedded.stop()
    folder.remove()
  }
})
