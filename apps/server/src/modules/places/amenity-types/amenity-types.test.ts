import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityWithItems } from '#contracts/places/amenities.ts'
import type { AmenityType } from '#contracts/places/amenity-types.ts'
import { typeForVisitors } from '#server/modules/places/amenity-types/public.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const call = <T>(
  tenant: TestTenant,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => server.call<T>(method, `/api/admin/${path}`, { token: tenant.admin.token, body, headers })
const list = (tenant: TestTenant, query = '?pageSize=100') =>
  call<AmenityType[]>(tenant, 'GET', `amenity-types${query}`)
const create = (tenant: TestTenant, body: unknown) => call<AmenityType>(tenant, 'POST', 'amenity-types', body)
const patch = (tenant: TestTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  call<AmenityType>(tenant, 'PATCH', `amenity-types/${id}`, body, headers)
const remove = (tenant: TestTenant, id: string) =>
  call<{ id: string }>(tenant, 'DELETE', `amenity-types/${id}`)
const byCode = async (tenant: TestTenant, code: string): Promise<AmenityType> => {
  const [type] = (await list(tenant, `?code=${code}`)).json.data
  assert.ok(type)
  return type
}

test('A new tenant has the built-in types in order, with names and issues in every visitor language', async () => {
  const tenant = await createTenant(server)
  await createPlace(server, tenant)
  const types = (await list(tenant)).json.data
  assert.deepEqual(
    types.map(({ code }) => code),
    [
      'WASHROOM',
      'ELEVATOR',
      'MEETING_ROOM',
      'KITCHEN',
      'COFFEE_POINT',
      'PARKING',
      'GYM',
      'ENTRANCE',
      'WORKSPACE',
      'OUTDOOR',
      'OTHER',
    ],
  )
  const [washroom] = types
  assert.deepEqual(
    [washroom?.name, washroom?.builtIn, washroom?.amenities, washroom?.statusItems],
    ['Washroom', true, 1, ['General', 'Toilets', 'Washbasins']],
  )
  assert.equal(Object.keys(washroom?.names ?? {}).length, 12)
  assert.deepEqual(washroom?.categories.at(-1)?.code, 'OTHER')
  assert.ok(washroom?.categories.every(({ names, retired }) => Object.keys(names).length === 12 && !retired))
})

test('Names are in the first visitor language of the tenant', async () => {
  const tenant = await createTenant(server)
  await call(tenant, 'PATCH', 'settings', { visitorLanguages: ['de', 'en'] })
  const type = await byCode(tenant, 'ELEVATOR')
  assert.equal(type.name, type.names.de)
  assert.notEqual(type.name, 'Lift')
})

test('Types are found by code and by name in any language, and paged with exact totals', async () => {
  const tenant = await createTenant(server)
  assert.equal((await list(tenant, '?q=küche')).json.data[0]?.code, 'KITCHEN')
  assert.deepEqual(
    (await list(tenant, '?code=GYM,OTHER&sort=-code')).json.data.map(({ code }) => code),
    ['OTHER', 'GYM'],
  )
  const page = await list(tenant, '?page=2&pageSize=10')
  assert.deepEqual([page.json.total, page.json.totalPages, page.json.data.length], [11, 2, 1])
  assert.equal((await list(tenant, '?sort=names')).json.code, 'VALIDATION_ERROR')
})

test('A name is enough to create a type: its code is derived from it, and OTHER is added', async () => {
  const tenant = await createTenant(server)
  const { data } = (await create(tenant, { name: 'Nap pod' })).json
  assert.deepEqual([data.code, data.name, data.builtIn, data.position], ['NAP_POD', 'Nap pod', false, 11])
  assert.deepEqual(
    data.categories.map(({ code }) => code),
    ['OTHER'],
  )
  assert.deepEqual(await byCode(tenant, 'NAP_POD'), data)
  const more = [
    await create(tenant, { name: 'Nap pod' }),
    await create(tenant, { name: '休憩室' }),
    await create(tenant, { names: { fr: 'Sieste' } }),
    await create(tenant, { name: 'Teeküche Süd' }),
  ]
  assert.deepEqual(
    more.map(({ json }) => json.data.code),
    ['NAP_POD_2', 'TYPE', 'SIESTE', 'TEEKUCHE_SUD'],
  )
  assert.equal((await create(tenant, { code: 'NAP_POD', name: 'Again' })).json.code, 'CONFLICT')
  assert.equal((await create(tenant, {})).json.code, 'VALIDATION_ERROR')
})

test('Of many created at the same time with one code, one is created', async () => {
  const tenant = await createTenant(server)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => create(tenant, { code: 'POOL', name: 'Pool' })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409])
})

