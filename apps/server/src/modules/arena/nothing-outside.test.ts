/** What the arena has of persons leaves it nowhere, and who left or is of a team of four is in no answer of it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import type { PlayerProfile } from '#contracts/arena/records.ts'
import { outwardNames } from '#contracts/outward.ts'
import { startReceiver } from '#server/modules/webhooks/testing/receiver.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { unzip } from '#test/unzip.ts'
import type { TestPerson } from '#test/world.ts'
import { openArena, putIntoCompany, startSeason } from './testing/arena-world.ts'

const server = await startTestServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const receiver = await startReceiver()
const world = await openArena(server, { holdHours: 0 })
const { tenant } = world
const { exported, download, owner } = exportsOn(server)

/** In every text that is of a person, and in every text that an administrator gave to the arena. */
const [ofPersons, ofAdministrators] = ['Zebrafinch', 'Quokka']
const people: TestPerson[] = []
const profiles: PlayerProfile[] = []
let wall = ''

const ok = async <T>(reply: Promise<{ status: number; text: string; json: { data: T } }>): Promise<T> => {
  const { status, text, json } = await reply
  assert.ok(status < 300, text)
  return json.data
}
const as = <T>(person: TestPerson | undefined, method: string, path: string, body?: unknown): Promise<T> =>
  ok(world.as<T>(person as TestPerson, method, path, body))
const admin = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  ok(world.admin<T>(method, path, body))

const finish = async (person: TestPerson, title: string): Promise<void> => {
  const token = await world.staffToken(person)
  const { id } = await admin<{ id: string }>('POST', '/api/tasks', { title })
  await ok(server.call('PATCH', `/api/tasks/${id}/status`, { token, body: { status: 'IN_PROGRESS' } }))
  await ok(server.call('PATCH', `/api/tasks/${id}/status`, { token, body: { status: 'DONE' } }))
}

before(async () => {
  await admin('POST', '/api/admin/webhooks', {
    url: receiver.url,
    events: outwardNames.filter((name) => name !== 'webhook.test'),
  })
  const season = await startSeason(world, server.clock.now(), [
    { title: `${ofAdministrators} goal`, description: '', kind: 'TEAM', metric: 'TASKS', target: 5 },
  ])
  for (let at = 0; at < 10; at += 1) people.push(await tenant.person(['TECHNICIAN']))
  await putIntoCompany(world, 'Team of six', people.slice(0, 6))
  await putIntoCompany(world, 'Team of four', people.slice(6))
  for (const [at, person] of people.entries()) {
    const profile = await world.join(person, `${ofPersons} ${at}`)
    profiles.push(profile)
    await world.give(profile, 100 - at, season.id)
  }
  const [first, second] = people as [TestPerson, TestPerson]
  const [{ id: challengeId } = { id: '' }] = await as<{ id: string }[]>(first, 'GET', '/api/arena/challenges')
  for (const person of people) await as(person, 'POST', `/api/arena/challenges/${challengeId}/join`)
  for (const person of people) await finish(person, 'Lamp flickers')
  await server.drain()

  const kudos = await as<{ id: string }>(first, 'POST', '/api/arena/kudos', {
    to: profiles[1]?.player?.id,
    reason: 'KIND',
    text: `${ofPersons} says thanks`,
  })
  await as(second, 'POST', `/api/arena/kudos/${kudos.id}/report`, { reason: `${ofPersons} minds` })
  const setup = await admin<{ rewards: { id: string }[]; kiosks: { pairingCode: string }[] }>(
    'PUT',
    '/api/admin/arena',
    { rewards: [{ title: `${ofAdministrators} voucher`, cost: 10 }], kiosks: [{ name: 'Canteen' }] },
  )
  await as(first, 'POST', `/api/arena/rewards/${setup.rewards[0]?.id}/redeem`)
  const entry = (await world.entries(first)).find(({ kind }) => kind === 'TASK')
  await as(first, 'POST', `/api/arena/points/${entry?.id}/dispute`, { reason: `${ofPersons} objects` })
  const paired = await ok(
    server.call<{ accessToken: string }>('POST', '/api/arena/session', {
      body: { pairingCode: setup.kiosks[0]?.pairingCode },
    }),
  )
  wall = paired.accessToken
  await server.drain()
})

