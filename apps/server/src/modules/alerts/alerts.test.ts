/** @external the journey of an event to its mails */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityInformation } from '#contracts/feedback.ts'
import { listOf, makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { handleReports } from './handle-report.ts'
import { only, rule } from './testing/own-rules.ts'

const server = await startTestServer()

let visitors = 0
const somebody = (): string => `10.2.${++visitors >> 8}.${visitors & 255}`

const submit = (body: object, from = somebody()) =>
  server.call<{ id: string }>('POST', '/api/feedback', { body, from })
const tasksOf = (tenant: TestTenant, amenityId: string) =>
  tenant.inside((ctx) =>
    ctx.db.selectFrom('task').selectAll().where('amenity_id', '=', amenityId).orderBy('number').execute(),
  )
const events = (tenant: TestTenant, type: string) =>
  tenant.inside((ctx) =>
    ctx.db.selectFrom('event').select('payload').where('type', '=', type).orderBy('id').execute(),
  )

/** Signs in anew, because the clock may have moved. */
const finish = async (tenant: TestTenant, taskId: string | undefined): Promise<void> => {
  const { token } = await tenant.person(['MANAGER'])
  const reply = await server.call('PATCH', `/api/tasks/${taskId}/status`, { token, body: { status: 'DONE' } })
  assert.equal(reply.status, 200)
}

test('Thirty simultaneous submissions of one problem from thirty sources create exactly one task with thirty reporters', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => submit({ qrCode, issues: ['NO_PAPER'] })),
  )
  assert.ok(replies.every(({ status }) => status === 201))
  await server.drain()
  const tasks = await tasksOf(tenant, amenityId)
  assert.deepEqual(
    tasks.map(({ category, reporter_count, source, number }) => [category, reporter_count, source, number]),
    [['NO_PAPER', 30, 'FEEDBACK', 1]],
  )
  assert.equal((await events(tenant, 'task.created')).length, 1)
  assert.equal((await events(tenant, 'feedback.merged')).length, 29)
  assert.equal(tasks[0]?.priority, 'HIGH', 'three reporters raise it once')
})

/** Stores one report of a leak from each of these sources, without handling its event. */
const storeReports = (tenant: TestTenant, amenityId: string, sources: readonly string[]): Promise<string[]> =>
  tenant.inside(async (ctx) => {
    const place = await ctx.db
      .selectFrom('amenity')
      .select('building_id')
      .where('id', '=', amenityId)
      .executeTakeFirstOrThrow()
    const rows = sources.map((source) => ({
      tenant_id: tenant.id,
      id: newId(ctx.now.getTime()),
      amenity_id: amenityId,
      building_id: place.building_id,
      issues: JSON.stringify([{ code: 'LEAK', detail: null }]),
      source,
      created_at: ctx.now,
    }))
    await ctx.db.insertInto('feedback').values(rows).execute()
    return rows.map(({ id }) => id)
  })

test('Workers that handle thirty reports at the same time create one task and count each source once', async () => {
  const sources: [string[], number, string][] = [
    [Array.from({ length: 30 }, (_, index) => `s${index}`), 30, 'URGENT'],
    [Array.from({ length: 30 }, (_, index) => `s${index % 2}`), 2, 'HIGH'],
  ]
  for (const [from, count, priority] of sources) {
    const tenant = await createTenant(server)
    const { amenityId } = await createPlace(server, tenant)
    const ids = await storeReports(tenant, amenityId, from)
    await Promise.all(
      ids.map((feedbackId) => tenant.inside((ctx) => handleReports(ctx, [{ amenityId, feedbackId }]))),
    )
    const tasks = await tasksOf(tenant, amenityId)
    assert.deepEqual(
      tasks.map((task) => [task.reporter_count, task.priority]),
      [[count, priority]],
    )
  }
})

test('Thirty reports in one job have the same effect as thirty single ones', async () => {
  const tenant = await createTenant(server)
  const places = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const [first = [], second = []] = await Promise.all(
    places.map(({ amenityId }, place) =>
      storeReports(
        tenant,
        amenityId,
        Array.from({ length: 15 }, (_, index) => `s${place ? index % 2 : index}`),
      ),
    ),
  )
  const reports = first.flatMap((feedbackId, index) => [
    { amenityId: places[0]?.amenityId ?? '', feedbackId },
    { amenityId: places[1]?.amenityId ?? '', feedbackId: second[index] ?? '' },
  ])
  for (let time = 0; time < 2; time++) await tenant.inside((ctx) => handleReports(ctx, reports))
  const found = await Promise.all(places.map(({ amenityId }) => tasksOf(tenant, amenityId)))
  assert.deepEqual(
    found.map((tasks) => tasks.map((task) => [task.reporter_count, task.priority])),
    [[[15, 'URGENT']], [[2, 'HIGH']]],
  )
  assert.equal((await events(tenant, 'feedback.merged')).length, 28)
  const counted = await tenant.inside((ctx) =>
    ctx.run<{ changes: { reporterCount?: [number, number] } }>(
      "select changes from task_history where tenant_id = $1 and action = 'REPORTED_AGAIN' order by at, id",
      [ctx.tenantId],
    ),
  )
  const grown = counted.reduce(
    (sum, { changes: { reporterCount: [from, to] = [0, 0] } }) => sum + to - from,
    0,
  )
  assert.equal(grown, 15, 'fourteen more at the one place, one more at the other')
})

