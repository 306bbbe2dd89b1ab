import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Amenity } from '#contracts/places/amenities.ts'
import type { QrCodeRecord, QrStock } from '#contracts/places/qr-codes.ts'
import { amenityByQrCode } from '#server/modules/places/lookup/public.ts'
import { recordScansOf } from '#server/modules/places/qr-codes/public.ts'
import { ServiceError } from '#server/platform/errors.ts'
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
const link = (tenant: TestTenant, code: string, body: unknown, headers: Record<string, string> = {}) =>
  call<QrCodeRecord>(tenant, 'PUT', `/qr-codes/${encodeURIComponent(code)}`, body, headers)
const rotate = (tenant: TestTenant, amenityId: string) =>
  call<QrCodeRecord>(tenant, 'POST', `/amenities/${amenityId}/qr-code/rotate`)
const stock = (tenant: TestTenant, body: unknown) => call<QrStock>(tenant, 'POST', '/qr-codes', body)
const list = (tenant: TestTenant, query = '') => call<QrCodeRecord[]>(tenant, 'GET', `/qr-codes${query}`)
const codeOf = async (tenant: TestTenant, amenityId: string) =>
  (await call<Amenity>(tenant, 'GET', `/amenities/${amenityId}`)).json.data.qrCode

/** What a visitor gets for the code: the amenity's name, or the error code. */
const scan = async (tenant: TestTenant, code: string): Promise<string> => {
  try {
    return (await tenant.inside((ctx) => amenityByQrCode(ctx, code))).name
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

test('A code finds its amenity in any case, with spaces or hyphens, O for 0, I and L for 1', async () => {
  const tenant = await createTenant(server)
  const { qrCode, buildingId } = await createPlace(server, tenant)
  const typed = `${qrCode.slice(0, 10).toLowerCase()} - ${qrCode.slice(10).replaceAll('0', 'o').replaceAll('1', 'l')}`
  const found = await tenant.inside((ctx) => amenityByQrCode(ctx, typed))
  assert.deepEqual(found.building, { id: buildingId, name: 'Main building', timeZone: 'Europe/Berlin' })
  assert.deepEqual(
    [found.name, found.type, found.state, found.location],
    ['Washroom 1', 'WASHROOM', 'OPERATIONAL', null],
  )
  assert.equal(await scan(await createTenant(server), qrCode), 'NOT_FOUND')
})

test('After rotation the new code opens the amenity and the old one is NOT_FOUND, also for linking', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const reply = await rotate(tenant, amenityId)
  assert.equal(reply.status, 200)
  assert.notEqual(reply.json.data.code, qrCode)
  assert.equal(reply.json.data.amenity?.id, amenityId)
  assert.equal(await codeOf(tenant, amenityId), reply.json.data.code)
  assert.equal(await scan(tenant, qrCode), 'NOT_FOUND')
  assert.equal(await scan(tenant, reply.json.data.code), 'Washroom 1')
  assert.equal((await link(tenant, qrCode, { amenityId })).json.code, 'NOT_FOUND')
  assert.deepEqual(
    (await list(tenant, '?state=RETIRED')).json.data.map(({ code, state }) => [code, state]),
    [[qrCode, 'RETIRED']],
  )
  assert.equal((await list(tenant)).json.total, 1)
})

test('Many rotations at the same time leave one live code', async () => {
  const tenant = await createTenant(server)
  const { amenityId } = await createPlace(server, tenant)
  const replies = await Promise.all(Array.from({ length: 20 }, () => rotate(tenant, amenityId)))
  assert.ok(replies.every(({ status }) => status === 200))
  const live = (await list(tenant, '?state=LINKED')).json.data
  assert.deepEqual(
    live.map(({ code }) => code),
    [await codeOf(tenant, amenityId)],
  )
})

test('At the limit of the plan a code can still be rotated', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const { amenityId, buildingId } = await createPlace(server, tenant)
  await call(tenant, 'POST', '/amenities/bulk', {
    create: { buildingId, floors: ['1'], types: [{ type: 'OTHER', count: 49 }] },
  })
  assert.equal((await rotate(tenant, amenityId)).status, 200)
})

test('The code of a deleted amenity is QR_NOT_CONFIGURED', async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  await call(tenant, 'DELETE', `/amenities/${amenityId}`)
  assert.equal(await scan(tenant, qrCode), 'QR_NOT_CONFIGURED')
})

