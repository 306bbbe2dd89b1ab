/** How links are emailed: several at once are one email to each operator. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { makeTask, move } from '#server/modules/tasks/testing/test-tasks.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { dueAfterBoth } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { openTaskLinks } from '../testing/task-links.ts'
import { makeOperator } from '../testing/test-operators.ts'
import { linkReopened } from './update-links.ts'

const server = await startTestServer()
const { read, send, mailed } = openTaskLinks(server)
const minute = 60_000

let count = 0
const withOperator = async (tenant: TestTenant, languages: string[] = ['en']) => {
  const email = `gathers-${++count}-${tenant.id.slice(-6)}@example.com`
  const { id } = await makeOperator(server, tenant, { name: 'Olga', email, languages })
  const give = (title: string, priority = 'MEDIUM') =>
    makeTask(server, tenant.manager, { title, priority, assignee: { operatorId: id } })
  // Emails with links; that a task was taken away is tested in withdrawn.test.ts.
  const mails = () => server.mails.filter(({ to, text }) => to === email && text.includes('/o/'))
  return { id, email, give, mails }
}
const linksIn = ({ text }: { text: string }): string[] =>
  [...text.matchAll(/\/o\/([\w-]+)/g)].map(([, token = '']) => token)

/** Stops the clock; the returned function advances it and runs what is due. */
const standStill = (t: TestContext): ((ms: number) => Promise<void>) => {
  let now = server.clock.now()
  t.mock.method(server.clock, 'now', () => now)
  return async (ms) => {
    await server.drain()
    now = new Date(now.getTime() + ms)
    await server.drain()
  }
}

test('Tasks assigned to an operator within two minutes are one email, most important first, each with its own link', async (t) => {
  const pass = standStill(t)
  const tenant = await createTenant(server)
  const [olga, otto] = [await withOperator(tenant), await withOperator(tenant, ['de'])]
  await olga.give('Mop the hall')
  await otto.give('Polish the brass')
  await pass(minute)
  await olga.give('Free the drain', 'HIGH')
  await olga.give('Empty the bins')
  await pass(minute - 1)
  assert.deepEqual(olga.mails(), [])
  await pass(1)
  const [mail, ...more] = olga.mails()
  assert.ok(mail && more.length === 0, 'two minutes after the first, one mail')
  assert.equal(mail.subject, '3 tasks for you: Free the drain and 2 more')
  assert.match(mail.text, /Free the drain[\s\S]*Mop the hall[\s\S]*Empty the bins/)
  const pages = await Promise.all(linksIn(mail).map((token) => read(token)))
  assert.deepEqual(
    pages.map(({ status, html }) => [status, /Free the drain|Mop the hall|Empty the bins/.exec(html)?.[0]]),
    [
      [200, 'Free the drain'],
      [200, 'Mop the hall'],
      [200, 'Empty the bins'],
    ],
  )
  assert.deepEqual(
    otto.mails().map(({ subject }) => subject),
    ['Aufgabe für Sie: Polish the brass'],
  )
  await pass(10 * minute)
  assert.equal(olga.mails().length, 1)
  const [first = ''] = linksIn(mail)
  assert.equal((await send(first, { act: 'finish', formId: 'a' })).status, 303)
})

test('An URGENT task is emailed at once together with waiting ones, which are not sent again', async (t) => {
  const pass = standStill(t)
  const tenant = await createTenant(server)
  const { give, mails } = await withOperator(tenant, ['de'])
  await give('Mop the hall')
  await server.drain()
  await give('Free whoever is in the lift', 'URGENT')
  await server.drain()
  assert.deepEqual(
    mails().map(({ subject }) => subject),
    ['2 Aufgaben für Sie: Free whoever is in the lift und 1 weitere'],
  )
  await give('Close the windows', 'URGENT')
  await pass(10 * minute)
  assert.deepEqual(
    mails().map(({ subject }) => subject),
    ['2 Aufgaben für Sie: Free whoever is in the lift und 1 weitere', 'Aufgabe für Sie: Close the windows'],
  )
})

test('A task reassigned while its email waits is left out; a single one left reads as one', async (t) => {
  const pass = standStill(t)
  const tenant = await createTenant(server)
  const [olga, otto] = [await withOperator(tenant), await withOperator(tenant)]
  const assign = (taskId: string, operatorId: string) =>
    server.call('POST', `/api/tasks/${taskId}/assign`, { token: tenant.manager.token, body: { operatorId } })
  const moved = await olga.give('Mop the hall')
  await olga.give('Empty the bins')
  await server.drain()
  await assign(moved.id, otto.id)
  const gone = await otto.give('Water the plants')
  await server.drain()
  await assign(gone.id, olga.id)
  await pass(2 * minute)
  assert.deepEqual([...olga.mails(), ...otto.mails()].map(({ subject }) => subject).sort(), [
    '2 tasks for you: Empty the bins and 1 more',
    'Task for you: Mop the hall',
  ])
})

