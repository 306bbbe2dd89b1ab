import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import type { AmenityPerformance, BuildingComparison, IssueFigure } from '#contracts/figures.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { AmenityWithItems } from '#contracts/places/amenities.ts'
import type { ShareLinkDetail } from '#contracts/sharing/links.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { downloadShare } from '../public.ts'
import { openStage, viewOf, visitorOf } from '../testing/stage.ts'

const server = await startTestServer({ worker: false })
const { created, visit } = openStage(server)

const call = <T = unknown>(tenant: TestTenant, method: string, path: string, body?: unknown) =>
  server.call<T>(method, path, { token: tenant.admin.token, body })
const idOf = async (tenant: TestTenant, path: string, body: object) =>
  (await call<{ id: string; qrCode: string }>(tenant, 'POST', path, body)).json.data

/** Two buildings, each with a floor, a washroom and a kitchen, with feedback. */
const openWorld = async (plan: Plan = 'ENTERPRISE') => {
  const tenant = await createTenant(server, { plan })
  const house = async (name: string) => {
    const { id } = await idOf(tenant, '/api/admin/buildings', { name })
    const floor = await idOf(tenant, '/api/admin/locations', { buildingId: id, name: `${name} floor` })
    const room = await idOf(tenant, '/api/admin/locations', {
      buildingId: id,
      parentId: floor.id,
      kind: 'ROOM',
      name: `${name} room`,
    })
    const place = { buildingId: id }
    const washroom = await idOf(tenant, '/api/admin/amenities', {
      ...place,
      locationId: room.id,
      name: `${name} washroom`,
      type: 'WASHROOM',
    })
    const kitchen = await idOf(tenant, '/api/admin/amenities', {
      ...place,
      name: `${name} kitchen`,
      type: 'KITCHEN',
    })
    return { id, floorId: floor.id, washroom, kitchen }
  }
  const [north, south] = [await house('North'), await house('South')]
  const say = async (qrCode: string, rating: number, comment: string, issues: unknown[] = []) => {
    const reply = await server.call('POST', '/api/feedback', { body: { qrCode, rating, comment, issues } })
    assert.equal(reply.status, 201, reply.text)
  }
  await say(north.washroom.qrCode, 2, 'north washroom words', [
    'NO_PAPER',
    { code: 'OTHER', detail: 'own words' },
  ])
  await say(north.kitchen.qrCode, 4, 'north kitchen words, call +49 171 1234567')
  await say(south.washroom.qrCode, 5, 'south washroom words')
  await say(south.kitchen.qrCode, 1, 'south kitchen words', ['NO_PAPER'])
  await idOf(tenant, '/api/tasks', { title: 'Task of the south', buildingId: south.id })
  return { tenant, north, south }
}

test('A link shows the same figures as the dashboards, within its scope only', async () => {
  const { tenant, north } = await openWorld()
  const link = await created(tenant, { scope: { buildingIds: [north.id] } })
  const view = viewOf(await visit(link.token))
  const under = `?buildingId=${north.id}`
  const overview = (await call<Overview>(tenant, 'GET', `/api/dashboard/overview${under}`)).json.data
  assert.equal(view.feedback?.count, 2)
  assert.deepEqual(view.feedback, overview.feedback)
  assert.deepEqual(view.tasks, overview.tasks)
  assert.deepEqual(view.period, overview.period)
  assert.deepEqual(view.trend, overview.satisfaction)
  const issues = await call<IssueFigure[]>(tenant, 'GET', `/api/dashboard/feedback/issues${under}`)
  assert.deepEqual(view.issues, issues.json.data)
  const amenities = await call<AmenityPerformance[]>(
    tenant,
    'GET',
    `/api/dashboard/amenities/performance${under}`,
  )
  assert.deepEqual(
    view.amenities?.map(({ name, score, rank, count }) => [name, score, rank, count]),
    amenities.json.data.map(({ name, score, rank, count }) => [name, score, rank, count]),
  )
  const buildings = await call<BuildingComparison[]>(
    tenant,
    'GET',
    `/api/dashboard/buildings/comparison${under}`,
  )
  assert.deepEqual(
    view.buildings,
    buildings.json.data.map(({ name, slaMet, slaMissed, slaShare, slaLow, slaHigh }) => ({
      name,
      slaMet,
      slaMissed,
      slaShare,
      slaLow,
      slaHigh,
    })),
  )
  assert.deepEqual(view.places, ['North'])
  assert.ok(!JSON.stringify(view).includes('South'))
})

