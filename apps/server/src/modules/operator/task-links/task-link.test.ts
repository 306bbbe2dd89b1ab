import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { historyOf, makeTask, move } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { openTaskLinks, picture } from '../testing/task-links.ts'
import { makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer()
const { read, send, photo, mailed, withTask, taskOf } = openTaskLinks(server)

const assign = (tenant: TestTenant, id: string, body: Record<string, unknown>) =>
  server.call('POST', `/api/tasks/${id}/assign`, { token: tenant.manager.token, body })
const detailOf = async (tenant: TestTenant, id: string): Promise<TaskDetail> =>
  (await server.call<TaskDetail>('GET', `/api/tasks/${id}`, { token: tenant.manager.token })).json.data
const typesOf = async (tenant: TestTenant, id: string): Promise<string[]> =>
  (await historyOf(server, tenant.manager, id)).map(({ type }) => type)

test('An operator without a user gets an email with the task, its place and a link, and no text of visitors', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant, { name: 'Washroom 7' })
  const said = 'The one near the window smells of fish'
  await server.call('POST', '/api/feedback', { body: { qrCode, issues: ['NO_SOAP'], comment: said } })
  await server.drain()
  const listed = await server.call<{ id: string }[]>('GET', '/api/tasks', { token: tenant.manager.token })
  const id = listed.json.data[0]?.id ?? ''
  const email = `german-${tenant.id.slice(-6)}@example.com`
  const operator = await makeOperator(server, tenant, { name: 'Olga', email, languages: ['uk', 'de-AT'] })
  await assign(tenant, id, { operatorId: operator.id })
  const [token = ''] = await mailed(email)
  const mail = server.mails.find(({ to }) => to === email)
  assert.match(mail?.text ?? '', /Washroom 7/)
  assert.match(mail?.text ?? '', /Gemeldet: No soap, von 1 Person|Gemeldet: .*von 1 Person/)
  assert.match(mail?.subject ?? '', /^Aufgabe für Sie/)
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /fish/)
  const page = await read(token, { headers: { 'accept-language': 'en' } })
  assert.equal(page.status, 200)
  assert.match(page.html, /Washroom 7/)
  assert.doesNotMatch(page.html, /fish/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.equal(token.length, 59)
})

test('If emails do not support an operator’s languages they are in the tenant’s; one email for each assignment', async () => {
  const tenant = await createTenant(server)
  const { email, task, operator } = await withTask(tenant, {}, { languages: ['uk'] })
  assert.match(server.mails.find(({ to }) => to === email)?.subject ?? '', /^Task for you/)
  await assign(tenant, task.id, { operatorId: operator.id })
  await move(server, tenant.manager, task.id, { status: 'IN_PROGRESS' })
  assert.equal((await mailed(email)).length, 1)
})

test('An operator with an account, or without an address, gets no link', async () => {
  const tenant = await createTenant(server)
  const email = `linked-${tenant.id.slice(-6)}@example.com`
  const linked = await makeOperator(server, tenant, { email, userId: tenant.technician.id })
  const silent = await makeOperator(server, tenant, { name: 'Silent' })
  for (const { id } of [linked, silent])
    await makeTask(server, tenant.manager, { assignee: { operatorId: id } })
  assert.deepEqual(await mailed(email), [])
  const rows = await tenant.inside((ctx) =>
    ctx.run('select 1 from operator_task_link where tenant_id = $1', [tenant.id]),
  )
  assert.equal(rows.length, 0)
})

