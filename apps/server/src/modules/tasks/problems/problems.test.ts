import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import type { BulkResult, TaskDetail } from '#contracts/tasks/records.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import {
  confirmTask,
  joinOpenProblem,
  knownTaskCounts,
  knownTaskCountsOf,
  openTask,
  openTasksOfAmenity,
  raisePriority,
  releaseTasksOf,
  reopenTask,
  statusItemsOfTasks,
  tasksOfFeedback,
} from '../public.ts'
import { eventsOf, historyOf, listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })
const hour = 3_600_000

/** A submission as the feedback module stores it. */
const submit = (tenant: TestTenant, place: TestPlace): Promise<string> =>
  tenant.inside(async (ctx) => {
    const id = newId(ctx.now.getTime())
    await ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, created_at)
       values ($1, $2, $3, $4, 2, 'No paper', '[{"code":"NO_PAPER","detail":null}]', 'de', 'test', $5)`,
      [ctx.tenantId, id, place.amenityId, place.buildingId, ctx.now],
    )
    return id
  })

/** Joins or opens a task for a submission with an issue, as alerts do. */
const report = async (
  tenant: TestTenant,
  place: TestPlace,
  category = 'NO_PAPER',
): Promise<{ taskId: string; feedbackId: string; created: boolean; reporterCount: number }> => {
  const feedbackId = await submit(tenant, place)
  const result = await tenant.inside(async (ctx) => {
    const problem = { amenityId: place.amenityId, category, report: { feedbackId } }
    const joined = await joinOpenProblem(ctx, problem)
    if (joined) return { ...joined, created: false }
    return openTask(ctx, {
      ...problem,
      priority: 'MEDIUM',
      source: 'FEEDBACK',
      buildingId: place.buildingId,
      skill: 'CLEANING',
      createdBy: { kind: 'VISITOR', id: null, name: 'Visitor' },
      why: [{ code: 'ALERT_RULE', rule: 'Any issue' }],
    })
  })
  return { ...result, feedbackId }
}

test('Thirty simultaneous reports of one problem create one task with thirty reporters', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const results = await Promise.all(Array.from({ length: 30 }, () => report(tenant, place)))
  assert.equal(new Set(results.map(({ taskId }) => taskId)).size, 1)
  assert.equal(results.filter(({ created }) => created).length, 1)
  const list = await listOf(server, tenant.manager)
  assert.equal(list.json.total, 1)
  assert.equal(list.json.data[0]?.reporterCount, 30)
  assert.equal(list.json.data[0]?.number, 1)
  assert.equal((await eventsOf(tenant, 'task.created')).length, 1)
  assert.equal((await eventsOf(tenant, 'feedback.merged')).length, 29)
  assert.equal((await makeTask(server, tenant.manager)).number, 2)
})

test('A task opened by an alert rule is titled by problem and place, and says why it was created', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant, { name: 'Washroom East' })
  const { taskId, feedbackId } = await report(tenant, place)
  const { data } = (
    await server.call<TaskDetail>('GET', `/api/tasks/${taskId}`, { token: tenant.manager.token })
  ).json
  assert.equal(data.title, 'No paper, Washroom East')
  assert.deepEqual(data.routing, {
    ruleId: null,
    reason: 'Alert rule: Any issue',
    tried: [],
    takeBy: null,
  })
  assert.deepEqual(data.createdBy, { id: null, name: 'Visitor', kind: 'VISITOR' })
  assert.deepEqual(
    data.feedback.map(({ id, comment, issues }) => [id, comment, issues[0]?.name]),
    [[feedbackId, 'No paper', 'No paper']],
  )
  assert.equal(data.feedbackCount, 1)
  assert.equal(data.amenity?.qrCode, place.qrCode)
})

test('Another category or another amenity gets another task', async () => {
  const tenant = await createTenant(server)
  const [a, b] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  await report(tenant, a)
  await report(tenant, a, 'NO_SOAP')
  await report(tenant, b)
  assert.equal((await listOf(server, tenant.manager)).json.total, 3)
})

test('The same submission reported twice counts once', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { taskId, feedbackId } = await report(tenant, place)
  const joined = await tenant.inside((ctx) =>
    joinOpenProblem(ctx, { amenityId: place.amenityId, category: 'NO_PAPER', report: { feedbackId } }),
  )
  assert.deepEqual(joined, { taskId, reporterCount: 1, reopened: false })
})

test('A problem reported within 24 hours of its last report reopens its task; later it opens a new one', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const first = await report(tenant, place)
  await move(server, tenant.manager, first.taskId, { status: 'DONE' })
  server.clock.advance(23 * hour)
  const manager = await tenant.person(['MANAGER'])
  const again = await report(tenant, place)
  assert.equal(again.taskId, first.taskId)
  const [task] = (await listOf(server, manager)).json.data
  assert.deepEqual([task?.status, task?.reporterCount, task?.reopenCount], ['OPEN', 2, 1])
  await move(server, manager, first.taskId, { status: 'DONE' })
  server.clock.advance(25 * hour)
  const later = await report(tenant, place)
  assert.notEqual(later.taskId, first.taskId)
  assert.equal(later.created, true)
})

test('A task is not reopened beside another open one of the same problem: staff get CONFLICT, and a visitor’s "not fixed" counts for the open one', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const first = await report(tenant, place)
  await move(server, tenant.manager, first.taskId, { status: 'DONE' })
  server.clock.advance(25 * hour)
  const manager = await tenant.person(['MANAGER'])
  const second = await report(tenant, place)
  const refused = await move(server, manager, first.taskId, { status: 'OPEN' })
  assert.equal(refused.json.code, 'CONFLICT')
  const bulk = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
    token: manager.token,
    body: { ids: [first.taskId, second.taskId], status: 'IN_PROGRESS' },
  })
  assert.deepEqual(
    bulk.json.data.map(({ ok, code, path }) => [ok, code, path]),
    [
      [false, 'CONFLICT', 'body.status'],
      [true, undefined, undefined],
    ],
  )
  assert.equal(await tenant.inside((ctx) => reopenTask(ctx, first.taskId)), second.taskId)
})

test('Three reporters raise the priority, at most to URGENT', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { taskId } = await report(tenant, place)
  const raise = () => tenant.inside((ctx) => raisePriority(ctx, taskId))
  assert.deepEqual([await raise(), await raise(), await raise()], ['HIGH', 'URGENT', 'URGENT'])
})

test('A visitor sees the task go from received to in progress and fixed, with public replies only', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { taskId, feedbackId } = await report(tenant, place)
  const note = (text: string, open: boolean) =>
    server.call('POST', `/api/tasks/${taskId}/notes`, {
      token: tenant.manager.token,
      body: { text, public: open },
    })
  await note('Somebody is on the way', true)
  await note('Who ordered the thin paper again', false)
  await move(server, tenant.manager, taskId, { status: 'IN_PROGRESS' })
  await move(server, tenant.manager, taskId, { status: 'DONE' })
  const tracked = async () =>
    (await tenant.inside((ctx) => tasksOfFeedback(ctx, [feedbackId]))).get(feedbackId)?.[0]
  const done = await tracked()
  assert.equal(done?.status, 'DONE')
  assert.deepEqual(
    done?.timeline.map(({ what }) => what),
    ['IN_PROGRESS', 'RESOLVED'],
  )
  assert.deepEqual(
    done?.replies.map(({ text }) => text),
    ['Somebody is on the way'],
  )
  await tenant.inside((ctx) => reopenTask(ctx, taskId))
  const rejected = await tracked()
  assert.deepEqual([rejected?.status, rejected?.verification], ['OPEN', 'REJECTED'])
  assert.deepEqual(
    rejected?.timeline.map(({ what }) => what),
    ['IN_PROGRESS', 'RESOLVED', 'REOPENED'],
  )
  await move(server, tenant.manager, taskId, { status: 'DONE' })
  await tenant.inside((ctx) => confirmTask(ctx, taskId))
  assert.equal((await tracked())?.verification, 'CONFIRMED')
  assert.equal((await tenant.inside((ctx) => tasksOfFeedback(ctx, [crypto.randomUUID()]))).size, 0)
})

test('The open problems of an amenity are listed with their reporters, and counted by building', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await report(tenant, place)
  await report(tenant, place)
  const soap = await report(tenant, place, 'NO_SOAP')
  await move(server, tenant.manager, soap.taskId, { status: 'DONE' })
  await makeTask(server, tenant.manager, { amenityId: place.amenityId, category: 'LEAK' })
  const known = await tenant.inside((ctx) => openTasksOfAmenity(ctx, place.amenityId))
  assert.deepEqual(
    known.map(({ category, reporterCount, status }) => [category, reporterCount, status]),
    [['NO_PAPER', 2, 'OPEN']],
  )
  assert.deepEqual(await tenant.inside((ctx) => knownTaskCounts(ctx)), { OPEN: 2, IN_PROGRESS: 0, DONE: 1 })
  const counts = await tenant.inside((ctx) => knownTaskCountsOf(ctx, [place.buildingId]))
  assert.deepEqual(counts.get(place.buildingId), { OPEN: 2, IN_PROGRESS: 0, DONE: 1 })
})

test('A task of a status report leads to its status item', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const [itemId, reportId] = [crypto.randomUUID(), crypto.randomUUID()]
  const { taskId } = await tenant.inside((ctx) =>
    openTask(ctx, {
      amenityId: place.amenityId,
      buildingId: place.buildingId,
      category: 'LEAK',
      priority: 'HIGH',
      source: 'STATUS_REPORT',
      skill: 'PLUMBING',
      createdBy: { kind: 'VISITOR', id: null, name: 'Visitor' },
      report: { reportId, itemId },
    }),
  )
  assert.deepEqual(await tenant.inside((ctx) => statusItemsOfTasks(ctx, [taskId])), [itemId])
})

test('A duplicate task number is an error and is not retried', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await makeTask(server, tenant.manager, {})
  await tenant.inside((ctx) =>
    ctx.run("update tenant_counter set value = 0 where tenant_id = $1 and name = 'task'", [ctx.tenantId]),
  )
  await assert.rejects(report(tenant, place), { code: 'CONFLICT' })
  assert.equal((await listOf(server, tenant.manager)).json.total, 1)
  const made = await server.call('POST', '/api/tasks', { token: tenant.manager.token, body: { title: 'T' } })
  assert.equal(made.json.code, 'CONFLICT')
})

test('When somebody leaves, their open tasks become unassigned and their finished ones stay', async () => {
  const tenant = await createTenant(server)
  const [open, done] = [
    await makeTask(server, tenant.manager, { assignee: { userId: tenant.technician.id } }),
    await makeTask(server, tenant.manager, { assignee: { userId: tenant.technician.id } }),
  ]
  await move(server, tenant.manager, done.id, { status: 'DONE' })
  assert.equal(
    (
      await tenant.inside((ctx) =>
        releaseTasksOf(ctx, { kind: 'USER', id: tenant.technician.id }, { code: 'MEMBER_LEFT' }),
      )
    ).length,
    1,
  )
  const unassigned = (await eventsOf(tenant, 'task.assigned')).filter(({ to }) => to === null)
  assert.deepEqual(
    unassigned.map(({ taskId }) => taskId),
    [open.id],
  )
  const list = await listOf(server, tenant.manager, '?assignee=none')
  assert.deepEqual(
    list.json.data.map(({ id }) => id),
    [open.id],
  )
})

test('A rejection with the visitor’s words is shown at the task, and first on the attention list, until the task is finished or merged', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { manager } = tenant
  const { taskId, feedbackId } = await report(tenant, place)
  const token = server.built.platform.keys.seal('tracking', tenant.id, feedbackId)
  const say = async (body: object): Promise<void> => {
    const reply = await server.call('POST', `/api/feedback/track/${token}`, { body })
    assert.equal(reply.status, 200, reply.text)
  }
  const rejection = async (): Promise<TaskDetail['rejection']> =>
    (await server.call<TaskDetail>('GET', `/api/tasks/${taskId}`, { token: manager.token })).json.data
      .rejection
  const overview = async (): Promise<Overview> =>
    (await server.call<Overview>('GET', '/api/dashboard/overview', { token: manager.token })).json.data
  await makeTask(server, manager, { priority: 'URGENT' })
  assert.equal(await rejection(), null)
  await move(server, manager, taskId, { status: 'DONE' })
  await say({ fixed: false })
  const said = await rejection()
  assert.equal(said?.text, 'No paper', 'what they had reported, where they say no more')
  const [row] = (await listOf(server, manager)).json.data.filter(({ id }) => id === taskId)
  assert.deepEqual(row?.rejection, { at: said?.at })
  await say({ message: 'The left one is empty still' })
  assert.deepEqual(await rejection(), { at: said?.at, text: 'The left one is empty still' })
  const { attention, activity } = await overview()
  assert.deepEqual(
    [attention[0]?.id, attention[0]?.reason, attention[0]?.since],
    [taskId, 'A visitor says that it is not fixed', said?.at],
  )
  const { text } = activity.find(({ type }) => type === 'task.reopened') ?? {}
  assert.equal(text, 'A visitor says that it is not fixed: #1 No paper, Washroom 1')
  const last = async () =>
    (await historyOf(server, manager, taskId)).findLast(({ type }) => type === 'REOPENED')?.text
  assert.equal(await last(), 'Reopened: a visitor says that it is not fixed')
  await server.call('PATCH', '/api/auth/me', { token: manager.token, body: { language: 'de' } })
  assert.equal(await last(), 'Wieder geöffnet: Laut Besucher nicht behoben')
  assert.equal((await overview()).attention[0]?.reason, 'Laut Besucher nicht behoben')
  await move(server, manager, taskId, { status: 'IN_PROGRESS' })
  assert.ok(await rejection(), 'who starts has not fixed it yet')
  await move(server, manager, taskId, { status: 'DONE' })
  assert.equal(await rejection(), null)
  assert.ok((await overview()).attention.every(({ id }) => id !== taskId))
  await say({ fixed: false })
  assert.equal((await rejection())?.text, 'No paper', 'words about the time before are not about this one')
  await tenant.inside((ctx) =>
    ctx.run("update feedback set state = 'HIDDEN' where tenant_id = $1 and id = $2", [tenant.id, feedbackId]),
  )
  assert.equal((await rejection())?.text, null, 'what is hidden is shown nowhere')
  const other = await makeTask(server, manager)
  await server.call('POST', `/api/tasks/${other.id}/merge`, {
    token: manager.token,
    body: { taskIds: [taskId] },
  })
  assert.equal(await rejection(), null)
})
