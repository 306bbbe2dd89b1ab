import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startSession } from '#server/modules/auth/public.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { eventsOf, historyOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })
const hour = 3_600_000

test('Every move between OPEN, IN_PROGRESS and DONE is allowed for a manager', async () => {
  const { manager } = await createTenant(server)
  for (const [from, to] of [
    ['OPEN', 'IN_PROGRESS'],
    ['OPEN', 'DONE'],
    ['IN_PROGRESS', 'DONE'],
    ['IN_PROGRESS', 'OPEN'],
    ['DONE', 'OPEN'],
    ['DONE', 'IN_PROGRESS'],
  ]) {
    const task = await makeTask(server, manager)
    if (from !== 'OPEN') await move(server, manager, task.id, { status: from })
    const reply = await move(server, manager, task.id, { status: to })
    assert.equal(reply.status, 200, `${from} to ${to}: ${reply.text}`)
    assert.equal(reply.json.data.status, to)
  }
})

test('A finished task has its resolution, its completion time and verification CLAIMED', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager)
  const { json } = await move(server, manager, task.id, {
    status: 'DONE',
    resolution: 'Refilled',
    minutesSpent: 12,
  })
  assert.equal(json.data.resolution, 'Refilled')
  assert.equal(json.data.minutesSpent, 12)
  assert.equal(json.data.verification, 'CLAIMED')
  assert.ok(json.data.startedAt !== null && json.data.completedAt !== null)
  assert.deepEqual(json.data.allowed.includes('reopen'), true)
})

test('The same status again changes nothing and is 200', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager)
  const first = await move(server, manager, task.id, {
    status: 'DONE',
    resolution: 'Refilled',
    note: 'All fine',
  })
  const second = await move(server, manager, task.id, {
    status: 'DONE',
    resolution: 'Refilled',
    note: 'All fine',
  })
  assert.equal(second.status, 200)
  assert.deepEqual(second.json.data, first.json.data)
})

test('Fifty moves to DONE at once are all 200, with one event and one line of history', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => move(server, tenant.manager, task.id, { status: 'DONE' })),
  )
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
  assert.equal((await eventsOf(tenant, 'task.status_changed')).length, 1)
  const history = await historyOf(server, tenant.manager, task.id)
  assert.deepEqual(
    history.map(({ type }) => type),
    ['CREATED', 'STATUS_CHANGED'],
  )
})

test('DONE and OPEN at once end in one of the two, and no update is lost', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      move(server, tenant.manager, task.id, { status: index % 2 ? 'OPEN' : 'DONE' }),
    ),
  )
  const history = await historyOf(server, tenant.manager, task.id)
  const moves = history.filter(({ type }) => type === 'STATUS_CHANGED' || type === 'REOPENED')
  let status: unknown = 'OPEN'
  for (const { changes } of moves) {
    const change = changes.find(({ field }) => field === 'status')
    assert.equal(change?.from, status)
    status = change?.to
  }
  const now = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: tenant.manager.token })
  assert.equal(now.json.data.status, status)
  assert.equal(now.json.data.version, 1 + moves.length)
})

test('A technician who moves an unassigned task claims it', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const reply = await move(server, tenant.technician, task.id, { status: 'IN_PROGRESS' })
  assert.equal(reply.json.data.assignee?.id, tenant.technician.id)
  assert.equal((await eventsOf(tenant, 'task.assigned')).length, 1)
})

test('A task of somebody else is FORBIDDEN to a technician, to read and to move', async () => {
  const tenant = await createTenant(server)
  const other = await tenant.person(['TECHNICIAN'])
  const task = await makeTask(server, tenant.manager, { assignee: { userId: other.id } })
  const asked = [
    move(server, tenant.technician, task.id, { status: 'DONE' }),
    ...['', '/notes', '/history'].map((path) =>
      server.call('GET', `/api/tasks/${task.id}${path}`, { token: tenant.technician.token }),
    ),
    server.call('POST', `/api/tasks/${task.id}/notes`, {
      token: tenant.technician.token,
      body: { text: 'Hello' },
    }),
    server.call('PATCH', `/api/tasks/${task.id}`, {
      token: tenant.technician.token,
      body: { checklist: [] },
    }),
    server.call('POST', `/api/tasks/${task.id}/attachments`, {
      token: tenant.technician.token,
      body: { contentType: 'image/jpeg', size: 1000, kind: 'AFTER' },
    }),
  ]
  for (const reply of await Promise.all(asked)) assert.equal(reply.json.code, 'FORBIDDEN')
})