test('A new or corrected address gets a link for each open task', async () => {
  const tenant = await createTenant(server)
  const { patch } = operatorCalls(server, tenant)
  const address = (name: string): string => `${name}-${tenant.id.slice(-6)}@example.com`
  const [wrong, right, unlinked] = [address('mistyped'), address('right'), address('unlinked')]
  const silent = await makeOperator(server, tenant, { name: 'Silent' })
  const task = await makeTask(server, tenant.manager, { assignee: { operatorId: silent.id } })
  await mailed(wrong)
  await patch(silent.id, { email: wrong })
  const [first = ''] = await mailed(wrong)
  assert.match((await read(first)).html, new RegExp(task.title))
  await patch(silent.id, { email: right, name: 'Silent no more' })
  const [second = ''] = await mailed(right)
  assert.match((await read(second)).html, new RegExp(task.title))
  assert.equal((await read(first)).status, 410, 'whoever has the wrong address opens nothing')
  await patch(silent.id, { email: right, languages: ['de'] })
  await move(server, tenant.manager, task.id, { status: 'DONE' })
  assert.equal((await mailed(right)).length, 1, 'nothing new, no mail')
  assert.deepEqual([(await read(second)).status, (await read(first)).status], [200, 410], 'nor once done')
  const linked = await makeOperator(server, tenant, { email: unlinked, userId: tenant.technician.id })
  const held = await makeTask(server, tenant.manager, { assignee: { operatorId: linked.id } })
  assert.deepEqual(await mailed(unlinked), [])
  await patch(linked.id, { userId: null })
  const [third = ''] = await mailed(unlinked)
  assert.match((await read(third)).html, new RegExp(held.title))
})

test('A GET changes nothing, also when email scanners open the link many times with HEAD and GET', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  const before = await detailOf(tenant, task.id)
  for (const method of ['HEAD', 'GET', 'GET', 'HEAD'])
    for (const query of ['', '?act=finish', '?done=finish&act=start&text=x'])
      assert.equal(
        (await read(token, { method, headers: { 'user-agent': 'MailScanner' } }, query)).status,
        200,
      )
  assert.deepEqual(await detailOf(tenant, task.id), before)
  assert.equal((await send(token, { act: 'start', formId: 'a' })).status, 303)
})

test('The operator starts, ticks, notes, photographs and finishes, and the history has their name', async () => {
  const tenant = await createTenant(server)
  const { token, task, operator } = await withTask(tenant, {
    description: 'Refill all four.',
    checklist: [{ text: 'Left' }, { text: 'Right' }],
  })
  const started = await send(token, { act: 'start', formId: 'f1' })
  assert.deepEqual([started.status, started.location], [303, `/o/${token}?lang=en&done=start`])
  assert.match((await read(token, {}, '?done=start')).html, /You have started/)
  const left = task.checklist[0]?.id ?? ''
  assert.equal((await send(token, { act: 'tick', are: left, formId: 'f2' })).status, 303)
  assert.equal((await send(token, { act: 'note', text: 'One is\r\nbroken', formId: 'f3' })).status, 303)
  assert.equal((await photo(token, await picture(), { kind: 'AFTER', formId: 'f4' })).status, 303)
  const asked = await send(token, { act: 'finish', text: 'All full again', formId: 'f5' })
  assert.equal(asked.status, 400)
  assert.notEqual((await detailOf(tenant, task.id)).status, 'DONE')
  const done = await send(token, { act: 'finish', text: 'All full again', sure: 'yes', formId: 'f5' })
  assert.equal(done.status, 303)
  const after = await detailOf(tenant, task.id)
  assert.deepEqual([after.status, after.verification], ['DONE', 'CONFIRMED'])
  assert.deepEqual(
    after.checklist.map(({ done: ticked }) => ticked),
    [true, false],
  )
  assert.deepEqual(
    after.notes.map(({ text, author }) => [text, author]),
    [
      ['One is\nbroken', { kind: 'OPERATOR', id: operator.id, name: 'Olga' }],
      ['All full again', { kind: 'OPERATOR', id: operator.id, name: 'Olga' }],
    ],
  )
  assert.deepEqual(
    after.attachments.map(({ kind, author }) => [kind, author.name]),
    [['AFTER', 'Olga']],
  )
  const history = await historyOf(server, tenant.manager, task.id)
  const own = history.filter(({ actor }) => actor.kind === 'OPERATOR')
  assert.equal(own.length, 6)
  assert.ok(own.every(({ actor }) => actor.name === 'Olga'))
})

