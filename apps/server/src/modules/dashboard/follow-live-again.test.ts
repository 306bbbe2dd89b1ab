/** Resuming a live stream. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emit, emitAll } from '#server/platform/events/emit.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { newTask, opener, titleOf } from './testing/test-live.ts'

const server = await startTestServer({ own: true })
const beside = await startTestServer({ worker: false, beside: server })

const open = opener(server)

test('An event that commits late is sent once, to streams that are open and to those that resume', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  const first = await newTask(server, tenant, 'First')
  const { id: firstEvent } = await follower.next()
  const committing = Promise.withResolvers<void>()
  const emitted = Promise.withResolvers<string>()
  const late = tenant.inside(async (ctx) => {
    emitted.resolve(
      await emit(ctx, 'task.reopened', { taskId: first, from: 'DONE', to: 'OPEN', reopenCount: 1 }),
    )
    await committing.promise
  })
  const lateEvent = await emitted.promise
  // Half a minute passes, in which others commit.
  server.clock.advance(30_000)
  await newTask(server, tenant, 'Second')
  const { id: secondEvent } = await follower.next()
  assert.ok(lateEvent < secondEvent)
  committing.resolve()
  await late
  // A poll for new events only has passed it over.
  server.clock.advance(6000)
  assert.equal((await follower.next()).id, lateEvent)
  const resumed = await open({ token: tenant.manager.token, after: secondEvent })
  await newTask(server, tenant, 'Third')
  await follower.count(4)
  const again = await resumed.count(4)
  assert.deepEqual(
    again.map(({ id }) => id),
    [...new Set([firstEvent, lateEvent, secondEvent, again[3]?.id])],
  )
  assert.equal(follower.received.length, 4)
})

test('A resumed stream misses nothing, and no stream sends anything twice, whatever commits meanwhile on any instance', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.manager
  const steady = await open({ token })
  let follower = await open({ token }, beside)
  const task = await newTask(server, tenant, 'The first')
  await follower.next()
  const total = 120
  const writers = Array.from({ length: 6 }, async () => {
    for (let n = 0; n < total / 6; n++)
      await tenant.inside(async (ctx) => {
        await emit(ctx, 'task.reopened', { taskId: task, from: 'DONE', to: 'OPEN', reopenCount: n })
        // Some commit after others that started later.
        if (n % 3 === 0) await ctx.run('select pg_sleep(0.02)', [])
      })
  })
  const known = new Set<string>()
  const take = (): string => {
    const ids = follower.received.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) known.add(id)
    return ids.at(-1) ?? ''
  }
  for (let round = 0; round < 8; round++) {
    follower.close()
    await follower.ended
    follower = await open({ token, after: take() }, round % 2 ? server : beside)
    await follower.next()
  }
  await Promise.all(writers)
  const messages = await steady.count(total + 1)
  const ids = new Set(messages.map(({ id }) => id))
  assert.equal(ids.size, total + 1)
  // All events are less than a minute old, so the last stream gets all of them.
  await follower.count(total + 1)
  take()
  assert.deepEqual([...known].sort(), [...ids].sort())
})

test('A stream that resumes during hundreds of changes gets each of them once', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.manager
  const steady = await open({ token })
  const taskId = await newTask(server, tenant, 'The first')
  const { id } = await steady.next()
  const many = 450
  const payloads = Array.from({ length: many }, (_, reopenCount) => ({
    taskId,
    from: 'DONE' as const,
    to: 'OPEN' as const,
    reopenCount,
  }))
  await tenant.inside((ctx) => emitAll(ctx, 'task.reopened', payloads))
  // More events than one poll reads: those of the next poll are included in what the resumed stream gets.
  const resumed = await open({ token, after: id })
  await Promise.all([steady, resumed].map((follower) => follower.count(many + 1)))
  await newTask(server, tenant, 'The last')
  for (const follower of [steady, resumed]) {
    const messages = await follower.count(many + 2)
    assert.equal(new Set(messages.map((one) => one.id)).size, messages.length)
    assert.equal(messages.map(titleOf).at(-1), 'The last')
  }
})

test('A Last-Event-ID that is too old, unknown or invalid gets the instruction to reload', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  await newTask(server, tenant, 'An hour ago')
  const { id } = await follower.next()
  follower.close()
  for (const after of [
    'x',
    '0',
    id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    `${id} `,
    "' or 1=1",
  ]) {
    const one = await open({ token: tenant.manager.token, after })
    const first = await one.next()
    assert.equal(first.event, after.trim() === id ? 'task.created' : 'reset', after)
    assert.equal(one.received.length, 1)
    one.close()
  }
  server.clock.advance(3_601_000)
  const { token } = await tenant.person(['MANAGER'])
  const late = await open({ token, after: id })
  assert.equal((await late.next()).event, 'reset')
  await newTask(server, await renewed(tenant), 'Now')
  assert.equal(titleOf(await late.next()), 'Now')
})

/** With an administrator whose token is fresh. */
const renewed = async (tenant: TestTenant): Promise<TestTenant> => ({
  ...tenant,
  admin: await tenant.person(['ADMIN']),
})