test('Each named category gets one task, and so does a poor rating without an issue', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await submit({ qrCode, rating: 1, issues: ['NO_PAPER', 'LEAK', { code: 'NO_PAPER', detail: 'left' }] })
  await server.drain()
  assert.deepEqual((await tasksOf(tenant, amenityId)).map(({ category }) => category).sort(), [
    'LEAK',
    'NO_PAPER',
  ])
  await submit({ qrCode, rating: 5 })
  await submit({ qrCode, rating: 3 })
  await server.drain()
  assert.equal((await tasksOf(tenant, amenityId)).length, 2)
  await submit({ qrCode, rating: 2 })
  await server.drain()
  assert.deepEqual((await tasksOf(tenant, amenityId)).map(({ category }) => category).sort(), [
    'LEAK',
    'NO_PAPER',
    'OTHER',
  ])
})

test('A source counts once, however often it reports', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const from = somebody()
  for (let index = 0; index < 6; index++) await submit({ qrCode, issues: ['NO_SOAP'] }, from)
  await server.drain()
  const [task] = await tasksOf(tenant, amenityId)
  assert.deepEqual([task?.reporter_count, task?.priority], [1, 'MEDIUM'])
})

test('The third independent reporter raises the priority by one step, later ones do not', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const seen: (string | undefined)[] = []
  for (let index = 0; index < 5; index++) {
    await submit({ qrCode, issues: ['NO_SOAP'] })
    await server.drain()
    seen.push((await tasksOf(tenant, amenityId))[0]?.priority)
  }
  assert.deepEqual(seen, ['MEDIUM', 'MEDIUM', 'HIGH', 'HIGH', 'HIGH'])
})

test('A trapped person is URGENT, and technicians and managers are notified at once, each with one email', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift A' })
  const before = server.mails.length
  await submit({ qrCode, issues: ['PERSON_TRAPPED'] })
  await submit({ qrCode, issues: ['PERSON_TRAPPED'] })
  await server.drain()
  const [task, ...more] = await tasksOf(tenant, amenityId)
  assert.deepEqual([task?.priority, more.length], ['URGENT', 0])
  const recipients = server.mails
    .slice(before)
    .map(({ to }) => to)
    .sort()
  assert.deepEqual(recipients, [tenant.manager.email, tenant.technician.email].sort())
})

test('A submission in quarantine creates no task', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await submit({ qrCode, rating: 1, comment: 'http://a.example http://b.example', issues: ['LEAK'] })
  await server.drain()
  assert.deepEqual(await tasksOf(tenant, amenityId), [])
})

test('After more than fifty uses since the last cleaning one cleaning task is opened, and another after the next fifty', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const use = async (times: number): Promise<void> => {
    await Promise.all(Array.from({ length: times }, () => submit({ qrCode, rating: 5 })))
    await server.drain()
  }
  await use(50)
  assert.deepEqual(await tasksOf(tenant, amenityId), [])
  await use(3)
  const tasks = await tasksOf(tenant, amenityId)
  assert.deepEqual(
    tasks.map(({ category, reporter_count }) => [category, reporter_count]),
    [['NOT_CLEAN', 0]],
  )
  server.clock.advance(60_000)
  await finish(tenant, tasks[0]?.id)
  server.clock.advance(60_000)
  await use(50)
  assert.equal((await tasksOf(tenant, amenityId)).filter(({ status }) => status !== 'DONE').length, 0)
  await use(1)
  assert.equal((await tasksOf(tenant, amenityId)).filter(({ status }) => status !== 'DONE').length, 1)
})

test('A report within 24 hours of the last one reopens the finished task, a later one opens a new task', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const report = async (): Promise<void> => {
    await submit({ qrCode, issues: ['LEAK'] })
    await server.drain()
  }
  await report()
  const [first] = await tasksOf(tenant, amenityId)
  await finish(tenant, first?.id)
  server.clock.advance(23 * 3600_000)
  await report()
  assert.deepEqual(
    (await tasksOf(tenant, amenityId)).map(({ status, reopen_count }) => [status, reopen_count]),
    [['OPEN', 1]],
  )
  await finish(tenant, first?.id)
  server.clock.advance(25 * 3600_000)
  await report()
  // The third fault within two days also opens a cause task.
  assert.deepEqual(
    (await tasksOf(tenant, amenityId)).map(({ status, source }) => [status, source]),
    [
      ['DONE', 'FEEDBACK'],
      ['OPEN', 'FEEDBACK'],
      ['OPEN', 'MANUAL'],
    ],
  )
})