test('A scope of locations includes those below, one of types those types, and both together the intersection', async () => {
  const { tenant, north } = await openWorld()
  const counts = async (scope: object) =>
    viewOf(await visit((await created(tenant, { scope })).token)).feedback?.count
  assert.equal(await counts({}), 4)
  assert.equal(await counts({ locationIds: [north.floorId] }), 1)
  assert.equal(await counts({ types: ['KITCHEN'] }), 2)
  assert.equal(await counts({ locationIds: [north.floorId], types: ['KITCHEN'] }), 0)
})

test('A scope whose location was deleted matches nothing, not everything', async () => {
  const { tenant } = await openWorld()
  const { id: buildingId } = await idOf(tenant, '/api/admin/buildings', { name: 'East' })
  const { id } = await idOf(tenant, '/api/admin/locations', { buildingId, name: 'East floor' })
  const link = await created(tenant, { scope: { locationIds: [id] } })
  assert.equal((await call(tenant, 'DELETE', `/api/admin/locations/${id}`)).status, 200)
  const view = viewOf(await visit(link.token))
  assert.deepEqual([view.feedback?.count, view.amenities, view.tasks?.open], [0, [], 0])
})

test('Feedback of a deleted amenity counts at its former location, also if its room is deleted too', async () => {
  const { tenant, north } = await openWorld()
  const { token } = await created(tenant, { scope: { locationIds: [north.floorId] } })
  const count = async () => viewOf(await visit(token)).feedback?.count
  const { locationId } = (
    await call<{ locationId: string }>(tenant, 'GET', `/api/admin/amenities/${north.washroom.id}`)
  ).json.data
  for (const path of [`amenities/${north.washroom.id}`, `locations/${locationId}`]) {
    const gone = await call(tenant, 'DELETE', `/api/admin/${path}`)
    assert.equal(gone.status, 200, gone.text)
    assert.equal(await count(), 1, path)
  }
})

test('Comments and photos are redacted by default, on the server; an issue in the visitor’s words is a comment', async () => {
  const { tenant, north } = await openWorld()
  const scope = { buildingIds: [north.id] }
  const link = await created(tenant, { scope })
  const hidden = await visit(link.token)
  assert.equal(viewOf(hidden).comments, null)
  for (const words of ['words', 'Task of the south']) assert.ok(!JSON.stringify(hidden).includes(words))
  const shown = await created(tenant, { scope, redaction: { comments: false } })
  const { comments } = viewOf(await visit(shown.token))
  assert.deepEqual(
    comments?.map(({ rating, amenity, images }) => [rating, amenity, images]),
    [
      [4, 'North kitchen', []],
      [2, 'North washroom', []],
    ],
  )
  assert.match(comments?.[0]?.comment ?? '', /^north kitchen words, call /)
  assert.ok(!JSON.stringify(comments).includes('1234567'))
  assert.ok(!JSON.stringify(comments).includes('own words'))
})

