import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { sessionEnded } from '#server/modules/auth/mails/session-ended.ts'
import { subscriptionConfirm } from '#server/modules/status/mails/subscription-confirm.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { mails } from '../../../build.ts'
import { ask, askEach } from './define.ts'
import { deliverMail } from './deliver.ts'
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
const eventTo = ({ id: tenantId }: TestTenant, { id: userId }: TestPerson, id: string): Request => {
  const at = server.clock.now()
  const payload = { mail: sessionEnded.name, data: { userId, at: at.toISOString() } }
  return { id, type: 'internal.mail_requested', tenantId, at, payload }
}
/** Waits until every requested email was sent or given up; the queue retries after a second. */
const settled = async (tenant: TestTenant, count: number): Promise<void> => {
  for (let look = 0; look < 300; look++) {
    const rows = await tenant.inside((ctx) =>
      ctx.db.selectFrom('mail_sent').select('state').where('state', '<>', 'SENDING').execute(),
    )
    if (rows.length >= count) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Mails are still waiting after 15 s')
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

test('The same event delivered again, even simultaneously, sends one email', async () => {
  const tenant = await createTenant(server)
  await tell(tenant, tenant.admin)
  await server.drain()
  const { id } = await tenant.inside((ctx) =>
    ctx.db
      .selectFrom('event')
      .select('id')
      .where('type', '=', 'internal.mail_requested')
      .executeTakeFirstOrThrow(),
  )
  const again = await Promise.allSettled(
    Array.from({ length: 10 }, () => deliverMail(mails, platform, eventTo(tenant, tenant.admin, id))),
  )
  assert.ok(again.every(({ status }) => status === 'fulfilled'))
  assert.equal(mailsTo(tenant.admin).length, 1)
})

test('An email whose worker died while sending is sent 20 s later, not before', async () => {
  const tenant = await createTenant(server)
  const event = eventTo(tenant, tenant.admin, crypto.randomUUID())
  await tenant.inside((ctx) =>
    ctx.db
      .insertInto('mail_sent')
      .values({ tenant_id: tenant.id, event_id: event.id, state: 'SENDING', at: ctx.now })
      .execute(),
  )
  server.clock.advance(15_000)
  await assert.rejects(deliverMail(mails, platform, event))
  server.clock.advance(6_000)
  await deliverMail(mails, platform, event)
  assert.equal(mailsTo(tenant.admin).length, 1)
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
  const states = await tenant.inside((ctx) => ctx.db.selectFrom('mail_sent').select('state').execute())
  assert.deepEqual(states.map(({ state }) => state).sort(), ['REFUSED', 'REFUSED', 'SENT'])
  assert.equal(mailsTo(tenant.admin).length, 1)
})

test('An email queued by an earlier version is sent, and so are its waiting task emails', async () => {
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
    await ctx.run('update mail_waiting set payload = $2 where tenant_id = $1', [
      tenant.id,
      JSON.stringify(former),
    ])
  })
  server.clock.advance(120_001)
  await server.drain()
  assert.deepEqual(
    [...mailsTo(admin), ...mailsTo(technician)].map(({ subject }) => subject),
    ['We signed out one of your devices', 'Task for you: Fix it'],
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
       select $1, v.id, $2, v.email, 'en', $5 from unnest($3::uuid[], $4::text[]) as v (id, email)`,
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
