import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { openArena, startSeason } from '../testing/arena-world.ts'

const server = await startTestServer()

test('Of 100 who ask at once for the last 10 rewards, 10 get one, and nobody pays for none', async () => {
  const world = await openArena(server)
  const season = await startSeason(world, server.clock.now())
  const people = await Promise.all(Array.from({ length: 20 }, () => world.tenant.person(['TECHNICIAN'])))
  const tokens: string[] = []
  for (const person of people) {
    await world.give(await world.join(person), 1000, season.id)
    tokens.push(await world.enter(person))
  }
  const set = await world.admin<{ rewards: { id: string }[] }>('PUT', '/api/admin/arena', {
    rewards: [{ title: 'Coffee', cost: 50, stock: 10 }],
  })
  const reward = set.json.data.rewards[0]?.id
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      server.call('POST', `/api/arena/rewards/${reward}/redeem`, { token: tokens[at % tokens.length] }),
    ),
  )
  const counted = (code: number) => replies.filter(({ status }) => status === code).length
  assert.deepEqual([counted(201), counted(409)], [10, 90])
  const [sums] = await world.tenant.inside(({ run }) =>
    run<{ spent: number; all: number }>(
      `select sum(amount) filter (where account = 'spent')::int as spent, sum(amount)::int as all from arena_line
       where tenant_id = $1`,
      [world.tenant.id],
    ),
  )
  assert.deepEqual(sums, { spent: 500, all: 0 })
})

test('A reward for more points than one has, or for more than each person gets, is refused; a rejected one returns points and stock', async () => {
  const world = await openArena(server)
  const season = await startSeason(world, server.clock.now())
  const { technician } = world.tenant
  await world.give(await world.join(technician), 60, season.id)
  const set = await world.admin<{ rewards: { id: string }[] }>('PUT', '/api/admin/arena', {
    rewards: [
      { title: 'Coffee', cost: 20, stock: 5, perPerson: 1 },
      { title: 'Bicycle', cost: 100 },
    ],
  })
  const [coffee, bicycle] = set.json.data.rewards
  const redeem = (id: string | undefined) =>
    world.as<{ id: string }>(technician, 'POST', `/api/arena/rewards/${id}/redeem`)
  assert.equal((await redeem(bicycle?.id)).json.code, 'VALIDATION_ERROR')
  const asked = await redeem(coffee?.id)
  assert.equal(asked.status, 201, asked.text)
  assert.equal((await redeem(coffee?.id)).json.code, 'VALIDATION_ERROR')
  const decide = (decision: string, reason?: string) =>
    world.admin<{ by: string; state: string }>(
      'POST',
      `/api/admin/arena/redemptions/${asked.json.data.id}/decision`,
      { decision, ...(reason ? { reason } : {}) },
    )
  assert.equal((await decide('HAND_OVER')).json.code, 'VALIDATION_ERROR', 'approved first')
  assert.equal((await decide('REJECT')).json.code, 'VALIDATION_ERROR', 'needs a reason')
  const rejected = await decide('REJECT', 'Sold out in the shop')
  assert.deepEqual([rejected.json.data.state, rejected.json.data.by], ['REJECTED', technician.name])
  const me = await world.as<{ points: { balance: number } }>(technician, 'GET', '/api/arena/me')
  assert.equal(me.json.data.points.balance, 60)
  const rewards = await world.as<{ id: string; left: number | null; mine: number }[]>(
    technician,
    'GET',
    '/api/arena/rewards',
  )
  const shown = rewards.json.data.find(({ id }) => id === coffee?.id)
  assert.deepEqual([shown?.left, shown?.mine], [5, 0])
})