test('A technician may reopen within 24 hours; after that it is FORBIDDEN to them, but not to a manager', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.technician, { assignee: { userId: tenant.technician.id } })
  await move(server, tenant.technician, task.id, { status: 'DONE', resolution: 'Refilled' })
  const reopened = await move(server, tenant.technician, task.id, { status: 'OPEN' })
  assert.equal(reopened.json.data.reopenCount, 1)
  assert.equal(reopened.json.data.resolution, null)
  assert.equal(reopened.json.data.completedAt, null)
  await move(server, tenant.technician, task.id, { status: 'DONE' })
  server.clock.advance(24 * hour + 60_000)
  const fresh = await tenant.person(['MANAGER'])
  const late = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: fresh.token })
  assert.equal(late.json.data.status, 'DONE')
  const technician = await tenant.inside((ctx) =>
    startSession(ctx, { id: tenant.technician.id, roles: ['TECHNICIAN'] }, 'Test'),
  )
  const refused = await move(server, { ...tenant.technician, token: technician.accessToken }, task.id, {
    status: 'OPEN',
  })
  assert.equal(refused.json.code, 'FORBIDDEN')
  const allowed = await move(server, fresh, task.id, { status: 'IN_PROGRESS' })
  assert.equal(allowed.status, 200)
  assert.equal(allowed.json.data.reopenCount, 2)
  assert.equal((await eventsOf(tenant, 'task.reopened')).length, 2)
})

test('A task is put on hold with a reason and released; finishing lifts the hold', async () => {
  const tenant = await createTenant(server)
  const task = await makeTask(server, tenant.manager)
  const blocked = await move(server, tenant.manager, task.id, {
    status: 'OPEN',
    blocked: { reason: 'PARTS', until: '2030-01-01T00:00:00Z', note: 'A pump' },
  })
  assert.equal(blocked.json.data.blocked?.reason, 'PARTS')
  assert.equal(blocked.json.data.blocked?.until, '2030-01-01T00:00:00.000Z')
  assert.ok(blocked.json.data.allowed.includes('unblock'))
  const again = await move(server, tenant.manager, task.id, {
    status: 'OPEN',
    blocked: { reason: 'PARTS', until: '2030-01-01T00:00:00Z', note: 'A pump' },
  })
  assert.equal(again.json.data.version, blocked.json.data.version)
  assert.equal(
    (await move(server, tenant.manager, task.id, { status: 'OPEN', blocked: null })).json.data.blocked,
    null,
  )
  await move(server, tenant.manager, task.id, { status: 'OPEN', blocked: { reason: 'ACCESS' } })
  const done = await move(server, tenant.manager, task.id, { status: 'DONE' })
  assert.equal(done.json.data.blocked, null)
  assert.equal((await eventsOf(tenant, 'task.blocked')).length, 4)
  const refused = await move(server, tenant.manager, task.id, {
    status: 'DONE',
    blocked: { reason: 'OTHER' },
  })
  assert.equal(refused.json.code, 'VALIDATION_ERROR')
})

test('A stale If-Match is PRECONDITION_FAILED, garbage is VALIDATION_ERROR, * is fine', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager)
  await move(server, manager, task.id, { status: 'IN_PROGRESS' })
  assert.equal((await move(server, manager, task.id, { status: 'DONE' }, { 'if-match': '"1"' })).status, 412)
  assert.equal(
    (await move(server, manager, task.id, { status: 'DONE' }, { 'if-match': 'W/"2"' })).status,
    400,
  )
  assert.equal((await move(server, manager, task.id, { status: 'DONE' }, { 'if-match': '"2"' })).status, 200)
  assert.equal((await move(server, manager, task.id, { status: 'OPEN' }, { 'if-match': '*' })).status, 200)
})

test('A task of another tenant is NOT_FOUND, with the same bytes as a task that does not exist', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const task = await makeTask(server, theirs.manager)
  const foreign = await move(server, mine.admin, task.id, { status: 'DONE' })
  const missing = await move(server, mine.admin, '019a0000-0000-7000-8000-000000000000', { status: 'DONE' })
  assert.equal(foreign.status, 404)
  assert.equal(foreign.text, missing.text)
  assert.equal((await move(server, mine.admin, 'no-uuid', { status: 'DONE' })).status, 404)
})

test('An unknown status is VALIDATION_ERROR', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager)
  for (const status of ['done', 'CLOSED', '', null, 1, ['DONE']]) {
    assert.equal((await move(server, manager, task.id, { status })).status, 400)
  }
})

test('If the tenant requires a photo of the work, finishing without one is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  await tenant.inside((ctx) =>
    ctx.run(
      `update tenant set settings = settings || '{"work":{"photoRequiredToFinish":true}}' where id = $1`,
      [tenant.id],
    ),
  )
  const task = await makeTask(server, tenant.manager)
  assert.equal((await move(server, tenant.manager, task.id, { status: 'IN_PROGRESS' })).status, 200)
  assert.equal(
    (await move(server, tenant.manager, task.id, { status: 'DONE' })).json.code,
    'VALIDATION_ERROR',
  )
})

test('Finished cleaning work counts as the amenity’s last cleaning', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const task = await makeTask(server, tenant.manager, { amenityId: place.amenityId, category: 'NOT_CLEAN' })
  assert.equal(task.skill, 'CLEANING')
  await move(server, tenant.manager, task.id, { status: 'DONE' })
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ last_cleaned_at: Date | null }>(
      'select last_cleaned_at from amenity where tenant_id = $1 and id = $2',
      [tenant.id, place.amenityId],
    ),
  )
  assert.ok(row?.last_cleaned_at)
})
