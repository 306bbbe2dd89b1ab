import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { flushScans } from '#server/modules/feedback/public.ts'
import { openTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import { packPage, type Seed } from './packed-page.ts'

const server = await startTestServer({ worker: false })
const second = await startTestServer({ worker: false, beside: server })

const own =
  /data-now="[^"]*"|name="submissionId" value="[^"]*"|value="[^"]*" name="submissionId"|name="started" value="[^"]*"|value="[^"]*" name="started"/g

/** The page without values that differ for each visitor. */
const shown = (text: string): string => text.replace(own, '')

const page = async (path: string, on: TestServer = server): Promise<string> => {
  const reply = await on.call('GET', path)
  assert.equal(reply.status, 200, path)
  return shown(reply.text)
}

const seedOf = (text: string): string[] => [...(text.match(own) ?? [])]

const report = (tenant: TestTenant, place: TestPlace, category: string): Promise<{ taskId: string }> =>
  tenant.inside(async (ctx) => {
    const feedbackId = newId(ctx.now.getTime())
    await ctx.run(
      "insert into feedback (tenant_id, id, amenity_id, building_id, source, created_at) values ($1, $2, $3, $4, 'x', $5)",
      [ctx.tenantId, feedbackId, place.amenityId, place.buildingId, ctx.now],
    )
    return openTask(ctx, {
      priority: 'MEDIUM',
      source: 'FEEDBACK',
      buildingId: place.buildingId,
      amenityId: place.amenityId,
      category,
      skill: null,
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      report: { feedbackId },
    })
  })

/** Languages that the tenant does not offer: the page is in English, and has not been cached for them yet. */
const unspoken = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'zh', 'ja']

test('After every kind of change the page shows it at once, also on another instance', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { amenityId, buildingId, qrCode } = place
  const send = async (method: string, path: string, body: unknown): Promise<{ id: string }> => {
    const reply = await server.call<{ id: string }>(method, `/api${path}`, {
      token: tenant.admin.token,
      body,
    })
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    return reply.json.data
  }
  await send('PATCH', '/admin/settings', { visitorLanguages: ['en'] })
  const location = await send('POST', '/admin/locations', { buildingId, name: 'Ground' })
  const types = await server.call<{ id: string; code: string; categories: { code: string }[] }[]>(
    'GET',
    '/api/admin/amenity-types?pageSize=100',
    { token: tenant.admin.token },
  )
  const type = types.json.data.find(({ code }) => code === 'WASHROOM')
  assert.ok(type)
  const categories = type.categories.map((one) =>
    one.code === 'NO_SOAP' ? { ...one, names: { en: 'Soap is out' }, name: 'Soap is out' } : one,
  )
  let taskId = ''
  let other = ''
  const changes: [string, () => Promise<unknown>][] = [
    [
      'a report',
      async () => {
        taskId = (await report(tenant, place, 'NO_SOAP')).taskId
      },
    ],
    ['work on it', () => send('PATCH', `/tasks/${taskId}/status`, { status: 'IN_PROGRESS' })],
    ['the name of the issue', () => send('PATCH', `/admin/amenity-types/${type.id}`, { categories })],
    ['the name of the room', () => send('PATCH', `/admin/amenities/${amenityId}`, { name: 'Renamed' })],
    ['its floor', () => send('PATCH', `/admin/amenities/${amenityId}`, { locationId: location.id })],
    ['the name of the floor', () => send('PATCH', `/admin/locations/${location.id}`, { name: 'Upper' })],
    ['the name of the building', () => send('PATCH', `/admin/buildings/${buildingId}`, { name: 'Tower' })],
    [
      'the branding',
      () => send('PATCH', '/admin/settings', { branding: { publicName: 'The House', accent: '#7A1F3D' } }),
    ],
    [
      'another room nearby',
      async () => {
        other = (await send('POST', '/admin/amenities', { name: 'Other', buildingId, type: 'WASHROOM' })).id
      },
    ],
    ['a fault in that', () => report(tenant, { ...place, amenityId: other }, 'NO_PAPER')],
    ['the languages', () => send('PATCH', '/admin/settings', { visitorLanguages: ['en', 'de'] })],
  ]
  let before = await page(`/q/${qrCode}`)
  await page(`/q/${qrCode}`, second)
  for (const [index, [what, change]] of changes.entries()) {
    await change()
    const after = await page(`/q/${qrCode}`)
    assert.notEqual(after, before, `${what} changes nothing, so this proves nothing`)
    assert.equal(await page(`/q/${qrCode}`, second), after, what)
    // In this case German is available only after the last change.
    if (what !== 'the languages')
      assert.equal(after, await page(`/q/${qrCode}?lang=${unspoken[index]}`), what)
    before = after
  }
})

test('If the organisation accepts no photos, no form offers them, also not from the cache', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const forms = async (): Promise<boolean[]> => {
    const pages = [await page(`/q/${qrCode}`), await page(`/status/${qrCode}/report`)]
    return pages.map((text) => text.includes('id="photos"'))
  }
  assert.deepEqual(await forms(), [true, true])
  const set = await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { privacy: { photos: false } },
  })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual(await forms(), [false, false])
})

/** As a browser that has just scanned a sticker; requests by script identify themselves. */
const open = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(
      `${server.base}${path}`,
      { method, headers: { 'sec-fetch-mode': 'navigate', ...headers } },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      },
    )
      .on('error', reject)
      .end()
  })

/** Number of scans of the sticker. */
const scansOf = async (tenant: TestTenant, qrCode: string): Promise<number | undefined> => {
  await flushScans(server.built.platform)
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ scans: number }>('select scans from qr_code where tenant_id = $1 and code = $2', [
      ctx.tenantId,
      qrCode,
    ]),
  )
  return row?.scans
}