test('When a hold ends the operator’s existing link is emailed again, and is valid for 14 days from then', async (t) => {
  const pass = standStill(t)
  const tenant = await createTenant(server)
  const { give, mails } = await withOperator(tenant)
  const day = 24 * 60 * minute
  const until = new Date(server.clock.now().getTime() + 13 * day).toISOString()
  // As a freshly signed-in member, because days pass in the test.
  const hold = async (id: string, end: string | null): Promise<void> => {
    const by = await tenant.person(['MANAGER'])
    const blocked = end === null ? null : { reason: 'PARTS', until: end }
    assert.equal((await move(server, by, id, { status: 'OPEN', blocked })).status, 200)
  }
  const [held, lifted, further] = [await give('Mend the pump'), await give('Mop'), await give('Dust')]
  for (const { id } of [held, lifted, further]) await hold(id, until)
  await pass(2 * minute)
  await hold(lifted.id, null)
  await pass(13 * day - 2 * minute)
  // Put on hold longer while the email waits: it must be left out.
  await hold(further.id, new Date(server.clock.now().getTime() + 20 * day).toISOString())
  await pass(2 * minute)
  assert.deepEqual(
    mails().map(({ subject }) => subject),
    ['3 tasks for you: Mend the pump and 2 more', 'Time to continue: Mend the pump'],
  )
  const [first, second] = mails()
  assert.ok(first && second)
  assert.match(second.text, /One of your tasks is no longer on hold/)
  const [token = '', ...more] = linksIn(second)
  assert.ok(more.length === 0 && linksIn(first).includes(token), 'the same link')
  await pass(10 * day)
  assert.equal((await send(token, { act: 'start', formId: 'a' })).status, 303)
})

test('All tasks of an email are read in one statement', async (t) => {
  const pass = standStill(t)
  const tenant = await createTenant(server)
  const asked: number[] = []
  const readsTasks = /unnest\(\(select \$3::uuid\[\]\)\) with ordinality as k/
  for (const many of [2, 20]) {
    const { give, mails } = await withOperator(tenant)
    for (let task = 0; task < many; task++) await give(`Sweep the stairs ${task}`)
    await pass(minute)
    const { mock } = t.mock.method(pg.Client.prototype, 'query')
    await pass(minute)
    asked.push(mock.calls.filter(({ arguments: [sent] }) => readsTasks.test(JSON.stringify(sent))).length)
    mock.restore()
    assert.equal(mails()[0]?.subject.startsWith(`${many} tasks for you`), true)
  }
  assert.deepEqual(asked, [1, 1])
})

test('More than 50 tasks are sent in several emails, and each task with exactly one link', async () => {
  const tenant = await createTenant(server)
  const { id, email, mails } = await withOperator(tenant)
  const made = await Promise.all(
    Array.from({ length: 51 }, (_, at) => makeTask(server, tenant.manager, { title: `Task ${at}` })),
  )
  const given = await server.call('POST', '/api/tasks/bulk', {
    token: tenant.manager.token,
    body: { ids: made.map((task) => task.id), assign: { operatorId: id } },
  })
  assert.equal(given.status, 200, given.text)
  await mailed(email)
  assert.deepEqual(
    mails()
      .map((mail) => linksIn(mail).length)
      .sort((a, b) => a - b),
    [1, 50],
  )
  assert.equal(new Set(mails().flatMap(linksIn)).size, 51)
})

test('A link that may wait does not delay an urgent one that another instance creates at the same time', async () => {
  const idle = await startTestServer({ worker: false })
  const tenant = await createTenant(idle)
  const email = `both-${tenant.id.slice(-6)}@example.com`
  const { id: operatorId } = await makeOperator(idle, tenant, { name: 'Olga', email, languages: ['en'] })
  const give = (priority: string) =>
    makeTask(idle, tenant.manager, { title: 'Mop', priority, assignee: { operatorId } })
  const [urgent, usual] = [await give('URGENT'), await give('MEDIUM')]
  const at = idle.clock.now()
  const relink =
    (taskId: string) =>
    (ctx: TenantContext): Promise<void> =>
      linkReopened(ctx, [
        {
          id: taskId,
          type: 'task.reopened',
          tenantId: tenant.id,
          at,
          payload: { taskId, reason: null, reopenCount: 1 } as never,
        },
      ])
  const due = await dueAfterBoth(
    tenant,
    ['operator.mail_links', operatorId],
    relink(urgent.id),
    relink(usual.id),
  )
  assert.ok(due && due.getTime() < at.getTime() + 60_000, String(due))
})