test('Spare codes open no amenity until they are linked; null unlinks a code again', async () => {
  const tenant = await createTenant(server)
  const { amenityId, qrCode } = await createPlace(server, tenant)
  const made = await stock(tenant, { count: 3, batch: 'Spring' })
  assert.equal(made.status, 201)
  const [first, second] = made.json.data.codes
  assert.ok(first && second)
  assert.equal(first.url, `http://localhost:3000/q/${first.code}`)
  assert.equal(await scan(tenant, first.code), 'QR_NOT_CONFIGURED')
  const linked = await link(tenant, first.code.toLowerCase(), { amenityId })
  assert.deepEqual(
    [linked.status, linked.json.data.state, linked.json.data.amenity?.id],
    [200, 'LINKED', amenityId],
  )
  assert.equal(await scan(tenant, first.code), 'Washroom 1')
  assert.equal(await scan(tenant, qrCode), 'QR_NOT_CONFIGURED')
  assert.equal(await codeOf(tenant, amenityId), first.code)
  const free = await link(tenant, first.code, { amenityId: null })
  assert.deepEqual(
    [free.json.data.state, free.json.data.amenity, await codeOf(tenant, amenityId)],
    ['FREE', null, null],
  )
  assert.equal(await scan(tenant, first.code), 'QR_NOT_CONFIGURED')
})

test('Linking moves a code from one amenity to another, and the events include both', async () => {
  const tenant = await createTenant(server)
  const [from, to] = [
    await createPlace(server, tenant),
    await createPlace(server, tenant, { name: 'Washroom 2' }),
  ]
  await link(tenant, from.qrCode, { amenityId: to.amenityId })
  assert.equal(await codeOf(tenant, from.amenityId), null)
  assert.equal(await codeOf(tenant, to.amenityId), from.qrCode)
  assert.equal(await scan(tenant, to.qrCode), 'QR_NOT_CONFIGURED')
  const events = await tenant.inside((ctx) =>
    ctx.db
      .selectFrom('event')
      .select('payload')
      .where('type', '=', 'amenity.updated')
      .orderBy('id')
      .execute(),
  )
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [
      {
        amenityId: from.amenityId,
        buildingId: from.buildingId,
        changes: [{ field: 'qrCode', from: from.qrCode, to: null }],
      },
      {
        amenityId: to.amenityId,
        buildingId: to.buildingId,
        changes: [{ field: 'qrCode', from: to.qrCode, to: from.qrCode }],
      },
    ],
  )
})

test('Many codes linked to one amenity at once leave one live code, and one code linked to many amenities one link', async () => {
  const tenant = await createTenant(server)
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const { codes } = (await stock(tenant, { count: 10 })).json.data
  const bulk = await call<{ amenities: Amenity[] }>(tenant, 'POST', '/amenities/bulk', {
    create: { buildingId, floors: ['1'], types: [{ type: 'OTHER', count: 10 }] },
  })
  const toOne = await Promise.all(codes.map(({ code }) => link(tenant, code, { amenityId })))
  assert.ok(
    toOne.every(({ status }) => status === 200),
    toOne.map(({ text }) => text).join('\n'),
  )
  assert.equal((await list(tenant, `?amenityId=${amenityId}`)).json.total, 1)
  const code = codes[0]?.code ?? ''
  const toMany = await Promise.all(
    bulk.json.data.amenities.map(({ id }) => link(tenant, code, { amenityId: id })),
  )
  assert.ok(toMany.every(({ status }) => status === 200))
  const owners = await Promise.all(bulk.json.data.amenities.map(({ id }) => codeOf(tenant, id)))
  assert.equal(owners.filter((owner) => owner === code).length, 1)
})

test('A code or amenity of another tenant is NOT_FOUND when linking', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const [own, foreign] = [await createPlace(server, mine), await createPlace(server, theirs)]
  const replies = [
    await link(mine, foreign.qrCode, { amenityId: own.amenityId }),
    await link(mine, own.qrCode, { amenityId: foreign.amenityId }),
    await link(mine, 'ZZZZZZZZZZZZZZZZZZZZ', { amenityId: own.amenityId }),
    await link(mine, '%%%', { amenityId: own.amenityId }),
  ]
  for (const reply of replies) assert.equal(reply.json.code, 'NOT_FOUND')
  assert.equal(await scan(theirs, foreign.qrCode), 'Washroom 1')
  assert.equal((await link(mine, own.qrCode, {})).json.code, 'VALIDATION_ERROR')
})

