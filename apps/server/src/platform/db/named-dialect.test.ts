import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockTasks } from '#server/modules/tasks/change/task-row.ts'
import { until } from '#test/faults/service.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { newId } from '../ids.ts'
import { openPool } from './pools.ts'

const server = await startTestServer({ worker: false })

test('A list of values is one prepared statement on a connection, however long it is', async () => {
  const tenant = await createTenant(server)
  await tenant.inside(async (ctx) => {
    const lengths = Array.from({ length: 40 }, (_, index) => index + 1)
    for (const length of lengths) {
      const ids = Array.from({ length }, () => newId(ctx.now.getTime()))
      assert.equal((await lockTasks(ctx, ids)).size, 0)
      await ctx.db.selectFrom('amenity').select('name').where('id', 'not in', ids).execute()
    }
    const kept = await ctx.run(
      `select statement from pg_prepared_statements
       where statement ~ '^select \\* from "task" where "id"' or statement ~ '^select "name" from "amenity" where "id"'`,
      [],
    )
    assert.equal(kept.length, 2)
  })
})

test('`in`, `not in` and an empty list give the right rows', async () => {
  const tenant = await createTenant(server)
  const [first, second] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  await tenant.inside(async (ctx) => {
    const found = async (operator: 'in' | 'not in', ids: string[]): Promise<string[]> =>
      (await ctx.db.selectFrom('amenity').select('id').where('id', operator, ids).execute()).map(
        ({ id }) => id,
      )
    assert.deepEqual(await found('in', [first.amenityId, newId(1)]), [first.amenityId])
    assert.deepEqual(await found('not in', [first.amenityId, newId(1)]), [second.amenityId])
    assert.deepEqual(await found('in', []), [])
    assert.equal((await found('not in', [])).length, 2)
  })
})

test('A connection with its prepared statements is closed after an hour; one in use is closed when it is released', async () => {
  assert.equal(server.built.platform.databases.app.options.maxLifetimeSeconds, 3600)
  const lost: Error[] = []
  const pool = openPool({
    url: server.database.url,
    role: 'wellkept_app',
    max: 1,
    lifetimeSeconds: 1,
    onError: (error) => void lost.push(error),
  })
  try {
    const client = await pool.connect()
    assert.equal((await client.query('select pg_sleep(1.5)')).rowCount, 1)
    assert.equal(pool.totalCount, 1)
    // Not awaited, like the end of a read-only transaction.
    const ended = client.query('select 1')
    client.release()
    assert.equal(pool.totalCount, 0)
    assert.equal((await ended).rowCount, 1)
    await pool.query('select 1')
    assert.equal(pool.totalCount, 1)
    // Otherwise it would stay open for half a minute.
    assert.ok((await until(() => pool.totalCount === 0, 10_000)) !== undefined)
  } finally {
    await pool.end()
  }
  assert.deepEqual(lost, [])
})
