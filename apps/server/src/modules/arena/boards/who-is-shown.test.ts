import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { PlayerPlace, PlayerProfile, TeamPlace } from '#contracts/arena/records.ts'
import { startTestServer } from '#test/server.ts'
import type { TestPerson } from '#test/world.ts'
import { openArena, putIntoCompany, startSeason } from '../testing/arena-world.ts'

const server = await startTestServer()
const world = await openArena(server)
const { tenant } = world

const people: TestPerson[] = []
const profiles: PlayerProfile[] = []
let kiosk = ''

/** All that others may ask for, as text. */
const allAnswers = async (reader: TestPerson): Promise<string> => {
  const token = await world.enter(reader)
  const paths = [
    'leaderboards/players',
    'leaderboards/teams',
    'leaderboards/buildings',
    'kudos',
    'seasons',
    'challenges',
    'fairness',
  ]
  const texts = await Promise.all(
    paths.map(async (path) => {
      const reply = await server.call('GET', `/api/arena/${path}`, { token })
      assert.equal(reply.status, 200, reply.text)
      return reply.text
    }),
  )
  const wall = await server.call('GET', '/api/arena/kiosk/board', { token: kiosk })
  assert.equal(wall.status, 200, wall.text)
  const setup = await world.admin('GET', '/api/admin/arena')
  return [...texts, wall.text, setup.text].join('\n')
}

before(async () => {
  const season = await startSeason(world, server.clock.now())
  for (let at = 0; at < 10; at += 1) people.push(await tenant.person(['TECHNICIAN']))
  await putIntoCompany(world, 'Team of six', people.slice(0, 6))
  await putIntoCompany(world, 'Team of four', people.slice(6))
  for (const [at, person] of people.entries()) {
    const profile = await world.join(person, `Player number ${at}`)
    profiles.push(profile)
    await world.give(profile, 100 - at, season.id)
  }
  const kudos = await world.as(people[0] as TestPerson, 'POST', '/api/arena/kudos', {
    to: profiles[1]?.player?.id,
    reason: 'HELPED',
    text: 'With the heavy door',
  })
  assert.equal(kudos.status, 201, kudos.text)
  const made = await world.admin<{ kiosks: { pairingCode: string }[] }>('PUT', '/api/admin/arena', {
    kiosks: [{ name: 'Canteen' }],
  })
  const paired = await server.call<{ accessToken: string }>('POST', '/api/arena/session', {
    body: { pairingCode: made.json.data.kiosks[0]?.pairingCode },
  })
  kiosk = paired.json.data.accessToken
})

test('A team of four is on no board, wall or answer, though its people are among all players', async () => {
  const teams = await world.as<TeamPlace[]>(people[0] as TestPerson, 'GET', '/api/arena/leaderboards/teams')
  assert.deepEqual(
    teams.json.data.map(({ team, players }) => [team.name, players]),
    [['Team of six', 6]],
  )
  const text = await allAnswers(people[0] as TestPerson)
  const sums = text.match(/"team":\{"id":"[^"]+","name":"Team of four"\},"(players|progress)"/g)
  assert.equal(sums, null)
})

test('The board of players has the top three, the reader and the two above, and nobody else', async () => {
  const board = async (reader: number) =>
    (await world.as<PlayerPlace[]>(people[reader] as TestPerson, 'GET', '/api/arena/leaderboards/players'))
      .json.data
  assert.deepEqual(
    (await board(8)).map(({ rank, me }) => [rank, me]),
    [
      [1, false],
      [2, false],
      [3, false],
      [7, false],
      [8, false],
      [9, true],
    ],
  )
  assert.deepEqual(
    (await board(0)).map(({ rank }) => rank),
    [1, 2, 3],
  )
})

test('Real names are seen by the own team alone where a player wants that, and never on a wall', async () => {
  const [first, second, , , , , other] = people as [TestPerson, TestPerson, ...TestPerson[]]
  await world.as(first, 'PATCH', '/api/arena/me', { visibility: 'TEAM' })
  const nameFor = async (reader: TestPerson) =>
    (await world.as<PlayerPlace[]>(reader, 'GET', '/api/arena/leaderboards/players')).json.data[0]?.player
      .displayName
  assert.equal(await nameFor(second), first.name)
  assert.equal(await nameFor(other as TestPerson), 'Player number 0')
  const wall = await server.call('GET', '/api/arena/kiosk/board', { token: kiosk })
  assert.ok(wall.text.includes('Player number 0') && !wall.text.includes(first.name))
})

test('Whoever hides is on no board, feed or wall and still counts for the team; whoever leaves is nowhere at once', async () => {
  const [, hidden, reader] = people as [TestPerson, TestPerson, TestPerson]
  assert.ok((await allAnswers(reader)).includes('Player number 1'))
  await world.as(hidden, 'PATCH', '/api/arena/me', { visibility: 'HIDDEN' })
  assert.ok(!(await allAnswers(reader)).includes('Player number 1"'))
  const teams = async () =>
    (await world.as<TeamPlace[]>(reader, 'GET', '/api/arena/leaderboards/teams')).json.data.map(
      ({ players, points }) => [players, points],
    )
  assert.deepEqual(await teams(), [[6, 585]])
  const token = await world.enter(hidden)
  await server.call('PATCH', '/api/arena/me', { token, body: { visibility: 'ALIAS' } })
  await server.call('POST', '/api/arena/me/opt-in', { token, body: { optIn: false } })
  assert.ok(!(await allAnswers(reader)).includes('Player number 1"'))
  assert.deepEqual(await teams(), [[5, 486]])
  const refused = await server.call('GET', '/api/arena/kudos', { token })
  assert.equal(refused.json.code, 'FORBIDDEN')
  await server.call('POST', '/api/arena/me/opt-in', {
    token: await world.enter(hidden),
    body: { optIn: true },
  })
  assert.deepEqual(await teams(), [[6, 585]], 'the lines were kept for the return')
})

test('A wall has the same ETag while nothing changed', async () => {
  const ask = (etag?: string) =>
    server.call('GET', '/api/arena/kiosk/board', {
      token: kiosk,
      ...(etag ? { headers: { 'if-none-match': etag } } : {}),
    })
  const etag = (await ask()).headers.get('etag') ?? ''
  server.clock.advance(1000)
  assert.equal((await ask(etag)).status, 304)
})

test('Flagged kudos are hidden from all until decided; a second flag changes nothing', async () => {
  const reader = people[1] as TestPerson
  const ids = async (): Promise<string[]> =>
    (await world.as<{ id: string }[]>(reader, 'GET', '/api/arena/kudos')).json.data.map(({ id }) => id)
  const given = await world.as<{ id: string }>(people[2] as TestPerson, 'POST', '/api/arena/kudos', {
    to: profiles[3]?.player?.id,
    reason: 'KIND',
  })
  assert.equal(given.status, 201, given.text)
  const { id } = given.json.data
  assert.ok((await ids()).includes(id))
  for (const _ of [1, 2]) {
    const flagged = await world.as<{ id: string }>(reader, 'POST', `/api/arena/kudos/${id}/report`, {})
    assert.deepEqual([flagged.status, flagged.json.data?.id], [200, id], flagged.text)
  }
  assert.ok(!(await ids()).includes(id))
})
