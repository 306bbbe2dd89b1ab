import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityWithItems } from '#contracts/places/amenities.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const create = (tenant: TestTenant, body: unknown) =>
  server.call<AmenityWithItems>('POST', '/api/admin/amenities', { token: tenant.admin.token, body })

const building = async (tenant: TestTenant, name = 'Tower'): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token: tenant.admin.token,
    body: { name },
  })
  return reply.json.data.id
}

const location = async (
  tenant: TestTenant,
  buildingId: string,
  name: string,
  parentId: string | null = null,
): Promise<string> => {
  const id = crypto.randomUUID()
  await tenant.inside((ctx) =>
    ctx.db
      .insertInto('location')
      .values({
        tenant_id: tenant.id,
        id,
        building_id: buildingId,
        parent_id: parentId,
        kind: 'FLOOR',
        name,
        created_at: ctx.now,
      })
      .execute(),
  )
  return id
}

const eventsOf = (tenant: TestTenant, type: string) =>
  tenant.inside((ctx) => ctx.db.selectFrom('event').select('payload').where('type', '=', type).execute())

test('Name and building are enough: the type is OTHER, the code has 20 characters, and one item General is OPERATIONAL', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const reply = await create(tenant, { name: 'Corner', buildingId })
  assert.equal(reply.status, 201)
  const amenity = reply.json.data
  assert.match(amenity.qrCode ?? '', /^[0-9A-HJKMNP-TV-Z]{20}$/)
  assert.equal(amenity.type, 'OTHER')
  assert.equal(amenity.state, 'OPERATIONAL')
  assert.equal(amenity.locationId, null)
  assert.deepEqual(amenity.building, { id: buildingId, name: 'Tower' })
  assert.deepEqual(
    amenity.statusItems.map(({ name, state, report }) => [name, state, report]),
    [['General', 'OPERATIONAL', 'OK']],
  )
  assert.deepEqual(
    (await eventsOf(tenant, 'amenity.created')).map(({ payload }) => payload),
    [{ amenityId: amenity.id, buildingId }],
  )
})

test('The status items of a new amenity are those of its type, General first', async () => {
  const tenant = await createTenant(server)
  const reply = await create(tenant, {
    name: 'Washroom',
    buildingId: await building(tenant),
    type: 'WASHROOM',
  })
  assert.deepEqual(
    reply.json.data.statusItems.map(({ name }) => name),
    ['General', 'Toilets', 'Washbasins'],
  )
  const read = await server.call<AmenityWithItems>('GET', `/api/admin/amenities/${reply.json.data.id}`, {
    token: tenant.admin.token,
  })
  assert.deepEqual(read.json.data, reply.json.data)
  assert.match(read.headers.get('etag') ?? '', /^"1-/)
})

test('All fields of an amenity are stored, and its location is returned as a path', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const floor = await location(tenant, buildingId, 'Level 2')
  const wing = await location(tenant, buildingId, 'East wing', floor)
  const details = {
    name: 'Quiet room',
    buildingId,
    locationId: wing,
    type: 'MEETING_ROOM',
    accessible: false,
    openingHours: 'Mon–Fri 8–18\nSat closed',
    notes: 'Key at the desk',
    externalId: 'R-204',
  }
  const { data } = (await create(tenant, details)).json
  assert.deepEqual(data.location, { id: wing, name: 'East wing', path: 'Level 2, East wing' })
  const kept = { ...data, qrCode: undefined }
  for (const [name, value] of Object.entries(details))
    assert.deepEqual(kept[name as keyof typeof kept], value)
})

test('A building or location in a body that is missing, archived or of another tenant is NOT_FOUND', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const [own, foreign] = [await building(mine), await building(theirs)]
  const foreignFloor = await location(theirs, foreign, 'Level 1')
  const missing = '019a0000-0000-7000-8000-000000000000'
  const replies = [
    await create(mine, { name: 'A', buildingId: foreign }),
    await create(mine, { name: 'A', buildingId: missing }),
    await create(mine, { name: 'A', buildingId: own, locationId: foreignFloor }),
    await create(mine, { name: 'A', buildingId: own, locationId: missing }),
  ]
  for (const reply of replies) assert.equal(reply.json.code, 'NOT_FOUND')
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
  await mine.inside((ctx) =>
    ctx.db.updateTable('building').set({ archived_at: ctx.now }).where('id', '=', own).execute(),
  )
  assert.equal((await create(mine, { name: 'A', buildingId: own })).json.code, 'NOT_FOUND')
})

test('A location of another building, an unknown type and garbage are VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  const [one, two] = [await building(tenant), await building(tenant)]
  const floor = await location(tenant, two, 'Level 1')
  const bodies = [
    { name: 'A', buildingId: one, locationId: floor },
    { name: 'A', buildingId: one, type: 'SPACE_STATION' },
    { name: 'A', buildingId: 'tower' },
    { name: ' ', buildingId: one },
    { name: 'A\u202eB', buildingId: one },
    { name: 'x'.repeat(121), buildingId: one },
    { name: 'A', buildingId: one, accessible: 'yes' },
    { buildingId: one },
  ]
  for (const body of bodies) {
    const reply = await create(tenant, body)
    assert.equal(reply.json.code, 'VALIDATION_ERROR', JSON.stringify(body))
    assert.ok((reply.json.details?.length ?? 0) > 0)
  }
})

test('Two amenities never have the same external id, also when both are created at once', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => create(tenant, { name: 'A', buildingId, externalId: 'X-1' })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409])
})

test('Of many requests at once, only as many get a QR code as the plan allows', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const buildingId = await building(tenant)
  const bulk = { create: { buildingId, floors: ['L1'], types: [{ type: 'OTHER', count: 45 }] } }
  await server.call('POST', '/api/admin/amenities/bulk', { token: tenant.admin.token, body: bulk })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create(tenant, { name: `B ${index}`, buildingId })),
  )
  assert.equal(replies.filter(({ status }) => status === 201).length, 5)
  assert.ok(
    replies.every(
      ({ status, json }) => status === 201 || (status === 403 && json.code === 'PLAN_LIMIT_REACHED'),
    ),
  )
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ n: number }>('select count(*) as n from amenity where tenant_id = $1', [tenant.id]),
  )
  assert.equal(row?.n, 50)
})

test('Only an ADMIN creates amenities', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  for (const { token } of [tenant.manager, tenant.technician]) {
    const reply = await server.call('POST', '/api/admin/amenities', {
      token,
      body: { name: 'A', buildingId },
    })
    assert.equal(reply.json.code, 'FORBIDDEN')
  }
  assert.equal(
    (await server.call('POST', '/api/admin/amenities', { body: { name: 'A', buildingId } })).json.code,
    'UNAUTHORIZED',
  )
})

test('An id of another tenant and one that is no UUID are NOT_FOUND in a path', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const { data } = (await create(theirs, { name: 'A', buildingId: await building(theirs) })).json
  for (const id of [data.id, '019a0000-0000-7000-8000-000000000000', 'x']) {
    assert.equal(
      (await server.call('GET', `/api/admin/amenities/${id}`, { token: mine.admin.token })).status,
      404,
    )
  }
})
