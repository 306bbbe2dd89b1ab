/** Photos of finished work: what they confirm, and photos that arrive late. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import type { BulkResult, Task, TaskDetail } from '#contracts/tasks/records.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { joinOpenProblem, linkFeedback, openTask } from '../public.ts'
import { openPhotos } from '../testing/test-photos.ts'
import { historyOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const { attach, upload } = await openPhotos(server)

const requirePhotos = ({ admin }: TestTenant, photoRequiredToFinish: boolean) =>
  server.call('PATCH', '/api/admin/settings', {
    token: admin.token,
    body: { work: { photoRequiredToFinish } },
  })
const finishAs = async (by: TestPerson, id: string) => {
  const { json } = await move(server, by, id, { status: 'DONE' })
  return json.code ?? json.data.verification
}

test('A photo of the work confirms a finished task, whether it was added before or after finishing', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const [before, after] = [await makeTask(server, manager), await makeTask(server, manager)]
  await attach(manager, before.id, { key: await upload(manager, before.id, 'AFTER') })
  assert.equal(
    (await move(server, manager, before.id, { status: 'DONE' })).json.data.verification,
    'CONFIRMED',
  )
  assert.equal((await move(server, manager, after.id, { status: 'DONE' })).json.data.verification, 'CLAIMED')
  await attach(manager, after.id, { key: await upload(manager, after.id, 'AFTER') })
  const read = await server.call<Task>('GET', `/api/tasks/${after.id}`, { token: manager.token })
  assert.equal(read.json.data.verification, 'CONFIRMED')
})

test('A photo sent again because the answer was lost is on the task once, even with a new upload', async () => {
  const { technician } = await createTenant(server)
  const task = await makeTask(server, technician)
  const [clientId, at] = [newId(server.clock.now().getTime()), server.clock.now().toISOString()]
  for (let tries = 0; tries < 2; tries++) {
    const key = await upload(technician, task.id, 'AFTER')
    const operations = [{ clientId, taskId: task.id, at, kind: 'attachment', key }]
    const sent = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
      token: technician.token,
      body: { operations },
    })
    assert.deepEqual(
      sent.json.data.map(({ ok, clientId: of }) => [ok, of]),
      [[true, clientId]],
    )
  }
  const read = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: technician.token })
  assert.equal(read.json.data.attachments.length, 1)
  const lines = await historyOf(server, technician, task.id)
  assert.equal(lines.filter(({ type }) => type === 'ATTACHMENT_ADDED').length, 1)
})

test('A photo of rejected work that arrives after "not fixed" shows that work and not the next', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const { qrCode } = await createPlace(server, tenant)
  const task = await makeTask(server, technician)
  const said = await server.call<FeedbackReceipt>('POST', '/api/feedback', { body: { qrCode, rating: 2 } })
  const { id: feedbackId, trackingToken } = said.json.data
  await tenant.inside((ctx) => linkFeedback(ctx, [{ taskId: task.id, feedbackId }]))
  const finish = async () =>
    (await move(server, technician, task.id, { status: 'DONE' })).json.data.verification
  const photo = async (at: string) => {
    const operation = {
      clientId: newId(server.clock.now().getTime()),
      taskId: task.id,
      at,
      kind: 'attachment',
    }
    const key = await upload(technician, task.id, 'AFTER')
    const sent = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
      token: technician.token,
      body: { operations: [{ ...operation, key }] },
    })
    assert.deepEqual(
      sent.json.data.map(({ ok }) => ok),
      [true],
    )
    const { json } = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: manager.token })
    return [json.data.verification, json.data.attachments.at(-1)?.createdAt]
  }
  server.clock.advance(60_000)
  const takenAt = server.clock.now().toISOString()
  assert.equal(await finish(), 'CLAIMED')
  server.clock.advance(60_000)
  await server.call('POST', `/api/feedback/track/${trackingToken}`, { body: { fixed: false } })
  server.clock.advance(60_000)
  assert.deepEqual(await photo(takenAt), ['REJECTED', takenAt])
  assert.equal(await finish(), 'CLAIMED')
  const again = server.clock.now().toISOString()
  assert.deepEqual(await photo(again), ['CONFIRMED', again])
})

test('After "not fixed" an earlier photo neither confirms the next finish nor counts as the required one', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const { manager, technician } = tenant
  const [task, other] = [await makeTask(server, technician), await makeTask(server, technician)]
  const said = await server.call<FeedbackReceipt>('POST', '/api/feedback', { body: { qrCode, rating: 2 } })
  const { id: feedbackId, trackingToken } = said.json.data
  await tenant.inside((ctx) => linkFeedback(ctx, [{ taskId: task.id, feedbackId }]))
  const notFixed = async () => {
    await server.call('POST', `/api/feedback/track/${trackingToken}`, { body: { fixed: false } })
    const { json } = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: manager.token })
    assert.deepEqual([json.data.status, json.data.verification], ['OPEN', 'REJECTED'])
  }
  const finish = () => finishAs(technician, task.id)
  await requirePhotos(tenant, true)
  for (const { id } of [task, other])
    await attach(technician, id, { key: await upload(technician, id, 'AFTER') })
  assert.equal(await finish(), 'CONFIRMED')
  await notFixed()
  assert.equal(await finish(), 'VALIDATION_ERROR')
  const many = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
    token: manager.token,
    body: { ids: [task.id, other.id], status: 'DONE' },
  })
  assert.deepEqual(
    many.json.data.map(({ ok, path }) => [ok, path]),
    [
      [false, 'body.status'],
      [true, undefined],
    ],
  )
  await attach(technician, task.id, { key: await upload(technician, task.id, 'AFTER') })
  assert.equal(await finish(), 'CONFIRMED')
  assert.equal((await move(server, technician, task.id, { status: 'IN_PROGRESS' })).status, 200)
  assert.equal(await finish(), 'CONFIRMED', 'who takes "done" back needs no second photo')
  await requirePhotos(tenant, false)
  await notFixed()
  assert.equal(await finish(), 'CLAIMED')
  await server.call('POST', `/api/tasks/${task.id}/notes`, {
    token: technician.token,
    body: { text: 'Before I began', attachmentKeys: [await upload(technician, task.id, 'BEFORE')] },
  })
  const read = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: manager.token })
  assert.equal(read.json.data.verification, 'CLAIMED', 'a photo of the state before shows nothing either')
})

test('After a fault was reported again an earlier photo neither confirms the next finish nor counts as the required one', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId, buildingId } = await createPlace(server, tenant)
  const { technician } = tenant
  const report = async (): Promise<string> => {
    server.clock.advance(60_000)
    const body = { qrCode, issues: ['LEAK'] }
    const said = await server.call<FeedbackReceipt>('POST', '/api/feedback', { body })
    const problem = { amenityId, category: 'LEAK', report: { feedbackId: said.json.data.id } }
    const met = await tenant.inside(
      async (ctx) =>
        (await joinOpenProblem(ctx, problem)) ??
        openTask(ctx, {
          ...problem,
          priority: 'MEDIUM',
          source: 'FEEDBACK',
          buildingId,
          skill: 'PLUMBING',
          createdBy: { kind: 'VISITOR', id: null, name: 'Visitor' },
          why: [{ code: 'ALERT_RULE', rule: 'Any issue' }],
        }),
    )
    return met.taskId
  }
  const show = async (id: string) => attach(technician, id, { key: await upload(technician, id, 'AFTER') })
  await requirePhotos(tenant, true)
  const id = await report()
  await show(id)
  assert.equal(await finishAs(technician, id), 'CONFIRMED')
  assert.equal(await report(), id)
  assert.equal(await finishAs(technician, id), 'VALIDATION_ERROR')
  await show(id)
  assert.equal(await finishAs(technician, id), 'CONFIRMED')
  assert.equal(await report(), id)
  await requirePhotos(tenant, false)
  assert.equal(await finishAs(technician, id), 'CLAIMED')
})

test('A late note or photo for a merged task goes to the task it was merged into', async () => {
  const { manager, technician } = await createTenant(server)
  const [task, other] = [await makeTask(server, technician), await makeTask(server, manager)]
  const read = async (id: string) =>
    (await server.call<TaskDetail>('GET', `/api/tasks/${id}`, { token: manager.token })).json.data
  const merged = await server.call('POST', `/api/tasks/${other.id}/merge`, {
    token: manager.token,
    body: { taskIds: [task.id] },
  })
  assert.equal(merged.status, 200, merged.text)
  const at = server.clock.now().toISOString()
  const of = { taskId: task.id, at }
  const sent = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
    token: technician.token,
    body: {
      operations: [
        { ...of, clientId: newId(1), kind: 'note', text: 'The seal is worn' },
        {
          ...of,
          clientId: newId(2),
          kind: 'attachment',
          key: await upload(technician, task.id, 'BEFORE'),
        },
        { ...of, clientId: newId(3), kind: 'status', status: 'DONE' },
      ],
    },
  })
  assert.deepEqual(
    sent.json.data.map(({ ok }) => ok),
    [true, true, false],
  )
  const living = await read(other.id)
  assert.ok(
    living.notes.some(({ text, author }) => text === 'The seal is worn' && author.id === technician.id),
  )
  assert.equal(living.attachments.length, 1)
  assert.equal(living.status, 'OPEN')
})

test('A technician’s photo of a problem reported for others reaches the task even after reassignment or a merge; a stranger’s is FORBIDDEN', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const { amenityId } = await createPlace(server, tenant)
  const { buildingId } = await createPlace(server, tenant)
  const coversElsewhere = async (id: string): Promise<void> => {
    await tenant.inside((ctx) =>
      ctx.run('update app_user set building_ids = $3 where tenant_id = $1 and id = $2', [
        ctx.tenantId,
        id,
        [buildingId],
      ]),
    )
    server.built.principals.forget(tenant.id)
  }
  await coversElsewhere(technician.id)
  const task = await makeTask(server, technician, { amenityId, assignee: null })
  const outbox = async () => {
    const at = server.clock.now()
    const clientId = newId(at.getTime())
    const key = await upload(technician, task.id, 'BEFORE')
    const operation = { clientId, taskId: task.id, at: at.toISOString(), kind: 'attachment', key }
    const sent = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
      token: technician.token,
      body: { operations: [operation] },
    })
    return sent.json.data[0]?.ok
  }
  assert.equal(await outbox(), true, 'nobody has it, in a building that they do not cover')
  const given = await server.call('POST', `/api/tasks/${task.id}/assign`, {
    token: manager.token,
    body: { userId: manager.id },
  })
  assert.equal(given.status, 200, given.text)
  assert.equal(await outbox(), true, 'somebody else has it')
  const key = await upload(technician, task.id, 'BEFORE')
  assert.equal((await attach(technician, task.id, { key })).status, 201)
  assert.equal((await move(server, technician, task.id, { status: 'DONE' })).json.code, 'FORBIDDEN')
  const other = await tenant.person(['TECHNICIAN'])
  await coversElsewhere(other.id)
  const ticket = { contentType: 'image/jpeg', size: 1000, kind: 'BEFORE' }
  for (const body of [ticket, { key }])
    assert.equal((await attach(other, task.id, body)).json.code, 'FORBIDDEN')
  const read = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: manager.token })
  assert.equal(read.json.data.attachments.length, 3)
})

test('A visitor sees the photo of the result only where its author shows it, and only while the work counts as done', async () => {
  const tenant = await createTenant(server)
  const { technician } = tenant
  const { qrCode } = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift' })
  const task = await makeTask(server, technician)
  const said = await server.call<FeedbackReceipt>('POST', '/api/feedback', { body: { qrCode, rating: 2 } })
  const { id: feedbackId, trackingToken } = said.json.data
  await tenant.inside((ctx) => linkFeedback(ctx, [{ taskId: task.id, feedbackId }]))
  const page = `/api/feedback/track/${trackingToken}`
  const shown = async () =>
    (await server.call<Tracking>('GET', page)).json.data.imagesAfter.map(({ width }) => width)
  const photo = async (more: object) => {
    const operation = {
      clientId: newId(server.clock.now().getTime()),
      taskId: task.id,
      at: server.clock.now().toISOString(),
      kind: 'attachment',
      key: await upload(technician, task.id, 'AFTER'),
      ...more,
    }
    const sent = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
      token: technician.token,
      body: { operations: [operation] },
    })
    assert.deepEqual(
      sent.json.data.map(({ ok }) => ok),
      [true],
    )
  }
  await photo({})
  await photo({ public: true })
  assert.deepEqual(await shown(), [])
  await finishAs(technician, task.id)
  assert.deepEqual(await shown(), [40])
  const read = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: technician.token })
  assert.deepEqual(
    read.json.data.attachments.map((one) => one.public),
    [undefined, true],
  )
  server.clock.advance(60_000)
  await server.call('POST', page, { body: { fixed: false } })
  assert.deepEqual(await shown(), [])
  await finishAs(technician, task.id)
  assert.deepEqual(await shown(), [])
})