test('A sticker is marked as mounted, also repeatedly, and is no longer mounted after its code moves', async () => {
  const tenant = await createTenant(server)
  const [here, there] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const first = await link(tenant, here.qrCode, { amenityId: here.amenityId, mounted: true })
  assert.ok(first.json.data.mountedAt)
  const again = await link(tenant, here.qrCode, { amenityId: here.amenityId })
  assert.deepEqual(again.json.data, first.json.data)
  assert.equal((await list(tenant, '?mounted=true')).json.total, 1)
  const stale = await link(tenant, here.qrCode, { amenityId: there.amenityId }, { 'if-match': '"1"' })
  assert.equal(stale.json.code, 'PRECONDITION_FAILED')
  const moved = await link(
    tenant,
    here.qrCode,
    { amenityId: there.amenityId },
    { 'if-match': `"${first.json.data.version}"` },
  )
  assert.equal(moved.json.data.mountedAt, null)
})

test('Linking takes the last place of the plan only once, and swapping codes takes none', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const bulk = await call<{ amenities: Amenity[] }>(tenant, 'POST', '/amenities/bulk', {
    create: { buildingId, floors: ['1'], types: [{ type: 'OTHER', count: 49 }] },
  })
  const { codes } = (await stock(tenant, { count: 20 })).json.data
  assert.equal((await link(tenant, codes[0]?.code ?? '', { amenityId })).status, 200)
  const bare = bulk.json.data.amenities.slice(0, 10)
  await Promise.all(bare.map(({ qrCode }) => link(tenant, qrCode ?? '', { amenityId: null })))
  await call(tenant, 'POST', '/amenities/bulk', {
    create: { buildingId, floors: ['1'], types: [{ type: 'OTHER', count: 9 }] },
  })
  const replies = await Promise.all(
    bare.map(({ id }, index) => link(tenant, codes[index + 1]?.code ?? '', { amenityId: id })),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  assert.ok(replies.every(({ status, json }) => status === 200 || json.code === 'PLAN_LIMIT_REACHED'))
})

test('There may be as many spare codes as the plan links', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const replies = await Promise.all(Array.from({ length: 12 }, () => stock(tenant, { count: 10 })))
  assert.equal(replies.filter(({ status }) => status === 201).length, 5)
  assert.ok(replies.every(({ status, json }) => status === 201 || json.code === 'PLAN_LIMIT_REACHED'))
  for (const count of [0, 501, 1.5, '3'])
    assert.equal((await stock(tenant, { count })).json.code, 'VALIDATION_ERROR')
})

test('A batch without a name is named after the day, and the second of a day gets a number', async () => {
  const tenant = await createTenant(server)
  const batches = [await stock(tenant, { count: 1 }), await stock(tenant, { count: 1 })].map(
    ({ json }) => json.data.batch,
  )
  assert.match(batches[0] ?? '', /^\d{4}-\d\d-\d\d$/)
  assert.equal(batches[1], `${batches[0]} 2`)
  assert.equal((await list(tenant, `?batch=${encodeURIComponent(batches[1] ?? '')}`)).json.total, 1)
})

test('Codes are filtered by state, building, scans and search, and other tenants see none of them', async () => {
  const tenant = await createTenant(server)
  const { qrCode, buildingId } = await createPlace(server, tenant)
  await stock(tenant, { count: 2 })
  await tenant.inside((ctx) => recordScansOf(ctx, [{ code: qrCode, scans: 3, lastAt: ctx.now }]))
  const [scanned] = (await list(tenant, '?scanned=true')).json.data
  assert.deepEqual([scanned?.code, scanned?.scans, typeof scanned?.lastScanAt], [qrCode, 3, 'string'])
  assert.equal((await list(tenant, '?scanned=false')).json.total, 2)
  assert.equal((await list(tenant, '?state=FREE')).json.total, 2)
  assert.equal((await list(tenant, `?building=${buildingId}`)).json.total, 1)
  assert.equal((await list(tenant, '?q=washroom')).json.total, 1)
  assert.equal((await list(tenant, `?q=${qrCode.slice(3, 9).toLowerCase()}`)).json.total, 1)
  assert.equal((await list(tenant, '?sort=-lastScanAt')).json.data[0]?.code, qrCode)
  assert.equal((await list(await createTenant(server))).json.total, 0)
})