test('Categories keep their order; one of the catalogue needs no name, a new one does', async () => {
  const tenant = await createTenant(server)
  const categories = [
    { code: 'NO_TOWELS', priority: 'LOW' },
    { code: 'OTHER', icon: 'help' },
    {
      code: 'SLIDE_STUCK',
      name: 'Slide is stuck',
      names: { de: 'Rutsche klemmt' },
      safety: true,
      skill: 'FACILITY',
    },
  ]
  const { data } = (await create(tenant, { name: 'Pool', categories, statusItems: ['General', 'Slide'] }))
    .json
  assert.deepEqual(
    data.categories.map(({ code, name, priority, safety }) => [code, name, priority, safety]),
    [
      ['NO_TOWELS', 'No paper towels', 'LOW', false],
      ['SLIDE_STUCK', 'Slide is stuck', 'MEDIUM', true],
      ['OTHER', 'Something else', 'MEDIUM', false],
    ].map(([code, , priority, safety], index) => [code, data.categories[index]?.name, priority, safety]),
  )
  assert.deepEqual(data.categories[1]?.names, { en: 'Slide is stuck', de: 'Rutsche klemmt' })
  assert.deepEqual(data.statusItems, ['General', 'Slide'])
  for (const bad of [
    [{ code: 'NEW_ONE' }],
    [{ code: 'LEAK' }, { code: 'LEAK' }],
    [{ code: 'lower', name: 'x' }],
  ]) {
    assert.equal((await create(tenant, { name: 'Bad', categories: bad })).json.code, 'VALIDATION_ERROR')
  }
})

test('A new amenity of the type gets its status items, and visitors its issues', async () => {
  const tenant = await createTenant(server)
  await create(tenant, {
    name: 'Pool',
    statusItems: ['General', 'Slide'],
    categories: [{ code: 'SLIDE_STUCK', name: 'Slide is stuck' }],
  })
  const { buildingId } = await createPlace(server, tenant)
  const amenity = await call<AmenityWithItems>(tenant, 'POST', 'amenities', {
    name: 'Pool',
    buildingId,
    type: 'POOL',
  })
  assert.deepEqual(
    amenity.json.data.statusItems.map(({ name }) => name),
    ['General', 'Slide'],
  )
  const seen = await tenant.inside((ctx) => typeForVisitors(ctx, 'POOL', 'ja', 'en'))
  assert.deepEqual(seen?.issues.map(({ code, name }) => [code, name])[0], ['SLIDE_STUCK', 'Slide is stuck'])
  assert.equal(seen?.name, 'Pool')
})

test('A removed category is retired and kept; when it is added again it is as before', async () => {
  const tenant = await createTenant(server)
  const type = await byCode(tenant, 'GYM')
  const without = type.categories.filter(({ code }) => code !== 'NO_WIPES').map(({ code }) => ({ code }))
  const out = (await patch(tenant, type.id, { categories: without })).json.data
  assert.deepEqual(
    out.categories.filter(({ retired }) => retired).map(({ code }) => code),
    ['NO_WIPES'],
  )
  assert.deepEqual(
    out.categories.filter(({ retired }) => !retired),
    type.categories.filter(({ code }) => code !== 'NO_WIPES'),
  )
  const visitors = await tenant.inside((ctx) => typeForVisitors(ctx, 'GYM', 'en'))
  assert.ok(visitors?.issues.every(({ code }) => code !== 'NO_WIPES'))
  const back = (await patch(tenant, type.id, { categories: [...without, { code: 'NO_WIPES' }] })).json.data
  assert.deepEqual(
    back.categories.find(({ code }) => code === 'NO_WIPES'),
    type.categories.find(({ code }) => code === 'NO_WIPES'),
  )
})

test('Names of the tenant override those of the catalogue, language by language', async () => {
  const tenant = await createTenant(server)
  const type = await byCode(tenant, 'WASHROOM')
  const renamed = (await patch(tenant, type.id, { name: 'Restroom', names: { de: 'Toilette' } })).json.data
  assert.deepEqual(
    [renamed.name, renamed.names.en, renamed.names.de, renamed.names.fr],
    ['Restroom', 'Restroom', 'Toilette', type.names.fr],
  )
  assert.equal(
    (
      await patch(tenant, type.id, {
        name: 'Restroom',
        statusItems: type.statusItems,
        categories: type.categories.map(({ retired: _, ...each }) => each),
      })
    ).json.data.version,
    renamed.version,
  )
  const back = (await patch(tenant, type.id, { name: 'Washroom', names: { de: type.names.de } })).json.data
  assert.deepEqual(back.names, type.names)
})

