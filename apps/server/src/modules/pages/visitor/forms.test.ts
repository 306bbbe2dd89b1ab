import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const { qrCode } = place

/** As a browser set to German sends it. */
const form = (path: string, fields: Record<string, string> | [string, string][]) =>
  server.call('POST', path, {
    body: new TextEncoder().encode(new URLSearchParams(fields).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
  })

type Reply = Awaited<ReturnType<typeof form>>

/** The page to which an accepted form redirects. */
const led = (reply: Reply, headers: Record<string, string> = { 'accept-language': 'de' }) => {
  assert.equal(reply.status, 303, reply.text)
  return server.call('GET', String(reply.headers.get('location')), { headers })
}

const arabic = /<html lang="ar" dir="rtl"/
const language = 'ar'

const send = async (): Promise<string> => {
  const { json } = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode, rating: 2, issues: ['NO_SOAP'], language: 'de' },
  })
  return `/t/${json.data.trackingToken}`
}

const nameOfSoap = async (tag: string): Promise<string> => {
  const { json } = await server.call<{ issues: { code: string; name: string }[] }>(
    'GET',
    `/api/feedback/amenity/${qrCode}?language=${tag}`,
  )
  const name = json.data.issues.find(({ code }) => code === 'NO_SOAP')?.name
  assert.ok(name)
  return name
}

test('Errors in forms of the tracking page are answered in the language of the page, issues too', async () => {
  const path = await send()
  const soap = await nameOfSoap('ar')
  assert.notEqual(soap, await nameOfSoap('de'))
  for (const [fields, status] of [
    [{ message: 'Still no soap' }, 200],
    [{ email: 'nobody at home' }, 400],
    [{ message: ' ' }, 400],
    [{ fixed: 'no' }, 200],
    [{ erase: 'true' }, 200],
  ] as const) {
    const reply = await form(path, { ...fields, language })
    assert.equal(reply.status, status, reply.text)
    assert.match(reply.text, arabic)
    assert.equal(reply.headers.get('content-language'), 'ar')
    if (!('erase' in fields)) assert.ok(reply.text.includes(soap), JSON.stringify(fields))
  }
  const unknown = await form(path, { erase: 'true', language: 'xx' })
  assert.match(unknown.text, /<html lang="de"/)
})

test('Forms on pages of codes are answered, and shown again, in the language of their page', async () => {
  const soap = await nameOfSoap('ar')
  for (const [path, fields, status] of [
    [`/q/${qrCode}`, { rating: '2', issues: 'NO_SOAP' }, 303],
    [`/q/${qrCode}`, {}, 400],
    [`/status/${qrCode}/report`, { issue: 'NO_SOAP' }, 303],
    [`/status/${qrCode}/report`, {}, 400],
  ] as const) {
    const reply = await form(path, { ...fields, language })
    assert.equal(reply.status, status, reply.text)
    const { text } = status === 303 ? await led(reply) : reply
    assert.match(text, arabic)
    assert.ok(text.includes(soap), path)
  }
  const nowhere = await form('/q/ZZZZZZZZZZZZZZZZZZZZ', { rating: '2', language })
  assert.match(nowhere.text, arabic)
})

test('The fields for a code and for the link of a report lead on in the language of their page', async () => {
  const at = async (path: string) => {
    const { status, headers } = await server.call('GET', path)
    assert.equal(status, 303)
    return headers.get('location')
  }
  assert.equal(await at(`/q?code=${qrCode}&lang=ar`), `/q/${qrCode}?lang=ar`)
  assert.equal(await at(`/q?code=${qrCode}`), `/q/${qrCode}`)
  assert.equal(await at('/t?reference=https://x.example/t/abc&lang=ar'), '/t/abc?lang=ar')
  assert.equal(await at('/t?reference=abc'), '/t/abc')
})

