import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { Task } from '#contracts/tasks/records.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { activate } from '#test/company.ts'
import { confirmByMail } from '#test/confirm-by-mail.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

let visitors = 0
const somebody = (): string => `10.3.${++visitors >> 8}.${visitors & 255}`
const since = async (work: () => Promise<unknown>): Promise<MailMessage[]> => {
  const before = server.mails.length
  await work()
  await server.drain()
  return server.mails.slice(before)
}
/** The emails sent after the work, including delayed ones. */
const gathered = (work: () => Promise<unknown>): Promise<MailMessage[]> =>
  since(async () => {
    await work()
    await server.drain()
    server.clock.advance(120_001)
  })
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
test('A new unassigned task is announced to the technicians who cover its building, once each', async () => {
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
  const mails = await gathered(() => createTask(tenant, { buildingId }))
  assert.deepEqual(to(mails), [here.email, tenant.technician.email].sort())
  assert.match(mails[0]?.text ?? '', /#1 Fix it/)
})

test('If the settings say so, technicians get no emails about new tasks', async () => {
  const tenant = await createTenant(server)
  await tenant.inside((ctx) =>
    ctx.run(
      'update tenant set settings = settings || \'{"notifications":{"mailTechnicians":false}}\' where id = $1',
      [tenant.id],
    ),
  )
  assert.deepEqual(await gathered(() => createTask(tenant, {})), [])
})

test('An assignee gets one email, and none if they assigned the task to themselves', async () => {
  const tenant = await createTenant(server)
  const task = await createTask(tenant, {})
  const assigned = await gathered(() => assign(tenant, task, tenant.technician))
  assert.deepEqual(to(assigned), [tenant.technician.email])
  assert.match(assigned[0]?.subject ?? '', /^Task for you/)
  assert.match(assigned[0]?.text ?? '', new RegExp(`/app/work/tasks/${task.id}`))
  assert.deepEqual(await gathered(() => assign(tenant, task, tenant.technician)), [])
  let other = task
  await gathered(async () => {
    other = await createTask(tenant, {})
  })
  const claimed = await gathered(() =>
    server.call('POST', `/api/tasks/${other.id}/claim`, { token: tenant.technician.token }),
  )
  assert.deepEqual(claimed, [])
})

test('Of a task created with an assignee only the assignee is notified', async () => {
  const tenant = await createTenant(server)
  const mails = await gathered(() => createTask(tenant, { assignee: { userId: tenant.technician.id } }))
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Task for you: Fix it'],
  )
})

