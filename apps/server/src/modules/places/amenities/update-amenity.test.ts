import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Amenity, AmenityWithItems } from '#contracts/places/amenities.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const patch = (tenant: TestTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<AmenityWithItems>('PATCH', `/api/admin/amenities/${id}`, {
    token: tenant.admin.token,
    body,
    headers,
  })
const read = (tenant: TestTenant, id: string) =>
  server.call<AmenityWithItems>('GET', `/api/admin/amenities/${id}`, { token: tenant.admin.token })
const remove = (tenant: TestTenant, id: string, headers: Record<string, string> = {}) =>
  server.call<{ id: string }>('DELETE', `/api/admin/amenities/${id}`, { token: tenant.admin.token, headers })
const list = (tenant: TestTenant, query = '') =>
  server.call<Amenity[]>('GET', `/api/admin/amenities${query}`, { token: tenant.admin.token })
const events = (tenant: TestTenant, type: string) =>
  tenant.inside((ctx) =>
    ctx.db.selectFrom('event').select('payload').where('type', '=', type).orderBy('id').execute(),
  )
const code = (tenant: TestTenant, qrCode: string) =>
  tenant.inside((ctx) =>
    ctx.db.selectFrom('qr_code').selectAll().where('code', '=', qrCode).executeTakeFirstOrThrow(),
  )

test('A field that is left out stays, null clears it, and the event lists what changed', async () => {
  const tenant = await createTenant(server)
  const { amenityId, buildingId } = await createPlace(server, tenant)
  await patch(tenant, amenityId, { openingHours: '8–18', accessible: true, notes: 'Key at the desk' })
  const reply = await patch(tenant, amenityId, { name: 'Washroom East', openingHours: null })
  assert.equal(reply.status, 200)
  const { name, openingHours, accessible, notes, version } = reply.json.data
  assert.deepEqual(
    { name, openingHours, accessible, notes, version },
    { name: 'Washroom East', openingHours: null, accessible: true, notes: 'Key at the desk', version: 3 },
  )
  const [, last] = await events(tenant, 'amenity.updated')
  assert.deepEqual(last?.payload, {
    amenityId,
    buildingId,
    changes: [
      { field: 'name', from: 'Washroom 1', to: 'Washroom East' },
      { field: 'openingHours', from: '8–18', to: null },
    ],
  })
})

test('The same values again change nothing and emit no event', async () => {
  const tenant = await createTenant(server)
  const { amenityId } = await createPlace(server, tenant)
  assert.equal(
    (await patch(tenant, amenityId, { name: 'Washroom 1', notes: null, externalId: '' })).status,
    400,
  )
  const reply = await patch(tenant, amenityId, { name: 'Washroom 1', notes: null })
  assert.equal(reply.json.data.version, 1)
  assert.equal((await events(tenant, 'amenity.updated')).length, 0)
})

test('An amenity stays in its building, and fields that the server sets are ignored', async () => {
  const tenant = await createTenant(server)
  const [here, there] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const before = (await read(tenant, here.amenityId)).json.data
  const reply = await patch(tenant, here.amenityId, {
    buildingId: there.buildingId,
    qrCode: 'ABCD',
    state: 'OUT_OF_ORDER',
    version: 9,
  })
  assert.deepEqual(reply.json.data, before)
})

test('A stale If-Match is PRECONDITION_FAILED and changes nothing', async () => {
  const tenant = await createTenant(server)
  const { amenityId } = await createPlace(server, tenant)
  const etag = (await read(tenant, amenityId)).headers.get('etag') ?? ''
  assert.equal((await patch(tenant, amenityId, { name: 'First' }, { 'if-match': etag })).status, 200)
  const second = await patch(tenant, amenityId, { name: 'Second' }, { 'if-match': etag })
  assert.equal(second.json.code, 'PRECONDITION_FAILED')
  assert.equal((await remove(tenant, amenityId, { 'if-match': etag })).status, 412)
  assert.equal((await read(tenant, amenityId)).json.data.name, 'First')
})