test('A finished task is shown as done and cannot be changed; when it is reopened a new link is sent', async () => {
  const tenant = await createTenant(server)
  const { token, task, email } = await withTask(tenant)
  await send(token, { act: 'finish', formId: 'a' })
  await server.drain()
  const page = await read(token)
  assert.equal(page.status, 200)
  assert.match(page.html, /This task is done/)
  assert.equal((await send(token, { act: 'note', text: 'Late', formId: 'b' })).status, 303)
  assert.deepEqual((await detailOf(tenant, task.id)).notes, [])
  await move(server, tenant.manager, task.id, { status: 'OPEN' })
  const links = await mailed(email)
  assert.equal(links.length, 2)
  assert.equal((await read(token)).status, 410)
  assert.equal((await send(token, { act: 'start', formId: 'c' })).status, 303)
  assert.equal((await taskOf(tenant, task.id)).status, 'OPEN')
  assert.equal((await read(links[1] ?? '')).status, 200)
})

test('A reassigned link shows a page that says so, also when the task returns with a newer one', async () => {
  const tenant = await createTenant(server)
  const { token, task, operator, email } = await withTask(tenant)
  const other = await makeOperator(server, tenant, {
    name: 'Otto',
    email: `otto-${tenant.id.slice(-6)}@example.com`,
  })
  await assign(tenant, task.id, { operatorId: other.id })
  const page = await read(token)
  assert.equal(page.status, 410)
  assert.match(page.html, /no longer assigned to you/)
  assert.doesNotMatch(page.html, new RegExp(task.title))
  assert.equal((await send(token, { act: 'finish', formId: 'a' })).status, 303)
  assert.equal((await photo(token, await picture(), { formId: 'b' })).status, 303)
  assert.equal((await taskOf(tenant, task.id)).status, 'OPEN')
  await server.drain()
  await assign(tenant, task.id, { operatorId: operator.id })
  // The email between them says that the task was taken away.
  const links = (await mailed(email)).filter((link) => link !== '')
  assert.equal(links.length, 2)
  assert.equal((await read(token)).status, 410)
  assert.equal((await read(links[1] ?? '')).status, 200)
})

test('A link is valid for 14 days; a merged task says so; a deleted one is not found', async () => {
  const tenant = await createTenant(server)
  const [late, merged, deleted] = [await withTask(tenant), await withTask(tenant), await withTask(tenant)]
  const target = await makeTask(server, tenant.manager)
  await server.call('POST', `/api/tasks/${target.id}/merge`, {
    token: tenant.manager.token,
    body: { taskIds: [merged.task.id] },
  })
  await server.call('DELETE', `/api/tasks/${deleted.task.id}`, { token: tenant.admin.token })
  assert.equal((await read(merged.token)).status, 410)
  assert.match((await read(merged.token)).html, /another task/)
  assert.equal((await read(deleted.token)).status, 404)
  await tenant.inside((ctx) =>
    ctx.run('update operator_task_link set expires_at = $2 where tenant_id = $1 and ended_at is null', [
      tenant.id,
      new Date(ctx.now.getTime() - 1),
    ]),
  )
  const page = await read(late.token)
  assert.deepEqual([page.status, /no longer valid/.test(page.html)], [410, true])
  assert.equal((await send(late.token, { act: 'finish', formId: 'a' })).status, 303)
  assert.equal((await taskOf(tenant, late.task.id)).status, 'OPEN')
  await move(server, tenant.manager, late.task.id, { status: 'DONE' })
  assert.equal((await read(late.token)).status, 410, 'nor is it once the task is done')
})