test('URGENT goes to managers too, and a manager who is also a technician gets one email', async () => {
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
  assert.deepEqual(await gathered(() => createTask(tenant, {})), [])
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
  await confirmByMail(server, email)
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

test('A visitor who left an address is notified once, in their language, that everything is fixed; the address is erased once they confirm', async () => {
  const tenant = await createTenant(server)
  const { receipt, tasks } = await leaveAddress(tenant, ['LEAK', 'NO_SOAP'], 'v1@example.com')
  assert.deepEqual(to(await since(() => move(tenant, tasks[0]?.id, 'DONE'))), [])
  const [fixed, ...more] = await since(() => move(tenant, tasks[1]?.id, 'DONE'))
  assert.deepEqual([fixed?.to, more.length], ['v1@example.com', 0])
  assert.match(fixed?.subject ?? '', /^Behoben/)
  assert.match(fixed?.text ?? '', new RegExp(receipt.trackingToken))
  const confirmed = await server.call('POST', `/api/feedback/track/${receipt.trackingToken}`, {
    body: { fixed: true },
    from: somebody(),
  })
  assert.equal(confirmed.status, 200, confirmed.text)
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

test('A public note reaches the visitor as a reply, a private one does not; the link in the email unsubscribes', async () => {
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

test('Changes to a person’s tasks within a moment are one email, most important first', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const mails = await gathered(async () => {
    await createTask(tenant, { title: 'One', buildingId: place.buildingId })
    await createTask(tenant, { title: 'Two', dueAt: '2030-01-01T10:00:00Z' })
    const third = await createTask(tenant, { title: 'Three' })
    await server.drain()
    await assign(tenant, third, tenant.technician)
  })
  assert.deepEqual(to(mails), [tenant.technician.email])
  const [{ subject = '', text = '' } = {}] = mails
  assert.equal(subject, '3 tasks: Three and 2 more')
  assert.deepEqual(
    [...text.matchAll(/#\d (\w+)\nNews: (.*)/g)].map(([, title, news]) => [title, news]),
    [
      ['Three', 'Assigned to you'],
      ['One', 'New and unassigned'],
      ['Two', 'New and unassigned'],
    ],
  )
  const urgent = await since(() => createTask(tenant, { title: 'At once', priority: 'URGENT' }))
  assert.deepEqual(to(urgent), [tenant.manager.email, tenant.technician.email].sort())
})

test('“Not fixed” is sent with the visitor’s words to the assignee, otherwise to those who cover the place', async () => {
  const tenant = await createTenant(server)
  const elsewhere = await tenant.person(['TECHNICIAN'])
  const busy = await tenant.person(['TECHNICIAN'])
  const { receipt, tasks } = await leaveAddress(tenant, ['LEAK'], 'v3@example.com')
  const [{ id = '' } = {}] = tasks
  const { buildingId } = await createPlace(server, tenant)
  const covered = 'update app_user set building_ids = $3 where tenant_id = $1 and id = $2'
  await tenant.inside((ctx) => ctx.run(covered, [tenant.id, elsewhere.id, [buildingId]]))
  await gathered(() => move(tenant, id, 'DONE'))
  const no = (message?: string) => async () => {
    const track = `/api/feedback/track/${receipt.trackingToken}`
    const reply = await server.call('POST', track, { body: { fixed: false, message }, from: somebody() })
    assert.equal(reply.status, 200, reply.text)
  }
  const free = await gathered(no())
  assert.deepEqual(to(free), [busy.email, tenant.technician.email].sort())
  assert.match(free[0]?.subject ?? '', /^Not fixed: /)
  await gathered(() => assign(tenant, { id } as Task, busy))
  await gathered(() => move(tenant, id, 'DONE'))
  const [mail, ...more] = await gathered(no('It drips still'))
  assert.deepEqual([mail?.to, more.length], [busy.email, 0])
  assert.match(mail?.text ?? '', /> It drips still\n[\s\S]*app\/work\/tasks\//)
  await gathered(() => move(tenant, id, 'DONE'))
  const settledMeanwhile = await gathered(async () => {
    await no()()
    await server.drain()
    await move(tenant, id, 'DONE')
  })
  assert.deepEqual(
    to(settledMeanwhile),
    ['v3@example.com'],
    'the visitor hears that it is fixed, nobody that it was not',
  )
})

test('A reopened task is announced to its assignee, otherwise to those who may claim it, but not to the person who reopened it', async () => {
  const tenant = await createTenant(server)
  const { technician } = tenant
  const task = await createTask(tenant, {})
  await gathered(() => move(tenant, task.id, 'DONE'))
  const free = await gathered(() => move(tenant, task.id, 'OPEN'))
  assert.deepEqual(to(free), [technician.email])
  await gathered(() => assign(tenant, task, technician))
  await gathered(() => move(tenant, task.id, 'DONE'))
  const [held, ...more] = await gathered(() => move(tenant, task.id, 'OPEN'))
  assert.deepEqual([held?.to, more.length], [technician.email, 0])
  assert.match(held?.subject ?? '', /^Task for you: /)
  const { token } = technician
  const own = (status: string) => () =>
    server.call('PATCH', `/api/tasks/${task.id}/status`, { token, body: { status } })
  assert.deepEqual(await gathered(own('DONE')), [])
  assert.deepEqual(await gathered(own('IN_PROGRESS')), [])
})

test('Of a reopened urgent task its assignee and managers are notified at once', async () => {
  const tenant = await createTenant(server)
  const other = await tenant.person(['MANAGER'])
  const { technician } = tenant
  const task = await createTask(tenant, { priority: 'URGENT', assignee: { userId: technician.id } })
  await since(() => move(tenant, task.id, 'DONE'))
  const mails = await since(() => move(tenant, task.id, 'OPEN'))
  assert.deepEqual(
    mails.map(({ to: who, subject }) => [who, subject]).sort(),
    [
      [other.email, 'Urgent: Fix it'],
      [technician.email, 'Task for you: Fix it'],
    ].sort(),
  )
})

test('A sign-in email has a working link and digits, and neither is in the database', async () => {
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

test('An operator is emailed at their account; a company through its people on duty, otherwise all its people', async () => {
  const tenant = await createTenant(server)
  const make = async (path: string, body: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', `/api/operator/${path}`, {
      token: tenant.admin.token,
      body,
    })
    assert.equal(reply.status, 201, reply.text)
    if (path === 'companies') await activate(tenant, reply.json.data.id)
    return reply.json.data.id
  }
  const companyId = await make('companies', { name: 'Sparkle' })
  const colleague = await tenant.person(['TECHNICIAN'])
  const ids = []
  for (const { id, name } of [tenant.technician, colleague])
    ids.push(await make('operators', { name, userId: id, companyId }))
  await make('operators', { name: 'Without an account', email: 'jo@sparkle.example', companyId })
  const give = (assignee: object) => gathered(() => createTask(tenant, { assignee }))
  assert.deepEqual(to(await give({ operatorId: ids[0] })), [tenant.technician.email])
  assert.deepEqual(to(await give({ companyId })), [tenant.technician.email, colleague.email].sort())
  await server.call('POST', `/api/operator/operators/${ids[1]}/duty`, {
    token: tenant.admin.token,
    body: { state: 'ON' },
  })
  assert.deepEqual(to(await give({ companyId })), [colleague.email])
})

test('If nobody behind an assignee can be notified, managers are; a task link by email counts as notified', async () => {
  const tenant = await createTenant(server)
  const other = await tenant.person(['MANAGER'])
  const make = async (path: string, body: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', `/api/operator/${path}`, {
      token: tenant.admin.token,
      body,
    })
    assert.equal(reply.status, 201, reply.text)
    if (path === 'companies') await activate(tenant, reply.json.data.id)
    return reply.json.data.id
  }
  const empty = await make('companies', { name: 'Nobody Yet' })
  const companyId = await make('companies', { name: 'Sparkle' })
  const linked = await make('operators', { name: 'Jo', email: 'jo@sparkle.example', companyId })
  const silent = await make('operators', { name: 'Ann' })
  const give = (assignee: object) => gathered(() => createTask(tenant, { assignee }))
  for (const assignee of [{ companyId: empty }, { companyId }, { operatorId: silent }]) {
    const [mail, ...more] = await give(assignee)
    assert.deepEqual([mail?.to, more.length], [other.email, 0])
    assert.match(mail?.subject ?? '', /^Nobody could be notified: Fix it/)
  }
  assert.deepEqual(to(await give({ operatorId: linked })), ['jo@sparkle.example'])
})

test('A member notified of a company’s task in place of its people gets no more news once somebody has it', async () => {
  const tenant = await createTenant(server)
  await tenant.person(['MANAGER'])
  const reply = await server.call<{ id: string }>('POST', '/api/operator/companies', {
    token: tenant.admin.token,
    body: { name: 'Nobody Yet' },
  })
  await activate(tenant, reply.json.data.id)
  const mails = await gathered(async () => {
    const task = await createTask(tenant, { assignee: { companyId: reply.json.data.id } })
    await server.drain()
    await assign(tenant, task, tenant.technician)
  })
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Task for you: Fix it'],
  )
})
