import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { sessionEnded } from '#server/modules/auth/mails/session-ended.ts'
import { subscriptionConfirm } from '#server/modules/status/mails/subscription-confirm.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { put } from '../outbox/put.ts'
import { ask, askEach, mailChannel } from './define.ts'
import { MailRefused, mailFailed } from './message.ts'

const server = await startTestServer()
const { platform } = server.built
const { mail } = platform
const send = mail.send
afterEach(() => {
  mail.send = send
})

type Request = StoredEvent<'internal.mail_requested'>

/** Sends a plain email to a member. */
const tell = (tenant: TestTenant, { id: userId }: TestPerson): Promise<void> =>
  tenant.inside((ctx) => ask(ctx, sessionEnded, { userId, at: ctx.now.toISOString() }))
const mailsTo = ({ email }: TestPerson) => server.mails.filter(({ to }) => to === email)
interface Row {
  readonly id: string
  readonly state: string
}
const rowsOf = (tenant: TestTenant): Promise<readonly Row[]> =>
  tenant.inside((ctx) =>
    ctx.run<Row>('select id, state from outbox where tenant_id = $1 order by id', [tenant.id]),
  )
/** Waits until every requested email was sent or given up, skipping the pauses. */
const settled = async (tenant: TestTenant, count: number): Promise<void> => {
  for (let look = 0; look < 30; look++) {
    await server.drain()
    const rows = await rowsOf(tenant)
    if (rows.filter(({ state }) => state !== 'WAITING').length >= count) return
    server.clock.advance(5000)
  }
  throw new Error('Emails are still waiting')
}

test('An email whose link expired while it waited is not sent', async () => {
  const tenant = await createTenant(server)
  let away = true
  mail.send = async (message) => {
    if (away) throw mailFailed(new Error('down'))
    await send(message)
  }
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: tenant.admin.email } })
  await server.drain()
  server.clock.advance(16 * 60_000)
  away = false
  await settled(tenant, 1)
  assert.deepEqual(mailsTo(tenant.admin), [])
})

test('The same request taken over again, even simultaneously, sends one email', async () => {
  const tenant = await createTenant(server)
  const id = crypto.randomUUID()
  const { id: userId } = tenant.admin
  const request = {
    id,
    destination: userId,
    kind: sessionEnded.name,
    subject: { userId, at: new Date().toISOString() },
  }
  await Promise.all(
    Array.from({ length: 10 }, () => tenant.inside((ctx) => put(ctx, mailChannel, [request]))),
  )
  await settled(tenant, 1)
  await tenant.inside((ctx) => put(ctx, mailChannel, [request]))
  await server.drain()
  assert.equal(mailsTo(tenant.admin).length, 1)
})

test('An email whose worker died while sending is sent 20 s later, not before', async () => {
  const tenant = await createTenant(server)
  const { id: userId } = tenant.admin
  await tenant.inside(async (ctx) => {
    await ctx.run(
      `insert into outbox (tenant_id, id, channel, destination, kind, subject, due_at, claimed_until, sending_id, created_at)
       select $1, id, $2, $3, $4, $5, $6, $6, id, $7 from gen_random_uuid() as id`,
      [
        tenant.id,
        mailChannel,
        userId,
        sessionEnded.name,
        JSON.stringify({ userId, at: ctx.now.toISOString() }),
        new Date(ctx.now.getTime() + 20_000),
        ctx.now,
      ],
    )
    await ctx.schedule(mailChannel, userId, ctx.now)
  })
  await server.drain()
  server.clock.advance(15_000)
  await server.drain()
  assert.equal(mailsTo(tenant.admin).length, 0)
  server.clock.advance(6_000)
  await server.drain()
  assert.equal(mailsTo(tenant.admin).length, 1)
})

test('Emails that failed while the mail server was down go out by themselves as soon as it is back', async () => {
  const tenant = await createTenant(server)
  mail.send = async () => {
    throw mailFailed(new Error('down'))
  }
  const people = [tenant.admin, tenant.manager, tenant.technician]
  for (const person of people) await tell(tenant, person)
  // A night, with pauses that grow to hours.
  for (let minutes = 0; minutes < 600; minutes += 10) {
    server.clock.advance(600_000)
    await server.drain()
  }
  mail.send = send
  // The first one that is tried now wakes the others.
  await tell(tenant, await tenant.person(['MANAGER']))
  for (let look = 0; look < 20 && people.some((person) => mailsTo(person).length === 0); look++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    server.clock.advance(3000)
    await server.drain()
  }
  assert.deepEqual(
    people.map((person) => mailsTo(person).length),
    [1, 1, 1],
  )
})