test('No view contains a name of staff or the id of a record', async () => {
  const { tenant, north } = await openWorld()
  await call(tenant, 'POST', '/api/tasks', {
    title: 'Given',
    buildingId: north.id,
    assignee: { userId: tenant.technician.id },
  })
  for (const kind of ['DASHBOARD', 'REPORT', 'STATUS_BOARD', 'EMBED', 'SCREEN']) {
    const link = await created(tenant, { kind, redaction: { comments: false, photos: false } })
    const text = JSON.stringify((await visit(link.token)).page)
    for (const { name, email } of [tenant.admin, tenant.manager, tenant.technician])
      for (const part of [name, email]) assert.ok(!text.includes(part), `${kind}: ${part}`)
    assert.doesNotMatch(text, /"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/, kind)
  }
})

test('A status board shows what works and what does not, worst first, and no figures', async () => {
  const { tenant, south } = await openWorld()
  const amenity = await call<AmenityWithItems>(tenant, 'GET', `/api/admin/amenities/${south.washroom.id}`)
  const [item] = amenity.json.data.statusItems
  const state = await call(tenant, 'POST', `/api/admin/status-items/${item?.id}/state`, {
    state: 'OUT_OF_ORDER',
    note: 'The pump is gone',
  })
  assert.equal(state.status, 200, state.text)
  const view = viewOf(await visit((await created(tenant, { kind: 'STATUS_BOARD' })).token))
  assert.deepEqual([view.feedback, view.period, view.comments, view.boardCount], [null, null, null, 4])
  const [worst] = view.board ?? []
  assert.deepEqual(
    [worst?.amenity, worst?.state, worst?.items[0]?.note],
    ['South washroom', 'OUT_OF_ORDER', 'The pump is gone'],
  )
  const narrow = await created(tenant, { kind: 'STATUS_BOARD', scope: { types: ['KITCHEN'] } })
  assert.deepEqual(
    viewOf(await visit(narrow.token)).board?.map(({ amenity }) => amenity),
    ['North kitchen', 'South kitchen'],
  )
})

test('Each amenity of a board has its path and floor level, also in a room below the floor', async () => {
  const { tenant, south } = await openWorld()
  const roof = await idOf(tenant, '/api/admin/locations', { buildingId: south.id, name: 'Roof' })
  await idOf(tenant, '/api/admin/amenities', {
    buildingId: south.id,
    locationId: roof.id,
    name: 'Roof washroom',
    type: 'WASHROOM',
  })
  const { token } = await created(tenant, { kind: 'STATUS_BOARD', scope: { buildingIds: [south.id] } })
  assert.deepEqual(
    viewOf(await visit(token)).board?.map(({ amenity, location, level }) => [amenity, location, level]),
    [
      ['Roof washroom', 'Roof', 1],
      ['South kitchen', null, null],
      ['South washroom', 'South floor, South room', 0],
    ],
  )
})

test('A status board never shows an amenity as working with an open fault that visitors named', async () => {
  const { tenant, north } = await openWorld()
  const { token } = await created(tenant, { kind: 'STATUS_BOARD', scope: { types: ['WASHROOM'] } })
  const report = async (): Promise<string[][]> =>
    (viewOf(await visit(token)).board ?? []).map(({ amenity, state, report }) => [amenity, state, report])
  const open = { title: 'No paper', amenityId: north.washroom.id, category: 'NO_PAPER' }
  const { id } = await idOf(tenant, '/api/tasks', open)
  assert.deepEqual((await report())[0]?.[2], 'OK', 'what staff found is no report of visitors')
  await tenant.inside((ctx) =>
    ctx.run(`update task set source = 'FEEDBACK', reporter_count = 2 where tenant_id = $1 and id = $2`, [
      ctx.tenantId,
      id,
    ]),
  )
  assert.deepEqual((await report())[0], ['North washroom', 'OPERATIONAL', 'CONFIRMED'])
  await call(tenant, 'PATCH', `/api/tasks/${id}/status`, { status: 'IN_PROGRESS' })
  assert.equal((await report())[0]?.[2], 'IN_PROGRESS')
  await call(tenant, 'PATCH', `/api/tasks/${id}/status`, { status: 'DONE' })
  assert.deepEqual(
    (await report()).map(([, , said]) => said),
    ['OK', 'OK'],
  )
})

test('A status board trusts staff who say that an amenity works, until its task is reopened', async () => {
  const { tenant, north } = await openWorld()
  const { token } = await created(tenant, { kind: 'STATUS_BOARD', scope: { buildingIds: [north.id] } })
  const said = async (): Promise<unknown> =>
    viewOf(await visit(token)).board?.find(({ amenity }) => amenity === 'North washroom')?.report
  const { id } = await idOf(tenant, '/api/tasks', {
    title: 'No paper',
    amenityId: north.washroom.id,
    category: 'NO_PAPER',
  })
  await tenant.inside((ctx) =>
    ctx.run(
      "update task set source = 'FEEDBACK', reporter_count = 1, last_report_at = created_at where tenant_id = $1 and id = $2",
      [ctx.tenantId, id],
    ),
  )
  assert.equal(await said(), 'REPORTED')
  const washroom = await call<AmenityWithItems>(tenant, 'GET', `/api/admin/amenities/${north.washroom.id}`)
  const [item] = washroom.json.data.statusItems
  const path = `/api/admin/status-items/${item?.id}/state`
  assert.equal((await call(tenant, 'POST', path, { state: 'OPERATIONAL' })).status, 200)
  assert.equal(await said(), 'OK', 'their word, although the item never said otherwise')
  for (const status of ['DONE', 'OPEN'])
    assert.equal((await call(tenant, 'PATCH', `/api/tasks/${id}/status`, { status })).status, 200)
  assert.equal(await said(), 'REPORTED')
})

test('Parts that the link leaves out are not shown, and the preview equals what viewers see', async () => {
  const { tenant } = await openWorld()
  const link = await created(tenant, { kind: 'REPORT', contents: ['ISSUES'] })
  const seen = viewOf(await visit(link.token))
  assert.deepEqual([seen.feedback, seen.amenities, seen.tasks, seen.buildings], [null, null, null, null])
  const { preview } = (await call<ShareLinkDetail>(tenant, 'GET', `/api/sharing/links/${link.id}`)).json.data
  assert.deepEqual({ ...preview, freshness: '' }, { ...seen, freshness: '' })
})

test('Invalid days show the default period; the plan’s history limit applies to viewers too', async () => {
  const { tenant } = await openWorld('TRIAL')
  const link = await created(tenant)
  const { viewSession } = await visit(link.token)
  const usual = viewOf(await visit(link.token, viewSession?.value)).period
  const turned = await visit(link.token, viewSession?.value, { from: '2026-02-02', to: '2026-02-01' })
  assert.deepEqual(viewOf(turned).period, usual)
  const { period } = viewOf(await visit(link.token, viewSession?.value, { from: '2024-01-01' }))
  assert.equal(period?.limitedBy, 'PLAN_HISTORY')
})

test('PDF and CSV of a link need the plan BUSINESS, and are in the access log', async () => {
  const ask = (token: string, format: 'PDF' | 'CSV') =>
    downloadShare(visitorOf(server), { token, viewSession: undefined, languageAmong: () => 'de' }, format)
  const low = await openWorld('PRO')
  const lowLink = await created(low.tenant)
  assert.equal(viewOf(await visit(lowLink.token)).download, false)
  await assert.rejects(ask(lowLink.token, 'PDF'), { code: 'FORBIDDEN' })
  const { tenant, north } = await openWorld('BUSINESS')
  const link = await created(tenant, { scope: { buildingIds: [north.id] } })
  assert.equal(viewOf(await visit(link.token)).download, true)
  const pdf = await ask(link.token, 'PDF')
  assert.equal(
    Buffer.from(pdf.file.body as Uint8Array)
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  const csv = String((await ask(link.token, 'CSV')).file.body)
  assert.match(csv, /North washroom/)
  assert.ok(!csv.includes('South'))
  const log = await call<{ kind: string; format: string }[]>(
    tenant,
    'GET',
    `/api/sharing/links/${link.id}/access-log`,
  )
  assert.deepEqual(
    log.json.data.filter(({ kind }) => kind === 'DOWNLOADED').map(({ format }) => format),
    ['CSV', 'PDF'],
  )
  const locked = await created(tenant, { password: 'a-lamp-under-the-stairs' })
  await assert.rejects(ask(locked.token, 'CSV'), { code: 'UNAUTHORIZED' })
  const board = await created(tenant, { kind: 'STATUS_BOARD' })
  await assert.rejects(ask(board.token, 'CSV'), { code: 'FORBIDDEN' })
})

test('The CSV of a link has every amenity, and distinguishes equal names by their place', async () => {
  const { tenant, north } = await openWorld('BUSINESS')
  const cellar = await idOf(tenant, '/api/admin/locations', { buildingId: north.id, name: 'Cellar' })
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into amenity (tenant_id, id, building_id, location_id, name, type, created_at)
       select $1, gen_random_uuid(), $2, case n when 1 then $3::uuid when 2 then $4::uuid end,
              case when n < 3 then 'Shower' else 'Room ' || n end, 'WASHROOM', $5 from generate_series(1, 101) n returning 1`,
      [ctx.tenantId, north.id, cellar.id, north.floorId, server.clock.now()],
    ),
  )
  const link = await created(tenant, { scope: { buildingIds: [north.id] }, contents: ['AMENITIES'] })
  const { file } = await downloadShare(
    visitorOf(server),
    { token: link.token, viewSession: undefined, languageAmong: () => 'en' },
    'CSV',
  )
  const names = [...String(file.body).matchAll(/^Amenities,"?(.+?)"?,Score,/gm)].map(([, name]) => name)
  const rooms = Array.from({ length: 99 }, (_, index) => `Room ${index + 3} · North`)
  const expected = ['North kitchen · North', 'North washroom · North floor, North room · North', ...rooms]
  expected.push('Shower · Cellar · North', 'Shower · North floor · North')
  assert.deepEqual(names.toSorted(), expected.toSorted())
})
