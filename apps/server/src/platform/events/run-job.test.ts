import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openPool } from '#server/platform/db/pools.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { renewLease, runJob } from './run-job.ts'

const lines: string[] = []
const server = await startTestServer({ worker: false, onLog: (line) => void lines.push(line) })
const { platform } = server.built
const { worker } = platform.databases

const name = 'test.long'
const runner = newId(Date.now())
const warnings = (): string[] =>
  lines.filter((line) => line.includes(name)).map((line) => (JSON.parse(line) as { msg: string }).msg)
const secondsLeft = async (): Promise<number> => {
  const { rows } = await worker.query<{ left: number }>(
    'select extract(epoch from lease_until - clock_timestamp())::float8 as left from job_run where name = $1',
    [name],
  )
  return rows[0]?.left ?? 0
}
const isOver = (): boolean => true
const goesOn = (): boolean => false

beforeEach(async () => {
  lines.length = 0
  await worker.query(
    `insert into job_run (name, runner, lease_until, running_since) values ($1, $2, clock_timestamp(), now())
     on conflict (name) do update set lease_until = excluded.lease_until`,
    [name, runner],
  )
})

test('A long run renews its lease and logs nothing', async () => {
  await renewLease(platform, name, runner, goesOn)
  assert.ok((await secondsLeft()) > 30)
  assert.deepEqual(warnings(), [])
})

test('If another instance has taken over the job, the log says that it may run twice', async () => {
  await renewLease(platform, name, newId(Date.now()), goesOn)
  assert.match(warnings().join(), /^A cron job lost its lease/)
})

test('A lease that cannot be renewed is logged, unless the run has ended', async () => {
  const closed = openPool({
    url: server.database.url,
    role: 'wellkept_worker',
    max: 1,
    onError: () => {},
  })
  await closed.end()
  const away = { log: platform.log, databases: { ...platform.databases, worker: closed } }
  await renewLease(away, name, runner, isOver)
  await renewLease(platform, name, newId(Date.now()), isOver)
  assert.deepEqual(warnings(), [])
  await renewLease(away, name, runner, goesOn)
  assert.match(warnings().join(), /^The lease of a cron job was not renewed/)
})

test('Only a tenant with more work is run again, after the others; one that fails is not', async () => {
  const [long, short, broken] = [
    await createTenant(server),
    await createTenant(server),
    await createTenant(server),
  ]
  const seen: string[] = []
  const { result } = await runJob(platform, {
    name: 'test.more',
    cron: '0 0 * * *',
    run: (_platform, forEachTenant) =>
      forEachTenant(async ({ tenantId }) => {
        seen.push(tenantId)
        if (tenantId === broken.id) throw new Error('not today')
        return tenantId === long.id && seen.filter((id) => id === long.id).length < 4
      }),
  })
  const timesOf = ({ id }: { id: string }): number => seen.filter((one) => one === id).length
  assert.deepEqual([timesOf(long), timesOf(short), timesOf(broken)], [4, 1, 1])
  assert.deepEqual(seen.slice(-3), [long.id, long.id, long.id])
  assert.equal(result, 'FAILED')
})