test('The same form sent twice, and two finishes at once, change nothing twice', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  const pictures = await picture()
  const replies = await Promise.all([
    ...[1, 2, 3].map(() => send(token, { act: 'note', text: 'Hello', formId: 'note' })),
    ...[1, 2].map(() => photo(token, pictures, { formId: 'photo' })),
  ])
  for (const { status, html } of replies) assert.equal(status, 303, html)
  await send(token, { act: 'note', text: 'Hello', formId: 'note' })
  const shown = await detailOf(tenant, task.id)
  assert.deepEqual([shown.notes.length, shown.attachments.length], [1, 1])
  const finishes = await Promise.all(
    ['x', 'y', 'z'].map((formId) => send(token, { act: 'finish', text: 'Ready', formId })),
  )
  for (const { status } of finishes) assert.equal(status, 303)
  assert.equal((await typesOf(tenant, task.id)).filter((type) => type === 'STATUS_CHANGED').length, 1)
  assert.equal((await detailOf(tenant, task.id)).notes.length, 2)
})

test('A task that is reassigned at the moment of a finish is either finished before or not at all', async () => {
  const tenant = await createTenant(server)
  const other = await makeOperator(server, tenant, { name: 'Other' })
  for (let round = 0; round < 5; round++) {
    const { token, task } = await withTask(tenant)
    const [sent, given] = await Promise.all([
      send(token, { act: 'finish', formId: 'a' }),
      assign(tenant, task.id, { operatorId: other.id }),
    ])
    assert.deepEqual([sent.status, given.status], [303, 200])
    const history = await historyOf(server, tenant.manager, task.id)
    const steps = history.map(({ type, actor }) => `${type} ${actor.kind}`)
    const finished = steps.indexOf('STATUS_CHANGED OPERATOR')
    assert.ok(finished < steps.indexOf('ASSIGNED USER'), steps.join(', '))
    assert.equal((await taskOf(tenant, task.id)).assignee?.id, other.id)
  }
})

test('An operator puts a task on hold with a reason and continues it', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  const missing = await send(token, { act: 'cannot', text: 'No key', formId: 'a' })
  assert.equal(missing.status, 400)
  assert.match(missing.html, /Choose a reason/)
  assert.match(missing.html, />No key<\/textarea>/)
  assert.equal((await send(token, { act: 'cannot', reason: 'MONEY', formId: 'b' })).status, 400)
  assert.equal(
    (await send(token, { act: 'cannot', reason: 'ACCESS', text: 'No key', formId: 'c' })).status,
    303,
  )
  const held = await taskOf(tenant, task.id)
  assert.deepEqual([held.status, held.blocked?.reason, held.blocked?.note], ['OPEN', 'ACCESS', 'No key'])
  assert.match((await read(token)).html, /Continue/)
  await send(token, { act: 'start', formId: 'd' })
  const going = await taskOf(tenant, task.id)
  assert.deepEqual([going.status, going.blocked], ['IN_PROGRESS', null])
})

test('A file that is no photo, or is too large, is refused with an explanation and leaves nothing behind', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  const text = new Blob(['<script>alert(1)</script>'], { type: 'image/jpeg' })
  const script = new Blob(['alert(1)'], { type: 'text/html' })
  const large = new Blob([new Uint8Array(11 * 1024 * 1024)], { type: 'image/jpeg' })
  for (const file of [text, script, large, undefined]) {
    const page = await photo(token, file, { formId: 'x' }).catch(() => undefined)
    // A server that refuses before reading the whole body may close the connection while the client still sends.
    if (page) assert.deepEqual([page.status, /This photo could not be read/.test(page.html)], [400, true])
  }
  assert.deepEqual((await taskOf(tenant, task.id)).attachments, [])
})

test('A form from another site is refused, whatever it contains', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  const fields = { act: 'finish', formId: 'a' }
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: server.base },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    const page = await send(token, fields, { headers })
    assert.deepEqual([page.status, /Nothing was changed/.test(page.html)], [403, true])
    assert.equal((await photo(token, await picture(), {}, { headers })).status, 403)
  }
  assert.equal((await taskOf(tenant, task.id)).status, 'OPEN')
  assert.equal((await send(token, fields, { headers: { origin: server.base } })).status, 303)
})

