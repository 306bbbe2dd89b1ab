/** @external the journey of a status item */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityInformation, FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import type { StatusHistory, StatusPage, StatusReportReceipt } from '#contracts/status.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()
const hour = 3600_000
let visitors = 0
const somebody = (): string => `10.1.${++visitors >> 8}.${visitors & 255}`

const report = (code: string, body?: unknown, from = somebody(), headers: Record<string, string> = {}) =>
  server.call<StatusReportReceipt>('POST', `/api/status/${code}/report`, { body, from, headers })
const look = async (code: string): Promise<StatusPage> =>
  (await server.call<StatusPage>('GET', `/api/status/${code}`)).json.data
const tasksOf = (tenant: TestTenant, amenityId: string) =>
  tenant.inside((ctx) =>
    ctx.db.selectFrom('task').selectAll().where('amenity_id', '=', amenityId).orderBy('created_at').execute(),
  )
const events = (tenant: TestTenant, type: string) =>
  tenant.inside((ctx) =>
    ctx.db.selectFrom('event').select('payload').where('type', '=', type).orderBy('id').execute(),
  )
const setTask = (tenant: TestTenant, id: string, status: string) =>
  server.call('PATCH', `/api/tasks/${id}/status`, { token: tenant.manager.token, body: { status } })

test('A report without a body is about the first item, makes it REPORTED, and is tracked like feedback', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const reply = await report(qrCode)
  assert.equal(reply.status, 201)
  assert.equal(reply.json.data.report, 'REPORTED')
  assert.equal(reply.json.data.state, 'OPERATIONAL')
  assert.equal(reply.json.data.reports, 1)
  assert.ok(reply.json.data.trackingUrl.endsWith(`/t/${reply.json.data.trackingToken}`))
  await server.drain()
  const [task, ...more] = await tasksOf(tenant, amenityId)
  assert.equal(task?.source, 'STATUS_REPORT')
  assert.equal(task?.category, 'OTHER')
  assert.equal(more.length, 0)
  const tracking = await server.call<Tracking>('GET', `/api/feedback/track/${reply.json.data.trackingToken}`)
  assert.equal(tracking.status, 200)
  assert.equal(tracking.json.data.state, 'RECEIVED')
})

test('From OK to OK: reported, confirmed by a second source, in progress, resolved, 24 hours without a report', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const [one, two] = [somebody(), somebody()]
  await report(qrCode, { issue: 'LEAK' }, one)
  assert.equal(
    (await report(qrCode, { issue: 'LEAK' }, one)).json.data.report,
    'REPORTED',
    'the same source confirms nothing',
  )
  const confirmed = await report(qrCode, { issue: 'LEAK' }, two)
  assert.deepEqual(
    [confirmed.json.data.report, confirmed.json.data.state, confirmed.json.data.reports],
    ['CONFIRMED', 'DEGRADED', 2],
  )
  assert.equal((await look(qrCode)).amenity.state, 'DEGRADED')
  await server.drain()
  const [task] = await tasksOf(tenant, amenityId)
  assert.equal(task?.reporter_count, 2)
  await setTask(tenant, task?.id ?? '', 'IN_PROGRESS')
  await server.drain()
  assert.equal((await look(qrCode)).items[0]?.report, 'IN_PROGRESS')
  await setTask(tenant, task?.id ?? '', 'DONE')
  await server.drain()
  let page = await look(qrCode)
  assert.deepEqual(
    [page.items[0]?.report, page.items[0]?.state, page.state, page.amenity.state],
    ['RESOLVED', 'OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL'],
  )
  assert.equal(page.incidents.length, 0)
  server.clock.advance(24 * hour - 60_000)
  await server.drain()
  assert.equal((await look(qrCode)).items[0]?.report, 'RESOLVED')
  server.clock.advance(61_000)
  await server.drain()
  page = await look(qrCode)
  assert.deepEqual([page.items[0]?.report, page.items[0]?.reports], ['OK', 0])
  const changes = (await events(tenant, 'status.changed')).map(
    ({ payload }) => (payload as { report: { from: string; to: string } }).report,
  )
  assert.deepEqual(
    changes.map(({ from, to }) => `${from} ${to}`),
    ['OK REPORTED', 'REPORTED CONFIRMED', 'CONFIRMED IN_PROGRESS', 'IN_PROGRESS RESOLVED', 'RESOLVED OK'],
  )
})

