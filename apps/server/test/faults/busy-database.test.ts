/** A database in which a transaction loses a race; held locks are in `busy-database.long.test.ts`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startTestServer } from '../server.ts'
import { createTenant } from '../world.ts'

const server = await startTestServer({ worker: false, own: true, lockMs: 5000 })
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
server.beforeEnd.push(() => owner.end())

/** Writing a building fails so many times; the counter is not rolled back. */
const losing = async (code: string, times: number, work: () => Promise<void>): Promise<number> => {
  await owner.query(`create sequence lost minvalue 0 start 0;
    grant usage on sequence lost to wellkept_app;
    create function lose() returns trigger language plpgsql as $$ begin
      if nextval('lost') < ${times} then raise exception 'lost' using errcode = '${code}'; end if;
      return new; end $$;
    create trigger lose before insert on building for each row execute function lose()`)
  try {
    await work()
    const { rows } = await owner.query<{ n: string }>('select last_value + 1 as n from lost')
    return Number(rows[0]?.n)
  } finally {
    await owner.query('drop trigger lose on building; drop function lose; drop sequence lost')
  }
}

test('Serialization failures and deadlocks are retried, three attempts in all, then CONFLICT; no effect is doubled or partial', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const write = (name: string) => server.call('POST', '/api/admin/buildings', { token, body: { name } })
  const traces = async (): Promise<number[]> => {
    const [row] = await tenant.inside(({ run }) =>
      run<{ buildings: number; entries: number }>(
        `select (select count(*) from building where tenant_id = $1) as buildings,
           (select count(*) from audit_entry where tenant_id = $1 and action like 'buildings.%') as entries`,
        [tenant.id],
      ),
    )
    return [Number(row?.buildings), Number(row?.entries)]
  }
  for (const [index, code] of ['40001', '40P01'].entries()) {
    const tries = await losing(code, 2, async () => {
      const won = await write(`Won ${code}`)
      assert.equal(won.status, 201, won.text)
    })
    assert.equal(tries, 3)
    const before = await traces()
    assert.equal(before[0], index + 1)
    const failed = await losing(code, 1000, async () => {
      const lost = await write(`Lost ${code}`)
      assert.deepEqual([lost.status, lost.json.code], [409, 'CONFLICT'], lost.text)
    })
    assert.equal(failed, 3)
    assert.deepEqual(await traces(), before)
  }
})

test('A request that waits for a lock is SERVICE_UNAVAILABLE with Retry-After after five seconds', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', { name: 'Locked' }],
  ] as const) {
    await owner.query('begin; lock table building in access exclusive mode')
    const began = performance.now()
    const reply = await server
      .call(method, '/api/admin/buildings', { token, body })
      .finally(() => owner.query('rollback'))
    const ms = performance.now() - began
    assert.deepEqual([reply.status, reply.json.code], [503, 'SERVICE_UNAVAILABLE'], reply.text)
    assert.ok(Number(reply.headers.get('retry-after')) > 0)
    assert.ok(ms > 4500 && ms < 9000, `${method} after ${Math.round(ms)} ms`)
  }
  const after = await server.call('POST', '/api/admin/buildings', { token, body: { name: 'Free' } })
  assert.equal(after.status, 201, after.text)
})