test('The page’s own form is accepted over plain HTTP too, where browsers send no origin and site', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  const headers = { origin: 'null' }
  assert.equal((await send(token, { act: 'start', formId: 'a' }, { headers })).status, 303)
  assert.equal((await photo(token, await picture(), { formId: 'b' }, { headers })).status, 303)
  const { status, attachments } = await taskOf(tenant, task.id)
  assert.deepEqual([status, attachments.length], ['IN_PROGRESS', 1])
})

test('A read-only tenant accepts no changes by links either', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant)
  await tenant.inside((ctx) => ctx.run("update tenant set state = 'SUSPENDED' where id = $1", [tenant.id]))
  assert.equal((await read(token)).status, 200)
  assert.equal((await send(token, { act: 'finish', formId: 'a' })).status, 403)
  await tenant.inside((ctx) => ctx.run("update tenant set state = 'ACTIVE' where id = $1", [tenant.id]))
  assert.equal((await taskOf(tenant, task.id)).status, 'OPEN')
})

test('Garbage in a form gets a page as an answer, never an internal error', async () => {
  const tenant = await createTenant(server)
  const { token, task } = await withTask(tenant, { checklist: [{ text: 'One' }] })
  const cases: Record<string, string>[] = [
    {},
    { act: 'delete' },
    { act: 'photo' },
    { act: 'note' },
    { act: 'note', text: 'x'.repeat(2001), formId: 'a' },
    { act: 'note', text: 'nul \u0000', formId: 'b' },
    { act: 'note', text: 'fine', formId: 'y'.repeat(65) },
    { act: 'finish', text: 'x'.repeat(2001), formId: 'c' },
    { act: 'cannot', reason: 'PARTS', text: 'x'.repeat(501), formId: 'd' },
  ]
  for (const fields of cases) {
    const page = await send(token, fields)
    assert.equal(page.status, 400, `${JSON.stringify(fields).slice(0, 60)}: ${page.status}`)
    assert.match(page.html, /<h1/)
  }
  const foreign = await makeTask(server, tenant.manager, { checklist: [{ text: 'Two' }] })
  const ids = foreign.checklist.map(({ id }) => id).join()
  assert.equal((await send(token, { act: 'tick', are: ids, taskId: foreign.id, formId: 'e' })).status, 303)
  assert.deepEqual((await taskOf(tenant, foreign.id)).checklist, foreign.checklist)
  const raw = await fetch(`${server.base}/o/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(raw.status, 415)
  const broken = await fetch(`${server.base}/o/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: 'no form',
  })
  assert.equal(broken.status, 400)
  assert.equal((await taskOf(tenant, task.id)).status, 'OPEN')
})

test('Only the token of this task opens it: not a changed one, one of another kind or of another tenant', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const { token, task } = await withTask(tenant)
  const { keys } = server.built.platform
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ id: string }>('select id from operator_task_link where tenant_id = $1', [tenant.id]),
  )
  const id = row?.id ?? ''
  const wrong = [
    'nothing',
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`,
    `${token}A`,
    keys.seal('tracking', tenant.id, id),
    keys.seal('task-link', other.id, id),
    keys.seal('task-link', tenant.id, task.id),
  ]
  assert.equal(keys.seal('task-link', tenant.id, id), token)
  for (const one of wrong) {
    const page = await read(one)
    assert.deepEqual([page.status, /Task not found/.test(page.html)], [404, true], one)
    assert.equal((await send(one, { act: 'finish', formId: 'a' })).status, 404)
    assert.equal((await photo(one, await picture(), { formId: 'a' })).status, 404)
  }
  assert.equal((await taskOf(tenant, task.id)).status, 'OPEN')
})

test('The page is available in twelve languages, Arabic from right to left', async () => {
  const tenant = await createTenant(server)
  const { token } = await withTask(tenant)
  assert.match((await read(token, {}, '?lang=ar')).html, /<html lang="ar" dir="rtl">/)
  assert.match((await read(token, { headers: { 'accept-language': 'pl-PL,pl' } })).html, /Zacznij/)
  assert.match((await read('nothing', {}, '?lang=ja')).html, /ここに作業はありません/)
})