test('The QR image is SVG or PNG in the requested size', async () => {
  const tenant = await createTenant(server)
  const { amenityId, qrCode } = await createPlace(server, tenant)
  const image = (query: string) => call(tenant, 'GET', `/amenities/${amenityId}/qr-code${query}`)
  const svg = await image('?size=300&margin=2&ecc=H')
  assert.equal(svg.headers.get('content-type'), 'image/svg+xml')
  assert.match(svg.text, /^<svg [^>]*width="300" height="300"/)
  const png = await image('?format=png&size=256')
  assert.equal(png.headers.get('content-type'), 'image/png')
  assert.deepEqual([...png.bytes.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join(''), 'PNG')
  assert.equal(new DataView(png.bytes.buffer).getUint32(16), 256)
  for (const query of ['?size=63', '?size=2049', '?format=gif', '?margin=17', '?ecc=Z']) {
    assert.equal((await image(query)).json.code, 'VALIDATION_ERROR', query)
  }
  await link(tenant, qrCode, { amenityId: null })
  assert.equal((await image('')).json.code, 'QR_NOT_CONFIGURED')
  const other = await createTenant(server)
  assert.equal((await call(other, 'GET', `/amenities/${amenityId}/qr-code`)).json.code, 'NOT_FOUND')
})

test('While a sheet of 500 stickers is drawn, other requests are answered', async () => {
  const tenant = await createTenant(server)
  await stock(tenant, { count: 500, batch: 'Many' })
  let made = false
  const sheet = call(tenant, 'GET', '/qr-codes/sheet?batch=Many').finally(() => {
    made = true
  })
  // A sheet drawn without a break would answer only requests from before it started.
  let answered = 0
  while (!made) {
    assert.equal((await server.call('GET', '/sw-visitor.js')).status, 200)
    if (!made) answered++
  }
  assert.equal((await sheet).status, 200)
  assert.ok(answered > 20, `${answered} answers`)
})

test('Of two large sheets of a tenant at the same time one is drawn; the other gets Retry-After', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  for (const each of [tenant, other]) await stock(each, { count: 120, batch: 'Many' })
  const sheet = (of: TestTenant) => call(of, 'GET', '/qr-codes/sheet?batch=Many')
  const [theirs, ...mine] = await Promise.all([sheet(other), sheet(tenant), sheet(tenant), sheet(tenant)])
  assert.equal(theirs?.status, 200)
  const refused = mine.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ status, json, headers }) => [status, json.code, headers.get('retry-after')]),
    Array(2).fill([429, 'RATE_LIMITED', '3']),
  )
  assert.equal((await sheet(tenant)).status, 200)
})

test('A sheet of chosen codes, a building or a batch is a PDF, its first page also an SVG', async () => {
  const tenant = await createTenant(server)
  const { qrCode, buildingId } = await createPlace(server, tenant)
  const { batch, codes } = (await stock(tenant, { count: 3 })).json.data
  const sheet = (query: string) => call(tenant, 'GET', `/qr-codes/sheet${query}`)
  for (const query of [
    `?codes=${qrCode},${codes[0]?.code}`,
    `?buildingId=${buildingId}`,
    `?batch=${batch}&template=label-65&start=65`,
  ]) {
    const pdf = await sheet(query)
    assert.equal(pdf.headers.get('content-type'), 'application/pdf', pdf.text)
    assert.equal(pdf.text.slice(0, 5), '%PDF-')
  }
  const svg = await sheet(`?batch=${batch}&format=svg&languages=de,en`)
  assert.equal(svg.headers.get('content-type'), 'image/svg+xml')
  assert.equal(svg.text.match(/<title>/g)?.length, 3)
  const other = await createPlace(server, await createTenant(server))
  for (const query of [
    `?codes=${other.qrCode}`,
    `?codes=${qrCode},${other.qrCode}`,
    `?building=${other.buildingId}`,
    '?batch=None',
  ]) {
    assert.equal((await sheet(query)).json.code, 'NOT_FOUND', query)
  }
  for (const query of [
    '',
    `?codes=${qrCode}&batch=${batch}`,
    `?codes=${qrCode}&template=label-8&start=9`,
    `?codes=${qrCode}&template=label-7`,
  ]) {
    assert.equal((await sheet(query)).json.code, 'VALIDATION_ERROR', query)
  }
})
