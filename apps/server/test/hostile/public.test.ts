/** Strangers at public endpoints. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Upload } from '#contracts/records.ts'
import { handlers } from '../../build.ts'
import { startTestServer } from '../server.ts'
import { createPlace, createTenant } from '../world.ts'
import { bodyFor, createEverything, type Everything, pathFor, rowsOf } from './everything.ts'
import { leavesOf, type Schema } from './leaves.ts'

const server = await startTestServer({ worker: false })
/** A server with a worker. */
const working = await startTestServer()
const strict = await startTestServer({ worker: false, limits: 'spec' })

const open = handlers.map(({ spec }) => spec).filter(({ access }) => access.kind === 'public')
const byCode = open.filter(
  ({ path, body }) =>
    path.includes(':qrCode') || leavesOf((body ?? {}) as Schema).some((leaf) => leaf.path[0] === 'qrCode'),
)

let world: Everything
before(async () => {
  world = await createEverything(server)
})

let address = 0
const stranger = (): string => `198.18.${Math.floor(++address / 250)}.${address % 250}`

/** Calls with a given code in the path or body. */
const askWith = (spec: (typeof open)[number], world: Everything, qrCode: string) => {
  const body = bodyFor(spec, world) as Record<string, unknown> | undefined
  return server.call(spec.method, spec.path.replace(':qrCode', qrCode), {
    from: stranger(),
    body: body && 'qrCode' in body ? { ...body, qrCode } : body,
  })
}

for (const spec of byCode) {
  test(`${spec.method} ${spec.path}: unknown and replaced codes are NOT_FOUND, an unlinked one is QR_NOT_CONFIGURED, in every spelling`, async () => {
    const { freeCode } = world.records
    const { amenityId, qrCode } = await createPlace(server, world.tenant)
    const { token } = world.tenant.admin
    const spelled = qrCode.toLowerCase().replace(/(.{5})/, '$1-')
    assert.ok((await askWith(spec, world, spelled)).status < 300)
    const unknown = await askWith(spec, world, 'ZZZZZZZZZZZZZZZZZZZZ')
    assert.equal(unknown.json.code, 'NOT_FOUND')
    assert.equal((await askWith(spec, world, freeCode)).json.code, 'QR_NOT_CONFIGURED')
    await server.call('POST', `/api/admin/amenities/${amenityId}/qr-code/rotate`, { token })
    const replaced = await askWith(spec, world, qrCode)
    assert.equal(replaced.text, unknown.text, 'a code that was is told from one that never was')
    const renewed = await server.call<{ qrCode: string }>('GET', `/api/admin/amenities/${amenityId}`, {
      token,
    })
    const { qrCode: next } = renewed.json.data
    assert.ok((await askWith(spec, world, next)).status < 300)
    await server.call('DELETE', `/api/admin/amenities/${amenityId}`, { token })
    // Scans are counted in the background.
    const stored = async () =>
      (await rowsOf(server, world.tenant.id)).filter((row) => !row.startsWith('qr_code '))
    const before = await stored()
    assert.equal((await askWith(spec, world, next)).json.code, 'QR_NOT_CONFIGURED')
    assert.deepEqual(await stored(), before)
  })
}

for (const spec of open.filter(({ idempotent }) => idempotent)) {
  test(`${spec.method} ${spec.path}: the Idempotency-Key of one visitor reveals nothing to another`, async () => {
    const headers = { 'idempotency-key': 'same-for-all' }
    const [first, second] = [stranger(), stranger()]
    const body = bodyFor(spec, world)
    const ask = (from: string) => server.call(spec.method, pathFor(spec, world), { body, headers, from })
    const mine = await ask(first)
    assert.ok(mine.status < 300, mine.text)
    assert.equal((await ask(first)).text, mine.text)
    const theirs = await ask(second)
    assert.ok(theirs.status < 300, theirs.text)
    assert.notEqual(theirs.headers.get('idempotent-replayed'), 'true')
    if (mine.text.includes('"id"') || mine.text.includes('"key"')) assert.notEqual(theirs.text, mine.text)
  })
}

test('Submissions during the deletion of their amenity are accepted or QR_NOT_CONFIGURED; afterwards none is orphaned', async () => {
  const tenant = await createTenant(working)
  const places = []
  for (let index = 0; index < 4; index++) places.push(await createPlace(working, tenant))
  const replies = await Promise.all(
    places.flatMap(({ qrCode, amenityId }) => {
      const submit = () =>
        working.call('POST', '/api/feedback', { from: stranger(), body: { qrCode, rating: 2 } })
      const remove = () =>
        working.call('DELETE', `/api/admin/amenities/${amenityId}`, { token: tenant.admin.token })
      return [submit(), submit(), submit(), submit(), remove(), submit(), submit(), submit(), submit()]
    }),
  )
  for (const { status, json, text } of replies)
    assert.ok(status < 300 || json.code === 'QR_NOT_CONFIGURED', text)
  await working.drain()
  const orphans = await tenant.inside(({ run }) =>
    run(
      `select f.id from feedback f where f.tenant_id = $1 and not exists
         (select from amenity a where a.tenant_id = $1 and a.id = f.amenity_id)`,
      [tenant.id],
    ),
  )
  assert.deepEqual(orphans, [])
})

