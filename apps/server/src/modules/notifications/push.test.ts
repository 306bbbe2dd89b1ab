import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { mailChannel } from '#server/platform/mail/define.ts'
import { startPushService, type TestBrowser } from '#server/platform/push/testing/test-browser.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createPlace, createTenant, insideTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const service = await startPushService()
after(() => service.close())
const server = await startTestServer({
  own: true,
  env: { WEBHOOK_ALLOW_PRIVATE: 'true', VAPID_SUBJECT: 'mailto:ops@example.com' },
})
// A plan without SLA clocks: their escalations would notify when the test moves the clock.
const plan = 'STARTER'
const minute = 60_000

const choose = async (person: TestPerson, body: object): Promise<void> => {
  const reply = await server.call('PATCH', '/api/auth/me', { token: person.token, body })
  assert.equal(reply.status, 200, reply.text)
}

const switchOn = async (person: TestPerson): Promise<TestBrowser> => {
  const browser = service.subscribe()
  await choose(person, { pushSubscriptions: { add: browser.subscription } })
  return browser
}

const createTask = async (tenant: TestTenant, body: object): Promise<Task> => {
  const reply = await server.call<Task>('POST', '/api/tasks', {
    token: tenant.manager.token,
    body: { title: 'Fix it', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

/** Domain of the test's own people, because emails of earlier tests may still be due. */
let here = ''
/** Recipients of emails in the test's tenant during the work. */
const mailed = async (work: () => Promise<unknown> = async () => {}): Promise<string[]> => {
  const before = server.mails.length
  await work()
  await server.drain()
  return server.mails
    .slice(before)
    .map(({ to }) => to)
    .filter((to) => to.endsWith(here))
}

const later = (milliseconds: number) => async () => server.clock.advance(milliseconds)

const confirm = (browser: TestBrowser, which = 0) =>
  server.call('POST', browser.received[which]?.payload.receipt ?? '/m/none')

/** A tenant, and a technician with one device. */
const begin = async (): Promise<{ tenant: TestTenant; browser: TestBrowser; person: TestPerson }> => {
  server.clock.set(new Date())
  const tenant = await createTenant(server, { plan })
  here = `-${tenant.id.slice(-6)}@example.com`
  return { tenant, person: tenant.technician, browser: await switchOn(tenant.technician) }
}

test('A task for somebody with a device is pushed at once, encrypted for the device, signed by the service, in their language', async () => {
  const { tenant, person, browser } = await begin()
  await choose(person, { language: 'pl' })
  const place = await createPlace(server, tenant)
  let task: Task | undefined
  const addresses = await mailed(async () => {
    task = await createTask(tenant, {
      title: 'Refill soap',
      buildingId: place.buildingId,
      assignee: { userId: person.id },
    })
  })
  assert.deepEqual(addresses, [], 'no mail beside the push')
  const [push, ...more] = browser.received
  assert.deepEqual(more, [])
  const { id, receipt, ...note } = push?.payload ?? ({} as never)
  assert.deepEqual(note, {
    title: 'Zadanie dla Ciebie: Refill soap',
    body: task?.building?.name,
    path: `/app/work/tasks/${task?.id}`,
    tag: `task-${task?.id}`,
    language: 'pl',
    urgent: false,
  })
  assert.match(receipt, /^\/m\/[\w-]{59}$/)
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.deepEqual(
    [push?.subject, push?.ttl, push?.urgency, push?.topic.length],
    ['mailto:ops@example.com', 600, 'normal', 32],
  )
  const me = await server.call<{ pushKey: string }>('GET', '/api/auth/me', { token: person.token })
  assert.equal(push?.signedBy, me.json.data.pushKey)
  assert.ok((push?.bytes ?? 9999) <= 3072)
})

test('After a confirmed notification no email follows, also if it is confirmed twice', async () => {
  const { tenant, person, browser } = await begin()
  await mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  const first = await confirm(browser)
  assert.deepEqual([first.status, first.text], [204, ''])
  assert.equal((await confirm(browser)).status, 204)
  assert.deepEqual(await mailed(later(11 * minute)), [])
  const me = await server.call<{ user: { pushSubscriptions: { lastReceiptAt: string | null }[] } }>(
    'GET',
    '/api/auth/me',
    { token: person.token },
  )
  assert.ok(me.json.data.user.pushSubscriptions[0]?.lastReceiptAt)
})

test('Without a receipt within ten minutes one email is sent, once, and a late receipt changes nothing', async () => {
  const { tenant, person, browser } = await begin()
  await mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  assert.deepEqual(await mailed(later(9 * minute)), [])
  assert.deepEqual(await mailed(later(minute + 1000)), [person.email])
  assert.match(server.mails.at(-1)?.subject ?? '', /^Task for you: Fix it/)
  assert.equal((await confirm(browser)).status, 204)
  assert.deepEqual(await mailed(later(60 * minute)), [])
  assert.equal(browser.received.length, 1)
})

test('A task that was finished within the ten minutes is not emailed', async () => {
  const { tenant, person } = await begin()
  const addresses = await mailed(async () => {
    const { id } = await createTask(tenant, { assignee: { userId: person.id } })
    await server.drain()
    await server.call('PATCH', `/api/tasks/${id}/status`, {
      token: tenant.manager.token,
      body: { status: 'DONE' },
    })
  })
  assert.deepEqual([addresses, await mailed(later(11 * minute))], [[], []])
})

test('Preferences decide: push only is never emailed, email only never pushed, neither gets nothing', async () => {
  const { tenant, person, browser } = await begin()
  const give = () => mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  await choose(person, { notifications: { taskAssigned: { mail: false } } })
  assert.deepEqual([await give(), await mailed(later(11 * minute))], [[], []])
  assert.equal(browser.received.length, 1)
  assert.equal(browser.received[0]?.ttl, 86_400, 'kept for a day, since no mail follows')
  await choose(person, { notifications: { taskAssigned: { mail: true, push: false } } })
  assert.deepEqual([await give(), await mailed(later(3 * minute))], [[], [person.email]])
  await choose(person, { notifications: { taskAssigned: { mail: false } } })
  assert.deepEqual([await give(), await mailed(later(11 * minute))], [[], []])
  assert.equal(browser.received.length, 1)
})

test('Of several news at once, those wanted as push are one notification, the others one email', async () => {
  const { tenant, person, browser } = await begin()
  await choose(person, { notifications: { taskNew: { push: false } } })
  await mailed(async () => {
    for (const title of ['One', 'Two']) await createTask(tenant, { title, assignee: { userId: person.id } })
    await createTask(tenant, { title: 'Free' })
  })
  await mailed(later(3 * minute))
  const pushed = browser.received.map(({ payload }) => `${payload.title} ${payload.body}`).join('\n')
  assert.match(pushed, /One/)
  assert.match(pushed, /Two/)
  assert.doesNotMatch(pushed, /Free/)
  const own = server.mails.filter(({ to }) => to === person.email)
  assert.equal(own.length, 1)
  assert.match(own[0]?.subject ?? '', /^New task: Free/)
})

test('In quiet hours a notification waits for their end; an urgent one does not', async () => {
  const { tenant, person, browser } = await begin()
  server.clock.set(new Date('2027-01-20T20:00:00Z'))
  const fresh = await tenant.person(['TECHNICIAN'])
  const own = await switchOn(fresh)
  await choose(fresh, { quietHours: { from: '20:30', to: '06:00' } })
  assert.deepEqual(await mailed(() => createTaskLater(tenant, fresh, {})), [])
  assert.equal(own.received.length, 0)
  await mailed(() => createTaskLater(tenant, fresh, { priority: 'URGENT', title: 'Water' }))
  assert.deepEqual(
    own.received.map(({ payload, urgency }) => [payload.title, payload.urgent, urgency]),
    [['Task for you: Water', true, 'high']],
  )
  await confirm(own)
  server.clock.set(new Date('2027-01-21T05:00:01Z'))
  assert.ok(!(await mailed()).includes(fresh.email))
  assert.equal(own.received.length, 2)
  assert.equal(own.received[1]?.payload.title, 'Task for you: Fix it')
  assert.deepEqual([browser.received.length, person.email !== fresh.email], [0, true])
})

/** As a freshly signed-in member, because the test's clock has moved past their token. */
const createTaskLater = async (tenant: TestTenant, to: TestPerson, body: object): Promise<void> => {
  const manager = await tenant.person(['MANAGER'])
  const reply = await server.call('POST', '/api/tasks', {
    token: manager.token,
    body: { title: 'Fix it', assignee: { userId: to.id }, ...body },
  })
  assert.equal(reply.status, 201, reply.text)
}

test('A device that is gone is deleted, and a person without another is emailed at once', async () => {
  const { tenant, person, browser } = await begin()
  for (const status of [410, 404]) {
    browser.answers(status)
    assert.deepEqual(await mailed(() => createTask(tenant, { assignee: { userId: person.id } })), [
      person.email,
    ])
    const me = await server.call<{ user: { pushSubscriptions: unknown[] } }>('GET', '/api/auth/me', {
      token: person.token,
    })
    assert.deepEqual(me.json.data.user.pushSubscriptions, [])
    await choose(person, { pushSubscriptions: { add: browser.subscription } })
  }
  assert.deepEqual(await mailed(later(11 * minute)), [])
})

test('If the push service is down nothing is lost: the email is sent at once, and the device stays', async () => {
  const { tenant, person, browser } = await begin()
  browser.answers(503)
  assert.deepEqual(await mailed(() => createTask(tenant, { assignee: { userId: person.id } })), [
    person.email,
  ])
  assert.deepEqual(await mailed(later(11 * minute)), [])
  browser.answers(201)
  assert.equal(browser.received.length, 0)
  await mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  assert.equal(browser.received.length, 1)
})

test('A hanging push service times out and is not called for ten minutes, so that it delays nobody', async () => {
  const { tenant, person, browser } = await begin()
  const give = () => mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  browser.answers('NEVER')
  const from = performance.now()
  assert.deepEqual(await give(), [person.email])
  assert.ok(performance.now() - from < 10_000)
  const before = browser.asked
  assert.deepEqual(await give(), [person.email])
  assert.equal(browser.asked, before, 'not asked again so soon')
  browser.answers(201)
  server.clock.advance(11 * minute)
  await give()
  assert.equal(browser.received.length, 1)
})

test('All devices of a person get it with the same id, and one receipt is enough', async () => {
  const { tenant, person, browser } = await begin()
  const second = service.subscribe()
  let tablet = ''
  await insideTenant(server, tenant.id, async (ctx) => {
    const { startSession } = await import('#server/modules/auth/public.ts')
    const tokens = await startSession(ctx, { id: person.id, roles: ['TECHNICIAN'] }, 'Phone', 'SSO')
    ctx.afterCommit(() => {
      tablet = tokens.accessToken
    })
  })
  await choose({ ...person, token: tablet }, { pushSubscriptions: { add: second.subscription } })
  await mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  const [one, other] = [browser.received[0]?.payload, second.received[0]?.payload]
  assert.equal(one?.id, other?.id)
  assert.notEqual(one?.receipt, other?.receipt)
  assert.equal((await confirm(second)).status, 204)
  assert.deepEqual(await mailed(later(11 * minute)), [])
})

test('A repeat sends the same notification, only to devices that have not accepted it', async () => {
  const { tenant, person, browser } = await begin()
  await choose(person, { notifications: { taskAssigned: { mail: false, push: true } } })
  browser.answers(503)
  await mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  browser.answers(201)
  const asked = browser.asked
  await mailed(later(3000))
  assert.equal(browser.asked, asked, 'who has just failed is not asked again at once')
  await mailed(later(11 * minute))
  const [row] = await insideTenant(server, tenant.id, (ctx) =>
    ctx.run<{ id: string; state: string }>('select id, state from outbox where tenant_id = $1', [tenant.id]),
  )
  assert.equal(row?.state, 'SENT')
  assert.deepEqual([browser.received.length, browser.received[0]?.payload.id], [1, row?.id])
  const again = (before: string) =>
    mailed(() =>
      insideTenant(server, tenant.id, async (ctx) => {
        await ctx.run(before, [tenant.id])
        await ctx.run("update outbox set state = 'WAITING', due_at = $2 where tenant_id = $1", [
          tenant.id,
          ctx.now,
        ])
        await ctx.schedule(mailChannel, person.id, ctx.now)
      }),
    )
  await again('select 1 from push_delivery where tenant_id = $1')
  assert.equal(browser.received.length, 1)
  // As after a crash between the push service's answer and our record of it.
  await again('update push_delivery set accepted_at = null where tenant_id = $1')
  const [first, repeated] = browser.received
  assert.deepEqual(repeated?.payload, first?.payload, 'the same id, tag and receipt')
  assert.equal(repeated?.topic, first?.topic)
})

test('After a session has ended nothing is sent to its device, and an email is sent instead', async () => {
  const { tenant, person, browser } = await begin()
  await server.call('POST', '/api/auth/logout', { token: person.token })
  assert.deepEqual(
    await mailed(async () => {
      await createTask(tenant, { assignee: { userId: person.id } })
      await server.drain()
      server.clock.advance(3 * minute)
    }),
    [person.email],
  )
  assert.equal(browser.received.length, 0)
})

test('A push that was requested before its session ended is not sent after it', async () => {
  const { tenant, person, browser } = await begin()
  await insideTenant(server, tenant.id, (ctx) =>
    // As if the row had not been deleted with the session.
    ctx.run('update session set ended_at = $2 where tenant_id = $1 and user_id = $3', [
      tenant.id,
      ctx.now,
      person.id,
    ]),
  )
  assert.deepEqual(await mailed(() => createTask(tenant, { assignee: { userId: person.id } })), [
    person.email,
  ])
  assert.equal(browser.received.length, 0)
})

test('No notification contains a visitor’s words', async () => {
  const { tenant, person, browser } = await begin()
  await choose(person, { notifications: { taskNew: { mail: false } } })
  const place = await createPlace(server, tenant)
  const reply = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 1, issues: ['LEAK'], comment: 'Call me, I am Zaphod' },
    from: '203.0.113.77',
  })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  await server.drain()
  assert.equal(browser.received.length, 1)
  assert.doesNotMatch(JSON.stringify(browser.received), /Zaphod/)
  assert.equal(person.id.length, 36)
})

test('Sent and confirmed notifications are counted, and deleted after a month', async () => {
  const { tenant, person, browser } = await begin()
  const { metrics } = server.built.platform
  const before = { ...metrics }
  const give = () => mailed(() => createTask(tenant, { assignee: { userId: person.id } }))
  await give()
  await confirm(browser)
  await confirm(browser)
  browser.answers(500)
  await give()
  assert.deepEqual(
    [metrics.pushesSent, metrics.pushesFailed, metrics.pushReceipts],
    [before.pushesSent + 1, before.pushesFailed + 1, before.pushReceipts + 1],
  )
  const { text } = await server.call('GET', '/api/system/metrics', { secret: systemSecret })
  assert.match(text, new RegExp(`^wellkept_pushes_total\\{result="sent"\\} ${metrics.pushesSent}$`, 'm'))
  assert.match(text, new RegExp(`^wellkept_push_receipts_total ${metrics.pushReceipts}$`, 'm'))
  const kept = async (): Promise<number> => {
    const rows = await insideTenant(server, tenant.id, (ctx) =>
      ctx.run(
        `select m.id from outbox m where m.tenant_id = $1
         union all select d.id from push_delivery d where d.tenant_id = $1`,
        [tenant.id],
      ),
    )
    return rows.length
  }
  assert.equal(await kept(), 4)
  server.clock.advance(31 * 24 * 60 * minute)
  await server.built.worker?.runCronJob('mail-retention')
  assert.equal(await kept(), 0)
})
