import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import { confirmByMail } from '#test/confirm-by-mail.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()

const days = (n: number): number => n * 86_400_000

test('The address for the outcome stays after replies, and is erased 90 days after it was given, whatever becomes of the report', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const leave = async (body: object, email: string): Promise<FeedbackReceipt> => {
    const { json } = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
      body: { qrCode, ...body },
    })
    const reply = await server.call<Tracking>('POST', `/api/feedback/track/${json.data.trackingToken}`, {
      body: { email },
    })
    assert.equal(reply.status, 200, reply.text)
    await confirmByMail(server, email)
    return json.data
  }
  const praise = await leave({ rating: 5, comment: 'Very clean' }, 'praise@example.com')
  const fault = await leave({ rating: 1, issues: ['LEAK'] }, 'fault@example.com')
  for (const reply of ['Thank you.', 'We told the team.']) {
    const { status } = await server.call('POST', '/api/dashboard/feedback/bulk', {
      token: tenant.manager.token,
      body: { ids: [praise.id, fault.id], reply },
    })
    assert.equal(status, 200)
    await server.drain()
  }
  const sent = server.mails
    .filter(({ subject }) => subject.startsWith('A reply'))
    .map(({ to }) => to)
    .filter((to) => /^(praise|fault)@/.test(to))
  assert.equal(sent.length, 4)

  const waiting = (): Promise<number> =>
    tenant.inside(async ({ run }) => {
      const text =
        'select count(*) as n from feedback where tenant_id = $1 and outcome_email is not null and id = any($2::uuid[])'
      const [row] = await run<{ n: number }>(text, [tenant.id, [praise.id, fault.id]])
      return row?.n ?? 0
    })
  server.clock.advance(days(89))
  await server.drain()
  assert.equal(await waiting(), 2)
  await server.call('POST', `/api/feedback/track/${fault.trackingToken}`, {
    body: { email: 'later@example.com' },
  })
  await confirmByMail(server, 'later@example.com')
  server.clock.advance(days(1))
  await server.drain()
  assert.equal(await waiting(), 1, 'one was left anew')
  server.clock.advance(days(89))
  await server.drain()
  assert.equal(await waiting(), 0)
})

/** A fault with its task, and a visitor who wants updates by email. */
const wait = async (email: string) => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const sent = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode, issues: ['LEAK'], language: 'en' },
  })
  const { id, trackingToken } = sent.json.data
  const say = async (body: object): Promise<Tracking> => {
    const reply = await server.call<Tracking>('POST', `/api/feedback/track/${trackingToken}`, { body })
    assert.equal(reply.status, 200, reply.text)
    await server.drain()
    return reply.json.data
  }
  await say({ email })
  const task = await tenant.inside((ctx) => ctx.db.selectFrom('task').select('id').executeTakeFirstOrThrow())
  const move = async (status: string) => {
    // A session does not last for days.
    const { token } = await tenant.person(['MANAGER'])
    const moved = await server.call('PATCH', `/api/tasks/${task.id}/status`, {
      token,
      body: { status },
    })
    assert.equal(moved.status, 200, moved.text)
    await server.drain()
  }
  const note = async (text: string) => {
    const noted = await server.call('POST', `/api/tasks/${task.id}/notes`, {
      token: tenant.manager.token,
      body: { text, public: true },
    })
    assert.equal(noted.status, 201, noted.text)
    await server.drain()
  }
  const subjects = () => server.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  const isKept = async (): Promise<boolean> => {
    const row = await tenant.inside((ctx) =>
      ctx.db.selectFrom('feedback').select('outcome_email').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    return row.outcome_email !== null
  }
  return { trackingToken, say, move, note, subjects, isKept, confirm: () => confirmByMail(server, email) }
}

test('Before its owner confirms, an address gets no text of the tenant, and it is erased after three days', async () => {
  const visitor = await wait('owner@example.com')
  assert.deepEqual(visitor.subjects(), ['Please confirm: emails about your report: Washroom 1'])
  await visitor.note('Buy our soap at shop.example')
  await visitor.move('DONE')
  assert.equal(visitor.subjects().length, 1)
  assert.equal((await visitor.say({ message: 'It is wet' })).subscribed, false)
  server.clock.advance(days(3))
  await server.drain()
  assert.equal(await visitor.isKept(), false)
})

test('A confirmed address is notified of replies and of the outcome; its link says so, and unsubscribing ends it', async () => {
  const visitor = await wait('keen@example.com')
  await visitor.confirm()
  await visitor.note('A plumber comes')
  await visitor.move('DONE')
  assert.deepEqual(visitor.subjects().slice(1), ['A reply to your report: Washroom 1', 'Fixed: Washroom 1'])
  const other = await wait('other@example.com')
  const mail = server.mails.findLast(({ to }) => to === 'other@example.com')
  const path = /(\/m\/[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  assert.match((await server.call('GET', path)).text, /Do you want updates on your report by email\?/)
  const no = await server.call('POST', path, {
    body: new TextEncoder().encode('action=stop'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.match(no.text, /You get no emails from us/)
  assert.equal(await other.isKept(), false)
})

test('An address that somebody else enters again and again gets at most five confirmation emails a day', async () => {
  const email = 'flooded@example.com'
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  for (let index = 0; index < 8; index++) {
    const from = `10.77.0.${index}`
    const sent = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
      body: { qrCode, rating: 3 },
      from,
    })
    for (let times = 0; times < 2; times++)
      await server.call('POST', `/api/feedback/track/${sent.json.data.trackingToken}`, {
        body: { email },
        from,
      })
  }
  await server.drain()
  assert.equal(server.mails.filter(({ to }) => to === email).length, 5)
})

test('“No, not yet” keeps the address until the visitor confirms; without an answer it is erased after seven days', async () => {
  const visitor = await wait('no@example.com')
  await visitor.confirm()
  await visitor.move('DONE')
  assert.equal((await visitor.say({ fixed: false, message: 'It still drips' })).subscribed, true)
  server.clock.advance(days(8))
  await server.drain()
  assert.equal(await visitor.isKept(), true, 'the work goes on')
  await visitor.move('DONE')
  assert.deepEqual(visitor.subjects().slice(1), ['Fixed: Washroom 1', 'Fixed: Washroom 1'])
  assert.equal((await visitor.say({ fixed: true })).subscribed, false)
  assert.equal(await visitor.isKept(), false)

  const silent = await wait('silent@example.com')
  await silent.confirm()
  await silent.move('DONE')
  server.clock.advance(days(7) - 60_000)
  await server.drain()
  assert.equal(await silent.isKept(), true)
  server.clock.advance(60_000)
  await server.drain()
  assert.equal(await silent.isKept(), false)
})