test('A code typed with an emoji at its end leads to the page of unknown codes', async () => {
  for (const code of [`${'A'.repeat(63)}😀`, `${'A'.repeat(62)}😀😀`]) {
    const reply = await server.call('GET', `/q?code=${encodeURIComponent(code)}`)
    assert.equal(reply.status, 303, reply.text)
    const there = await server.call('GET', String(reply.headers.get('location')))
    assert.equal(there.status, 404)
  }
})

test('After “only the rating” the thanks page shows the rating, and nothing that was left out', async () => {
  const fields: [string, string][] = [
    ['rating', '2'],
    ['issues', 'NO_SOAP'],
    ['comment', 'No soap since Monday'],
    ['language', 'en'],
  ]
  const soap = await nameOfSoap('en')
  const whole = await led(await form(`/q/${qrCode}`, [...fields, ['step', 'send']]))
  assert.ok(whole.text.includes(soap) && whole.text.includes('<li>Comment</li>'))
  const rating = await led(await form(`/q/${qrCode}`, [...fields, ['step', 'rating']]))
  assert.match(rating.text, /2 of 5/)
  assert.ok(!rating.text.includes(soap) && !rating.text.includes('<li>Comment</li>'), rating.text)
})

test('If the browser’s first language is not offered, page, issues and header use its next one that is', async () => {
  const house = await createTenant(server)
  const { qrCode: code } = await createPlace(server, house)
  const set = await server.call('PATCH', '/api/admin/settings', {
    token: house.admin.token,
    body: { visitorLanguages: ['de', 'en'] },
  })
  assert.equal(set.status, 200, set.text)
  const headers = { 'accept-language': 'fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7' }
  const soap = await nameOfSoap('en')
  assert.notEqual(soap, await nameOfSoap('de'))
  const sent = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode: code, rating: 2, issues: ['NO_SOAP'], language: 'de' },
  })
  const track = `/t/${sent.json.data.trackingToken}`
  const taken = await server.call('POST', `/q/${code}`, {
    body: new TextEncoder().encode('rating=2&issues=NO_SOAP'),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  })
  const thanks = await led(taken, headers)
  const look = (path: string) => server.call('GET', path, { headers })
  const withIssues = [
    thanks,
    await look(`/q/${code}`),
    await look(`/status/${code}/report`),
    await look(track),
  ]
  for (const { text } of withIssues) assert.ok(text.includes(soap), text)
  for (const { text, headers: said } of [...withIssues, await look(`/status/${code}`)]) {
    assert.match(text, /<html lang="en"/)
    assert.equal(said.get('content-language'), 'en')
    assert.doesNotMatch(text, /hreflang="fr"/)
  }
  const feed = await look(`/status/${code}/feed.xml`)
  assert.match(feed.text, /xml:lang="en"/)
  const nobody = await server.call('GET', `/q/${code}`, { headers: { 'accept-language': 'sv' } })
  assert.match(nobody.text, /<html lang="de"/)
  assert.ok(nobody.text.includes(await nameOfSoap('de')))
})

test('A form without script redirects to its tracking page, which says thanks for ten minutes; a reload sends nothing', async () => {
  const own = await createPlace(server, tenant)
  const path = `/q/${own.qrCode}`
  const fields = { rating: '1', issues: 'NO_SOAP', language: 'en', submissionId: randomUUID() }
  const taken = await form(path, fields)
  const address = String(taken.headers.get('location'))
  assert.match(address, /^\/t\/[\w-]{59}\?lang=en&from=/)
  assert.equal(taken.headers.get('cache-control'), 'no-store')
  const look = async (at = address) => (await server.call('GET', at)).text
  for (let reloads = 0; reloads < 2; reloads++) {
    const page = await look()
    assert.match(page, /<h1>Thank you, we received it<\/h1>/)
    assert.match(page, /1 of 5/)
  }
  const again = await form(path, fields)
  assert.equal(again.headers.get('location'), address, 'sent again from a page that was kept')
  const [stored] = await tenant.inside(({ run }) =>
    run<{ n: number }>('select count(*)::int as n from feedback where tenant_id = $1 and amenity_id = $2', [
      tenant.id,
      own.amenityId,
    ]),
  )
  assert.equal(stored?.n, 1)

  const renamed = await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, {
    token: tenant.admin.token,
    body: { name: 'Another place' },
  })
  assert.equal(renamed.status, 200, renamed.text)
  assert.match(await look(address.replace(own.qrCode, qrCode)), /<title>Your report/, 'of another place')
  server.clock.advance(10 * 60_000 + 1)
  assert.match(await look(), /<title>Your report/)
})

