/** Players are told by push alone: thanks, and what was decided about their dispute or reward. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Season } from '#contracts/arena/records.ts'
import { startPushService, type TestBrowser } from '#server/platform/push/testing/test-browser.ts'
import { startTestServer } from '#test/server.ts'
import type { TestPerson } from '#test/world.ts'
import { openArena, startSeason } from './testing/arena-world.ts'

const service = await startPushService()
after(() => service.close())
const server = await startTestServer({ own: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const world = await openArena(server)
const { tenant } = world
const { technician: ana, manager: ben } = tenant
let browser: TestBrowser
let season: Season
const people: Record<string, string> = {}

const choose = async (person: TestPerson, body: object): Promise<void> => {
  const reply = await server.call('PATCH', '/api/auth/me', { token: await world.staffToken(person), body })
  assert.equal(reply.status, 200, reply.text)
}

/** Titles of the notifications and recipients of emails that follow. */
const told = async (work: () => Promise<unknown>) => {
  const [pushes, mails] = [browser.received.length, server.mails.length]
  await work()
  await server.drain()
  return {
    pushes: browser.received.slice(pushes).map(({ payload }) => payload),
    mails: server.mails.slice(mails).length,
  }
}

const thank = async (from: TestPerson, to: string): Promise<void> => {
  const given = await world.as(from, 'POST', '/api/arena/kudos', { to, reason: 'KIND', text: 'For the cake' })
  assert.equal(given.status, 201, given.text)
}

before(async () => {
  season = await startSeason(world, server.clock.now())
  const [anaProfile, benProfile] = [await world.join(ana, 'Quiet Owl'), await world.join(ben, 'Brave Bee')]
  people.ana = anaProfile.player?.id ?? ''
  people.ben = benProfile.player?.id ?? ''
  await world.give(anaProfile, 100, season.id)
  browser = service.subscribe()
  // The subscription belongs to the person's own session, which lives as long as the test.
  const own = await server.call('PATCH', '/api/auth/me', {
    token: ana.token,
    body: { language: 'pl', pushSubscriptions: { add: browser.subscription } },
  })
  assert.equal(own.status, 200, own.text)
})

test('Thanks are told by push alone, with the alias and without the text, in the language of the person', async () => {
  const { pushes, mails } = await told(() => thank(ben, people.ana ?? ''))
  assert.deepEqual(
    pushes.map(({ title, body, path, language, urgent }) => ({ title, body, path, language, urgent })),
    [{ title: 'Podziękowanie od: Brave Bee', body: '', path: '/arena', language: 'pl', urgent: false }],
  )
  assert.equal(mails, 0)
})

/** Quiet hours of the person until so many hours from now. */
const quietFor = (hours: number): Promise<void> => {
  const at = (from: number): string =>
    new Date(server.clock.now().getTime() + from * 3_600_000).toISOString().slice(11, 16)
  return choose(ana, { timeZone: 'UTC', quietHours: { from: at(-1), to: at(hours) } })
}

test('Thanks wait for the end of quiet hours, and are not told if who gave them has left meanwhile', async () => {
  const cleo = await tenant.person(['TECHNICIAN'])
  await world.join(cleo, 'Calm Cat')
  await quietFor(2)
  const during = await told(async () => {
    await thank(cleo, people.ana ?? '')
    await thank(await joined('Swift Swan'), people.ana ?? '')
  })
  assert.deepEqual(during.pushes, [])
  await world.as(cleo, 'POST', '/api/arena/me/opt-in', { optIn: false })
  const afterwards = await told(async () => server.clock.advance(2 * 3_600_000 + 60_000))
  assert.deepEqual(
    afterwards.pushes.map(({ title }) => title),
    ['Podziękowanie od: Swift Swan'],
  )
  await choose(ana, { quietHours: null })
})

const joined = async (alias: string): Promise<TestPerson> => {
  const person = await tenant.person(['TECHNICIAN'])
  await world.join(person, alias)
  return person
}

test('A decided dispute and a decided reward are told; points that are taken back are not', async () => {
  const made = await world.admin<{ rewards: { id: string }[] }>('PUT', '/api/admin/arena', {
    rewards: [{ title: 'Coffee', cost: 10 }],
  })
  const reward = made.json.data.rewards[0]?.id
  const asked = await world.as<{ id: string }>(ana, 'POST', `/api/arena/rewards/${reward}/redeem`)
  assert.equal(asked.status, 201, asked.text)
  const approved = await told(() =>
    world.admin('POST', `/api/admin/arena/redemptions/${asked.json.data.id}/decision`, {
      decision: 'APPROVE',
    }),
  )
  assert.deepEqual(
    approved.pushes.map(({ title }) => title),
    ['Twoja nagroda: Coffee'],
  )
  const [entry] = (await world.entries(ana)).filter(({ kind }) => kind === 'TASK')
  const dispute = await world.as<{ id: string }>(ana, 'POST', `/api/arena/points/${entry?.id}/dispute`, {
    reason: 'Too many points',
  })
  assert.equal(dispute.status, 201, dispute.text)
  const decided = await told(() =>
    world.admin('POST', `/api/admin/arena/disputes/${dispute.json.data.id}/decision`, {
      decision: 'REVERSE',
      reason: 'You are right',
    }),
  )
  assert.deepEqual(
    decided.pushes.map(({ title, body }) => `${title}${body}`),
    ['Twoje odwołanie rozstrzygnięto'],
  )
})

test('Nobody is told who has switched the kind off or has left the arena', async () => {
  await choose(ana, { notifications: { arena: { push: false } } })
  assert.deepEqual((await told(async () => thank(await joined('Odd Otter'), people.ana ?? ''))).pushes, [])
  await choose(ana, { notifications: { arena: { push: true } } })
  await quietFor(2)
  await thank(await joined('Deep Deer'), people.ana ?? '')
  await server.drain()
  const late = await told(async () => {
    await world.as(ana, 'POST', '/api/arena/me/opt-in', { optIn: false })
    server.clock.advance(2 * 3_600_000 + 60_000)
  })
  assert.deepEqual(late.pushes, [])
})
