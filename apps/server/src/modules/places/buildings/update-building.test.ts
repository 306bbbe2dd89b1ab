import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Building, BuildingWithLocations } from '#contracts/places/buildings.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const call = <T>(
  tenant: TestTenant,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => server.call<T>(method, `/api/admin${path}`, { token: tenant.admin.token, body, headers })
const read = (tenant: TestTenant, id: string) =>
  call<BuildingWithLocations>(tenant, 'GET', `/buildings/${id}`)
const patch = (tenant: TestTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  call<Building>(tenant, 'PATCH', `/buildings/${id}`, body, headers)
const remove = (tenant: TestTenant, id: string, headers: Record<string, string> = {}) =>
  call<{ id: string }>(tenant, 'DELETE', `/buildings/${id}`, undefined, headers)
const create = async (tenant: TestTenant, body: unknown) =>
  (await call<Building>(tenant, 'POST', '/buildings', body)).json.data.id
const closed = { MONDAY: [], TUESDAY: [], WEDNESDAY: [], THURSDAY: [], FRIDAY: [], SATURDAY: [], SUNDAY: [] }

test('A building is read with its counts and its locations as a tree', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const floor = await call<{ id: string }>(tenant, 'POST', '/locations', { buildingId, name: 'Level 1' })
  await call(tenant, 'POST', '/locations', { buildingId, name: 'East', parentId: floor.json.data.id })
  const { data } = (await read(tenant, buildingId)).json
  assert.deepEqual(data.counts, { amenities: 1, openTasks: 0 })
  assert.deepEqual(
    data.locations.map(({ name, kind, children }) => [
      name,
      kind,
      children.map((child) => [child.name, child.kind]),
    ]),
    [['Level 1', 'FLOOR', [['East', 'ROOM']]]],
  )
})

test('A field that is left out stays, null clears it, and the same values again change nothing', async () => {
  const tenant = await createTenant(server)
  const id = await create(tenant, { name: 'Tower' })
  const full = {
    name: 'Harbour Tower',
    address: 'Quay 1\n20457 Hamburg',
    timeZone: 'Asia/Tokyo',
    serviceHours: {
      ...closed,
      FRIDAY: [
        { from: '12:00', to: '24:00' },
        { from: '00:00', to: '06:00' },
      ],
    },
    holidays: [{ date: '2026-12-24', name: 'Christmas Eve' }],
    contact: { name: 'Desk', phone: '+49 40 1' },
    latitude: 53.54,
    longitude: 9.98,
    externalId: 'B-1',
    accessNote: 'The key is at the gate.',
    hazardNote: 'Low beams in the cellar',
  }
  const { data } = (await patch(tenant, id, full)).json
  const { contact, serviceHours, ...rest } = full
  for (const [name, value] of Object.entries(rest))
    assert.deepEqual(data[name as keyof Building], value, name)
  assert.deepEqual(data.contact, { name: 'Desk', phone: '+49 40 1', email: null })
  assert.deepEqual(data.serviceHours?.FRIDAY, [
    { from: '00:00', to: '06:00' },
    { from: '12:00', to: '24:00' },
  ])
  assert.equal((await patch(tenant, id, full)).json.data.version, 2)
  const emptied = (
    await patch(tenant, id, {
      address: null,
      serviceHours: null,
      contact: null,
      latitude: null,
      longitude: null,
      externalId: null,
      accessNote: '',
      hazardNote: null,
    })
  ).json.data
  assert.deepEqual(
    [
      emptied.address,
      emptied.serviceHours,
      emptied.contact,
      emptied.latitude,
      emptied.externalId,
      emptied.accessNote,
      emptied.hazardNote,
      emptied.name,
      emptied.version,
    ],
    [null, null, null, null, null, null, null, 'Harbour Tower', 3],
  )
})

