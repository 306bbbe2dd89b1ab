import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityWithItems } from '#contracts/places/amenities.ts'
import type { StatusItem } from '#contracts/status/items.ts'
import type { StatusHistory, StatusPage } from '#contracts/status.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const open = async (type = 'OTHER'): Promise<{ tenant: TestTenant; place: TestPlace }> => {
  const tenant = await createTenant(server)
  return { tenant, place: await createPlace(server, tenant, { type }) }
}
const add = ({ tenant, place }: { tenant: TestTenant; place: TestPlace }, body: unknown) =>
  server.call<StatusItem>('POST', `/api/admin/amenities/${place.amenityId}/status-items`, {
    token: tenant.admin.token,
    body,
  })
const itemsOf = async ({ tenant, place }: { tenant: TestTenant; place: TestPlace }): Promise<StatusItem[]> =>
  (
    await server.call<AmenityWithItems>('GET', `/api/admin/amenities/${place.amenityId}`, {
      token: tenant.admin.token,
    })
  ).json.data.statusItems
const setState = (tenant: TestTenant, id: string, body: unknown) =>
  server.call<StatusItem>('POST', `/api/admin/status-items/${id}/state`, { token: tenant.admin.token, body })
const patch = (tenant: TestTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<StatusItem>('PATCH', `/api/admin/status-items/${id}`, {
    token: tenant.admin.token,
    body,
    headers,
  })
const look = async (code: string): Promise<StatusPage> =>
  (await server.call<StatusPage>('GET', `/api/status/${code}`)).json.data

test('A new item is last unless a position is given, and starts OPERATIONAL', async () => {
  const world = await open()
  const first = await add(world, { name: 'Door' })
  assert.equal(first.status, 201)
  assert.deepEqual(
    [first.json.data.position, first.json.data.state, first.json.data.report, first.json.data.visible],
    [1, 'OPERATIONAL', 'OK', true],
  )
  await add(world, { name: 'Light', position: 0 })
  assert.deepEqual(
    (await itemsOf(world)).map(({ name, position }) => [name, position]),
    [
      ['Light', 0],
      ['General', 1],
      ['Door', 2],
    ],
  )
})

test('Of twenty items of one name added at the same time one is created, and the others are CONFLICT', async () => {
  const world = await open()
  const replies = await Promise.all(Array.from({ length: 20 }, () => add(world, { name: 'Door' })))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  assert.equal(replies.filter(({ json }) => json.code === 'CONFLICT').length, 19)
})

test('Name, order and visibility can be changed; an old version is refused', async () => {
  const world = await open('WASHROOM')
  const [general, toilets] = await itemsOf(world)
  assert.ok(general && toilets)
  const reply = await patch(world.tenant, toilets.id, { name: 'WC', position: 0 }, { 'if-match': '"1"' })
  assert.deepEqual([reply.json.data.name, reply.json.data.position, reply.json.data.version], ['WC', 0, 2])
  assert.equal(
    (await patch(world.tenant, toilets.id, { name: 'Loo' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  assert.equal((await patch(world.tenant, toilets.id, { name: 'general' })).json.code, 'CONFLICT')
  assert.equal((await patch(world.tenant, toilets.id, { position: -1 })).json.code, 'VALIDATION_ERROR')
  assert.deepEqual(
    (await itemsOf(world)).map(({ name }) => name),
    ['WC', 'General', 'Washbasins'],
  )
})

test('The state of the amenity is always the worst of its visible items', async () => {
  const world = await open('WASHROOM')
  const [general, toilets] = await itemsOf(world)
  assert.ok(general && toilets)
  const amenityState = async () => (await look(world.place.qrCode)).state
  await setState(world.tenant, toilets.id, { state: 'OUT_OF_ORDER' })
  await setState(world.tenant, general.id, { state: 'MAINTENANCE' })
  assert.equal(await amenityState(), 'OUT_OF_ORDER')
  await patch(world.tenant, toilets.id, { visible: false })
  assert.equal(await amenityState(), 'MAINTENANCE')
  await patch(world.tenant, toilets.id, { visible: true })
  assert.equal(await amenityState(), 'OUT_OF_ORDER')
  await server.call('DELETE', `/api/admin/status-items/${toilets.id}`, { token: world.tenant.admin.token })
  assert.equal(await amenityState(), 'MAINTENANCE')
  await setState(world.tenant, general.id, { state: 'OPERATIONAL' })
  assert.equal(await amenityState(), 'OPERATIONAL')
})

test('Changes of different items at the same time leave the amenity with the worst of them', async () => {
  const world = await open('WASHROOM')
  const items = await itemsOf(world)
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      items.map(({ id }, index) =>
        setState(world.tenant, id, { state: index === round % 3 ? 'OUT_OF_ORDER' : 'DEGRADED' }),
      ),
    )
    assert.equal((await look(world.place.qrCode)).state, 'OUT_OF_ORDER')
    await Promise.all(items.map(({ id }) => setState(world.tenant, id, { state: 'OPERATIONAL' })))
    assert.equal((await look(world.place.qrCode)).state, 'OPERATIONAL')
  }
})

test('A state has a public note and an expected end, shown to visitors and kept in the history', async () => {
  const world = await open()
  const [general] = await itemsOf(world)
  assert.ok(general)
  const expectedEnd = new Date(server.clock.now().getTime() + 3600_000).toISOString()
  const reply = await setState(world.tenant, general.id, {
    state: 'OUT_OF_ORDER',
    note: 'A part is on its way.',
    expectedEnd,
  })
  assert.equal(reply.status, 200)
  const page = await look(world.place.qrCode)
  assert.deepEqual([page.items[0]?.note, page.items[0]?.expectedEnd], ['A part is on its way.', expectedEnd])
  assert.deepEqual(
    page.incidents.map(({ state, note, endedAt, expectedEnd: end }) => [state, note, endedAt, end]),
    [['OUT_OF_ORDER', 'A part is on its way.', null, expectedEnd]],
  )
  server.clock.advance(60_000)
  await setState(world.tenant, general.id, { state: 'OPERATIONAL' })
  const history = (await server.call<StatusHistory>('GET', `/api/status/${world.place.qrCode}/history`)).json
    .data
  assert.equal(history.days.length, 90)
  assert.equal(history.incidents[0]?.note, 'A part is on its way.')
  assert.ok(history.incidents[0]?.endedAt)
  assert.equal((await look(world.place.qrCode)).items[0]?.note, null)
  const events = await world.tenant.inside((ctx) =>
    ctx.db.selectFrom('event').select('payload').where('type', '=', 'status.changed').orderBy('id').execute(),
  )
  assert.deepEqual(
    events.map(({ payload }) => (payload as { state: unknown }).state),
    [
      { from: 'OPERATIONAL', to: 'OUT_OF_ORDER' },
      { from: 'OUT_OF_ORDER', to: 'OPERATIONAL' },
    ],
  )
})

test('The same state again changes nothing and emits no event', async () => {
  const world = await open()
  const [general] = await itemsOf(world)
  assert.ok(general)
  await setState(world.tenant, general.id, { state: 'DEGRADED' })
  assert.equal((await setState(world.tenant, general.id, { state: 'DEGRADED' })).status, 200)
  const events = await world.tenant.inside((ctx) =>
    ctx.db.selectFrom('event').select('id').where('type', '=', 'status.changed').execute(),
  )
  assert.equal(events.length, 1)
})

test('An end in the past, an invalid day and an unknown state are VALIDATION_ERROR', async () => {
  const world = await open()
  const [general] = await itemsOf(world)
  assert.ok(general)
  for (const body of [
    { state: 'OUT_OF_ORDER', expectedEnd: '2020-01-01T00:00:00Z' },
    { state: 'OUT_OF_ORDER', expectedEnd: '2027-02-30T00:00:00Z' },
    { state: 'BROKEN' },
    { state: 'DEGRADED', note: 'x'.repeat(501) },
    {},
  ]) {
    assert.equal(
      (await setState(world.tenant, general.id, body)).json.code,
      'VALIDATION_ERROR',
      JSON.stringify(body),
    )
  }
})

test('The last visible item cannot be deleted or hidden, also when two are deleted at the same time', async () => {
  const world = await open()
  await add(world, { name: 'Door' })
  const remove = (id: string) =>
    server.call('DELETE', `/api/admin/status-items/${id}`, { token: world.tenant.admin.token })
  const replies = await Promise.all((await itemsOf(world)).map(({ id }) => remove(id)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  const [left] = await itemsOf(world)
  assert.equal((await remove(left?.id ?? '')).json.code, 'CONFLICT')
  assert.equal((await patch(world.tenant, left?.id ?? '', { visible: false })).json.code, 'CONFLICT')
  const gone = replies.find(({ status }) => status === 200)?.json.data as { id: string }
  assert.equal((await remove(gone.id)).json.code, 'NOT_FOUND')
})

test('A deleted item that was hidden leaves nothing in the public history', async () => {
  const world = await open('WASHROOM')
  const [, toilets] = await itemsOf(world)
  assert.ok(toilets)
  await patch(world.tenant, toilets.id, { visible: false })
  await setState(world.tenant, toilets.id, { state: 'OUT_OF_ORDER', note: 'Only for us' })
  await server.call('DELETE', `/api/admin/status-items/${toilets.id}`, { token: world.tenant.admin.token })
  const history = await server.call('GET', `/api/status/${world.place.qrCode}/history`)
  assert.ok(!history.text.includes('Only for us'))
})

test('Ids of another tenant are NOT_FOUND, and only an ADMIN may change items', async () => {
  const [mine, theirs] = [await open(), await open()]
  const [foreign] = await itemsOf(theirs)
  assert.ok(foreign)
  const admin = mine.tenant.admin.token
  const calls: [string, string, unknown][] = [
    ['POST', `/api/admin/amenities/${theirs.place.amenityId}/status-items`, { name: 'Door' }],
    ['PATCH', `/api/admin/status-items/${foreign.id}`, { name: 'Door' }],
    ['DELETE', `/api/admin/status-items/${foreign.id}`, undefined],
    ['POST', `/api/admin/status-items/${foreign.id}/state`, { state: 'DEGRADED' }],
  ]
  for (const [method, path, body] of calls) {
    assert.equal((await server.call(method, path, { token: admin, body })).json.code, 'NOT_FOUND')
    for (const { token } of [theirs.tenant.manager, theirs.tenant.technician]) {
      assert.equal((await server.call(method, path, { token, body })).json.code, 'FORBIDDEN')
    }
  }
})