test('A second report after more than an hour confirms nothing', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  await report(qrCode)
  server.clock.advance(61 * 60_000)
  assert.deepEqual((({ report: state, reports }) => [state, reports])((await report(qrCode)).json.data), [
    'REPORTED',
    2,
  ])
  server.clock.advance(30 * 60_000)
  assert.equal((await report(qrCode)).json.data.report, 'CONFIRMED')
})

test('Another report of a resolved problem makes it CONFIRMED and reopens its task', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const from = somebody()
  await report(qrCode, { issue: 'NO_SOAP' }, from)
  await server.drain()
  const [task] = await tasksOf(tenant, amenityId)
  await setTask(tenant, task?.id ?? '', 'DONE')
  await server.drain()
  assert.equal((await look(qrCode)).items[0]?.report, 'RESOLVED')
  assert.equal((await report(qrCode, { issue: 'NO_SOAP' }, from)).json.data.report, 'CONFIRMED')
  await server.drain()
  assert.equal((await look(qrCode)).items[0]?.report, 'CONFIRMED')
  const after = await tasksOf(tenant, amenityId)
  assert.deepEqual(
    after.map(({ status, reopen_count }) => [status, reopen_count]),
    [['OPEN', 1]],
  )
})

test('A report of a problem that somebody is working on is IN_PROGRESS, whoever reported it first', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await server.call('POST', '/api/feedback', { body: { qrCode, issues: ['LEAK'] }, from: somebody() })
  await server.drain()
  const [task] = await tasksOf(tenant, amenityId)
  await setTask(tenant, task?.id ?? '', 'IN_PROGRESS')
  await report(qrCode, { issue: 'LEAK' })
  await server.drain()
  assert.equal((await look(qrCode)).items[0]?.report, 'IN_PROGRESS')
  assert.deepEqual(
    (await tasksOf(tenant, amenityId)).map(({ reporter_count }) => reporter_count),
    [2],
  )
})

test('Fifty simultaneous reports from fifty sources give one confirmation, a count of fifty, and one task', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const replies = await Promise.all(Array.from({ length: 50 }, () => report(qrCode, { issue: 'LEAK' })))
  assert.ok(replies.every(({ status }) => status === 201))
  await server.drain()
  assert.deepEqual(
    (await events(tenant, 'status.changed')).map(
      ({ payload }) => (payload as { report: { to: string } }).report.to,
    ),
    ['REPORTED', 'CONFIRMED'],
  )
  assert.equal((await look(qrCode)).items[0]?.reports, 50)
  const tasks = await tasksOf(tenant, amenityId)
  assert.deepEqual(
    tasks.map(({ reporter_count }) => reporter_count),
    [50],
  )
})

test('A burst from one source gets the normal answer, counts once and is quarantined', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const from = somebody()
  const replies = []
  for (let index = 0; index < 8; index++) replies.push(await report(qrCode, { issue: 'LEAK' }, from))
  assert.ok(
    replies.every(
      ({ status, json }) => status === 201 && json.data.report === 'REPORTED' && json.data.reports === 1,
    ),
  )
  await server.drain()
  const tasks = await tasksOf(tenant, amenityId)
  assert.deepEqual(
    tasks.map(({ reporter_count }) => reporter_count),
    [1],
  )
  const held = await tenant.inside((ctx) =>
    ctx.db.selectFrom('feedback').select('state_reason').where('state', '=', 'QUARANTINED').execute(),
  )
  assert.deepEqual(
    held.map(({ state_reason }) => state_reason),
    Array.from({ length: 5 }, () => 'BURST'),
  )
})

test('The same submissionId, even sent twenty times at once, is one report with one answer', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const submissionId = crypto.randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => report(qrCode, { submissionId, issue: 'LEAK' })),
  )
  assert.equal(new Set(replies.map(({ json }) => json.data.id)).size, 1)
  assert.equal((await look(qrCode)).items[0]?.reports, 1)
})

test('The same Idempotency-Key gets the first answer again, but not for another source', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const headers = { 'idempotency-key': 'abc' }
  const [mine, theirs] = [somebody(), somebody()]
  const first = await report(qrCode, { issue: 'LEAK' }, mine, headers)
  assert.deepEqual((await report(qrCode, { issue: 'LEAK' }, mine, headers)).json.data, first.json.data)
  assert.equal(
    (await report(qrCode, { issue: 'NO_SOAP' }, mine, headers)).json.code,
    'IDEMPOTENCY_KEY_REUSED',
  )
  assert.notEqual((await report(qrCode, { issue: 'LEAK' }, theirs, headers)).json.data.id, first.json.data.id)
})

