import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { eventsOf, historyOf, listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })
const missing = '019a0000-0000-7000-8000-000000000000'

const post = (token: string, body: unknown) => server.call<Task>('POST', '/api/tasks', { token, body })
const patch = (token: string, id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<Task>('PATCH', `/api/tasks/${id}`, { token, body, headers })

test('A title is enough for a task; it is OPEN, unassigned and MANUAL', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager, { title: '  Soap   ' })
  assert.deepEqual(
    [
      task.title,
      task.status,
      task.priority,
      task.source,
      task.assignee,
      task.number,
      task.version,
      task.verification,
    ],
    ['Soap', 'OPEN', 'MEDIUM', 'MANUAL', null, 1, 1, 'NONE'],
  )
  assert.deepEqual(task.createdBy, { id: manager.id, name: manager.name, kind: 'USER' })
})

test('A task takes its building from the amenity, and priority and skill from the category', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const task = await makeTask(server, tenant.manager, { amenityId: place.amenityId, category: 'LEAK' })
  assert.equal(task.building?.id, place.buildingId)
  assert.deepEqual([task.priority, task.skill], ['HIGH', 'PLUMBING'])
})

test('Foreign and missing ids in the body are NOT_FOUND; an amenity of another building is VALIDATION_ERROR', async () => {
  const [tenant, theirs] = [await createTenant(server), await createTenant(server)]
  const [mine, other, foreign] = [
    await createPlace(server, tenant),
    await createPlace(server, tenant),
    await createPlace(server, theirs),
  ]
  const { token } = tenant.manager
  for (const body of [
    { buildingId: foreign.buildingId },
    { buildingId: missing },
    { amenityId: foreign.amenityId },
    { assignee: { userId: theirs.technician.id } },
    { assignee: { operatorId: missing } },
    { assignee: { companyId: missing } },
    { feedbackIds: [missing] },
  ]) {
    assert.equal((await post(token, { title: 'X', ...body })).json.code, 'NOT_FOUND', JSON.stringify(body))
  }
  for (const body of [
    { amenityId: mine.amenityId, buildingId: other.buildingId },
    { assignee: { userId: tenant.technician.id, operatorId: missing } },
    { title: '' },
    { title: 'x'.repeat(121) },
    { title: 'two\nlines' },
    { priority: 'urgent' },
    { dueAt: '2026-02-30T00:00:00Z' },
    { buildingId: 'x' },
    { category: 'no paper' },
    { labels: Array.from({ length: 21 }, (_, index) => `l${index}`) },
  ]) {
    assert.equal(
      (await post(token, { title: 'X', ...body })).json.code,
      'VALIDATION_ERROR',
      JSON.stringify(body),
    )
  }
  assert.equal((await listOf(server, tenant.manager)).json.total, 0)
})

test('A technician creates tasks for themselves or unassigned ones; for others it is FORBIDDEN', async () => {
  const tenant = await createTenant(server)
  const { technician, manager } = tenant
  assert.equal(
    (await makeTask(server, technician, { assignee: { userId: technician.id } })).assignee?.id,
    technician.id,
  )
  assert.equal((await makeTask(server, technician, { assignee: null })).assignee, null)
  assert.equal(
    (await post(technician.token, { title: 'X', assignee: { userId: manager.id } })).json.code,
    'FORBIDDEN',
  )
  assert.equal(
    (await post(technician.token, { title: 'X', assignee: { userId: missing } })).json.code,
    'FORBIDDEN',
  )
})

