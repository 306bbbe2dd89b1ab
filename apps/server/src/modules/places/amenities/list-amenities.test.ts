import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Amenity } from '#contracts/places/amenities.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const list = (tenant: TestTenant, query = '') =>
  server.call<Amenity[]>('GET', `/api/admin/amenities${query}`, { token: tenant.admin.token })

const bulk = (tenant: TestTenant, body: unknown) =>
  server.call<{ created: number; updated: number; amenities: Amenity[] }>(
    'POST',
    '/api/admin/amenities/bulk',
    { token: tenant.admin.token, body },
  )

const building = async (tenant: TestTenant, name: string): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token: tenant.admin.token,
    body: { name },
  })
  return reply.json.data.id
}

const filled = async () => {
  const tenant = await createTenant(server)
  const [north, south] = [await building(tenant, 'North'), await building(tenant, 'South')]
  const made = await bulk(tenant, {
    create: {
      buildingId: north,
      floors: ['Ground', 'Level 1'],
      types: [
        { type: 'WASHROOM', count: 2 },
        { type: 'ELEVATOR', count: 1 },
      ],
    },
  })
  assert.equal(made.status, 201)
  await bulk(tenant, {
    create: {
      buildingId: south,
      floors: ['Ground'],
      types: [{ type: 'KITCHEN', count: 1, namePattern: 'Canteen 100%' }],
    },
  })
  return { tenant, north, south, amenities: made.json.data.amenities }
}

const names = (reply: Awaited<ReturnType<typeof list>>) => reply.json.data.map(({ name }) => name)

test('The list pages through all amenities once, with exact totals', async () => {
  const { tenant } = await filled()
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(tenant, `?page=${page}&pageSize=3`)))
  assert.deepEqual(
    pages.map(({ json }) => [json.total, json.totalPages, json.data.length]),
    [
      [7, 3, 3],
      [7, 3, 3],
      [7, 3, 1],
      [7, 3, 0],
    ],
  )
  assert.equal(new Set(pages.flatMap(({ json }) => json.data.map(({ id }) => id))).size, 7)
  assert.equal((await list(tenant, '?page=2147483647')).status, 200)
  for (const bad of [
    '?page=0',
    '?pageSize=101',
    '?sort=password',
    '?page=1&page=2',
    '?buildingId=x',
    '?state=BROKEN',
  ]) {
    assert.equal((await list(tenant, bad)).json.code, 'VALIDATION_ERROR', bad)
  }
})

test('Amenities are filtered by building, location with those below it, type, state, code and search', async () => {
  const { tenant, north, south, amenities } = await filled()
  const [first] = amenities
  assert.ok(first?.locationId && first.qrCode)
  const room = crypto.randomUUID()
  await tenant.inside((ctx) =>
    ctx.db
      .insertInto('location')
      .values({
        tenant_id: tenant.id,
        id: room,
        building_id: north,
        parent_id: first.locationId,
        kind: 'ROOM',
        name: 'Cubicle',
        created_at: ctx.now,
      })
      .execute(),
  )
  await bulk(tenant, { update: { ids: [first.id], changes: { locationId: room } } })
  assert.equal((await list(tenant, `?buildingId=${north}`)).json.total, 6)
  assert.equal((await list(tenant, `?building=${north},${south}`)).json.total, 7)
  assert.equal((await list(tenant, `?location=${first.locationId}`)).json.total, 3)
  assert.equal((await list(tenant, `?locationId=${room}`)).json.total, 1)
  assert.equal((await list(tenant, '?type=WASHROOM,KITCHEN')).json.total, 5)
  assert.equal((await list(tenant, '?state=OUT_OF_ORDER')).json.total, 0)
  assert.equal((await list(tenant, '?linked=false')).json.total, 0)
  assert.deepEqual(names(await list(tenant, '?q=100%25')), ['Canteen 100%'])
  assert.equal((await list(tenant, '?q=%25')).json.total, 1)
  const typed = `${first.qrCode.slice(0, 5)} ${first.qrCode.slice(5, 10)}`.toLowerCase()
  assert.deepEqual(names(await list(tenant, `?q=${encodeURIComponent(typed)}`)), [first.name])
})

test('An id of another tenant in a filter gives an empty page', async () => {
  const { tenant } = await filled()
  const other = await createPlace(server, await createTenant(server))
  for (const query of [`?buildingId=${other.buildingId}`, `?locationId=${other.amenityId}`]) {
    assert.deepEqual([(await list(tenant, query)).json.total, (await list(tenant, query)).json.data], [0, []])
  }
})

test('The list is sorted by name, time, type, state or last scan, in both directions', async () => {
  const { tenant } = await filled()
  const ascending = names(await list(tenant, '?sort=name'))
  assert.deepEqual(ascending, [...ascending].sort())
  assert.deepEqual(names(await list(tenant, '?sort=-name')), [...ascending].reverse())
  await tenant.inside((ctx) =>
    ctx.db.updateTable('amenity').set({ state: 'OUT_OF_ORDER' }).where('name', '=', 'Canteen 100%').execute(),
  )
  assert.equal(names(await list(tenant, '?sort=-state'))[0], 'Canteen 100%')
  await tenant.inside((ctx) =>
    ctx.run(
      'update qr_code set last_scan_at = $2 where tenant_id = $1 and amenity_id = (select id from amenity where tenant_id = $1 and name = $3 limit 1)',
      [tenant.id, ctx.now, 'Lift, Ground'],
    ),
  )
  assert.equal(names(await list(tenant, '?sort=-lastScanAt'))[0], 'Lift, Ground')
  for (const sort of ['createdAt', '-createdAt', 'type', '-type', 'lastScanAt'])
    assert.equal((await list(tenant, `?sort=${sort}`)).status, 200)
})