test('A comment is masked, and a free label becomes OTHER with its text', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const { id } = (await report(qrCode, { issue: 'Door squeaks', comment: 'Call +49 170 1234567' })).json.data
  const row = await tenant.inside((ctx) =>
    ctx.db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  assert.equal(row.comment, 'Call [phone]')
  assert.equal(row.rating, null)
  assert.deepEqual(row.issues, [{ code: 'OTHER', detail: 'Door squeaks' }])
})

test('An item that is foreign, hidden or not a UUID is refused; so is a code that leads nowhere', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const [place, other] = [await createPlace(server, mine), await createPlace(server, theirs)]
  const foreign = (await look(other.qrCode)).items[0]?.id
  const [, hidden] = (await look(place.qrCode)).items
  await mine.inside((ctx) =>
    ctx.db
      .updateTable('status_item')
      .set({ visible: false })
      .where('id', '=', hidden?.id ?? '')
      .execute(),
  )
  assert.equal((await report(place.qrCode, { itemId: foreign })).json.code, 'NOT_FOUND')
  assert.equal((await report(place.qrCode, { itemId: hidden?.id })).json.code, 'NOT_FOUND')
  assert.equal((await report(place.qrCode, { itemId: 'x' })).json.code, 'VALIDATION_ERROR')
  assert.equal((await report(place.qrCode, { comment: 'x'.repeat(2001) })).json.code, 'VALIDATION_ERROR')
  assert.equal((await report('ZZZZZZZZZZZZZZZZZZZZ')).json.code, 'NOT_FOUND')
  assert.ok(!(await look(place.qrCode)).items.some(({ id }) => id === hidden?.id))
})

test('A report for an amenity that was deleted between lookup and report is QR_NOT_CONFIGURED and leaves no row', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  assert.equal((await server.call('GET', `/api/status/${qrCode}`)).status, 200)
  // Archived directly, without invalidating the cache.
  await tenant.inside((ctx) =>
    ctx.db.updateTable('amenity').set({ archived_at: ctx.now }).where('id', '=', amenityId).execute(),
  )
  assert.equal((await report(qrCode)).json.code, 'QR_NOT_CONFIGURED')
  const rows = await tenant.inside((ctx) => ctx.db.selectFrom('feedback').select('id').execute())
  assert.deepEqual(rows, [])
})

/** Signs in anew, because days have passed. */
const finish = async (tenant: TestTenant, id: string | undefined): Promise<void> => {
  const { token } = await tenant.person(['MANAGER'])
  const reply = await server.call('PATCH', `/api/tasks/${id}/status`, { token, body: { status: 'DONE' } })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
}

const say = async (body: object, from = somebody()): Promise<FeedbackReceipt> => {
  const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', { body, from })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  return reply.json.data
}

test('A fault that visitors reported stays on the status page until the work on it is accepted; rejected work counts as not done', async () => {
  // Noon of 24-hour days, away from midnight and changes of clocks.
  server.clock.set(new Date((Math.ceil(server.clock.now().getTime() / (24 * hour)) + 0.5) * 24 * hour))
  const tenant = await createTenant(server, { timeZone: 'UTC' })
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const beside = await createPlace(server, tenant)
  const now = async () => {
    const { state, items, incidents, days, lastCleanedAt } = await look(qrCode)
    const [open] = incidents
    const stored = (await server.call<StatusHistory>('GET', `/api/status/${qrCode}/history`)).json.data
    assert.deepEqual(
      days.map((day) => [day.date, day.state, day.incidents]),
      stored.days.slice(-30).map((day) => [day.date, day.state, day.incidents]),
    )
    assert.deepEqual([items[0]?.state, items[0]?.report], [state, open?.report ?? 'OK'])
    return {
      state,
      open: open && [open.report, open.reports, open.issues, open.itemId === items[0]?.id, open.endedAt],
      bad: days.filter((day) => day.state !== 'OPERATIONAL' || day.incidents > 0).length,
      cleaned: lastCleanedAt !== null,
      past: stored.incidents.length,
    }
  }
  assert.deepEqual(await now(), { state: 'OPERATIONAL', open: undefined, bad: 0, cleaned: false, past: 0 })
  const body = { qrCode, issues: ['WET_FLOOR'] }
  const { trackingToken } = await say(body)
  const reported = ['REPORTED', 1, ['WET_FLOOR'], true, null]
  assert.deepEqual(await now(), { state: 'OPERATIONAL', open: reported, bad: 1, cleaned: false, past: 1 })
  await say(body)
  const confirmed = ['CONFIRMED', 2, ['WET_FLOOR'], true, null]
  assert.deepEqual(await now(), { state: 'DEGRADED', open: confirmed, bad: 1, cleaned: false, past: 1 })
  const { alternatives } = (await look(beside.qrCode)) as { alternatives: { state: string }[] }
  assert.ok(alternatives.every(({ state }) => state !== 'OPERATIONAL'))
  server.clock.advance(72 * hour)
  assert.deepEqual(await now(), { state: 'DEGRADED', open: confirmed, bad: 4, cleaned: false, past: 1 })
  const [task] = await tasksOf(tenant, amenityId)
  await finish(tenant, task?.id)
  assert.deepEqual(await now(), { state: 'OPERATIONAL', open: undefined, bad: 4, cleaned: true, past: 1 })
  server.clock.advance(24 * hour)
  const answer = (fixed: boolean) =>
    server.call('POST', `/api/feedback/track/${trackingToken}`, { body: { fixed }, from: somebody() })
  assert.equal((await answer(false)).status, 200)
  await server.drain()
  assert.deepEqual(await now(), { state: 'DEGRADED', open: confirmed, bad: 5, cleaned: false, past: 1 })

  await finish(tenant, task?.id)
  await answer(true)
  await server.drain()
  assert.deepEqual(await now(), { state: 'OPERATIONAL', open: undefined, bad: 5, cleaned: true, past: 1 })
})