test('No table but those of the arena holds an alias, thanks, or the words of a dispute', async () => {
  const tables = await owner<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name not like 'arena\\_%' order by 1`,
  )
  assert.ok(tables.length > 80, `${tables.length} tables`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await owner(`select 1 from ${name} t where tenant_id = $1 and t::text like $2 limit 1`, [
      tenant.id,
      `%${ofPersons}%`,
    ])
    if (rows.length > 0) found.push(name)
  }
  assert.deepEqual(found, [])
})

test('No event says that somebody joined, thanked, disputed or asked for a reward, and no kind of outward event is of the arena', async () => {
  const kinds = await owner<{ type: string }>('select distinct type from event where tenant_id = $1', [
    tenant.id,
  ])
  const ofArena = /arena|kudos|player|season|points|reward|redeem|dispute|badge|challenge/i
  assert.ok(kinds.length > 2)
  assert.deepEqual(
    kinds.filter(({ type }) => ofArena.test(type)),
    [],
  )
  assert.deepEqual(
    outwardNames.filter((name) => ofArena.test(name)),
    [],
  )
})

test('Webhooks of all events get the finished tasks and nothing of the arena', async () => {
  const texts = receiver.requests.map(({ text }) => text)
  assert.ok(texts.some((text) => text.includes('task.status_changed')))
  for (const text of texts) assert.doesNotMatch(text, /arena|Zebrafinch|Quokka|kudos|points/i)
})

test('A tenant’s export has nothing of the arena', async () => {
  const zip = unzip((await download((await exported(tenant)).url)).bytes)
  assert.ok(zip.size > 10)
  for (const [name, content] of zip) {
    assert.doesNotMatch(name, /arena/)
    assert.ok(!content.includes(ofPersons), name)
    // The audit log tells what an administrator set.
    if (!name.startsWith('audit')) assert.ok(!content.includes(ofAdministrators), name)
  }
})

test('No answer to staff outside of the arena has anything of a player, not even the audit log', async () => {
  const reads = endpoints.filter(
    ({ method, path, access, stream }) =>
      method === 'GET' && !path.includes(':') && !stream && access.kind === 'tenant',
  )
  assert.ok(reads.length > 50)
  const token = await world.staffToken(tenant.admin)
  let answered = 0
  for (const { path } of reads) {
    if (path === '/api/admin/arena') continue
    const reply = await server.call('GET', path, { token })
    if (reply.status === 200) answered += 1
    assert.ok(!reply.text.includes(ofPersons), path)
    if (path !== '/api/admin/audit-log') assert.ok(!reply.text.includes(ofAdministrators), path)
  }
  assert.ok(answered > 40, `${answered} answered`)
})

/** Every answer of the arena to another player, a wall and an administrator, and the simulation. */
const allAnswers = async (reader: TestPerson): Promise<readonly [string, string][]> => {
  const token = await world.enter(reader)
  const lists = endpoints.filter(({ method, access }) => method === 'GET' && access.kind === 'arena')
  const ids = async (path: string): Promise<string[]> =>
    (await ok(server.call<{ id: string }[]>('GET', path, { token }))).map(({ id }) => id)
  const paths = (
    await Promise.all(
      lists.map(async ({ path }) =>
        path.endsWith('/:id')
          ? (await ids(path.replace('/:id', ''))).map((id) => path.replace(':id', id))
          : [path],
      ),
    )
  ).flat()
  const read = async (path: string, by: string): Promise<[string, string]> => [
    path,
    (await server.call('GET', path, { token: by })).text,
  ]
  const answers = [
    ...(await Promise.all(paths.map((path) => read(path, token)))),
    ...(await Promise.all(paths.map((path) => read(path, wall)))),
    ['setup', (await world.admin('GET', '/api/admin/arena')).text] as [string, string],
    ['simulation', (await world.admin('PUT', '/api/admin/arena', { dryRun: true })).text] as [string, string],
  ]
  assert.ok(answers.filter(([, text]) => text.includes('"success":true')).length > 20)
  return answers
}

test('A team of four is on no board, wall or answer: neither with sums nor with progress nor in the simulation', async () => {
  const answers = await allAnswers(people[1] as TestPerson)
  // As the team of a person it is named; of the team itself nothing is told.
  const ofTeam = /"team":\{[^}]*"Team of four"\},"(players|progress|points)|"name":"Team of four","finishers/
  assert.deepEqual(
    answers.filter(([, text]) => ofTeam.test(text)).map(([path]) => path),
    [],
  )
  const simulated = answers.find(([path]) => path === 'simulation')?.[1] ?? ''
  assert.match(simulated, /"name":"Team of six","finishers":6/)
})

test('A person who left is on no board, wall or answer from the next one on', async () => {
  const [leaver, reader] = people as [TestPerson, TestPerson]
  const isNamed = (text: string): boolean => text.includes(`${ofPersons} 0"`)
  const before = (await allAnswers(reader)).filter(([, text]) => isNamed(text)).map(([path]) => path)
  assert.ok(before.includes('/api/arena/leaderboards/players'), before.join())
  await as(leaver, 'POST', '/api/arena/me/opt-in', { optIn: false })
  const after = (await allAnswers(reader)).filter(([, text]) => isNamed(text)).map(([path]) => path)
  // The administrator decides about what is open: the dispute is told with its alias.
  assert.deepEqual(
    after.filter((path) => path !== 'setup' && path !== 'simulation'),
    [],
  )
})
