/** Texts of visitors and staff are stored unchanged and are inert wherever they are shown. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import { startTestServer } from '../server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '../world.ts'

const server = await startTestServer()

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "'-alert(1)-'",
  '</textarea></title></style><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '[click](javascript:alert(1))',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '#{7*7}<%= 7*7 %>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  "=cmd|' /C calc'!A0",
  '@SUM(1+1)',
  '+1+1',
  '\uff1d1+1',
  // Text direction changed by an override, an unclosed isolate, an embedding.
  'safe \u202egnorw',
  'safe \u2067gnorw',
  'safe \u202bgnorw',
]
/** What a name or title may contain. */
const inOneLine = payloads.filter((payload) => !payload.startsWith('safe'))

let tenant: TestTenant
let place: TestPlace
before(async () => {
  tenant = await createTenant(server)
  place = await createPlace(server, tenant)
})

let address = 0
const submit = async (comment: string): Promise<{ id: string; trackingToken: string }> => {
  const reply = await server.call<{ id: string; trackingToken: string }>('POST', '/api/feedback', {
    from: `198.19.0.${++address}`,
    body: { qrCode: place.qrCode, rating: 1, comment },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

/** Tags and attributes that only a payload can contain. */
const live =
  /<script(?![^>]*\bsrc=|[^>]*type="application\/json")[^>]*>[^<]*alert|<img[^>]*onerror|<svg[^>]*onload|href="\s*javascript:/i
const assertInert = (html: string, where: string): void => {
  assert.ok(!live.test(html), `${where}: ${live.exec(html)?.[0]}`)
  for (const payload of payloads.filter((text) => /<[a-z/%]/i.test(text)))
    assert.ok(!html.includes(payload), `${where} holds ${payload}`)
}

test('A comment is stored and returned as written, and is inert on the visitor’s page', async () => {
  for (const payload of payloads) {
    const { trackingToken } = await submit(payload)
    const page = await server.call('GET', `/t/${trackingToken}`)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'|script-src 'self'/)
    assert.ok(
      !/script-src[^;]*'unsafe-(inline|eval)'/.test(page.headers.get('content-security-policy') ?? ''),
    )
    assertInert(page.text, `/t of ${payload}`)
    if (payload.startsWith('<img')) assert.match(page.text, /&lt;img src=x onerror/)
    // Isolated in an element with its own direction, which ends the payload's.
    if (payload.startsWith('safe')) assert.ok(page.text.includes(`dir="auto">${payload}</p>`), payload)
  }
  const list = await server.call<FeedbackItem[]>('GET', '/api/dashboard/feedback/recent?pageSize=100', {
    token: tenant.manager.token,
  })
  assert.deepEqual(new Set(list.json.data.map(({ comment }) => comment)), new Set(payloads))
  assert.equal(list.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(list.headers.get('x-content-type-options'), 'nosniff')
})

test('Names of places, items and the tenant are inert on public pages', async () => {
  const { token } = tenant.admin
  for (const payload of inOneLine) {
    const name = payload.slice(0, 80)
    const put = async (method: string, target: string, body: unknown): Promise<void> => {
      const reply = await server.call(method, target, { token, body })
      assert.ok(reply.status < 300, reply.text)
    }
    await put('PATCH', `/api/admin/buildings/${place.buildingId}`, { name })
    await put('PATCH', `/api/admin/amenities/${place.amenityId}`, { name })
    await put('PATCH', '/api/admin/settings', { branding: { publicName: name, contact: name } })
    for (const target of [
      `/q/${place.qrCode}`,
      `/status/${place.qrCode}`,
      `/status/${place.qrCode}/report`,
    ]) {
      const page = await server.call('GET', target)
      assert.equal(page.status, 200, target)
      assertInert(page.text, `${target} of ${payload}`)
    }
    const image = await server.call('GET', `/api/admin/qr-codes/sheet?format=svg&codes=${place.qrCode}`, {
      token,
    })
    assert.equal(image.status, 200, image.text)
    assertInert(image.text, `sheet of ${payload}`)
  }
})

test('Values that a form shows again after an error are inert', async () => {
  for (const payload of payloads) {
    const form = new URLSearchParams({ comment: payload, issues: payload, language: payload, step: 'all' })
    const page = await server.call('POST', `/q/${place.qrCode}`, {
      from: `198.19.1.${++address % 250}`,
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.ok(page.status < 500, `${payload}: ${page.status}`)
    assertInert(page.text, `form of ${payload}`)
  }
  for (const target of [
    '/q/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '/t/%3Cimg%20src=x%20onerror=alert(1)%3E',
    '/q?code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  ]) {
    const page = await server.call('GET', target)
    assert.ok(page.status < 500, target)
    assertInert(page.text, target)
  }
})

test('Emails show texts of visitors and staff as plain text, and none gets into a header', async () => {
  const before = server.mails.length
  for (const payload of inOneLine) {
    const reply = await server.call('POST', '/api/tasks', {
      token: tenant.admin.token,
      body: { title: payload.slice(0, 120), amenityId: place.amenityId, priority: 'URGENT' },
    })
    assert.equal(reply.status, 201, reply.text)
  }
  await server.drain()
  const mails = server.mails.slice(before)
  assert.ok(mails.length >= inOneLine.length, String(mails.length))
  for (const mail of mails) {
    assertInert(mail.html ?? '', `mail ${mail.subject}`)
    assert.ok(!/[\r\n]/.test(mail.subject), mail.subject)
    assert.ok(!/[\r\n]/.test(String(mail.to)))
  }
})