test('Prefetches by messengers and browsers are no scans, and neither is a HEAD', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
  const previews: Record<string, string>[] = [
    'WhatsApp/2.23.20.0 A',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ].map((agent) => ({ 'user-agent': agent }))
  for (const said of [
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'x-moz': 'prefetch' },
  ])
    previews.push({ 'user-agent': iphone, ...said })
  for (const headers of previews) {
    assert.equal(await open(`/q/${qrCode}`, headers), 200)
    assert.equal(await open(`/api/feedback/amenity/${qrCode}`, headers), 200)
  }
  assert.equal(await open(`/q/${qrCode}`, { 'user-agent': iphone }, 'HEAD'), 200)
  assert.equal(await scansOf(tenant, qrCode), 0)
  for (const agent of [iphone, 'Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 50) Chrome/120 Mobile'])
    assert.equal(await open(`/q/${qrCode}`, { 'user-agent': agent }), 200)
  assert.equal(await scansOf(tenant, qrCode), 2)
})

test('One visit is one scan: reloading for offline use, sending the form and the privacy page count none', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const scans = () => scansOf(tenant, qrCode)
  assert.equal(await open(`/q/${qrCode}`), 200)
  assert.equal(await scans(), 1)
  const form = (path: string, fields: string) =>
    server.call('POST', path, {
      body: new TextEncoder().encode(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  await page(`/q/${qrCode}`)
  assert.equal((await form(`/q/${qrCode}`, 'rating=2')).status, 303)
  assert.equal((await form(`/q/${qrCode}`, '')).status, 400)
  assert.equal(await open(`/status/${qrCode}/report`), 200)
  assert.equal((await form(`/status/${qrCode}/report`, 'issue=NO_SOAP')).status, 303)
  assert.equal((await form(`/status/${qrCode}/report`, '')).status, 400)
  assert.equal(await open(`/privacy?from=${qrCode}`), 200)
  assert.equal(await scans(), 1)
  assert.equal(await open(`/q/${qrCode}`), 200)
  assert.equal((await server.call('GET', `/api/feedback/amenity/${qrCode}`)).status, 200)
  assert.equal(await scans(), 3)
})

test('An unchanged page is answered without reading the amenity, and relative times are updated', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await report(tenant, place, 'NO_SOAP')
  server.clock.advance(3 * 60_000)
  const first = await page(`/q/${place.qrCode}`)
  assert.match(first, /3 minutes ago/)
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  try {
    await owner.query('begin; lock table amenity in access exclusive mode')
    assert.equal(await page(`/q/${place.qrCode}`), first)
    server.clock.advance(60_000)
    assert.match(await page(`/q/${place.qrCode}`), /4 minutes ago/)
  } finally {
    await owner.query('rollback')
    await owner.end()
  }
})

test('Each visitor gets their own submissionId and start time in the same page, plain and as gzip', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await report(tenant, place, 'NO_SOAP')
  const seen = new Set<string>()
  const get = async (encoding: string): Promise<string> => {
    const { text, headers } = await server.call('GET', `/q/${place.qrCode}`, {
      headers: { 'accept-encoding': encoding },
    })
    assert.equal(headers.get('content-encoding'), encoding === 'identity' ? null : encoding)
    assert.equal(headers.get('cache-control'), 'no-store')
    const seeds = seedOf(text)
    assert.equal(seeds.length, 5, 'two forms and the time')
    for (const seed of seeds) if (seed.includes('submissionId')) seen.add(seed)
    return shown(text)
  }
  const plain = await get('identity')
  assert.equal(await get('gzip'), plain)
  assert.equal(await get('br'), plain)
  server.clock.advance(1000)
  assert.equal(await get('gzip'), plain)
  assert.equal(seen.size, 8, 'no form is like another')
})

test('A page compressed once and filled for each visitor equals the page rendered for them', () => {
  const seedAt = (time: number): Seed => ({
    now: new Date(time).toISOString(),
    submissionId: `${randomUUID().slice(0, -6)}00ff01`,
    started: `${time}.${randomUUID().slice(0, 16)}`,
  })
  const filler = Array.from({ length: 4000 }, (_, index) => `<p>${index % 97} größer 男</p>`).join('')
  const write = ({ now, submissionId, started }: Seed): string =>
    `${filler}<form data-now="${now}">${submissionId}${started}${filler}${submissionId.slice(0, -6)}00ff02 ${started}${filler}${now}`
  const seed = seedAt(1_795_000_000_000)
  const packed = packPage(write(seed), seed)
  for (const time of [1_795_000_000_000, 1_795_000_012_345]) {
    const given = seedAt(time)
    assert.equal(
      gunzipSync(packed.zip(given)).toString(),
      write({ ...given, submissionId: given.submissionId }),
    )
  }
})

test('A transaction counts as a write if it has written, but not if no page shows it', async () => {
  const tenant = await createTenant(server)
  const count = () => server.built.platform.changeCounters.of(tenant.id, 'writes')
  const rename = 'update tenant set name = name where id = $1'
  const first = await count()
  await tenant.inside((ctx) => ctx.run('select id from tenant where id = $1', [ctx.tenantId]))
  await tenant.inside(async (ctx) => {
    ctx.skipInvalidation()
    await ctx.run(rename, [ctx.tenantId])
  })
  await assert.rejects(
    tenant.inside(async (ctx) => {
      await ctx.run(rename, [ctx.tenantId])
      throw new Error('no')
    }),
  )
  assert.equal(await count(), first)
  await tenant.inside((ctx) => ctx.run(rename, [ctx.tenantId]))
  assert.equal(await count(), first + 1)
})
