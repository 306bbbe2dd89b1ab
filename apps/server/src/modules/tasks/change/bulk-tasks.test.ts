import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { BulkResult, Note, Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'
import { eventsOf, historyOf, listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const bulk = (by: TestPerson, body: unknown) =>
  server.call<BulkResult[]>('POST', '/api/tasks/bulk', { token: by.token, body })
const read = async (by: TestPerson, id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: by.token })).json.data
const at = '2026-01-01T00:00:00Z'
const missing = '019a0000-0000-7000-8000-000000000000'

test('A manager changes many tasks at once, with a result for each, in the order sent', async () => {
  const [tenant, theirs] = [await createTenant(server), await createTenant(server)]
  const { manager, technician } = tenant
  const tasks = [
    await makeTask(server, manager),
    await makeTask(server, manager),
    await makeTask(server, manager),
  ]
  const foreign = await makeTask(server, theirs.manager)
  await server.call('POST', `/api/tasks/${tasks[0]?.id}/merge`, {
    token: manager.token,
    body: { taskIds: [tasks[2]?.id] },
  })
  const ids = [tasks[1]?.id, missing, tasks[0]?.id, foreign.id, tasks[2]?.id]
  const reply = await bulk(manager, {
    ids,
    assign: { userId: technician.id },
    status: 'IN_PROGRESS',
    priority: 'URGENT',
    dueAt: '2030-01-01T00:00:00Z',
  })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(
    reply.json.data.map(({ id, ok, code }) => [id, ok, code]),
    [
      [ids[0], true, undefined],
      [ids[1], false, 'NOT_FOUND'],
      [ids[2], true, undefined],
      [ids[3], false, 'NOT_FOUND'],
      [ids[4], false, 'VALIDATION_ERROR'],
    ],
  )
  assert.equal(reply.json.data[4]?.path, 'id', 'what was merged is refused for what it is')
  const changed = await read(manager, tasks[1]?.id ?? '')
  assert.deepEqual(
    [changed.status, changed.priority, changed.assignee?.id, changed.dueAt],
    ['IN_PROGRESS', 'URGENT', technician.id, '2030-01-01T00:00:00.000Z'],
  )
  assert.equal((await read(theirs.manager, foreign.id)).priority, 'MEDIUM')
})

test('Bulk changes by ids are FORBIDDEN to a technician', async () => {
  const { manager, technician } = await createTenant(server)
  const task = await makeTask(server, manager)
  assert.equal((await bulk(technician, { ids: [task.id], status: 'DONE' })).json.code, 'FORBIDDEN')
})

test('Two hundred tasks change in one request with few statements; 201 are VALIDATION_ERROR', async (t) => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const ids: string[] = []
  for (let round = 0; round < 20; round++) {
    const tasks = await Promise.all(Array.from({ length: 10 }, () => makeTask(server, manager)))
    ids.push(...tasks.map(({ id }) => id))
  }
  await bulk(manager, { ids: ids.slice(0, 50), status: 'DONE' })
  await bulk(manager, { ids: ids.slice(50, 100), status: 'IN_PROGRESS', priority: 'HIGH' })
  const dueAt = '2030-01-01T00:00:00.000Z'
  const { mock } = t.mock.method(pg.Client.prototype, 'query')
  const reply = await bulk(manager, {
    ids,
    assign: { userId: technician.id },
    priority: 'HIGH',
    dueAt,
    status: 'DONE',
  })
  const { calls } = mock
  mock.restore()
  assert.ok(reply.json.data.every(({ ok }) => ok))
  // Only calls of its own transaction: the service runs others by the clock, more of them on a slow machine.
  const textOf = ({ arguments: [sent] }: (typeof calls)[number]): string => JSON.stringify(sent)
  const first = calls.find((call) => textOf(call).includes(String(ids.at(-1))))
  const own = calls.slice(first ? calls.indexOf(first) : 0).filter((call) => call.this === first?.this)
  const statements = own.findIndex((call) => /\bcommit\b/.test(textOf(call)))
  assert.ok(statements > 5 && statements < 50, `${statements} statements`)
  const { data, total } = (await listOf(server, manager, '?status=DONE&pageSize=100')).json
  assert.equal(total, 200)
  assert.ok(data.every((task) => task.assignee?.id === technician.id && task.dueAt === dueAt))
  assert.equal((await listOf(server, manager, '?priority=HIGH')).json.total, 200)
  assert.equal((await eventsOf(tenant, 'task.assigned')).length, 200)
  assert.equal((await eventsOf(tenant, 'task.status_changed')).length, 50 + 50 + 150)
  const [was, began, fresh] = await Promise.all(
    [ids[0], ids[50], ids[100]].map((id) => historyOf(server, manager, id ?? '')),
  )
  const types = (lines: typeof was) => lines?.map(({ type }) => type).sort()
  assert.deepEqual(types(was), ['ASSIGNED', 'CREATED', 'EDITED', 'STATUS_CHANGED'])
  assert.deepEqual(types(began), [
    'ASSIGNED',
    'CREATED',
    'EDITED',
    'EDITED',
    'STATUS_CHANGED',
    'STATUS_CHANGED',
  ])
  assert.deepEqual(types(fresh), ['ASSIGNED', 'CREATED', 'EDITED', 'STATUS_CHANGED'])
  const begun = await read(manager, ids[50] ?? '')
  assert.ok((begun.startedAt ?? '') < (begun.completedAt ?? ''), 'work that had begun keeps its beginning')
  assert.equal((await bulk(manager, { ids: [...ids, missing], status: 'DONE' })).status, 400)
})