test('Garbage is VALIDATION_ERROR and changes nothing', async () => {
  const tenant = await createTenant(server)
  const id = await create(tenant, { name: 'Tower' })
  const bodies = [
    { name: '' },
    { name: 'x'.repeat(121) },
    { timeZone: 'Europe/Atlantis' },
    { latitude: 91 },
    { hazardNote: 'x'.repeat(1001) },
    { contact: { email: 'nobody' } },
    { serviceHours: { ...closed, MONDAY: [{ from: '10:00', to: '09:00' }] } },
    { holidays: [{ date: '2026-13-01', name: 'x' }] },
  ]
  for (const body of bodies)
    assert.equal((await patch(tenant, id, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  assert.equal((await read(tenant, id)).json.data.version, 1)
})

test('A second building with the same external id is CONFLICT, also when both are created at the same time', async () => {
  const tenant = await createTenant(server)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => call(tenant, 'POST', '/buildings', { name: 'T', externalId: 'E' })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409])
  const other = await create(tenant, { name: 'Other' })
  assert.equal((await patch(tenant, other, { externalId: 'E' })).json.code, 'CONFLICT')
})

test('A stale If-Match is PRECONDITION_FAILED', async () => {
  const tenant = await createTenant(server)
  const id = await create(tenant, { name: 'Tower' })
  await patch(tenant, id, { name: 'Two' })
  assert.equal(
    (await patch(tenant, id, { name: 'Three' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  assert.equal((await remove(tenant, id, { 'if-match': '"1"' })).json.code, 'PRECONDITION_FAILED')
  assert.equal((await read(tenant, id)).json.data.name, 'Two')
})

test('A building of another tenant is NOT_FOUND for every method, like a missing one', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const id = await create(theirs, { name: 'Theirs' })
  for (const attempt of [
    read,
    remove,
    (tenant: TestTenant, target: string) => patch(tenant, target, { name: 'Mine' }),
  ]) {
    const [foreign, missing] = [
      await attempt(mine, id),
      await attempt(mine, '019a0000-0000-7000-8000-000000000000'),
    ]
    assert.deepEqual([foreign.status, foreign.text], [404, missing.text])
  }
  assert.equal((await read(theirs, id)).json.data.name, 'Theirs')
})

test('Deleting a building without history erases it with its floors and amenities and frees their codes', async () => {
  const tenant = await createTenant(server)
  const { buildingId, amenityId, qrCode } = await createPlace(server, tenant)
  const floor = await call<{ id: string }>(tenant, 'POST', '/locations', { buildingId, name: 'Level 1' })
  await call(tenant, 'POST', '/locations', { buildingId, name: 'East', parentId: floor.json.data.id })
  assert.deepEqual((await remove(tenant, buildingId)).json.data, { id: buildingId })
  for (const path of [`/buildings/${buildingId}`, `/amenities/${amenityId}`])
    assert.equal((await call(tenant, 'GET', path)).status, 404)
  assert.equal((await remove(tenant, buildingId)).status, 404)
  assert.equal((await call<Building[]>(tenant, 'GET', '/buildings?archived=true')).json.total, 0)
  const code = await tenant.inside((ctx) =>
    ctx.db
      .selectFrom('qr_code')
      .select(['amenity_id', 'retired_at'])
      .where('code', '=', qrCode)
      .executeTakeFirst(),
  )
  assert.deepEqual(code, { amenity_id: null, retired_at: null })
})

test('A building with history is archived with its amenities, and frees its place in the plan', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const { buildingId, amenityId } = await createPlace(server, tenant)
  await tenant.inside((ctx) =>
    ctx.db
      .insertInto('feedback')
      .values({
        tenant_id: tenant.id,
        id: crypto.randomUUID(),
        amenity_id: amenityId,
        building_id: buildingId,
        rating: 2,
        source: 's',
        created_at: ctx.now,
      })
      .execute(),
  )
  await create(tenant, { name: '2' })
  await create(tenant, { name: '3' })
  assert.equal((await call(tenant, 'POST', '/buildings', { name: '4' })).json.code, 'PLAN_LIMIT_REACHED')
  await remove(tenant, buildingId)
  assert.equal((await read(tenant, buildingId)).status, 404)
  assert.deepEqual(
    (await call<Building[]>(tenant, 'GET', '/buildings?archived=true')).json.data.map(({ id }) => id),
    [buildingId],
  )
  assert.equal((await call(tenant, 'POST', '/amenities', { name: 'A', buildingId })).json.code, 'NOT_FOUND')
  assert.equal((await call(tenant, 'POST', '/locations', { name: 'A', buildingId })).json.code, 'NOT_FOUND')
  assert.equal((await call(tenant, 'POST', '/buildings', { name: '4' })).status, 201)
})

test('An amenity that is created while its building is deleted never remains without it', async () => {
  const tenant = await createTenant(server)
  const id = await create(tenant, { name: 'Tower' })
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () => call(tenant, 'POST', '/amenities', { name: 'A', buildingId: id })),
    remove(tenant, id),
    ...Array.from({ length: 6 }, () => call(tenant, 'POST', '/amenities', { name: 'A', buildingId: id })),
  ])
  assert.ok(replies.every(({ status }) => [200, 201, 404].includes(status)))
  assert.equal((await call(tenant, 'GET', '/amenities')).json.total, 0)
})
