import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { Upload } from '#contracts/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { insertFeedback } from './testing/insert-feedback.ts'

const server = await startTestServer()
const dayMs = 86_400_000

const report = async (tenant: TestTenant, query: string): Promise<Uint8Array> => {
  const reply = await server.call('GET', `/api/dashboard/report?${query}`, { token: tenant.manager.token })
  assert.equal(reply.status, 200, reply.text)
  return reply.bytes
}

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    return text.replace(/[\s\u00A0\u202F]+/g, ' ')
  } finally {
    library.destroy()
  }
}

const imagesIn = (pdf: Uint8Array): number =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Subtype \/Image/g),
  ].length

test('A report begins with what moved, and says where there is too little to compare', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const place = await createPlace(server, tenant)
  const now = server.clock.now().getTime()
  const some = (n: number, daysAgo: number, rating: number) =>
    Array.from({ length: n }, () => ({ at: new Date(now - daysAgo * dayMs), rating }))
  assert.match(await textOf(await report(tenant, 'contents=OVERVIEW&language=en')), /What moved Too few/)
  await insertFeedback(tenant, place, [...some(40, 40, 5), ...some(20, 1, 1), ...some(20, 1, 3)])
  const text = await textOf(await report(tenant, 'language=de'))
  assert.match(text, /Was sich bewegt hat Meldungen: 40, etwa so viele/)
  assert.match(text, /sank auf 2,0/)
  assert.doesNotMatch(text, /Zu wenige/)
})

test('With several buildings the overview of a report compares them, and with one it does not', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const place = await createPlace(server, tenant, { name: 'Lobby' })
  const at = server.clock.now()
  await insertFeedback(tenant, place, [{ at, rating: 4 }])
  const query = 'contents=OVERVIEW&language=en'
  assert.doesNotMatch(await textOf(await report(tenant, query)), /Buildings/)
  const made = await server.call('POST', '/api/admin/buildings', {
    token: tenant.admin.token,
    body: { name: 'South Tower', timeZone: 'Europe/Berlin' },
  })
  assert.equal(made.status, 201, made.text)
  const text = await textOf(await report(tenant, query))
  assert.match(text, /Buildings Building Submissions/)
  assert.match(text, /South Tower 0/)
  const other = await createTenant(server, { plan: 'BUSINESS' })
  assert.doesNotMatch(await textOf(await report(other, query)), /South Tower/)
})

test('A report has the organisation’s logo, as JPEG, PNG or WebP, as decoration', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { qrCode } = await createPlace(server, tenant)
  assert.equal(imagesIn(await report(tenant, 'contents=OVERVIEW')), 0)
  for (const type of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await sharp({ create: { width: 400, height: 90, channels: 3, background: '#0a7' } })
      .toFormat(type)
      .toBuffer()
    const contentType = `image/${type}`
    const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
      body: { qrCode, contentType, size: bytes.length },
    })
    const { key, url } = ticket.json.data
    const headers = { 'content-type': contentType }
    assert.equal((await server.call('PUT', new URL(url).pathname, { body: bytes, headers })).status, 200)
    const kept = await server.call('PATCH', '/api/admin/settings', {
      token: tenant.admin.token,
      body: { branding: { logoKey: key } },
    })
    assert.equal(kept.status, 200, kept.text)
    const pdf = await report(tenant, 'contents=OVERVIEW')
    assert.ok(imagesIn(pdf) >= 1, type)
    assert.equal(
      [
        ...Buffer.from(pdf)
          .toString('latin1')
          .matchAll(/\/S \/Figure\b/g),
      ].length,
      0,
    )
  }
  const link = await server.call<{ token: string }>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { name: 'For the landlord', kind: 'DASHBOARD', scope: {}, contents: ['OVERVIEW'] },
  })
  assert.equal(link.status, 201, link.text)
  const shared = await server.call('GET', `/s/${link.json.data.token}/report.pdf`)
  assert.ok(imagesIn(shared.bytes) >= 1, 'also by link')
})
