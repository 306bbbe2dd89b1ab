/** The outbox with a channel of this test, whose destinations and answers the tests choose. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { printRetried } from '../events/print-parked.ts'
import { markUrgent } from '../events/urgent.ts'
import { module } from '../module.ts'
import type { Channel, Outcome, Sending } from './channel.ts'
import { type NewMessage, put } from './put.ts'
import { openChannel } from './sender.ts'

type Texts = readonly string[]
const second = 1000

let sent: { readonly id: string; readonly texts: Texts }[] = []
let answer: (sending: Sending<Texts>) => Promise<Outcome<null>>
let restsUntil: Date | undefined

const taken: Outcome<null> = { state: 'SENT', result: null }
const failed: Outcome<null> = { state: 'FAILED', fault: 'DOWN', result: null }

const letters: Channel<string, Texts, null> = {
  name: 'letters',
  atOnce: 10,
  claimMs: 30 * second,
  pauses: [5 * second, 60 * second],
  deadLetters: true,
  gatherMs: 60 * second,
  open: async (_ctx, destination) => (destination === 'gone' ? undefined : destination),
  limits: () => ({ inFlight: 2, restsUntil }),
  prepare: async (ctx, _target, messages) => {
    const texts = messages.map(({ subject }) => String(subject))
    if (texts.includes('broken')) await ctx.run('select 1 / 0', [])
    if (texts.includes('invalid')) throw new TypeError('no')
    return texts.includes('none') ? { end: 'NOTHING_LEFT' } : { ready: texts }
  },
  send: (_platform, sending) => {
    sent.push({ id: sending.id, texts: sending.ready })
    return answer(sending)
  },
}

const server = await startTestServer({
  own: true,
  moreModules: [module({ name: 'letters', channels: [openChannel(letters)] })],
})

beforeEach(() => {
  sent = []
  restsUntil = undefined
  answer = async () => taken
})

const write = (tenant: TestTenant, ...messages: readonly Partial<NewMessage>[]): Promise<void> =>
  tenant.inside((ctx) =>
    put(
      ctx,
      letters.name,
      messages.map((message) => ({ destination: 'here', kind: 'letter', subject: 'text', ...message })),
    ),
  )
const later = async (milliseconds: number): Promise<void> => {
  server.clock.advance(milliseconds)
  await server.drain()
}
const textsSent = (): string[] => sent.map(({ texts }) => texts.join('+')).sort()
const statesOf = async (tenant: TestTenant): Promise<string[]> => {
  const rows = await tenant.inside((ctx) =>
    ctx.run<{ state: string }>('select state from outbox where tenant_id = $1 order by id', [tenant.id]),
  )
  return rows.map(({ state }) => state)
}

test('A message is sent once, after the commit; what is rolled back is not sent', async () => {
  const tenant = await createTenant(server)
  await write(tenant, { subject: 'kept' })
  await assert.rejects(
    tenant.inside(async (ctx) => {
      await put(ctx, letters.name, [{ destination: 'here', kind: 'letter', subject: 'lost' }])
      throw new Error('rolled back')
    }),
  )
  await server.drain()
  await later(60 * second)
  assert.deepEqual(textsSent(), ['kept'])
  assert.deepEqual(await statesOf(tenant), ['SENT'])
})

test('A message waits for its time, and messages of one kind to one destination are sent as one', async () => {
  const tenant = await createTenant(server)
  const at = (seconds: number) => new Date(server.clock.now().getTime() + seconds * second)
  await write(
    tenant,
    { subject: 'a', gather: 'g', dueAt: at(100) },
    { subject: 'b', gather: 'g', dueAt: at(130) },
    { subject: 'c', gather: 'g', dueAt: at(100), destination: 'elsewhere' },
    { subject: 'd', dueAt: at(130) },
  )
  await later(99 * second)
  assert.deepEqual(textsSent(), [])
  await later(2 * second)
  assert.deepEqual(textsSent(), ['a+b', 'c'])
  await later(30 * second)
  assert.deepEqual(textsSent(), ['a+b', 'c', 'd'])
})

test('A failed message is tried again after growing pauses under the same id, not before Retry-After, and then becomes a dead letter that an operator can retry', async () => {
  const tenant = await createTenant(server)
  answer = async () => failed
  await write(tenant, {})
  await server.drain()
  await later(4 * second)
  assert.equal(sent.length, 1)
  answer = async () => ({ ...failed, retryAfterMs: 90 * second })
  await later(2 * second)
  assert.equal(sent.length, 2)
  await later(80 * second)
  assert.equal(sent.length, 2)
  await later(11 * second)
  assert.equal(sent.length, 3)
  assert.deepEqual(await statesOf(tenant), ['PARKED'])
  answer = async () => taken
  await later(3600 * second)
  assert.equal(sent.length, 3)
  await printRetried(server.built.platform, letters.name, () => {})
  await server.drain()
  assert.equal(new Set(sent.map(({ id }) => id)).size, 1)
  assert.deepEqual([sent.length, await statesOf(tenant)], [4, ['SENT']])
})

test('A destination that hangs gets two at once and delays no other; what was waiting follows each answer', async () => {
  const tenant = await createTenant(server)
  const hanging = Promise.withResolvers<void>()
  answer = async ({ destination }) => {
    if (destination === 'slow') await hanging.promise
    return taken
  }
  await write(tenant, ...[1, 2, 3, 4].map((subject) => ({ destination: 'slow', subject })))
  await write(tenant, { subject: 'other' })
  for (let look = 0; look < 500 && sent.length < 3; look++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual([sent.length, textsSent()[2]], [3, 'other'])
  hanging.resolve()
  await server.drain()
  assert.deepEqual(textsSent(), ['1', '2', '3', '4', 'other'])
})

test('Destinations that wait for a slot of the process get the next one that is free', async (t) => {
  const tenant = await createTenant(server)
  server.clock.stand(t)
  let [sending, most] = [0, 0]
  answer = async () => {
    sending += 1
    most = Math.max(most, sending)
    await new Promise((resolve) => setTimeout(resolve, 20))
    sending -= 1
    return taken
  }
  await write(tenant, ...Array.from({ length: 60 }, (_, index) => ({ destination: `person ${index}` })))
  await server.drain()
  assert.equal(sent.length, 60)
  // Four jobs run side by side and may all see the last slot.
  assert.ok(most <= letters.atOnce + 3, `${most}`)
})

test('A destination that rests gets nothing before the end of its rest', async () => {
  const tenant = await createTenant(server)
  restsUntil = new Date(server.clock.now().getTime() + 30 * second)
  await write(tenant, {})
  await server.drain()
  assert.equal(sent.length, 0)
  await later(31 * second)
  assert.equal(sent.length, 1)
})

test('What a destination asks to send later is no failed attempt, however often it asks', async () => {
  const tenant = await createTenant(server)
  answer = async () => ({ state: 'LATER', fault: 'LIMITED', afterMs: 10 * second, result: null })
  await write(tenant, {})
  await server.drain()
  for (let time = 0; time < 4; time++) await later(11 * second)
  assert.deepEqual([sent.length, await statesOf(tenant)], [5, ['WAITING']])
  answer = async () => taken
  await later(11 * second)
  assert.deepEqual([sent.length, await statesOf(tenant)], [6, ['SENT']])
})

test('The claim of a process that died ends by its time; of two results of one message only a success counts twice', async () => {
  const tenant = await createTenant(server)
  const first = Promise.withResolvers<Outcome<null>>()
  answer = () => first.promise
  await write(tenant, {})
  for (let look = 0; look < 200 && sent.length === 0; look++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  answer = async () => taken
  server.clock.advance(31 * second)
  for (let look = 0; look < 200 && sent.length === 1; look++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  first.resolve(failed)
  await server.drain()
  await later(120 * second)
  assert.deepEqual([sent.length, await statesOf(tenant)], [2, ['SENT']])
})

test('A message that cannot be made holds up no other; one that nobody needs and those to a destination that is gone are not sent', async () => {
  const tenant = await createTenant(server)
  await write(tenant, { subject: 'invalid' }, { subject: 'broken' }, { subject: 'none' }, { subject: 'good' })
  await write(tenant, { destination: 'gone' })
  await server.drain()
  assert.deepEqual(textsSent(), ['good'])
  assert.deepEqual((await statesOf(tenant)).sort(), ['REFUSED', 'SENT', 'SENT', 'WAITING'])
})

test('During maintenance only urgent messages are sent, also to a destination where others wait; the others follow', async () => {
  const tenant = await createTenant(server)
  const maintain = (on: boolean) =>
    server.call('PUT', '/api/system/maintenance', { secret: systemSecret, body: { on } })
  await maintain(true)
  await write(tenant, { subject: 'usual' })
  await tenant.inside(async (ctx) => {
    await markUrgent(ctx)
    await put(ctx, letters.name, [{ destination: 'here', kind: 'letter', subject: 'trapped' }])
  })
  for (let look = 0; look < 200 && sent.length === 0; look++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(textsSent(), ['trapped'])
  await maintain(false)
  await server.drain()
  await later(61 * second)
  assert.deepEqual(textsSent(), ['trapped', 'usual'])
})

test('A tenant sees only its own messages', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  await write(tenant, { subject: 'own', dueAt: new Date(server.clock.now().getTime() + 3600 * second) })
  const seen = await other.inside((ctx) => ctx.run('select id from outbox where subject = $1', ['"own"']))
  assert.deepEqual(seen, [])
})
