import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Challenge, MyBadge, PlayerProfile, Season } from '#contracts/arena/records.ts'
import { startTestServer } from '#test/server.ts'
import type { TestPerson } from '#test/world.ts'
import { type ArenaWorld, openArena, startSeason } from '../testing/arena-world.ts'

const server = await startTestServer()
const dayMs = 86_400_000

const settle = async (days: number): Promise<void> => {
  server.clock.advance(days * dayMs)
  await server.drain()
}
const stateOf = async (world: ArenaWorld, id: string): Promise<string | undefined> =>
  (await world.admin<{ seasons: Season[] }>('GET', '/api/admin/arena')).json.data.seasons.find(
    (season) => season.id === id,
  )?.state
const balanceOf = async (world: ArenaWorld, person: TestPerson): Promise<number> =>
  (await world.as<PlayerProfile>(person, 'GET', '/api/arena/me')).json.data.points.balance
const countsOf = (world: ArenaWorld) =>
  world.tenant.inside(async ({ run }) => {
    const [row] = await run<Record<string, number>>(
      `select (select count(*) from arena_entry where tenant_id = $1)::int as entries,
         (select count(*) from arena_line where tenant_id = $1)::int as lines,
         (select count(*) from arena_kudos where tenant_id = $1)::int as kudos,
         (select count(*) from arena_badge where tenant_id = $1)::int as badges,
         (select count(*) from arena_redemption where tenant_id = $1)::int as redemptions,
         (select coalesce(sum(amount), 0) from arena_line where tenant_id = $1)::int as sum`,
      [world.tenant.id],
    )
    return row
  })

test('A season starts, settles and closes by itself, and its rules are frozen while it runs', async () => {
  const world = await openArena(server)
  const now = server.clock.now().getTime()
  const at = (days: number) => new Date(now + days * dayMs).toISOString()
  const post = (startsAt: string, endsAt: string) =>
    world.admin<Season>('POST', '/api/admin/arena/seasons', { name: 'Spring', startsAt, endsAt })
  assert.equal((await post(at(1), at(4))).json.code, 'VALIDATION_ERROR', 'too short')
  const { id } = (await post(at(1), at(31))).json.data
  assert.equal((await post(at(20), at(50))).json.code, 'CONFLICT')
  const patch = (body: object) => world.admin<Season>('PATCH', `/api/admin/arena/seasons/${id}`, body)
  assert.equal(await stateOf(world, id), 'DRAFT')
  await settle(1.1)
  assert.equal(await stateOf(world, id), 'ACTIVE')
  await world.admin('PUT', '/api/admin/arena', { caps: { perHour: 1, perDay: 1, holdHours: 1 } })
  assert.equal((await patch({ name: 'Late spring' })).json.data.caps.perHour, 12)
  assert.equal((await patch({ startsAt: at(2) })).json.code, 'VALIDATION_ERROR')
  assert.equal((await patch({ endsAt: at(20) })).json.code, 'VALIDATION_ERROR')
  assert.equal((await patch({ state: 'CLOSED' })).json.code, 'VALIDATION_ERROR')
  await settle(30)
  assert.equal(await stateOf(world, id), 'SETTLING')
  await settle(7.1)
  assert.equal(await stateOf(world, id), 'CLOSED')
})

test('Ninety days after a season is closed what it has of persons is erased; what a later season gave or was spent stays right', async () => {
  const world = await openArena(server)
  const first = await startSeason(world, server.clock.now())
  const { technician, manager } = world.tenant
  const player = await world.join(technician)
  const other = await world.join(manager)
  await world.give(player, 100, first.id)
  await world.give(other, 50, first.id)
  const set = await world.admin<{ rewards: { id: string }[] }>('PUT', '/api/admin/arena', {
    rewards: [{ title: 'Coffee', cost: 70 }],
  })
  await world.as(manager, 'POST', '/api/arena/kudos', { to: player.player?.id, reason: 'KIND' })
  for (const state of ['SETTLING', 'CLOSED'])
    assert.equal((await world.admin('PATCH', `/api/admin/arena/seasons/${first.id}`, { state })).status, 200)
  server.clock.advance(dayMs)
  const second = await startSeason(world, server.clock.now())
  await world.give(player, 30, second.id)
  const reward = set.json.data.rewards[0]?.id
  assert.equal((await world.as(technician, 'POST', `/api/arena/rewards/${reward}/redeem`)).status, 201)
  assert.deepEqual([await balanceOf(world, technician), await balanceOf(world, manager)], [60, 50])
  await settle(90.1)
  assert.deepEqual(
    [await balanceOf(world, technician), await balanceOf(world, manager)],
    [30, 0],
    'the 70 were paid with the older points, and the 30 that were left of them are gone',
  )
  const counts = await countsOf(world)
  assert.deepEqual([counts?.kudos, counts?.badges, counts?.sum], [0, 0, 0])
  assert.equal(counts?.entries, 2, 'those of the later season')
})

test('A member who is removed is erased from the arena, and erase deletes the own lines now', async () => {
  const world = await openArena(server)
  const season = await startSeason(world, server.clock.now())
  const { technician, manager } = world.tenant
  const gone = await world.join(technician)
  const stays = await world.join(manager)
  await world.give(gone, 100, season.id)
  await world.give(stays, 40, season.id)
  await world.as(technician, 'POST', '/api/arena/kudos', { to: stays.player?.id, reason: 'KIND' })
  assert.equal((await world.admin('DELETE', `/api/admin/users/${technician.id}`)).status, 200)
  await server.drain()
  const left = await world.tenant.inside(({ run }) =>
    run('select id from arena_player where tenant_id = $1', [world.tenant.id]),
  )
  assert.deepEqual(left, [{ id: stays.player?.id }])
  const counts = await countsOf(world)
  assert.deepEqual([counts?.entries, counts?.lines, counts?.kudos], [1, 2, 0])
  await world.as(manager, 'POST', '/api/arena/me/opt-in', { optIn: false, erase: true })
  assert.deepEqual([(await countsOf(world))?.entries, (await countsOf(world))?.lines], [0, 0])
})

test('A challenge that is reached is won, gives its badge and no points', async () => {
  const world = await openArena(server)
  const challenge = {
    title: 'Say thanks',
    description: 'Twice',
    kind: 'PERSONAL',
    metric: 'KUDOS_GIVEN',
    target: 2,
  }
  await startSeason(world, server.clock.now(), [challenge])
  const { technician, manager, admin } = world.tenant
  await world.join(technician)
  const others = [await world.join(manager), await world.join(admin)]
  const read = async () =>
    (await world.as<Challenge[]>(technician, 'GET', '/api/arena/challenges')).json.data[0]
  const id = (await read())?.id
  const join = () => world.as<Challenge>(technician, 'POST', `/api/arena/challenges/${id}/join`)
  assert.deepEqual([(await join()).status, (await join()).status], [200, 200])
  for (const { player } of others) {
    const given = await world.as(technician, 'POST', '/api/arena/kudos', { to: player?.id, reason: 'IDEA' })
    assert.equal(given.status, 201, given.text)
  }
  const won = await read()
  assert.deepEqual([won?.state, won?.progress, won?.joined], ['WON', 2, true])
  const badges = await world.as<MyBadge[]>(technician, 'GET', '/api/arena/me/badges')
  const badge = badges.json.data.find(({ code }) => code === 'CHALLENGE')
  assert.ok(badge?.earnedAt)
  assert.equal(await balanceOf(world, technician), 0)
})
