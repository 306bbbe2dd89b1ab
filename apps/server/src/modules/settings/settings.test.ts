import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import type { Settings } from '#contracts/settings.ts'
import { brandingOf } from '#server/modules/settings/public.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

const read = (tenant: TestTenant) =>
  server.call<Settings>('GET', '/api/admin/settings', { token: tenant.admin.token })
const patch = (tenant: TestTenant, body: unknown, headers: Record<string, string> = {}) =>
  server.call<Settings>('PATCH', '/api/admin/settings', { token: tenant.admin.token, body, headers })

const closed = { MONDAY: [], TUESDAY: [], WEDNESDAY: [], THURSDAY: [], FRIDAY: [], SATURDAY: [], SUNDAY: [] }

test('A new tenant has all settings, including its time zone and language', async () => {
  const tenant = await createTenant(server, { timeZone: 'Europe/Lisbon' })
  const { data } = (await read(tenant)).json
  assert.equal(data.id, tenant.id)
  assert.equal(data.profile.timeZone, 'Europe/Lisbon')
  assert.equal(data.branding.publicName, data.profile.name)
  assert.equal(data.visitorLanguages[0], 'en')
  assert.equal(data.visitorLanguages.length, 12)
  assert.equal(data.branding.logoUrl, null)
})

test('A section that is left out stays, and so does a field that is left out of a section', async () => {
  const tenant = await createTenant(server)
  const before = (await read(tenant)).json.data
  const reply = await patch(tenant, {
    profile: { name: 'Harbour House', timeZone: 'Asia/Tokyo' },
    privacy: { photos: false },
  })
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.json.data, {
    ...before,
    profile: { ...before.profile, name: 'Harbour House', timeZone: 'Asia/Tokyo' },
    branding: { ...before.branding, publicName: 'Harbour House' },
    privacy: { ...before.privacy, photos: false },
    version: before.version + 1,
  })
  await patch(tenant, { branding: { publicName: 'The House' }, visitorLanguages: ['de', 'en'] })
  const after = (await read(tenant)).json.data
  assert.deepEqual(
    [after.profile.name, after.branding.publicName, after.visitorLanguages, after.privacy.photos],
    ['Harbour House', 'The House', ['de', 'en'], false],
  )
  assert.deepEqual(brandingOf(after), {
    name: 'The House',
    colour: '#0E5A63',
    logoUrl: null,
    contact: null,
    privacyUrl: null,
  })
})

test('The same values again do not count as a change', async () => {
  const tenant = await createTenant(server)
  await patch(tenant, { work: { photoRequiredToFinish: true } })
  const version = (await read(tenant)).json.data.version
  assert.equal((await patch(tenant, { work: { photoRequiredToFinish: true } })).json.data.version, version)
  assert.equal((await patch(tenant, {})).json.data.version, version)
})

test('An accent that is not readable on the page is refused with its contrast', async () => {
  const tenant = await createTenant(server)
  for (const accent of ['#FFFF00', '#0E9AA7', '#FFFFFF']) {
    const reply = await patch(tenant, { branding: { accent } })
    assert.equal(reply.json.code, 'VALIDATION_ERROR')
    assert.deepEqual(
      reply.json.details?.map(({ path }) => path),
      ['body.branding.accent'],
    )
    assert.match(reply.json.error, /\d\.\d:1/)
  }
  assert.equal(
    (await patch(tenant, { branding: { accent: '#7A1F3D' } })).json.data.branding.accent,
    '#7A1F3D',
  )
})

