import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlayerProfile } from '#contracts/arena/records.ts'
import type { Me } from '#contracts/auth.ts'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { startTestServer } from '#test/server.ts'
import { openArena } from '../testing/arena-world.ts'

const server = await startTestServer()

interface Opened {
  accessToken: string
  expiresAt: string
  kind: string
  kiosk?: { id: string; name: string }
}
interface Walls {
  kiosks: { id: string; name: string; state: string; pairingCode?: string }[]
}

const open = (call: { token?: string; body?: object }) =>
  server.call<Opened>('POST', '/api/arena/session', call)
const get = (path: string, token: string) => server.call('GET', `/api/arena/${path}`, { token })

test('A wall is paired once by its code, only reads, renews itself, and is refused once it is taken away', async () => {
  const world = await openArena(server)
  const put = (kiosks: object[]) => world.admin<Walls>('PUT', '/api/admin/arena', { kiosks })
  const [made] = (await put([{ name: 'Canteen' }])).json.data.kiosks
  const code = made?.pairingCode ?? ''
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{8}$/)
  const shown = await world.admin<Walls>('GET', '/api/admin/arena')
  assert.ok(!shown.text.includes(code), 'the code is in one answer alone')
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()
  const paired = await open({ body: { pairingCode: typed } })
  assert.deepEqual(
    [paired.status, paired.json.data.kind, paired.json.data.kiosk?.name],
    [200, 'KIOSK', 'Canteen'],
  )
  assert.equal((await open({ body: { pairingCode: code } })).status, 401, 'spent')
  const wall = paired.json.data.accessToken
  for (const path of [
    'kiosk/board',
    'seasons',
    'challenges',
    'leaderboards/teams',
    'leaderboards/buildings',
    'badges',
    'fairness',
  ])
    assert.equal((await get(path, wall)).status, 200, path)
  for (const path of ['me', 'me/points', 'leaderboards/players', 'kudos', 'rewards'])
    assert.equal((await get(path, wall)).json.code, 'FORBIDDEN', path)
  assert.equal((await server.call('GET', '/api/tasks', { token: wall })).status, 401)
  const renewed = await open({ token: wall })
  assert.deepEqual([renewed.status, renewed.json.data.kind], [200, 'KIOSK'])
  assert.equal(
    (await get('kiosk/board', wall)).status,
    200,
    'the answer may be lost, so the old one still opens',
  )
  assert.equal((await get('kiosk/board', renewed.json.data.accessToken)).status, 200)
  await put([])
  assert.equal((await get('kiosk/board', renewed.json.data.accessToken)).status, 401)
  assert.equal((await open({ token: renewed.json.data.accessToken })).status, 401)
})

test('A pairing code works for fifteen minutes, and a wall that is not paired yet gets another for the same name', async () => {
  const world = await openArena(server)
  const put = () => world.admin<Walls>('PUT', '/api/admin/arena', { kiosks: [{ name: 'Canteen' }] })
  const [first, second] = [(await put()).json.data.kiosks[0], (await put()).json.data.kiosks[0]]
  assert.equal(first?.id, second?.id)
  assert.equal((await open({ body: { pairingCode: first?.pairingCode } })).status, 401)
  server.clock.advance(16 * 60_000)
  assert.equal((await open({ body: { pairingCode: second?.pairingCode } })).status, 401)
})

test('The session of a player ends with the session of the member, and a member without an arena gets FORBIDDEN', async () => {
  const world = await openArena(server)
  const { technician } = world.tenant
  const token = await world.staffToken(technician)
  const player = (await open({ token })).json.data
  assert.equal(player.kind, 'PLAYER')
  assert.equal((await get('me', player.accessToken)).status, 200)
  assert.equal((await get('me/points', player.accessToken)).json.code, 'FORBIDDEN', 'not joined yet')
  const left = await server.call('POST', '/api/auth/logout', { token, body: {} })
  assert.ok(left.status < 300, left.text)
  assert.equal((await get('me', player.accessToken)).status, 401)
  await world.admin('PUT', '/api/admin/arena', { enabled: false })
  assert.equal((await open({ token: await world.staffToken(technician) })).json.code, 'FORBIDDEN')
})

test('Where the flag of the arena is off every line is FORBIDDEN, tokens included, and where the tenant is read-only players read on', async () => {
  const world = await openArena(server)
  const { technician } = world.tenant
  await world.join(technician)
  const player = await world.enter(technician)
  const suspend = (state: string) =>
    world.tenant.inside(({ run }) =>
      run('update tenant set state = $2 where id = $1', [world.tenant.id, state]),
    )
  await suspend('SUSPENDED')
  server.clock.advance(1000)
  assert.equal((await get('me', player)).status, 200)
  const alias = await server.call('PATCH', '/api/arena/me', { token: player, body: { alias: 'Late Owl' } })
  assert.equal(alias.json.code, 'FORBIDDEN')
  await suspend('ACTIVE')
  const { app } = server.built.platform.databases
  await app.query(
    `insert into feature_flag (key, plans, tenants, updated_at) values ('ARENA', '{}', $1, now())
     on conflict (key) do update set tenants = excluded.tenants`,
    [JSON.stringify({ [world.tenant.id]: false })],
  )
  await server.built.platform.flags.poll()
  assert.equal((await get('me', player)).json.code, 'FORBIDDEN')
  assert.equal((await open({ token: await world.staffToken(technician) })).json.code, 'FORBIDDEN')
  assert.equal((await world.admin('GET', '/api/admin/arena')).json.code, 'FORBIDDEN')
  await app.query("update feature_flag set tenants = '{}' where key = 'ARENA'")
  await server.built.platform.flags.poll()
  assert.equal((await get('me', player)).status, 200)
})

test('Rules, badges and the own team are said in the language of the phone, else of the account', async () => {
  const world = await openArena(server)
  const person = await world.tenant.person(['TECHNICIAN'])
  const profile = await world.join(person, 'Calm Heron')
  assert.equal(profile.player?.team.name, 'Own team')
  const token = await world.enter(person)
  const inLanguage = async (language: string) => {
    const headers = { 'accept-language': language }
    const [me, fairness, badges] = await Promise.all([
      server.call<PlayerProfile>('GET', '/api/arena/me', { token, headers }),
      server.call<{ rules: string[] }>('GET', '/api/arena/fairness', { token, headers }),
      server.call<{ name: string }[]>('GET', '/api/arena/badges', { token, headers }),
    ])
    return [me.json.data.player?.team.name, fairness.json.data.rules[0], badges.json.data[0]?.name]
  }
  const said = await Promise.all(visitorLanguages.map(inLanguage))
  for (const at of [0, 1, 2])
    assert.equal(
      new Set(said.map((one) => one[at])).size,
      visitorLanguages.length,
      `${said.map((one) => one[at])}`,
    )
  assert.deepEqual(await inLanguage('xx, de-AT;q=0.8'), await inLanguage('de'))
  const account = await server.call('PATCH', '/api/auth/me', {
    token: person.token,
    body: { language: 'tr' },
  })
  assert.equal(account.status, 200, account.text)
  assert.deepEqual(await inLanguage('*'), await inLanguage('tr'))
})

test('Who is signed in learns whether the arena is on, so that nothing leads to one that is off', async () => {
  const world = await openArena(server)
  const isOn = async (): Promise<boolean> => {
    const token = await world.staffToken(world.tenant.admin)
    const { json } = await server.call<Me>('GET', '/api/auth/me', { token })
    return json.data.tenant.arena
  }
  assert.equal(await isOn(), true)
  await world.admin('PUT', '/api/admin/arena', { enabled: false })
  assert.equal(await isOn(), false)
})