test('A name cleared in a language falls back to the catalogue’s, or to another', async () => {
  const tenant = await createTenant(server)
  const washroom = await byCode(tenant, 'WASHROOM')
  const [issue] = washroom.categories
  assert.ok(issue)
  const others = washroom.categories.slice(1).map(({ code }) => ({ code }))
  const says = (de: string | null) => ({
    names: { de },
    categories: [{ code: issue.code, names: { de } }, ...others],
  })
  const renamed = (await patch(tenant, washroom.id, says('Klo'))).json.data
  assert.deepEqual([renamed.names.de, renamed.categories[0]?.names.de], ['Klo', 'Klo'])
  const back = (await patch(tenant, washroom.id, says(null))).json.data
  assert.deepEqual([back.names, back.categories], [washroom.names, washroom.categories])

  const own = {
    name: 'Nap pod',
    names: { de: 'Ruhekapsel' },
    categories: [{ code: 'TOO_LOUD', name: 'Too loud', names: { de: 'Zu laut' } }],
  }
  const pod = (await create(tenant, own)).json.data
  const seen = async () => {
    const type = await tenant.inside((ctx) => typeForVisitors(ctx, 'NAP_POD', 'de', 'en'))
    return [type?.name, type?.issues[0]?.name]
  }
  assert.deepEqual(await seen(), ['Ruhekapsel', 'Zu laut'])
  const cleared = { names: { de: null }, categories: [{ code: 'TOO_LOUD', names: { de: null } }] }
  const left = (await patch(tenant, pod.id, cleared)).json.data
  assert.deepEqual([left.names, left.categories[0]?.names], [{ en: 'Nap pod' }, { en: 'Too loud' }])
  assert.deepEqual(await seen(), ['Nap pod', 'Too loud'])

  // One name must remain, of the type and of each issue.
  for (const [body, path] of [
    [{ names: { en: null } }, 'body.names'],
    [{ categories: [{ code: 'TOO_LOUD', names: { en: null } }] }, 'body.categories.0.name'],
  ] as const) {
    const reply = await patch(tenant, pod.id, body)
    assert.deepEqual([reply.json.code, reply.json.details?.[0]?.path], ['VALIDATION_ERROR', path])
  }
  assert.equal((await create(tenant, { names: { de: null } })).json.code, 'VALIDATION_ERROR')
})

test('Built-in types and those in use cannot be deleted; an unused one is deleted', async () => {
  const tenant = await createTenant(server)
  for (const code of ['OTHER', 'GYM'])
    assert.equal((await remove(tenant, (await byCode(tenant, code)).id)).json.code, 'CONFLICT')
  const { id } = (await create(tenant, { name: 'Pool' })).json.data
  const { buildingId } = await createPlace(server, tenant)
  const amenity = await call<AmenityWithItems>(tenant, 'POST', 'amenities', {
    name: 'Pool',
    buildingId,
    type: 'POOL',
  })
  assert.equal((await remove(tenant, id)).json.code, 'CONFLICT')
  await call(tenant, 'DELETE', `amenities/${amenity.json.data.id}`)
  assert.deepEqual((await remove(tenant, id)).json.data, { id })
  assert.equal((await remove(tenant, id)).status, 404)
  assert.equal(
    (await call(tenant, 'POST', 'amenities', { name: 'Pool', buildingId, type: 'POOL' })).json.code,
    'VALIDATION_ERROR',
  )
})

test('Deleting a type while amenities of it are created leaves none without a type', async () => {
  const tenant = await createTenant(server)
  const { id } = (await create(tenant, { name: 'Pool' })).json.data
  const { buildingId } = await createPlace(server, tenant)
  const add = () => call(tenant, 'POST', 'amenities', { name: 'Pool', buildingId, type: 'POOL' })
  const replies = await Promise.all([add(), add(), remove(tenant, id), add(), add()])
  const made = replies.filter(({ status }) => status === 201).length
  assert.equal(replies[2]?.status, made > 0 ? 409 : 200)
})

test('A type of another tenant is NOT_FOUND, and a stale If-Match is PRECONDITION_FAILED', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const type = await byCode(theirs, 'GYM')
  assert.equal((await patch(mine, type.id, { icon: 'x' })).status, 404)
  assert.equal((await remove(mine, type.id)).status, 404)
  await patch(theirs, type.id, { icon: 'run' })
  assert.equal(
    (await patch(theirs, type.id, { icon: 'walk' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
})