test('Numbers count from 1 in each tenant without gaps, also when many tasks are created at once', async () => {
  const { manager } = await createTenant(server)
  const tasks = await Promise.all(Array.from({ length: 20 }, () => makeTask(server, manager)))
  assert.deepEqual(
    tasks.map(({ number }) => number).sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test('Fields that the server owns are ignored in requests', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager, {
    id: missing,
    number: 99,
    status: 'DONE',
    version: 7,
    source: 'SCOUT',
    reporterCount: 50,
    tenantId: missing,
  })
  assert.notEqual(task.id, missing)
  assert.deepEqual(
    [task.number, task.status, task.version, task.source, task.reporterCount],
    [1, 'OPEN', 1, 'MANUAL', 0],
  )
})

test('The same Idempotency-Key creates one task', async () => {
  const { manager } = await createTenant(server)
  const send = () =>
    server.call<Task>('POST', '/api/tasks', {
      token: manager.token,
      body: { title: 'Once' },
      headers: { 'idempotency-key': 'k' },
    })
  const replies = await Promise.all([send(), send(), send()])
  const made = replies.filter(({ status }) => status === 201)
  assert.ok(made.length >= 1 && replies.every(({ status }) => status === 201 || status === 409))
  assert.equal((await listOf(server, manager)).json.total, 1)
})

test('A manager edits; history and event have the values before and after, and an edit without a change writes nothing', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const task = await makeTask(server, manager, {
    checklist: [{ text: 'Look' }, { text: 'Mend', done: true }],
  })
  const [look, mend] = task.checklist
  const changed = await patch(manager.token, task.id, {
    title: 'New',
    priority: 'HIGH',
    dueAt: '2030-01-01T01:00:00+01:00',
    labels: ['a', 'b', 'a'],
    checklist: [{ id: mend?.id, text: 'Mend', done: false }, { text: 'Clean up' }],
  })
  assert.equal(changed.status, 200, changed.text)
  const { data } = changed.json
  assert.deepEqual(
    [data.title, data.priority, data.dueAt, data.labels, data.version],
    ['New', 'HIGH', '2030-01-01T00:00:00.000Z', ['a', 'b'], 2],
  )
  assert.equal(data.checklist[0]?.id, mend?.id)
  assert.ok(data.checklist.every(({ id }) => id !== look?.id))
  const again = await patch(manager.token, task.id, {
    title: 'New',
    labels: ['a', 'b'],
    dueAt: '2030-01-01T00:00:00Z',
    checklist: data.checklist,
  })
  assert.equal(again.json.data.version, 2)
  const history = await historyOf(server, manager, task.id)
  assert.deepEqual(
    history.map(({ type }) => type),
    ['CREATED', 'EDITED'],
  )
  assert.deepEqual(
    history[1]?.changes.find(({ field }) => field === 'title'),
    { field: 'title', from: 'Soap dispenser is loose', to: 'New' },
  )
  const [event, ...more] = await eventsOf(tenant, 'task.updated')
  assert.deepEqual(more, [])
  assert.ok(event)
  assert.equal(event.taskId, task.id)
  assert.deepEqual((event.changes as { field: string }[]).map(({ field }) => field).sort(), [
    'checklist',
    'dueAt',
    'labels',
    'priority',
    'title',
  ])
})

test('A technician changes the checklist only', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager, { checklist: [{ text: 'Look' }] })
  const [look] = task.checklist
  const ticked = await patch(tenant.technician.token, task.id, {
    checklist: [{ id: look?.id, text: 'Look', done: true }],
  })
  assert.equal(ticked.json.data.checklist[0]?.done, true)
  for (const body of [{ title: 'X' }, { priority: 'LOW', checklist: [] }, { labels: [] }]) {
    assert.equal((await patch(tenant.technician.token, task.id, body)).json.code, 'FORBIDDEN')
  }
  assert.equal(
    (await patch(tenant.manager.token, task.id, { title: 'X' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
})

test('An ADMIN deletes a task, and it is NOT_FOUND from then on; others may not delete', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  await server.call('POST', `/api/tasks/${task.id}/notes`, {
    token: tenant.manager.token,
    body: { text: 'Note' },
  })
  const remove = (token: string, headers: Record<string, string> = {}) =>
    server.call('DELETE', `/api/tasks/${task.id}`, { token, headers })
  assert.equal((await remove(tenant.manager.token)).json.code, 'FORBIDDEN')
  assert.equal((await remove(tenant.admin.token, { 'if-match': '"1"' })).json.code, 'PRECONDITION_FAILED')
  const gone = await remove(tenant.admin.token)
  assert.deepEqual([gone.status, gone.json.data], [200, { id: task.id }])
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/notes'],
    ['GET', '/history'],
    ['POST', '/claim'],
  ] as const) {
    assert.equal(
      (await server.call(method, `/api/tasks/${task.id}${path}`, { token: tenant.admin.token })).json.code,
      'NOT_FOUND',
      path,
    )
  }
  assert.equal((await listOf(server, tenant.manager)).json.total, 0)
})

