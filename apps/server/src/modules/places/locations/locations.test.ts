import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BuildingWithLocations } from '#contracts/places/buildings.ts'
import type { Location } from '#contracts/places/locations.ts'
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
const create = (tenant: TestTenant, body: unknown) => call<Location>(tenant, 'POST', '/locations', body)
const patch = (tenant: TestTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  call<Location>(tenant, 'PATCH', `/locations/${id}`, body, headers)
const remove = (tenant: TestTenant, id: string) => call<{ id: string }>(tenant, 'DELETE', `/locations/${id}`)
const building = async (tenant: TestTenant) =>
  (await call<{ id: string }>(tenant, 'POST', '/buildings', { name: 'Tower' })).json.data.id

/** A chain of locations, each inside the one before. */
const chain = async (tenant: TestTenant, buildingId: string, length: number): Promise<string[]> => {
  const ids: string[] = []
  for (let level = 1; level <= length; level++) {
    const reply = await create(tenant, { buildingId, name: `Level ${level}`, parentId: ids.at(-1) ?? null })
    ids.push(reply.json.data.id)
  }
  return ids
}

test('A location at the top is a FLOOR by default, one below another a ROOM, each after its siblings', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const first = await create(tenant, { buildingId, name: 'Ground' })
  assert.equal(first.status, 201)
  const second = await create(tenant, { buildingId, name: 'Level 1', kind: 'AREA' })
  const room = await create(tenant, { buildingId, name: '1.01', parentId: second.json.data.id })
  assert.deepEqual(
    [first, second, room].map(({ json }) => [json.data.kind, json.data.position, json.data.parentId]),
    [
      ['FLOOR', 0, null],
      ['AREA', 1, null],
      ['ROOM', 0, second.json.data.id],
    ],
  )
})

test('Siblings have different names, case-insensitively, also when they are created at the same time', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const replies = await Promise.all(
    ['Ground', 'ground', 'GROUND', 'Ground '].map((name) => create(tenant, { buildingId, name })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409])
})

test('A building or parent that is missing or of another tenant is NOT_FOUND, a parent of another building VALIDATION_ERROR', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const [one, two, foreign] = [await building(mine), await building(mine), await building(theirs)]
  const [elsewhere] = await chain(mine, two, 1)
  const [hidden] = await chain(theirs, foreign, 1)
  assert.equal((await create(mine, { buildingId: foreign, name: 'A' })).json.code, 'NOT_FOUND')
  assert.equal((await create(mine, { buildingId: one, name: 'A', parentId: hidden })).json.code, 'NOT_FOUND')
  assert.equal(
    (await create(mine, { buildingId: one, name: 'A', parentId: elsewhere })).json.code,
    'VALIDATION_ERROR',
  )
  assert.equal((await patch(mine, hidden ?? '', { name: 'Mine' })).status, 404)
  assert.equal((await remove(mine, hidden ?? '')).status, 404)
})

test('Locations nest at most six levels, when created and when moved', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const ids = await chain(tenant, buildingId, 6)
  assert.equal(
    (await create(tenant, { buildingId, name: 'Too deep', parentId: ids[5] })).json.code,
    'VALIDATION_ERROR',
  )
  const top = await create(tenant, { buildingId, name: 'Other' })
  await create(tenant, { buildingId, name: 'Below', parentId: top.json.data.id })
  assert.equal((await patch(tenant, top.json.data.id, { parentId: ids[4] })).json.code, 'VALIDATION_ERROR')
  assert.equal((await patch(tenant, top.json.data.id, { parentId: ids[3] })).status, 200)
  const { data } = (await call<BuildingWithLocations>(tenant, 'GET', `/buildings/${buildingId}`)).json
  assert.equal(JSON.stringify(data.locations).match(/"children"/g)?.length, 8)
})

test('A location never gets inside itself, also not by two moves at the same time', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const [a = '', b = '', c = ''] = await chain(tenant, buildingId, 3)
  for (const parentId of [a, b, c])
    assert.equal((await patch(tenant, a, { parentId })).json.code, 'VALIDATION_ERROR')
  await patch(tenant, b, { parentId: null })
  const replies = await Promise.all([patch(tenant, a, { parentId: b }), patch(tenant, b, { parentId: a })])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400])
})

test('Renaming and moving increase the version; the same values again do not', async () => {
  const tenant = await createTenant(server)
  const buildingId = await building(tenant)
  const [a = '', b = ''] = await chain(tenant, buildingId, 2)
  const renamed = await patch(tenant, a, { name: 'Ground floor', position: 7 })
  assert.deepEqual(
    [renamed.json.data.name, renamed.json.data.position, renamed.json.data.version],
    ['Ground floor', 7, 2],
  )
  assert.equal((await patch(tenant, a, { name: 'Ground floor' })).json.data.version, 2)
  const moved = await patch(tenant, b, { parentId: null })
  assert.deepEqual([moved.json.data.parentId, moved.json.data.position], [null, 8])
  assert.equal(
    (await patch(tenant, a, { name: 'X' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  assert.equal((await patch(tenant, b, { name: 'ground FLOOR' })).json.code, 'CONFLICT')
})

test('Only an empty location can be deleted; archived amenities do not prevent it', async () => {
  const tenant = await createTenant(server)
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const [a = '', b = ''] = await chain(tenant, buildingId, 2)
  await call(tenant, 'PATCH', `/amenities/${amenityId}`, { locationId: b })
  assert.equal((await remove(tenant, a)).json.code, 'CONFLICT')
  assert.equal((await remove(tenant, b)).json.code, 'CONFLICT')
  await tenant.inside((ctx) =>
    ctx.db.updateTable('qr_code').set({ scans: 1 }).where('amenity_id', '=', amenityId).execute(),
  )
  await call(tenant, 'DELETE', `/amenities/${amenityId}`)
  assert.deepEqual((await remove(tenant, b)).json.data, { id: b })
  assert.equal((await remove(tenant, b)).status, 404)
  assert.equal((await remove(tenant, a)).status, 200)
  assert.equal((await call(tenant, 'GET', '/amenities?archived=true')).json.total, 1)
})