test('In bulk, tasks without the photo that the tenant requires are unchanged, and the others are finished', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const tasks = [await makeTask(server, manager), await makeTask(server, manager)]
  const [done, open] = tasks.map(({ id }) => id)
  await move(server, manager, done ?? '', { status: 'DONE' })
  await tenant.inside((ctx) =>
    ctx.run(
      `update tenant set settings = settings || '{"work":{"photoRequiredToFinish":true}}' where id = $1`,
      [tenant.id],
    ),
  )
  const reply = await bulk(manager, { ids: [open, done], status: 'DONE', priority: 'URGENT' })
  assert.deepEqual(
    reply.json.data.map(({ id, ok, code, path }) => [id, ok, code, path]),
    [
      [open, false, 'VALIDATION_ERROR', 'body.status'],
      [done, true, undefined, undefined],
    ],
  )
  assert.deepEqual(
    [(await read(manager, open ?? '')).priority, (await read(manager, done ?? '')).priority],
    ['MEDIUM', 'URGENT'],
  )
})

test('Many finished tasks are reopened in one request, and each has its own count', async () => {
  const { manager } = await createTenant(server)
  const tasks = await Promise.all(Array.from({ length: 4 }, () => makeTask(server, manager)))
  const ids = tasks.map(({ id }) => id)
  await bulk(manager, { ids: ids.slice(0, 2), status: 'DONE' })
  await bulk(manager, { ids: ids.slice(0, 2), status: 'OPEN' })
  await bulk(manager, { ids: ids.slice(0, 3), status: 'DONE' })
  const reply = await bulk(manager, { ids, status: 'IN_PROGRESS' })
  assert.ok(reply.json.data.every(({ ok }) => ok))
  const after = await Promise.all(ids.map((id) => read(manager, id)))
  assert.deepEqual(
    after.map(({ status, reopenCount }) => [status, reopenCount]),
    [
      ['IN_PROGRESS', 2],
      ['IN_PROGRESS', 2],
      ['IN_PROGRESS', 1],
      ['IN_PROGRESS', 0],
    ],
  )
})

test('Neither ids nor operations, both, or nothing to change is VALIDATION_ERROR; an unknown assignee is NOT_FOUND', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager)
  for (const body of [
    {},
    { ids: [task.id] },
    { ids: [], status: 'DONE' },
    { ids: [task.id], operations: [], status: 'DONE' },
    { ids: ['x'], status: 'DONE' },
  ]) {
    assert.equal((await bulk(manager, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  }
  assert.equal((await bulk(manager, { ids: [task.id], assign: { userId: missing } })).json.code, 'NOT_FOUND')
})

test('The operations of a technician’s outbox run in order, each like the single call', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const other = await tenant.person(['TECHNICIAN'])
  const [mine, taken] = [
    await makeTask(server, manager, { checklist: [{ text: 'Look' }] }),
    await makeTask(server, manager, { assignee: { userId: other.id } }),
  ]
  const [step] = mine.checklist
  const reply = await bulk(technician, {
    operations: [
      { clientId: 'a', at, taskId: mine.id, kind: 'claim' },
      { clientId: 'b', at, taskId: taken.id, kind: 'claim' },
      {
        clientId: 'c',
        at,
        taskId: mine.id,
        kind: 'checklist',
        checklist: [{ id: step?.id, text: 'Look', done: true }],
      },
      { clientId: 'd', at, taskId: taken.id, kind: 'status', status: 'DONE' },
      { clientId: 'e', at, taskId: mine.id, kind: 'note', text: 'On it' },
      { clientId: 'f', at, taskId: mine.id, kind: 'note' },
      { clientId: 'g', at, taskId: mine.id, kind: 'attachment', key: 'nonsense' },
      { clientId: 'h', at, taskId: missing, kind: 'status', status: 'DONE' },
      {
        clientId: 'i',
        at: '2099-01-01T00:00:00Z',
        taskId: mine.id,
        kind: 'status',
        status: 'DONE',
        resolution: 'Refilled',
      },
    ],
  })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(
    reply.json.data.map(({ clientId, ok, code }) => [clientId, ok, code]),
    [
      ['a', true, undefined],
      ['b', false, 'CONFLICT'],
      ['c', true, undefined],
      ['d', false, 'FORBIDDEN'],
      ['e', true, undefined],
      ['f', false, 'VALIDATION_ERROR'],
      ['g', false, 'VALIDATION_ERROR'],
      ['h', false, 'NOT_FOUND'],
      ['i', true, undefined],
    ],
  )
  const task = await read(manager, mine.id)
  assert.deepEqual(
    [task.status, task.resolution, task.assignee?.id, task.checklist[0]?.done, task.noteCount],
    ['DONE', 'Refilled', technician.id, true, 1],
  )
  assert.ok(Date.parse(task.completedAt ?? '') <= server.clock.now().getTime())
})