test('If twenty people claim at once, one succeeds and the others get CONFLICT', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const people = await Promise.all(Array.from({ length: 20 }, () => tenant.person(['TECHNICIAN'])))
  const replies = await Promise.all(
    people.map(({ token }) => server.call<Task>('POST', `/api/tasks/${task.id}/claim`, { token })),
  )
  const winners = replies.filter(({ status }) => status === 200)
  assert.equal(winners.length, 1)
  assert.ok(replies.filter(({ status }) => status !== 200).every(({ json }) => json.code === 'CONFLICT'))
  const winner = people.find(({ id }) => id === winners[0]?.json.data.assignee?.id)
  const again = await server.call<Task>('POST', `/api/tasks/${task.id}/claim`, { token: winner?.token })
  assert.equal(again.status, 200)
  assert.equal((await eventsOf(tenant, 'task.assigned')).length, 1)
})

test('A manager assigns and unassigns; a technician may not assign', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const assign = (token: string, body: unknown) =>
    server.call<Task>('POST', `/api/tasks/${task.id}/assign`, { token, body })
  const given = await assign(tenant.manager.token, { userId: tenant.technician.id })
  assert.deepEqual(given.json.data.assignee, {
    kind: 'USER',
    id: tenant.technician.id,
    name: tenant.technician.name,
  })
  assert.equal(
    (await assign(tenant.manager.token, { userId: tenant.technician.id })).json.data.version,
    given.json.data.version,
  )
  assert.equal(
    (await assign(tenant.manager.token, { userId: null, operatorId: null })).json.data.assignee,
    null,
  )
  assert.equal(
    (await assign(tenant.technician.token, { userId: tenant.technician.id })).json.code,
    'FORBIDDEN',
  )
  assert.equal((await assign(tenant.manager.token, { userId: missing })).json.code, 'NOT_FOUND')
  assert.equal((await assign(tenant.manager.token, { userId: 'me' })).json.code, 'VALIDATION_ERROR')
  assert.equal((await eventsOf(tenant, 'task.assigned')).length, 2)
})