test('An open fault counts the visitors who reported it, not those of one that was finished meanwhile', async () => {
  for (const by of ['feedback', 'status'] as const) {
    const tenant = await createTenant(server)
    const { qrCode, amenityId } = await createPlace(server, tenant)
    const tell = async (issue: string): Promise<void> => {
      if (by === 'feedback') await say({ qrCode, issues: [issue] })
      else await report(qrCode, { issue })
      await server.drain()
      server.clock.advance(hour / 12)
    }
    const open = async () =>
      (await look(qrCode)).incidents.map(({ issues, reports }) => [by, ...issues, reports])
    await tell('LEAK')
    await tell('BAD_SMELL')
    assert.deepEqual(await open(), [[by, 'LEAK', 'BAD_SMELL', 2]])
    await finish(tenant, (await tasksOf(tenant, amenityId)).find(({ category }) => category === 'LEAK')?.id)
    assert.deepEqual(await open(), [[by, 'BAD_SMELL', 1]])
    await tell('BAD_SMELL')
    assert.deepEqual(await open(), [[by, 'BAD_SMELL', 2]])
  }
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await say({ qrCode, issues: ['LEAK'] })
  await finish(tenant, (await tasksOf(tenant, amenityId))[0]?.id)
  await say({ qrCode, issues: ['BAD_SMELL'] })
  assert.deepEqual(
    (await look(qrCode)).incidents.map(({ issues, reports }) => [...issues, reports]),
    [['BAD_SMELL', 1]],
  )
})

test('A low rating without issues is not shown to other visitors as a fault', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const known = async () =>
    (await server.call<AmenityInformation>('GET', `/api/feedback/amenity/${qrCode}`)).json.data.known
  await say({ qrCode, rating: 1, comment: 'Not nice' })
  assert.deepEqual(
    (await tasksOf(tenant, amenityId)).map(({ category }) => category),
    ['OTHER'],
  )
  assert.deepEqual(await known(), [])
  assert.deepEqual((await look(qrCode)).incidents, [])
  await say({ qrCode, issues: [{ code: 'OTHER', detail: 'A wasp nest' }] })
  assert.deepEqual(
    (await known()).map(({ code, reports }) => [code, reports]),
    [['OTHER', 2]],
  )
  assert.equal((await look(qrCode)).incidents.length, 1)
})

test('Status items with a name from the catalogue are presented in the visitor’s language', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  await report(qrCode, { issue: 'LEAK' })
  const names = async (language: string) => {
    const { items, incidents } = (
      await server.call<StatusPage>('GET', `/api/status/${qrCode}?language=${language}`)
    ).json.data
    return [...items.map(({ name }) => name), ...incidents.map(({ itemName }) => itemName)]
  }
  assert.deepEqual(await names('en'), ['General', 'Toilets', 'Washbasins', 'General'])
  assert.deepEqual(await names('ar'), ['عام', 'المراحيض', 'المغاسل', 'عام'])
})
