import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

/** Rows of erased photos without files. */
const erasedRows = (of: TestTenant, count: number): Promise<unknown> =>
  of.inside((ctx) =>
    ctx.run(
      `insert into upload (tenant_id, id, purpose, content_type, size, created_at, expires_at, used_at, hidden_at)
         select $1, gen_random_uuid(), 'FEEDBACK', 'image/jpeg', 1, $2, $2, $2, $2 from generate_series(1, $3) returning 1`,
      [ctx.tenantId, ctx.now, count],
    ),
  )
const erasedLeft = async (of: TestTenant): Promise<number> => {
  const [row] = await of.inside((ctx) =>
    ctx.run<{ n: number }>(
      'select count(*) as n from upload where tenant_id = $1 and attached_at is null and hidden_at is not null',
      [ctx.tenantId],
    ),
  )
  return row?.n ?? -1
}

test('One run purges everything that was erased, however much', async () => {
  const large = await createTenant(server)
  await erasedRows(large, 1001)
  await server.built.worker?.runCronJob('purge-uploads')
  assert.equal(await erasedLeft(large), 0)
})

test('A tenant whose files cannot be removed blocks no other tenant, and is retried in the next run', async (t) => {
  const [broken, large] = [await createTenant(server), await createTenant(server)]
  for (const one of [broken, large]) await erasedRows(one, 501)
  const { storage } = server.built.platform
  const original = storage.remove
  const mock = t.mock.method(storage, 'remove', (key: string) =>
    key.includes(broken.id) ? Promise.reject(new Error('not now')) : original(key),
  )
  await server.built.worker?.runCronJob('purge-uploads')
  assert.deepEqual([await erasedLeft(broken), await erasedLeft(large)], [501, 0])
  mock.mock.restore()
  await server.built.worker?.runCronJob('purge-uploads')
  assert.equal(await erasedLeft(broken), 0)
})