test('Merging moves reports and keeps every visitor informed; a merged task refuses every move and is in no list', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const place = await createPlace(server, tenant)
  const feedbackIds = await tenant.inside(async (ctx) => {
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    await ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at)
       select $1, id, $3, $4, 1, 'test', $5 from unnest($2::uuid[]) as id returning 1`,
      [ctx.tenantId, ids, place.amenityId, place.buildingId, ctx.now],
    )
    return ids
  })
  const [a, b, c] = [
    await makeTask(server, manager, { feedbackIds: feedbackIds.slice(0, 2) }),
    await makeTask(server, manager, { title: 'Twin', feedbackIds: feedbackIds.slice(1, 2) }),
    await makeTask(server, manager, { title: 'Triplet', feedbackIds: feedbackIds.slice(2) }),
  ]
  const merge = (into: string, taskIds: string[]) =>
    server.call<Task>('POST', `/api/tasks/${into}/merge`, { token: manager.token, body: { taskIds } })
  await merge(b.id, [c.id])
  const merged = await merge(a.id, [b.id])
  assert.equal(merged.status, 200, merged.text)
  assert.equal(merged.json.data.reporterCount, 3)
  assert.equal((await merge(a.id, [b.id])).json.data.version, merged.json.data.version)
  const detail = await server.call<TaskDetail>('GET', `/api/tasks/${a.id}`, { token: manager.token })
  assert.deepEqual(
    detail.json.data.merged.map(({ number }) => number),
    [2, 3],
  )
  assert.equal(detail.json.data.feedbackCount, 3)
  assert.equal((await listOf(server, manager)).json.total, 1)
  assert.equal((await listOf(server, manager, '?q=twin')).json.total, 0)
  const gone = await server.call<TaskDetail>('GET', `/api/tasks/${c.id}`, { token: manager.token })
  assert.deepEqual([gone.json.data.mergedInto, gone.json.data.allowed], [a.id, []])
  const refused = [
    move(server, manager, b.id, { status: 'DONE' }),
    move(server, manager, b.id, { status: 'OPEN' }),
    patch(manager.token, b.id, { title: 'X' }),
    server.call('POST', `/api/tasks/${b.id}/assign`, { token: manager.token, body: { userId: null } }),
    server.call('POST', `/api/tasks/${b.id}/claim`, { token: manager.token }),
    server.call('POST', `/api/tasks/${b.id}/notes`, { token: manager.token, body: { text: 'X' } }),
    merge(b.id, [a.id]),
    merge(a.id, [a.id]),
  ]
  for (const reply of await Promise.all(refused))
    assert.equal(reply.json.code, 'VALIDATION_ERROR', reply.text)
  assert.equal((await merge(a.id, [missing])).json.code, 'NOT_FOUND')
})

test('Tasks that are merged into each other at the same time end as one task that is not merged', async () => {
  const { manager } = await createTenant(server)
  const [a, b] = [await makeTask(server, manager), await makeTask(server, manager)]
  const merge = (into: string, other: string) =>
    server.call('POST', `/api/tasks/${into}/merge`, { token: manager.token, body: { taskIds: [other] } })
  await Promise.all([merge(a.id, b.id), merge(b.id, a.id), merge(a.id, b.id), merge(b.id, a.id)])
  assert.equal((await listOf(server, manager)).json.total, 1)
})

test('The summary counts by status, priority, overdue and due today, with the choices of filters', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server, { timeZone: 'Pacific/Auckland' })
  const place = await createPlace(server, tenant)
  const now = server.clock.now()
  const inAuckland = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland', dateStyle: 'short' })
  const soon = new Date(now.getTime() + 60_000)
  await makeTask(server, tenant.manager, { dueAt: soon.toISOString(), priority: 'HIGH' })
  await makeTask(server, tenant.manager, { dueAt: '2020-01-01T00:00:00Z' })
  const done = await makeTask(server, tenant.manager, { dueAt: '2020-01-01T00:00:00Z' })
  await move(server, tenant.manager, done.id, { status: 'DONE' })
  const summary = await server.call<Record<string, unknown>>('GET', '/api/tasks/summary?amenityQ=washr', {
    token: tenant.manager.token,
  })
  assert.equal(summary.status, 200, summary.text)
  const { data } = summary.json
  assert.deepEqual(data.byStatus, { OPEN: 2, IN_PROGRESS: 0, DONE: 1 })
  assert.deepEqual(data.byPriority, { LOW: 0, MEDIUM: 2, HIGH: 1, URGENT: 0 })
  assert.equal(data.overdue, 1)
  assert.equal(data.dueToday, inAuckland.format(soon) === inAuckland.format(now) ? 1 : 0)
  assert.deepEqual(
    (data.amenities as { id: string }[]).map(({ id }) => id),
    [place.amenityId],
  )
  assert.equal((data.assignees as unknown[]).length, 3)
})

test('On a day that starts at 01:00 a task is due today until midnight, and no hour longer', async (t) => {
  // In Cairo the clocks go from 00:00 to 01:00 on 24 April 2026, which ends at 21:00 UTC.
  server.clock.set(new Date('2026-04-24T12:00:00Z'))
  t.after(() => server.clock.set(new Date()))
  const tenant = await createTenant(server, { timeZone: 'Africa/Cairo' })
  for (const dueAt of ['2026-04-24T20:59:00Z', '2026-04-24T21:30:00Z'])
    await makeTask(server, tenant.manager, { dueAt })
  const { token } = tenant.manager
  const summary = await server.call<{ dueToday: number }>('GET', '/api/tasks/summary', { token })
  assert.equal(summary.json.data.dueToday, 1, summary.text)
})
