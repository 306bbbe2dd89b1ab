/** A database that is there and does not do its part: lost races, held locks, connections that are all in use. */
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

/** Writing a building fails so many times, wherever it is tried; what is counted is not rolled back. */
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

test('A serialization failure and a deadlock are tried again, three times in all, then CONFLICT; nothing is there twice or half', async () => {
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

test('While a lock is held and all connections wait for it, requests are SERVICE_UNAVAILABLE, most within 5 s, the service lives, and all is well when it is over', async (context) => {
  // The patience of the service and not that of tests.
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
    return { told: `${status} ${json.code}`, ms: performance.now() - began }
  }
  try {
    assert.equal((await read()).told, '200 undefined')
    await owner.query('begin; lock table building in access exclusive mode')
    const replies = await Promise.all(Array.from({ length: 40 }, read)).finally(() => owner.query('rollback'))
    assert.deepEqual([...new Set(replies.map(({ told }) => told))], ['503 SERVICE_UNAVAILABLE'])
    const times = replies.map(({ ms }) => ms).sort((a, b) => a - b)
    context.diagnostic(`told after ${times.map(Math.round).join(', ')} ms`)
    // Those that have a connection wait for the end of their statement; all others only for a connection.
    assert.ok((times[times.length - 11] ?? 0) < 5000)
    assert.ok((times.at(-1) ?? 0) < 15_000)
    assert.equal((await read()).told, '200 undefined')
  } finally {
    service.kill('SIGKILL')
    await service.ended
  }
})