test('A fourth photo, a thousand issues and a label of 10 kB are VALIDATION_ERROR', async () => {
  const { qrCode, trackingToken } = world.records
  const keys: string[] = []
  for (let index = 0; index < 4; index++) {
    const reply = await server.call<Upload>('POST', '/api/feedback/upload-url', {
      from: stranger(),
      body: { qrCode, contentType: 'image/jpeg', size: 10 },
    })
    keys.push(reply.json.data.key)
  }
  const send = (target: string, body: object) => server.call('POST', target, { from: stranger(), body })
  const hostile: [string, object][] = [
    ['/api/feedback', { qrCode, rating: 2, imageKeys: keys }],
    [`/api/status/${qrCode}/report`, { imageKeys: keys }],
    [`/api/feedback/track/${trackingToken}`, { imageKeys: keys }],
    ['/api/feedback', { qrCode, issues: Array.from({ length: 1000 }, (_, index) => `ISSUE_${index}`) }],
    ['/api/feedback', { qrCode, issues: ['x'.repeat(10_000)] }],
    ['/api/feedback', { qrCode, issues: [{ code: 'x'.repeat(10_000) }] }],
    ['/api/feedback', { qrCode, issues: [{ code: 'OTHER', detail: 'x'.repeat(10_000) }] }],
    [`/api/status/${qrCode}/report`, { issue: 'x'.repeat(10_000) }],
  ]
  for (const [target, body] of hostile)
    assert.equal((await send(target, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body).slice(0, 80))
  assert.equal(
    (await send('/api/feedback', { qrCode, rating: 2, imageKeys: keys.slice(0, 3) })).status,
    201,
    'refused reports have not spent the photos',
  )
})

test('A report is stored without its refused photo', async () => {
  const { qrCode } = world.records
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode, contentType: 'image/png', size: bytes.length },
  })
  const { key, url } = ticket.json.data
  const report = await server.call<{ trackingToken: string }>('POST', '/api/feedback', {
    body: { qrCode, rating: 2, imageKeys: [key] },
  })
  assert.equal(report.status, 201)
  const put = await server.call('PUT', new URL(url).pathname, {
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  assert.equal(put.json.code, 'VALIDATION_ERROR')
  const tracking = await server.call<{ images: unknown[] }>(
    'GET',
    `/api/feedback/track/${report.json.data.trackingToken}`,
  )
  assert.equal(tracking.status, 200)
  assert.deepEqual(tracking.json.data.images, [])
})

let busy: Everything
before(async () => {
  busy = await createEverything(strict)
})

for (const [name, allowed] of [
  ['submitFeedback', 5],
  ['reportStatus', 10],
  ['createUploadUrl', 3],
] as const) {
  test(`${name} accepts ${allowed} a minute from one address, for all codes and within one IPv6 network`, async () => {
    const spec = open.find((one) => one.name === name)
    assert.ok(spec)
    const prefix = `2001:db8:${(++address).toString(16)}:1`
    const ask = (index: number, wrong = false) =>
      strict.call(spec.method, pathFor(spec, busy), {
        from: `${prefix}::${index + 1}`,
        body: wrong ? {} : bodyFor(spec, busy),
      })
    for (let index = 0; index < allowed; index++) {
      const reply = await ask(index, index === 0)
      assert.notEqual(reply.status, 429, reply.text)
    }
    const refused = await ask(allowed)
    assert.equal(refused.json.code, 'RATE_LIMITED')
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    const neighbour = await strict.call(spec.method, pathFor(spec, busy), {
      from: `2001:db8:${address.toString(16)}:2::1`,
      body: bodyFor(spec, busy),
    })
    assert.ok(neighbour.status < 300, neighbour.text)
  })
}

test('A thousand guessed codes get only NOT_FOUND or RATE_LIMITED, and ten are looked up', async () => {
  const guess = () =>
    Array.from({ length: 20 }, () => 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'[Math.floor(Math.random() * 32)]).join(
      '',
    )
  const from = stranger()
  const codes: Record<string, number> = {}
  for (let round = 0; round < 20; round++) {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => strict.call('GET', `/api/feedback/amenity/${guess()}`, { from })),
    )
    for (const { json } of replies) codes[json.code] = (codes[json.code] ?? 0) + 1
  }
  assert.deepEqual(Object.keys(codes).sort(), ['NOT_FOUND', 'RATE_LIMITED'])
  assert.equal(codes.NOT_FOUND, 10, JSON.stringify(codes))
})