test('A page is in the browser’s language with the highest weight, whatever its position and letter case', async () => {
  const spoken = async (wanted: string) => {
    const page = await server.call('GET', `/q/${qrCode}`, { headers: { 'accept-language': wanted } })
    assert.equal(page.status, 200, page.text)
    return page.headers.get('content-language')
  }
  for (const [wanted, language] of [
    ['en;q=0.3, de;q=0.9', 'de'],
    ['fr;q=0, nl;q=0.1', 'nl'],
    ['deu', 'de'],
    ['zho-Hant-TW, en;q=0.5', 'zh'],
    ['fil, es;q=0.5', 'es'],
    // Estonian, Filipino, Argobba and Denya must not match es, fi, ar and de by prefix.
    ['est, fr;q=0.5', 'fr'],
    ['arz-EG;q=0.2, agj, den, it;q=0.1', 'it'],
    ['*, ja;Q=0.8', 'ja'],
    ['de_DE, x-klingon, , ;q=1, pl', 'pl'],
    ['tr;q=none, pt;q=0.1', 'pt'],
  ] as const)
    assert.equal(await spoken(wanted), language, wanted)
  const mailed = await server.call('GET', '/m/guess', { headers: { 'accept-language': 'en;q=0.1, deu' } })
  assert.match(mailed.text, /Dieser Link ist ungültig/)
  const tracked = await server.call<{ language: string }>(
    'GET',
    `/api/feedback/amenity/${qrCode}?language=est,deu`,
  )
  assert.equal(tracked.json.data.language, 'de')
})

test('A form that says charset=utf8 is accepted like one without a charset', async () => {
  for (const type of [
    'application/x-www-form-urlencoded; charset=utf8',
    'application/x-www-form-urlencoded;charset=UTF-8',
  ]) {
    const reply = await server.call('POST', `/q/${qrCode}`, {
      body: new TextEncoder().encode('rating=4&comment=Sch%C3%B6n'),
      headers: { 'content-type': type },
      from: '10.9.9.9',
    })
    assert.equal(reply.status, 303, `${type}: ${reply.text}`)
  }
})

test('A code works however it was typed: digits of other scripts, letters that look like digits, a pasted address', async () => {
  // As a freshly signed-in member, because the clock has moved.
  const { token } = await tenant.person(['ADMIN'])
  const arabic = qrCode.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  const wide = [...qrCode].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
  const alike = qrCode.replaceAll('0', 'o').replaceAll('1', 'l')
  for (const typed of [
    arabic,
    wide,
    alike,
    `https://old.example/q/${qrCode}?lang=de`,
    `${server.base}/Q/${qrCode}/`,
  ]) {
    const entry = await server.call('GET', `/q?code=${encodeURIComponent(typed)}`)
    assert.equal(entry.headers.get('location'), `/q/${qrCode}`, typed)
    const found = await server.call<{ code: string }[]>(
      'GET',
      `/api/admin/qr-codes?q=${encodeURIComponent(typed)}`,
      { token },
    )
    assert.deepEqual(
      found.json.data.map(({ code }) => code),
      [qrCode],
      typed,
    )
  }
  for (const typed of [arabic, wide, alike])
    assert.equal((await server.call('GET', `/api/status/${encodeURIComponent(typed)}`)).status, 200, typed)
})
