/** Scheduled jobs on a real database, with the test clock. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { TenantContext } from '#server/platform/context.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { runDueJobs } from './scheduled-jobs.ts'

const server = await startTestServer({ worker: false })
const { platform } = server.built
const tenant = await createTenant(server)

const minute = 60_000
const inMinutes = (count: number): Date => new Date(server.clock.now().getTime() + count * minute)

const done: string[] = []
const faults: Error[] = []
const handlers = new Map([
  [
    'test.note',
    async (ctx: TenantContext, key: string) => {
      done.push(key)
      await ctx.run(
        "insert into building (tenant_id, id, name, time_zone, created_at) values ($1, gen_random_uuid(), $2, 'UTC', now())",
        [ctx.tenantId, key],
      )
      const [fault] = faults.splice(0, 1)
      if (fault) throw fault
    },
  ],
  [
    'test.again',
    async (ctx: TenantContext, key: string) => void (await ctx.schedule('test.again', key, inMinutes(5))),
  ],
])
const runDue = () => runDueJobs(platform, handlers)
const rows = () =>
  tenant.inside(({ run }) =>
    run<{ key: string; attempts: number; parked_at: Date | null; due_at: Date }>(
      'select key, attempts, parked_at, due_at from due_work where tenant_id = $1 order by key',
      [tenant.id],
    ),
  )
const buildingsNamed = async (name: string): Promise<number> =>
  (
    await tenant.inside(({ run }) =>
      run('select from building where tenant_id = $1 and name = $2', [tenant.id, name]),
    )
  ).length

beforeEach(async () => {
  done.length = 0
  faults.length = 0
  await tenant.inside(({ run }) => run('delete from due_work where tenant_id = $1', [tenant.id]))
})

test('A scheduled job runs at its time, not before; scheduling again moves it, and a cancelled one does not run', async () => {
  await tenant.inside(async (ctx) => {
    await ctx.schedule('test.note', 'moved', inMinutes(1))
    await ctx.schedule('test.note', 'moved', inMinutes(3))
    await ctx.schedule('test.note', 'given up', inMinutes(1))
    await ctx.schedule('test.note', 'soon', inMinutes(1))
  })
  await tenant.inside((ctx) => ctx.cancel('test.note', 'given up'))
  await runDue()
  assert.deepEqual(done, [])
  server.clock.advance(2 * minute)
  await runDue()
  assert.deepEqual(done, ['soon'])
  server.clock.advance(2 * minute)
  await runDue()
  await runDue()
  assert.deepEqual(done, ['soon', 'moved'])
  assert.deepEqual(await rows(), [])
})

test('A rolled back transaction leaves no scheduled job', async () => {
  await assert.rejects(
    tenant.inside(async (ctx) => {
      await ctx.schedule('test.note', 'never', inMinutes(0))
      throw new Error('no')
    }),
  )
  await runDue()
  assert.deepEqual(done, [])
})

test('Simultaneous workers run each job once', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `met ${String(index).padStart(2, '0')}`)
  await tenant.inside(async (ctx) => {
    for (const key of keys) await ctx.schedule('test.note', key, inMinutes(0))
  })
  await Promise.all([runDue(), runDue(), runDue()])
  assert.deepEqual([...done].sort(), keys)
  assert.equal(await buildingsNamed('met 07'), 1)
})

test('A failed job is rolled back, retried with growing delays, and becomes a dead letter after twelve attempts', async () => {
  await tenant.inside((ctx) => ctx.schedule('test.note', 'broken', inMinutes(0)))
  for (let attempt = 1; attempt <= 12; attempt++) {
    faults.push(new Error('not today'))
    await runDue()
    assert.equal(done.length, attempt)
    await runDue()
    assert.equal(done.length, attempt, 'at once')
    server.clock.advance(61 * minute)
  }
  assert.equal(await buildingsNamed('broken'), 0)
  await runDue()
  assert.equal(done.length, 12)
  const [row] = await rows()
  assert.ok(row?.parked_at)
  // Scheduling again resets the attempts.
  await tenant.inside((ctx) => ctx.schedule('test.note', 'broken', inMinutes(0)))
  await runDue()
  assert.equal(await buildingsNamed('broken'), 1)
  assert.deepEqual(await rows(), [])
})

test('The delay grows even if the time has microseconds, as a migration writes it', async () => {
  await tenant.inside(({ run }) =>
    run(
      `insert into due_work (tenant_id, kind, key, due_at)
       values ($1, 'test.note', 'fine', $2::timestamptz + interval '123456 microseconds')`,
      [tenant.id, inMinutes(-1)],
    ),
  )
  faults.push(new Error('not today'))
  await runDue()
  const [row] = await rows()
  assert.equal(row?.attempts, 1)
  await runDue()
  assert.deepEqual(done, ['fine'], 'not at once')
})

test('A job whose failure cannot be stored is reported after all other due jobs, and stays due', async () => {
  await tenant.inside((ctx) => ctx.schedule('test.note', 'first', inMinutes(-2)))
  const others = new Map(Array.from({ length: 60 }, (_, index) => [`other ${index}`, inMinutes(-1)]))
  await tenant.inside((ctx) => ctx.scheduleEach('test.note', others))
  // PostgreSQL text cannot contain this code's NUL.
  faults.push(Object.assign(new Error('not today'), { code: 'a\u0000b' }))
  await assert.rejects(runDue(), { code: 'VALIDATION_ERROR' })
  assert.equal((await rows()).length, 1, 'nothing is in hand any more')
  assert.equal(done.length, 61)
  await runDue()
  assert.deepEqual(await rows(), [])
})

test('Many due jobs of one tenant do not delay other tenants', async () => {
  const other = await createTenant(server)
  const early = new Map(Array.from({ length: 300 }, (_, index) => [`crowd ${index}`, inMinutes(-10)]))
  await tenant.inside((ctx) => ctx.scheduleEach('test.note', early))
  await other.inside((ctx) => ctx.schedule('test.note', 'single', inMinutes(-1)))
  await runDue()
  const place = done.indexOf('single')
  assert.ok(place >= 0 && place < 40, String(place))
  await runDue()
  assert.equal(new Set(done).size, 301)
})

test('A job can schedule itself again', async () => {
  await tenant.inside((ctx) => ctx.schedule('test.again', 'round', inMinutes(0)))
  await runDue()
  const [row] = await rows()
  assert.ok(row && row.due_at > inMinutes(4) && row.attempts === 0)
})

test('A job locked by another instance is not counted, so workers do not poll for it in a loop', async () => {
  await tenant.inside((ctx) => ctx.schedule('test.note', 'held', inMinutes(0)))
  const held = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  const other = tenant.inside(async ({ run }) => {
    await run("select 1 from due_work where tenant_id = $1 and key = 'held' for update", [tenant.id])
    held.resolve()
    await ends.promise
  })
  await held.promise
  assert.deepEqual(await runDue(), { found: 1, done: 0 })
  await tenant.inside((ctx) => ctx.schedule('test.note', 'free', inMinutes(0)))
  assert.deepEqual(await runDue(), { found: 2, done: 1 })
  ends.resolve()
  await other
  assert.deepEqual(await runDue(), { found: 1, done: 1 })
  assert.deepEqual(done, ['free', 'held'])
})

test('A job of an unknown kind becomes a dead letter and is not lost', async () => {
  await tenant.inside((ctx) => ctx.schedule('test.unknown', 'x', inMinutes(0)))
  await runDue()
  const [row] = await rows()
  assert.equal(row?.attempts, 1)
})
