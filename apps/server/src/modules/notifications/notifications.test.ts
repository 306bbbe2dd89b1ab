import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { emit } from '#server/platform/events/emit.ts'
import { MailRefused, mailFailed } from '#server/platform/mail/message.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { deliverMail } from './deliver.ts'

const server = await startTestServer()
const { mail } = server.built.platform
const send = mail.send
afterEach(() => {
  mail.send = send
})

let visitors = 0
const somebody = (): string => `10.3.${++visitors >> 8}.${visitors & 255}`
const since = async (work: () => Promise<unknown>): Promise<MailMessage[]> => {
  const before = server.mails.length
  await work()
  await server.drain()
  return server.mails.slice(before)
}
const createTask = async (tenant: TestTenant, body: object): Promise<Task> => {
  const reply = await server.call<Task>('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Fix it', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const assign = (tenant: TestTenant, task: Task, person: TestPerson) =>
  server.call('POST', `/api/tasks/${task.id}/assign`, {
    token: tenant.manager.token,
    body: { userId: person.id },
  })
const to = (mails: readonly MailMessage[]): string[] => mails.map((one) => one.to).sort()
const request = (tenant: TestTenant, payload: Parameters<typeof emit<'internal.mail_requested'>>[2]) =>
  tenant.inside((ctx) => emit(ctx, 'internal.mail_requested', payload))
/** Until every requested mail has left or was given up; the queue tries again a second later. */
const settled = async (tenant: TestTenant, mails: number): Promise<void> => {
  for (let look = 0; look < 300; look++) {
    const rows = await tenant.inside((ctx) =>
      ctx.db.selectFrom('mail_sent').select('state').where('state', '<>', 'SENDING').execute(),
    )
    if (rows.length >= mails) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('Mails are still waiting after 15 s')
}
const sticker = (address: string) => ({
  template: 'unlinked-sticker',
  to: address,
  language: 'en' as const,
  data: {
    code: '7K3QW9F2MX7K3QW9F2MX',
    scannedAt: '2026-11-20T13:05:00.000Z',
    timeZone: 'Europe/Berlin',
    link: 'http://localhost:3000/app/x',
  },
})

test('A new task of nobody is told to the technicians who cover its building, once each', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const elsewhere = await tenant.person(['TECHNICIAN'])
  const here = await tenant.person(['TECHNICIAN'])
  const other = await createPlace(server, tenant)
  await tenant.inside(async (ctx) => {
    await ctx.db
      .updateTable('app_user')
      .set({ building_ids: [other.buildingId] })
      .where('id', '=', elsewhere.id)
      .execute()
    await ctx.db
      .updateTable('app_user')
      .set({ building_ids: [buildingId] })
      .where('id', '=', here.id)
      .execute()
  })
  const mails = await since(() => createTask(tenant, { buildingId }))
  assert.deepEqual(to(mails), [here.email, tenant.technician.email].sort())
  assert.match(mails[0]?.text ?? '', /#1 Fix it/)
})

test('Where the settings say so, technicians get no mail of new tasks', async () => {
  const tenant = await createTenant(server)
  await tenant.inside((ctx) =>
    ctx.run(
      'update tenant set settings = settings || \'{"notifications":{"mailTechnicians":false}}\' where id = $1',
      [tenant.id],
    ),
  )
  assert.deepEqual(await since(() => createTask(tenant, {})), [])
})

test('Who is assigned a task gets one mail; who takes it in their own hands gets none', async () => {
  const tenant = await createTenant(server)
  const task = await createTask(tenant, {})
  const assigned = await since(() => assign(tenant, task, tenant.technician))
  assert.deepEqual(to(assigned), [tenant.technician.email])
  assert.match(assigned[0]?.subject ?? '', /^Task for you/)
  assert.match(assigned[0]?.text ?? '', new RegExp(`/app/work/tasks/${task.id}`))
  assert.deepEqual(await since(() => assign(tenant, task, tenant.technician)), [])
  const other = await createTask(tenant, {})
  await server.drain()
  const claimed = await since(() =>
    server.call('POST', `/api/tasks/${other.id}/claim`, { token: tenant.technician.token }),
  )
  assert.deepEqual(claimed, [])
})

test('A task that is born assigned is told to its assignee alone', async () => {
  const tenant = await createTenant(server)
  const mails = await since(() => createTask(tenant, { assignee: { userId: tenant.technician.id } }))
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Task for you: Fix it'],
  )
})

test('URGENT goes to managers too, and nobody who is both gets two mails', async () => {
  const tenant = await createTenant(server)
  const both = await tenant.person(['MANAGER', 'TECHNICIAN'])
  const mails = await since(() => createTask(tenant, { priority: 'URGENT' }))
  assert.deepEqual(to(mails), [both.email, tenant.manager.email, tenant.technician.email].sort())
  assert.ok(mails.every(({ subject }) => subject.startsWith('Urgent')))
})

test('A disabled or removed person gets no mail', async () => {
  const tenant = await createTenant(server)
  await tenant.inside((ctx) =>
    ctx.db
      .updateTable('app_user')
      .set({ state: 'DISABLED' })
      .where('id', '=', tenant.technician.id)
      .execute(),
  )
  assert.deepEqual(await since(() => createTask(tenant, {})), [])
})

const leaveAddress = async (tenant: TestTenant, issues: string[], email: string) => {
  const { qrCode } = await createPlace(server, tenant)
  const receipt = (
    await server.call<FeedbackReceipt>('POST', '/api/feedback', {
      body: { qrCode, issues, language: 'de' },
      from: somebody(),
    })
  ).json.data
  const reply = await server.call('POST', `/api/feedback/track/${receipt.trackingToken}`, {
    body: { email },
    from: somebody(),
  })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
  const tasks = await tenant.inside((ctx) =>
    ctx.db.selectFrom('task').select(['id', 'category']).orderBy('number').execute(),
  )
  return { receipt, tasks }
}
const move = async (tenant: TestTenant, id: string | undefined, status: string) => {
  const reply = await server.call('PATCH', `/api/tasks/${id}/status`, {
    token: tenant.manager.token,
    body: { status },
  })
  assert.equal(reply.status, 200, reply.text)
}

test('A visitor who left an address hears once, in their language, that all is fixed; then the address is erased', async () => {
  const tenant = await createTenant(server)
  const { receipt, tasks } = await leaveAddress(tenant, ['LEAK', 'NO_SOAP'], 'v1@example.com')
  assert.deepEqual(to(await since(() => move(tenant, tasks[0]?.id, 'DONE'))), [])
  const [fixed, ...more] = await since(() => move(tenant, tasks[1]?.id, 'DONE'))
  assert.deepEqual([fixed?.to, more.length], ['v1@example.com', 0])
  assert.match(fixed?.subject ?? '', /^Behoben/)
  assert.match(fixed?.text ?? '', new RegExp(receipt.trackingToken))
  const row = await tenant.inside((ctx) =>
    ctx.db
      .selectFrom('feedback')
      .select('outcome_email')
      .where('id', '=', receipt.id)
      .executeTakeFirstOrThrow(),
  )
  assert.equal(row.outcome_email, null)
  await move(tenant, tasks[0]?.id, 'OPEN')
  assert.deepEqual(await since(() => move(tenant, tasks[0]?.id, 'DONE')), [])
  const stored = await tenant.inside((ctx) =>
    ctx.run<{ n: number }>(
      "select count(*) as n from event where tenant_id = $1 and payload::text like '%v1@example.com%'",
      [tenant.id],
    ),
  )
  assert.equal(stored[0]?.n, 0, 'the address is in no event')
})

test('A public note reaches the visitor as a reply, another does not; the link in the mail ends it', async () => {
  const tenant = await createTenant(server)
  const { tasks } = await leaveAddress(tenant, ['LEAK'], 'v2@example.com')
  const note = (text: string, open: boolean) => () =>
    server.call('POST', `/api/tasks/${tasks[0]?.id}/notes`, {
      token: tenant.manager.token,
      body: { text, public: open },
    })
  assert.deepEqual(await since(note('Ask Jo', false)), [])
  const [reply] = await since(note('A plumber comes at three.', true))
  assert.equal(reply?.to, 'v2@example.com')
  assert.match(reply?.text ?? '', /A plumber comes at three\./)
  const path = /(\/m\/[\w-]+)/.exec(reply?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const ended = await server.call('POST', path, {
    body: new TextEncoder().encode('List-Unsubscribe=One-Click'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(ended.status, 200)
  assert.deepEqual(await since(note('Done soon.', true)), [])
  assert.deepEqual(await since(() => move(tenant, tasks[0]?.id, 'DONE')), [])
})

test('A sign-in mail carries link and digits that work, and neither is in the database', async () => {
  const tenant = await createTenant(server)
  const [signIn] = await since(() =>
    server.call('POST', '/api/auth/magic-link/request', { body: { email: tenant.admin.email } }),
  )
  assert.equal(signIn?.to, tenant.admin.email)
  const token = /http:\/\/localhost:3000\/app\/sign-in#token=([\w-]+)/.exec(signIn?.text ?? '')?.[1] ?? ''
  const digits = /\b(\d{6})\b/.exec(signIn?.text ?? '')?.[1] ?? ''
  const events = await tenant.inside((ctx) => ctx.db.selectFrom('event').select('payload').execute())
  assert.ok(!JSON.stringify(events).includes(token))
  assert.ok(!JSON.stringify(events).includes(digits))
  assert.equal((await server.call('GET', `/api/auth/magic-link/verify?token=${token}`)).status, 200)
})

test('A link that has expired while the mail waited is not sent', async () => {
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
  assert.deepEqual(
    server.mails.filter((one) => one.to === tenant.admin.email),
    [],
  )
})

test('The same event delivered again, also at the same moment, mails once', async () => {
  const tenant = await createTenant(server)
  const id = await request(tenant, sticker('once@example.com'))
  await server.drain()
  const event = {
    id,
    type: 'internal.mail_requested' as const,
    tenantId: tenant.id,
    at: server.clock.now(),
    payload: sticker('once@example.com'),
  }
  const again = await Promise.allSettled(
    Array.from({ length: 10 }, () => deliverMail(server.built.platform, event)),
  )
  assert.ok(again.every(({ status }) => status === 'fulfilled'))
  assert.equal(server.mails.filter((one) => one.to === 'once@example.com').length, 1)
})

test('A mail whose sender died while sending is sent a minute later, not before', async () => {
  const tenant = await createTenant(server)
  const payload = sticker('crash@example.com')
  const id = crypto.randomUUID()
  const event = {
    id,
    type: 'internal.mail_requested' as const,
    tenantId: tenant.id,
    at: server.clock.now(),
    payload,
  }
  await tenant.inside((ctx) =>
    ctx.db
      .insertInto('mail_sent')
      .values({ tenant_id: tenant.id, event_id: id, state: 'SENDING', at: ctx.now })
      .execute(),
  )
  await assert.rejects(deliverMail(server.built.platform, event))
  server.clock.advance(61_000)
  await deliverMail(server.built.platform, event)
  assert.equal(server.mails.filter((one) => one.to === 'crash@example.com').length, 1)
})

test('A mail server that is down is tried again; one that refuses for good is not', async () => {
  const tenant = await createTenant(server)
  let tries = 0
  mail.send = async (message) => {
    tries++
    if (message.to === 'gone@example.com') throw new MailRefused(new Error('550'))
    if (tries < 3) throw mailFailed(new Error('down'))
    await send(message)
  }
  await request(tenant, sticker('later@example.com'))
  const task = await createTask(tenant, { assignee: { userId: tenant.technician.id } })
  await settled(tenant, 2)
  assert.equal(server.mails.filter((one) => one.to === 'later@example.com').length, 1)
  assert.equal(
    server.mails.filter((one) => one.to === tenant.technician.email && one.text.includes(task.id)).length,
    1,
  )
  tries = 0
  await request(tenant, sticker('gone@example.com'))
  await server.drain()
  assert.equal(tries, 1)
})

test('A request that no mail can be made of harms no other', async () => {
  const tenant = await createTenant(server)
  const mails = await since(async () => {
    await request(tenant, { ...sticker('x@example.com'), template: 'toString' })
    await request(tenant, { ...sticker('x@example.com'), to: null })
    await request(tenant, sticker('fine@example.com'))
  }).catch(() => server.mails)
  assert.ok(mails.some((one) => one.to === 'fine@example.com'))
})