test('Of many changes of the same version at once, one succeeds', async () => {
  const tenant = await createTenant(server)
  const { amenityId } = await createPlace(server, tenant)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      patch(tenant, amenityId, { name: `Name ${index}` }, { 'if-match': '"1"' }),
    ),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  assert.ok(replies.every(({ status }) => status === 200 || status === 412))
})

test('An external id that is taken is CONFLICT; after the other is deleted it is free', async () => {
  const tenant = await createTenant(server)
  const [one, two] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  await patch(tenant, one.amenityId, { externalId: 'E-1' })
  assert.equal((await patch(tenant, two.amenityId, { externalId: 'E-1' })).json.code, 'CONFLICT')
  await remove(tenant, one.amenityId)
  assert.equal((await patch(tenant, two.amenityId, { externalId: 'E-1' })).status, 200)
})

test('An amenity of another tenant is NOT_FOUND for every method, with the same bytes as a missing one', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const { amenityId } = await createPlace(server, theirs)
  const missing = '019a0000-0000-7000-8000-000000000000'
  for (const call of [
    read,
    remove,
    (tenant: TestTenant, id: string) => patch(tenant, id, { name: 'Mine now' }),
  ]) {
    const [foreign, none] = [await call(mine, amenityId), await call(mine, missing)]
    assert.equal(foreign.status, 404)
    assert.equal(foreign.text, none.text)
  }
  assert.equal((await read(theirs, amenityId)).json.data.name, 'Washroom 1')
})

test('Deleting an amenity without history erases it and frees its code, and its id is NOT_FOUND', async () => {
  const tenant = await createTenant(server)
  const { amenityId, qrCode, buildingId } = await createPlace(server, tenant)
  const reply = await remove(tenant, amenityId)
  assert.deepEqual([reply.status, reply.json.data], [200, { id: amenityId }])
  assert.equal((await read(tenant, amenityId)).status, 404)
  assert.equal((await remove(tenant, amenityId)).status, 404)
  assert.equal((await list(tenant, '?archived=true')).json.total, 0)
  const freed = await code(tenant, qrCode)
  assert.deepEqual([freed.amenity_id, freed.retired_at], [null, null])
  assert.deepEqual(
    (await events(tenant, 'amenity.deleted')).map(({ payload }) => payload),
    [{ amenityId, buildingId }],
  )
})

test('Deleting an amenity with history archives it: NOT_FOUND by its id, listed among the archived', async () => {
  const tenant = await createTenant(server)
  const { amenityId, qrCode, buildingId } = await createPlace(server, tenant)
  await tenant.inside((ctx) =>
    ctx.db
      .insertInto('feedback')
      .values({
        tenant_id: tenant.id,
        id: crypto.randomUUID(),
        amenity_id: amenityId,
        building_id: buildingId,
        rating: 4,
        source: 's',
        created_at: ctx.now,
      })
      .execute(),
  )
  assert.equal((await read(tenant, amenityId)).json.data.counts.feedback, 1)
  assert.equal((await remove(tenant, amenityId)).status, 200)
  assert.equal((await read(tenant, amenityId)).status, 404)
  assert.equal((await patch(tenant, amenityId, { name: 'Back' })).status, 404)
  assert.equal((await list(tenant)).json.total, 0)
  const [archived] = (await list(tenant, '?archived=true')).json.data
  assert.deepEqual([archived?.id, archived?.qrCode, typeof archived?.archivedAt], [amenityId, null, 'string'])
  assert.equal((await code(tenant, qrCode)).amenity_id, null)
})

test('A deleted amenity frees its place in the plan', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const bulk = await server.call('POST', '/api/admin/amenities/bulk', {
    token: tenant.admin.token,
    body: { create: { buildingId, floors: ['L1'], types: [{ type: 'OTHER', count: 49 }] } },
  })
  assert.equal(bulk.status, 201)
  const one = () =>
    server.call('POST', '/api/admin/amenities', {
      token: tenant.admin.token,
      body: { name: 'A', buildingId },
    })
  assert.equal((await one()).json.code, 'PLAN_LIMIT_REACHED')
  await remove(tenant, amenityId)
  assert.equal((await one()).status, 201)
})