test('A pattern of floors and types creates every amenity with code, floor and status items', async () => {
  const { tenant, amenities } = await filled()
  assert.deepEqual(
    amenities.map(({ name, type, location }) => [name, type, location?.path]),
    [
      ['Washroom 1, Ground', 'WASHROOM', 'Ground'],
      ['Washroom 2, Ground', 'WASHROOM', 'Ground'],
      ['Lift, Ground', 'ELEVATOR', 'Ground'],
      ['Washroom 1, Level 1', 'WASHROOM', 'Level 1'],
      ['Washroom 2, Level 1', 'WASHROOM', 'Level 1'],
      ['Lift, Level 1', 'ELEVATOR', 'Level 1'],
    ],
  )
  assert.equal(new Set(amenities.map(({ qrCode }) => qrCode)).size, 6)
  const items = await tenant.inside((ctx) =>
    ctx.db
      .selectFrom('status_item')
      .select('name')
      .where('amenity_id', '=', amenities[0]?.id ?? '')
      .orderBy('position')
      .execute(),
  )
  assert.deepEqual(
    items.map(({ name }) => name),
    ['General', 'Toilets', 'Washbasins'],
  )
  const again = await bulk(tenant, {
    create: {
      buildingId: amenities[0]?.buildingId,
      floors: ['Ground', '{n}'],
      types: [{ type: 'OTHER', count: 1, namePattern: '{floor}/{n}' }],
    },
  })
  assert.deepEqual(
    again.json.data.amenities.map(({ name }) => name),
    ['Ground/1', '{n}/1'],
  )
  assert.equal(again.json.data.amenities[0]?.locationId, amenities[0]?.locationId)
})

test('Five hundred amenities are created in one call, and one more is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant, 'Tower')
  const floors = Array.from({ length: 50 }, (_, index) => `Level ${index}`)
  const started = performance.now()
  const reply = await bulk(tenant, {
    create: { buildingId, floors, types: [{ type: 'WASHROOM', count: 10 }] },
  })
  assert.equal(reply.json.data.created, 500)
  assert.equal(reply.json.data.amenities.length, 500)
  assert.ok(performance.now() - started < 10_000)
  const tooMany = await bulk(tenant, {
    create: { buildingId, floors: [...floors, 'Roof'], types: [{ type: 'WASHROOM', count: 10 }] },
  })
  assert.equal(tooMany.json.code, 'VALIDATION_ERROR')
  assert.equal((await list(tenant)).json.total, 500)
})

test('A bulk call is all or nothing: over the limit, with an id of another tenant or an unknown type nothing is stored', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const buildingId = await building(tenant, 'Tower')
  const create = (floors: string[], type: string, count: number) =>
    bulk(tenant, { create: { buildingId, floors, types: [{ type, count }] } })
  assert.equal((await create(['A'], 'OTHER', 51)).json.code, 'PLAN_LIMIT_REACHED')
  assert.equal((await create(['A'], 'NOTHING', 1)).json.code, 'VALIDATION_ERROR')
  const floors = await tenant.inside((ctx) => ctx.db.selectFrom('location').select('id').execute())
  assert.deepEqual(floors, [])
  const made = (await create(['A', 'B'], 'OTHER', 2)).json.data.amenities
  const foreign = await createPlace(server, await createTenant(server))
  const mixed = await bulk(tenant, {
    update: { ids: [...made.map(({ id }) => id), foreign.amenityId], changes: { notes: 'x' } },
  })
  assert.equal(mixed.json.code, 'NOT_FOUND')
  assert.ok((await list(tenant)).json.data.every(({ notes }) => notes === null))
})

test('One bulk call changes many amenities, counts those that changed and returns all', async () => {
  const { tenant, amenities, south } = await filled()
  const ids = amenities.map(({ id }) => id)
  const [first] = ids
  await bulk(tenant, { update: { ids: [first], changes: { accessible: true } } })
  const reply = await bulk(tenant, { update: { ids, changes: { accessible: true } } })
  assert.equal(reply.status, 200, 'nothing was created')
  assert.deepEqual(
    [reply.json.data.created, reply.json.data.updated, reply.json.data.amenities.length],
    [0, 5, 6],
  )
  assert.deepEqual(
    reply.json.data.amenities.map(({ id }) => id),
    ids,
  )
  const [elsewhere] = (await list(tenant, `?buildingId=${south}`)).json.data
  const wrong = await bulk(tenant, { update: { ids, changes: { locationId: elsewhere?.locationId } } })
  assert.equal(wrong.json.code, 'VALIDATION_ERROR')
})

test('Neither or both of create and update are VALIDATION_ERROR', async () => {
  const { tenant, north, amenities } = await filled()
  const create = { buildingId: north, floors: ['X'], types: [{ type: 'OTHER', count: 1 }] }
  const update = { ids: [amenities[0]?.id], changes: {} }
  for (const body of [{}, { create, update }])
    assert.equal((await bulk(tenant, body)).json.code, 'VALIDATION_ERROR')
})

test('Two bulk calls at the same time do not create the same floor twice', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant, 'Tower')
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      bulk(tenant, { create: { buildingId, floors: ['Ground'], types: [{ type: 'OTHER', count: 1 }] } }),
    ),
  )
  assert.ok(replies.every(({ status }) => status === 201))
  const floors = await tenant.inside((ctx) => ctx.db.selectFrom('location').select('id').execute())
  assert.equal(floors.length, 1)
})