test('A report of a problem that was merged joins the task it was merged into', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const report = async (...issues: string[]): Promise<void> => {
    await submit({ qrCode, issues })
    await server.drain()
  }
  const merge = async (into: string | undefined, taskId: string | undefined): Promise<void> => {
    const { token } = tenant.manager
    const reply = await server.call('POST', `/api/tasks/${into}/merge`, {
      token,
      body: { taskIds: [taskId] },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  const openTasks = async () =>
    (await tasksOf(tenant, amenityId)).map((task) => [task.category, task.reporter_count, task.merged_into])
  await report('LEAK')
  await report('NO_SOAP')
  const [leak, soap] = await tasksOf(tenant, amenityId)
  await merge(leak?.id, soap?.id)
  // A visitor who names both issues counts as one reporter.
  await report('NO_SOAP', 'LEAK')
  await report('NO_SOAP')
  assert.deepEqual(await openTasks(), [
    ['LEAK', 4, null],
    ['NO_SOAP', 1, leak?.id],
  ])
  const other = await makeTask(server, tenant.manager, { title: 'Overhaul' })
  await merge(other.id, leak?.id)
  await report('NO_SOAP')
  assert.deepEqual(await openTasks(), [
    ['LEAK', 4, other.id],
    ['NO_SOAP', 1, other.id],
  ])
  const { data } = (await listOf(server, tenant.manager)).json
  assert.deepEqual(
    data.map(({ id, reporterCount }) => [id, reporterCount]),
    [[other.id, 5]],
  )
  const form = await server.call<AmenityInformation>('GET', `/api/feedback/amenity/${qrCode}`)
  assert.deepEqual(form.json.data.known.map(({ code, reports }) => [code, reports]).sort(), [
    ['LEAK', 5],
    ['NO_SOAP', 5],
  ])
  await finish(tenant, other.id)
  await report('NO_SOAP')
  assert.deepEqual((await openTasks()).at(-1), ['NO_SOAP', 1, null], 'what is done is not joined')
})

test('A rule that only notifies opens no task and sends one email for the reports in its window', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await only(
    tenant,
    rule({
      trigger: { kind: 'RATING', maxRating: 3 },
      action: { kind: 'NOTICE', notify: ['MANAGER'] },
      windowMinutes: 60,
    }),
  )
  const mailed = async (): Promise<string[]> => {
    const before = server.mails.length
    await submit({ qrCode, rating: 3 })
    await server.drain()
    const team = [tenant.admin, tenant.manager, tenant.technician].map(({ email }) => email)
    // Delayed emails of other tenants are also sent when time passes.
    return server.mails.slice(before).flatMap(({ to }) => (team.includes(to) ? [to] : []))
  }
  assert.deepEqual(await mailed(), [tenant.manager.email])
  assert.deepEqual(await mailed(), [])
  server.clock.advance(61 * 60_000)
  assert.deepEqual(await mailed(), [tenant.manager.email])
  assert.deepEqual(await tasksOf(tenant, amenityId), [])
})

test('A rule may require several independent reports before it opens a task', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await only(
    tenant,
    rule({
      trigger: { kind: 'COUNT', count: 3 },
      action: { kind: 'TASK', priority: 'HIGH' },
      windowMinutes: 60,
    }),
  )
  const from = somebody()
  await submit({ qrCode, issues: ['LEAK'] }, from)
  await submit({ qrCode, issues: ['LEAK'] }, from)
  await submit({ qrCode, issues: ['LEAK'] })
  await server.drain()
  assert.deepEqual(await tasksOf(tenant, amenityId), [])
  await submit({ qrCode, issues: ['LEAK'] })
  await server.drain()
  assert.deepEqual(
    (await tasksOf(tenant, amenityId)).map(({ category, priority }) => [category, priority]),
    [['LEAK', 'HIGH']],
  )
})

test('An event that is delivered twice is handled once', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const { json } = await submit({ qrCode, issues: ['LEAK'] })
  await server.drain()
  const [created] = await events(tenant, 'feedback.created')
  await tenant.inside((ctx) => emit(ctx, 'feedback.created', created?.payload as never))
  await server.drain()
  const [task] = await tasksOf(tenant, amenityId)
  assert.equal(task?.reporter_count, 1)
  const links = await tenant.inside((ctx) =>
    ctx.db.selectFrom('task_feedback').select('feedback_id').execute(),
  )
  assert.deepEqual(links, [{ feedback_id: json.data.id }])
})