test('Service hours are sorted; those that overlap or end before they start are refused', async () => {
  const tenant = await createTenant(server)
  const good = {
    ...closed,
    MONDAY: [
      { from: '13:00', to: '24:00' },
      { from: '06:00', to: '13:00' },
    ],
  }
  const reply = await patch(tenant, { profile: { serviceHours: good } })
  assert.deepEqual(reply.json.data.profile.serviceHours.MONDAY, [
    { from: '06:00', to: '13:00' },
    { from: '13:00', to: '24:00' },
  ])
  const faults = [
    [{ from: '18:00', to: '08:00' }],
    [{ from: '08:00', to: '08:00' }],
    [
      { from: '08:00', to: '12:00' },
      { from: '11:59', to: '14:00' },
    ],
    [{ from: '08:00', to: '25:00' }],
  ]
  for (const TUESDAY of faults) {
    assert.equal(
      (await patch(tenant, { profile: { serviceHours: { ...closed, TUESDAY } } })).json.code,
      'VALIDATION_ERROR',
    )
  }
})

test('Values out of range are VALIDATION_ERROR and change nothing', async () => {
  const tenant = await createTenant(server)
  const before = (await read(tenant)).json.data
  const bodies = [
    { profile: { timeZone: 'Mars/Base' } },
    { profile: { holidays: [{ date: '2026-02-30', name: 'Never' }] } },
    { profile: { emergencyNumber: 'javascript:alert(1)' } },
    { branding: { privacyUrl: 'http://example.com' } },
    { branding: { logoKey: 'somebody-elses-file' } },
    { visitorLanguages: [] },
    { visitorLanguages: ['en', 'en'] },
    { privacy: { retentionDays: 6 } },
    { notifications: { digestHour: 24 } },
    { work: { photoRequiredToFinish: 'yes' } },
  ]
  for (const body of bodies)
    assert.equal((await patch(tenant, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  assert.deepEqual((await read(tenant)).json.data, before)
})

test('Fields that the server sets are ignored, and a stale If-Match is PRECONDITION_FAILED', async () => {
  const tenant = await createTenant(server)
  const before = (await read(tenant)).json.data
  const reply = await patch(tenant, {
    id: '019a0000-0000-7000-8000-000000000000',
    slug: 'mine',
    plan: 'ENTERPRISE',
    version: 99,
  })
  assert.deepEqual(reply.json.data, before)
  await patch(tenant, { work: { photoRequiredToFinish: true } })
  assert.equal(
    (await patch(tenant, { work: { photoRequiredToFinish: false } }, { 'if-match': `"${before.version}"` }))
      .status,
    412,
  )
})

test('Many changes at the same time are all kept', async () => {
  const tenant = await createTenant(server)
  const replies = await Promise.all([
    patch(tenant, { privacy: { photos: false } }),
    patch(tenant, { privacy: { figuresPerPerson: true } }),
    patch(tenant, { notifications: { digestHour: 7 } }),
    patch(tenant, { branding: { contact: 'Desk, 1st floor' } }),
    patch(tenant, { profile: { locale: 'de-AT' } }),
  ])
  assert.ok(replies.every(({ status }) => status === 200))
  const { privacy, notifications, branding, profile } = (await read(tenant)).json.data
  assert.deepEqual(
    [privacy.photos, privacy.figuresPerPerson, notifications.digestHour, branding.contact, profile.locale],
    [false, true, 7, 'Desk, 1st floor', 'de-AT'],
  )
})

test('Reply templates are kept in their order; an unknown placeholder, a name given twice and too many are refused', async () => {
  const tenant = await createTenant(server)
  const replyTemplates = [
    { name: 'Repaired', texts: { de: '{place} ist repariert. {organization}', en: '{place} is repaired.' } },
    { name: 'Cleaned', texts: { en: 'It is clean again.' } },
  ]
  const stored = await patch(tenant, { replyTemplates })
  assert.deepEqual(stored.json.data.replyTemplates, replyTemplates)
  const [first] = replyTemplates
  const faulty: unknown[] = [
    [{ name: 'Secret', texts: { en: 'Ask {assignee}' } }],
    [{ name: 'Secret', texts: { en: 'Ask {}' } }],
    [{ name: 'Empty', texts: {} }],
    [{ name: 'Long', texts: { en: 'x'.repeat(1001) } }],
    [{ name: 'Swedish', texts: { sv: 'Hej' } }],
    [first, first],
    Array.from({ length: 21 }, (_, n) => ({ name: `Template ${n}`, texts: { en: 'Thanks' } })),
  ]
  for (const wrong of faulty) {
    const reply = await patch(tenant, { replyTemplates: wrong })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', JSON.stringify(wrong).slice(0, 80))
  }
  assert.deepEqual((await read(tenant)).json.data.replyTemplates, replyTemplates)
  await patch(tenant, { replyTemplates: [] })
  assert.deepEqual((await read(tenant)).json.data.replyTemplates, [])
})

test('Only an ADMIN reads and changes settings, and each tenant reads its own', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  await patch(theirs, { profile: { name: 'Theirs' } })
  assert.notEqual((await read(mine)).json.data.profile.name, 'Theirs')
  for (const { token } of [mine.manager, mine.technician]) {
    assert.equal((await server.call('GET', '/api/admin/settings', { token })).json.code, 'FORBIDDEN')
    assert.equal(
      (await server.call('PATCH', '/api/admin/settings', { token, body: {} })).json.code,
      'FORBIDDEN',
    )
  }
})

test('An administrator uploads a logo without a QR code; only an image of the agreed size is taken', async () => {
  const tenant = await createTenant(server)
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const asked = await patch(tenant, { logoUpload: { contentType: 'image/png', size: bytes.length } })
  assert.equal(asked.status, 200, asked.text)
  const { key = '', url = '' } = asked.json.data.logoUpload ?? {}
  assert.equal((await patch(tenant, { branding: { logoKey: key } })).json.code, 'VALIDATION_ERROR')
  const put = (body: Buffer) =>
    server.call('PUT', new URL(url).pathname, { body, headers: { 'content-type': 'image/png' } })
  assert.notEqual((await put(Buffer.concat([bytes, bytes]))).status, 200)
  assert.equal((await put(bytes)).status, 200)
  const set = await patch(tenant, { branding: { logoKey: key } })
  assert.equal(set.json.data.logoUpload, undefined)
  const address = new URL(set.json.data.branding.logoUrl ?? '')
  assert.equal((await server.call('GET', address.pathname + address.search)).status, 200)
  const refused = await patch(tenant, { logoUpload: { contentType: 'image/svg+xml', size: 10 } })
  assert.equal(refused.json.code, 'VALIDATION_ERROR')
})

test('A replaced logo is deleted from the storage with the next purge, the new one stays', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()
  const stored = async (): Promise<{ logoKey: string; file: string }> => {
    const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
      body: { qrCode, contentType: 'image/jpeg', size: bytes.length },
    })
    const { key, url } = ticket.json.data
    const headers = { 'content-type': 'image/jpeg' }
    assert.equal((await server.call('PUT', new URL(url).pathname, { body: bytes, headers })).status, 200)
    const id = server.built.platform.keys.unseal('upload', key)?.id
    const [row] = await tenant.inside(({ run }) =>
      run<{ file_key: string }>('select file_key from upload where tenant_id = $1 and id = $2', [
        tenant.id,
        id,
      ]),
    )
    return { logoKey: key, file: row?.file_key ?? '' }
  }
  const [first, second] = [await stored(), await stored()]
  const set = async (logoKey: string | null): Promise<string | null> => {
    const reply = await patch(tenant, { branding: { logoKey } })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.branding.logoUrl
  }
  const isThere = async ({ file }: { file: string }) =>
    (await server.built.platform.storage.get(file)) !== undefined
  const purged = async (): Promise<boolean[]> => {
    await server.built.worker?.runCronJob('purge-uploads')
    return [await isThere(first), await isThere(second)]
  }
  await set(first.logoKey)
  const address = new URL((await set(first.logoKey)) ?? '').pathname
  await patch(tenant, { branding: { contact: 'Desk' } })
  assert.deepEqual(await purged(), [true, true], 'the same again, and what says nothing of it, leave it')
  await set(second.logoKey)
  assert.equal((await server.call('GET', address)).status, 404)
  assert.deepEqual(await purged(), [false, true])
  await set(null)
  assert.deepEqual(await purged(), [false, false], 'so does one that was removed')
})