test('A mail server that is down is retried; a permanent rejection is not', async () => {
  const tenant = await createTenant(server)
  let tries = 0
  mail.send = async (message) => {
    tries++
    if (message.to === tenant.manager.email) throw new MailRefused(new Error('550'))
    if (tries < 3) throw mailFailed(new Error('down'))
    await send(message)
  }
  await tell(tenant, tenant.admin)
  await tell(tenant, tenant.technician)
  await settled(tenant, 2)
  assert.equal(mailsTo(tenant.admin).length, 1)
  assert.equal(mailsTo(tenant.technician).length, 1)
  tries = 0
  await tell(tenant, tenant.manager)
  await server.drain()
  assert.equal(tries, 1)
})

test('An email request that cannot be rendered does not affect others', async () => {
  const tenant = await createTenant(server)
  const { id: userId } = tenant.admin
  await tenant.inside(async (ctx) => {
    const at = ctx.now.toISOString()
    await emit(ctx, 'internal.mail_requested', { mail: 'toString', data: { userId, at } })
    await emit(ctx, 'internal.mail_requested', { mail: sessionEnded.name, data: { userId: 'nobody', at } })
  })
  await tell(tenant, tenant.admin)
  await settled(tenant, 3)
  const states = await rowsOf(tenant)
  assert.deepEqual(states.map(({ state }) => state).sort(), ['REFUSED', 'REFUSED', 'SENT'])
  assert.equal(mailsTo(tenant.admin).length, 1)
})

test('What an earlier version requested is sent: events, delayed emails and emails of unconfirmed pushes', async () => {
  const tenant = await createTenant(server)
  const { admin, technician } = tenant
  const task = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Fix it', assignee: { userId: technician.id } },
  })
  await server.drain()
  const data = { userId: technician.id, taskId: task.json.data.id }
  const former = { template: 'task-assigned', to: null, language: 'en', data }
  await tenant.inside(async (ctx) => {
    const said = {
      at: ctx.now.toISOString(),
      timeZone: 'Europe/Berlin',
      link: 'http://localhost:3000/app/sign-in',
    }
    const request = { template: 'session-ended', to: admin.email, language: 'de', data: said }
    await emit(ctx, 'internal.mail_requested', request as unknown as Request['payload'])
    await ctx.run('delete from outbox where tenant_id = $1 and destination = $2', [tenant.id, technician.id])
    await ctx.run(
      'insert into mail_waiting (tenant_id, id, user_id, payload, due_at) values ($1, $2, $3, $4, $5)',
      [tenant.id, crypto.randomUUID(), technician.id, JSON.stringify(former), ctx.now],
    )
    const push = crypto.randomUUID()
    await ctx.run(
      "insert into push_message (tenant_id, id, user_id, state, or_mail, at) values ($1, $2, $3, 'UNCONFIRMED', $4, $5)",
      [
        tenant.id,
        push,
        tenant.manager.id,
        JSON.stringify({ mail: 'urgent-task', data: { userId: tenant.manager.id, taskId: data.taskId } }),
        ctx.now,
      ],
    )
    await ctx.schedule('mail.release', technician.id, ctx.now)
    await ctx.schedule('push.unconfirmed', push, ctx.now)
  })
  server.clock.advance(120_001)
  await server.drain()
  assert.deepEqual(
    [...mailsTo(admin), ...mailsTo(technician), ...mailsTo(tenant.manager)].map(({ subject }) => subject),
    ['We signed out one of your devices', 'Task for you: Fix it', 'Urgent: Fix it'],
  )
})

test('Emails to the team do not wait behind those to visitors', async () => {
  const tenant = await createTenant(server)
  const { amenityId } = await createPlace(server, tenant)
  const visitors = Array.from({ length: 12 }, (_, index) => ({
    id: crypto.randomUUID(),
    email: `reader${index}@example.com`,
  }))
  const delivered = Promise.withResolvers<void>()
  let busy = 0
  mail.send = async (message) => {
    if (message.to === tenant.admin.email) delivered.resolve()
    else if (message.to.startsWith('reader')) {
      // All four workers are busy with visitors, so the email to the member would never be sent.
      if (++busy === 4) delivered.reject(new Error('The mail to the team waits'))
      await delivered.promise.finally(() => busy--)
    }
    await send(message)
  }
  await tenant.inside(async (ctx) => {
    await ctx.run(
      `insert into status_subscription (tenant_id, id, amenity_id, email, language, created_at)
       select $1, v.id, $2, v.email, 'en', $5 from unnest($3::uuid[], $4::text[]) as v (id, email) returning 1`,
      [tenant.id, amenityId, visitors.map(({ id }) => id), visitors.map(({ email }) => email), ctx.now],
    )
    await askEach(
      ctx,
      subscriptionConfirm,
      visitors.map(({ id: subscriptionId }) => ({ subscriptionId, language: 'en' })),
    )
    await ask(ctx, sessionEnded, { userId: tenant.admin.id, at: ctx.now.toISOString() })
  })
  await delivered.promise
  await settled(tenant, 13)
  assert.equal(mailsTo(tenant.admin).length, 1)
})
