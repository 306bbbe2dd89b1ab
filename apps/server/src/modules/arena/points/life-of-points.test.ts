import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '#contracts/arena/records.ts'
import { confirmTask, reopenTask } from '#server/modules/tasks/public.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import type { TestPerson } from '#test/world.ts'
import { type ArenaWorld, openArena, startSeason } from '../testing/arena-world.ts'

const server = await startTestServer()
const hourMs = 3_600_000

const openWorld = async (caps = {}) => {
  const world = await openArena(server, caps)
  const season = await startSeason(world, server.clock.now())
  const { technician, manager, admin } = world.tenant
  await world.join(technician)
  await world.join(manager)
  server.clock.advance(1000)
  const token = (person: TestPerson) => world.staffToken(person)
  const make = async (by: TestPerson, body: object = {}): Promise<string> =>
    (await makeTask(server, { ...by, token: await token(by) }, { priority: 'HIGH', ...body })).id
  const move = async (by: TestPerson, id: string, body: object): Promise<void> => {
    server.clock.advance(1000)
    const reply = await server.call('PATCH', `/api/tasks/${id}/status`, { token: await token(by), body })
    assert.equal(reply.status, 200, reply.text)
    await server.drain()
  }
  const done = (by: TestPerson, id: string) => move(by, id, { status: 'DONE', resolution: 'Fixed' })
  /** A visitor says whether it is fixed. */
  const judge = async (id: string, fixed: boolean): Promise<void> => {
    server.clock.advance(1000)
    await world.tenant.inside(async (ctx) => {
      await (fixed ? confirmTask(ctx, id) : reopenTask(ctx, id))
    })
    await server.drain()
  }
  const shown = async (person: TestPerson) =>
    (await world.entries(person)).map(({ kind, state, points }) => `${kind} ${state} ${points}`).sort()
  return { world, season, technician, manager, admin, make, move, done, judge, shown }
}

const balanceOf = async (world: ArenaWorld, person: TestPerson): Promise<number> =>
  (await world.as<{ points: { balance: number } }>(person, 'GET', '/api/arena/me')).json.data.points.balance

test('Points count 24 hours after the work, are taken back when it is reopened, and come again with the next time', async () => {
  const { world, technician, admin, make, move, done, shown } = await openWorld()
  const id = await make(admin)
  await done(technician, id)
  assert.deepEqual(await shown(technician), ['TASK PENDING 4'])
  assert.equal(await balanceOf(world, technician), 0)
  server.clock.advance(24 * hourMs)
  await server.drain()
  assert.deepEqual(await shown(technician), ['TASK CREDITED 4'])
  assert.equal(await balanceOf(world, technician), 4)
  await move(admin, id, { status: 'OPEN' })
  assert.deepEqual(await shown(technician), ['REVERSAL CREDITED -4', 'TASK REVERSED 4'])
  assert.equal(await balanceOf(world, technician), 0)
  await done(technician, id)
  await move(admin, id, { status: 'OPEN' })
  const reversedEarly = ['REVERSAL CREDITED -4', 'TASK REVERSED 0', 'TASK REVERSED 4']
  assert.deepEqual(await shown(technician), reversedEarly, 'reopened before the hold: no further line')
  await done(technician, id)
  server.clock.advance(24 * hourMs)
  await server.drain()
  assert.deepEqual(await shown(technician), [...reversedEarly, 'TASK CREDITED 4'].sort())
  assert.equal(await balanceOf(world, technician), 4)
})

test('A task that its finisher made counts only once somebody else confirmed it; the maker of a found problem gets points', async () => {
  const { technician, manager, make, done, judge, shown } = await openWorld({ holdHours: 0 })
  const own = await make(technician)
  await done(technician, own)
  assert.deepEqual(await shown(technician), [])
  await judge(own, true)
  assert.deepEqual(await shown(technician), ['CONFIRMED CREDITED 1', 'TASK CREDITED 4'])
  const found = await make(manager)
  await done(technician, found)
  assert.deepEqual(await shown(manager), [], 'not confirmed yet')
  await judge(found, true)
  assert.deepEqual(await shown(manager), ['FINDING CREDITED 2'])
  await judge(found, false)
  assert.deepEqual(await shown(manager), ['FINDING REVERSED 2', 'REVERSAL CREDITED -2'])
})

test('A line over a cap stands with what was left, and a dispute gives the rest; a second one about it is CONFLICT', async () => {
  const { world, technician, admin, make, done } = await openWorld({ perHour: 6, perDay: 7, holdHours: 0 })
  // In the first minute of an hour, so that both are finished in the same one.
  server.clock.set(new Date(Math.ceil(server.clock.now().getTime() / hourMs) * hourMs))
  await done(technician, await make(admin))
  await done(technician, await make(admin))
  const [capped] = (await world.entries(technician)).filter((entry) => entry.capped)
  assert.equal(capped?.points, 2)
  const dispute = (entry: Entry | undefined) =>
    world.as<{ id: string }>(technician, 'POST', `/api/arena/points/${entry?.id}/dispute`, {
      reason: 'Both were urgent',
    })
  const opened = await dispute(capped)
  assert.equal(opened.status, 201, opened.text)
  assert.equal((await dispute(capped)).json.code, 'CONFLICT')
  const decide = (decision: string) =>
    world.admin('POST', `/api/admin/arena/disputes/${opened.json.data.id}/decision`, {
      decision,
      reason: 'True, both were',
    })
  assert.equal((await decide('REVERSE')).status, 200)
  assert.equal((await decide('UPHOLD')).json.code, 'VALIDATION_ERROR', 'decided once')
  const after = (await world.entries(technician)).find(({ id }) => id === capped?.id)
  assert.deepEqual(
    [after?.points, after?.capped, after?.dispute],
    [4, false, { state: 'REVERSED', reason: 'True, both were' }],
  )
  assert.equal(await balanceOf(world, technician), 8)
})

test('A reversal that is disputed is taken back and stays so; one that is upheld changes nothing', async () => {
  const { world, technician, admin, make, move, done } = await openWorld({ holdHours: 0 })
  const ids = [await make(admin), await make(admin)]
  for (const id of ids) await done(technician, id)
  for (const id of ids) await move(admin, id, { status: 'OPEN' })
  assert.equal(await balanceOf(world, technician), 0)
  const reversals = (await world.entries(technician)).filter(({ kind }) => kind === 'REVERSAL')
  assert.equal(reversals.length, 2)
  for (const [at, decision] of ['REVERSE', 'UPHOLD'].entries()) {
    const opened = await world.as<{ id: string }>(
      technician,
      'POST',
      `/api/arena/points/${reversals[at]?.id}/dispute`,
      { reason: 'Another fault' },
    )
    const path = `/api/admin/arena/disputes/${opened.json.data.id}/decision`
    assert.equal((await world.admin('POST', path, { decision, reason: 'Looked at it' })).status, 200)
  }
  assert.equal(await balanceOf(world, technician), 4)
  const turned = reversals[0]?.task?.id
  assert.ok(turned)
  await move(admin, turned, { status: 'IN_PROGRESS' })
  assert.equal(
    await balanceOf(world, technician),
    4,
    'a later change of the task does not take it back again',
  )
})

test('A page of points beyond the end is empty and has the right total', async () => {
  const { world, technician, admin, make, done } = await openWorld({ holdHours: 0 })
  await done(technician, await make(admin))
  const reply = await world.as<Entry[]>(technician, 'GET', '/api/arena/me/points?page=9')
  assert.deepEqual([reply.status, reply.json.data, reply.json.total], [200, [], 1])
})