test('An outbox that is sent again, also at the same time, changes nothing twice', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const task = await makeTask(server, manager)
  const operations = [
    { clientId: '1', at, taskId: task.id, kind: 'claim' },
    { clientId: '2', at, taskId: task.id, kind: 'note', text: 'On it' },
    { clientId: '3', at, taskId: task.id, kind: 'status', status: 'DONE' },
  ]
  const replies = await Promise.all(Array.from({ length: 10 }, () => bulk(technician, { operations })))
  for (const reply of replies)
    assert.ok(reply.status === 200 && reply.json.data.every(({ ok }) => ok), reply.text)
  await move(server, manager, task.id, { status: 'OPEN' })
  await bulk(technician, { operations })
  assert.equal((await read(manager, task.id)).status, 'OPEN')
  const notes = await server.call<Note[]>('GET', `/api/tasks/${task.id}/notes`, { token: manager.token })
  assert.equal(notes.json.total, 1)
  assert.equal((await eventsOf(tenant, 'task.note_added')).length, 1)
})

test('An operation that was refused may be sent again once it is possible', async () => {
  const tenant = await createTenant(server)
  const other = await tenant.person(['TECHNICIAN'])
  const task = await makeTask(server, tenant.manager, { assignee: { userId: other.id } })
  const operations = [{ clientId: 'once-more', at, taskId: task.id, kind: 'status', status: 'DONE' }]
  assert.equal((await bulk(tenant.technician, { operations })).json.data[0]?.code, 'FORBIDDEN')
  await server.call('POST', `/api/tasks/${task.id}/assign`, {
    token: tenant.manager.token,
    body: { userId: tenant.technician.id },
  })
  assert.equal((await bulk(tenant.technician, { operations })).json.data[0]?.ok, true)
})

test('A start from before somebody else finished the task does not reopen it; a later one does', async () => {
  const { manager, technician } = await createTenant(server)
  const task = await makeTask(server, manager, { assignee: { userId: technician.id } })
  await move(server, manager, task.id, { status: 'DONE' })
  const operation = (clientId: string, when: Date) => ({
    operations: [
      { clientId, at: when.toISOString(), taskId: task.id, kind: 'status', status: 'IN_PROGRESS' },
    ],
  })
  const before = await bulk(
    technician,
    operation('early', new Date(server.clock.now().getTime() - 3_600_000)),
  )
  assert.deepEqual([before.json.data[0]?.ok, before.json.data[0]?.code], [false, 'CONFLICT'])
  assert.equal((await read(manager, task.id)).status, 'DONE')
  const after = await bulk(technician, operation('late', new Date(server.clock.now().getTime() + 1000)))
  assert.equal(after.json.data[0]?.ok, true, after.text)
  assert.equal((await read(manager, task.id)).status, 'IN_PROGRESS')
})

test('A note written before the task was reassigned is kept; a stranger’s is FORBIDDEN', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const [other, stranger] = [await tenant.person(['TECHNICIAN']), await tenant.person(['TECHNICIAN'])]
  const task = await makeTask(server, manager, { assignee: { userId: technician.id } })
  await move(server, technician, task.id, { status: 'IN_PROGRESS' })
  await server.call('POST', `/api/tasks/${task.id}/assign`, {
    token: manager.token,
    body: { userId: other.id },
  })
  const note = (by: TestPerson) =>
    bulk(by, {
      operations: [
        { clientId: 'n', at, taskId: task.id, kind: 'note', text: 'The valve is behind the panel' },
      ],
    })
  assert.equal((await note(technician)).json.data[0]?.ok, true)
  assert.equal((await note(stranger)).json.data[0]?.code, 'FORBIDDEN')
  const notes = await server.call<Note[]>('GET', `/api/tasks/${task.id}/notes`, { token: manager.token })
  assert.deepEqual(
    notes.json.data.map(({ text }) => text),
    ['The valve is behind the panel'],
  )
})
