import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import { type Reply, startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const second = await startTestServer({ worker: false, beside: server })

const link = async (tenant: TestTenant, body: object = {}): Promise<NewShareLink> => {
  const reply = await server.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'DASHBOARD', name: 'For the landlord', ...body },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
  server.call('GET', path, { headers })

const post = (
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(server.base + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields),
  })

/** The cookie as a browser sends it back. */
const kept = (headers: Headers): string => headers.getSetCookie()[0]?.split(';')[0] ?? ''

const rate = async (tenant: TestTenant, comment: string): Promise<string> => {
  const place = await createPlace(server, tenant)
  const reply = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 2, issues: ['NO_SOAP'], comment },
  })
  assert.equal(reply.status, 201, reply.text)
  return place.amenityId
}

const hidden = 'Please ring Mr Miller about the mirror'

test('A shared dashboard has figures with n, period and source, and no comment, photo, staff name or address', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  await rate(tenant, hidden)
  for (const kind of ['DASHBOARD', 'REPORT', 'EMBED', 'SCREEN', 'STATUS_BOARD']) {
    const { token } = await link(tenant, { kind })
    const reply = await get(`/s/${token}`)
    assert.equal(reply.status, 200, reply.text)
    for (const secret of [hidden, 'Miller', '/files/', tenant.id])
      assert.ok(!reply.text.includes(secret), `${kind}: ${secret}`)
    for (const { name, email } of [tenant.admin, tenant.manager, tenant.technician])
      for (const secret of [name, email]) assert.ok(!reply.text.includes(secret), `${kind}: ${secret}`)
    assert.doesNotMatch(reply.text, /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/, kind)
  }
  const { token } = await link(tenant)
  const { text } = await get(`/s/${token}`)
  assert.match(text, /n = 1 rating/)
  assert.match(text, /As of .*, Europe\/Berlin|As of .*, UTC/)
  const shown = await link(tenant, { redaction: { comments: false } })
  assert.ok((await get(`/s/${shown.token}`)).text.includes('about the mirror'))
})

test('Every page says no-store, sends no referrer and may not be framed, except an embed by the allowed origins', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { token } = await link(tenant)
  const plain = await get(`/s/${token}`)
  assert.equal(plain.headers.get('cache-control'), 'no-store')
  assert.equal(plain.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(plain.headers.get('x-frame-options'), 'DENY')
  assert.match(
    plain.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; .*frame-ancestors 'none'$/,
  )
  const allowedOrigins = ['https://intranet.example.com']
  for (const password of [undefined, 'a-lamp-under-the-stairs']) {
    const embed = await link(tenant, { kind: 'EMBED', allowedOrigins, ...(password ? { password } : {}) })
    const framed = await get(`/s/${embed.token}`)
    assert.equal(framed.headers.get('x-frame-options'), null)
    assert.match(
      framed.headers.get('content-security-policy') ?? '',
      /frame-ancestors https:\/\/intranet\.example\.com$/,
    )
  }
  const ended = await get('/s/not-a-token')
  assert.match(ended.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'$/)
})

test('An origin that would add more than itself to the policy is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  for (const origin of [
    'https://*.example.com',
    'https://a.example;sandbox',
    'https://a.example,https',
    "https://'self'",
    'https://a.example\r\nset-cookie: x=1',
  ]) {
    const reply = await server.call('POST', '/api/sharing/links', {
      token: tenant.admin.token,
      body: { kind: 'EMBED', name: 'Framed', allowedOrigins: [origin] },
    })
    assert.deepEqual([reply.status, reply.json.details?.[0]?.path], [400, 'body.allowedOrigins.0'], origin)
  }
})

test('An unknown, expired or revoked address gets the same page, and nobody’s name', async () => {
  const tenant = await createTenant(server)
  const words = ({ text }: Reply): string => text.replaceAll(/\/s\/[\w-]+/g, '')
  const unknown = await get(`/s/${'x'.repeat(43)}`)
  assert.equal(unknown.status, 404)
  const made = await link(tenant, {
    expiresAt: new Date(server.clock.now().getTime() + 60_000).toISOString(),
  })
  assert.equal((await get(`/s/${made.token}`)).status, 200)
  server.clock.advance(61_000)
  const expired = await get(`/s/${made.token}`)
  assert.equal(expired.status, 410)
  const other = await link(tenant)
  const revoke = await server.call('DELETE', `/api/sharing/links/${other.id}`, { token: tenant.admin.token })
  assert.equal(revoke.status, 200)
  const revoked = await get(`/s/${other.token}`)
  assert.equal(revoked.status, 410)
  for (const page of [expired, revoked]) {
    assert.equal(words(page), words(unknown))
    assert.ok(!page.text.includes('For the landlord'))
  }
})

test('A revoked link stops working at the next request, also on another instance and for an open view', async () => {
  const tenant = await createTenant(server)
  const { id, token } = await link(tenant)
  const cookie = kept((await get(`/s/${token}`)).headers)
  assert.match(cookie, /^share_view=/)
  const there = () => second.call('GET', `/s/${token}`, { headers: { cookie } })
  assert.equal((await there()).status, 200)
  await server.call('DELETE', `/api/sharing/links/${id}`, { token: tenant.admin.token })
  assert.equal((await there()).status, 410)
})

test('A locked link shows nothing before its password; a form without JavaScript unlocks it', async () => {
  const tenant = await createTenant(server)
  await createPlace(server, tenant)
  const { token } = await link(tenant, { password: 'a-lamp-under-the-stairs' })
  const locked = await get(`/s/${token}`)
  assert.equal(locked.status, 200)
  assert.match(locked.text, /<form method="post"/)
  assert.ok(!locked.text.includes('For the landlord'))
  const wrong = await post(`/s/${token}`, { password: 'a-lamp-under-the-stars' })
  assert.equal(wrong.status, 403)
  const said = await wrong.text()
  assert.match(said, /role="alert"/)
  assert.match(said, /aria-invalid="true"/)
  assert.match(said, /<title>Error: /)
  assert.equal(
    (await get(`/s/${token}`, { cookie: kept(wrong.headers) })).text.includes('For the landlord'),
    false,
  )
  const right = await post(`/s/${token}`, { password: 'a-lamp-under-the-stairs' })
  assert.equal(right.status, 303)
  assert.equal(right.headers.get('location'), `/s/${token}?lang=en`)
  const [cookie = ''] = right.headers.getSetCookie()
  assert.match(cookie, new RegExp(`; Path=/s/${token}; .*HttpOnly; SameSite=Lax`))
  const open = await get(`/s/${token}`, { cookie: kept(right.headers) })
  assert.ok(open.text.includes('For the landlord'))
  // The cookie of one link does not work for another.
  const other = await link(await createTenant(server), { password: 'a-lamp-under-the-stairs' })
  assert.match((await get(`/s/${other.token}`, { cookie: kept(right.headers) })).text, /<form method="post"/)
})

test('The eleventh password attempt within 15 minutes is refused with the time to wait, also with the right one', async () => {
  const limited = await startTestServer({ worker: false, limits: 'spec' })
  const tenant = await createTenant(limited)
  const made = await limited.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'REPORT', name: 'Locked', password: 'a-lamp-under-the-stairs' },
  })
  const { token } = made.json.data
  const tries: number[] = []
  for (let n = 0; n < 11; n++) {
    const answer = await fetch(`${limited.base}/s/${token}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `203.0.113.${n}` },
      body: new URLSearchParams({ password: n === 10 ? 'a-lamp-under-the-stairs' : `wrong password ${n}` }),
    })
    tries.push(answer.status)
    if (n === 10) {
      assert.ok(Number(answer.headers.get('retry-after')) > 60)
      assert.match(await answer.text(), /Too many attempts\. Try again in 1\d minutes/)
    }
  }
  assert.deepEqual(tries, [...Array(10).fill(403), 429])
})

test('Reading on counts once; the viewer chooses the period, and invalid days give the default one', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { id, token } = await link(tenant)
  const first = await get(`/s/${token}`)
  const cookie = kept(first.headers)
  const today = server.clock.now().toISOString().slice(0, 10)
  const week = await get(`/s/${token}?from=${today}&to=${today}`, { cookie })
  assert.match(week.text, new RegExp(`name="from" value="${today}"`))
  const views = async () =>
    (
      await server.call<{ views: number }>('GET', `/api/sharing/links/${id}`, {
        token: tenant.admin.token,
      })
    ).json.data.views
  const usual = /name="from" value="([\d-]+)"/.exec((await get(`/s/${token}`, { cookie })).text)?.[1]
  const noPeriods = [
    'from=2026-02-02&to=2026-02-01',
    'from=x',
    'to=2026-02-30',
    'from=1990-01-01&to=2026-01-01',
  ]
  for (const query of noPeriods) {
    const page = await get(`/s/${token}?${query}`, { cookie })
    assert.equal(page.status, 200, query)
    assert.match(page.text, new RegExp(`name="from" value="${usual}"`), query)
  }
  assert.equal(await views(), 1)
  for (const [index, query] of noPeriods.entries()) {
    assert.equal((await get(`/s/${token}?${query}`)).status, 200, query)
    assert.equal(await views(), index + 2, 'a first visit counts once')
  }
})

test('HEAD, a prefetch and a chat preview are no views: they count none, get no cookie and see nothing', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { id, token } = await link(tenant, { maxViews: 1 })
  const ask = (method: string, headers: Record<string, string> = {}, path = '') =>
    server.call(method, `/s/${token}${path}`, { headers })
  const head = await ask('HEAD')
  assert.equal(head.status, 200)
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'preview' },
    { 'x-moz': 'prefetch' },
    { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    { 'user-agent': 'WhatsApp/2.23.20.0' },
    { 'user-agent': 'Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5' },
  ])
    for (const path of ['', '/report.csv']) {
      const reply = await ask('GET', headers, path)
      assert.equal(reply.status, 503, JSON.stringify(headers))
      assert.equal(reply.headers.get('cache-control'), 'no-store')
      assert.deepEqual([reply.text, reply.headers.getSetCookie()], ['', []])
    }
  assert.deepEqual(head.headers.getSetCookie(), [])
  const views = async () =>
    (
      await server.call<{ views: number }>('GET', `/api/sharing/links/${id}`, {
        token: tenant.admin.token,
      })
    ).json.data.views
  assert.equal(await views(), 0)
  // Cubot is a phone maker, so this is a person.
  const read = await ask('GET', { 'user-agent': 'Mozilla/5.0 (Linux; Android 9; CUBOT X18)' })
  assert.deepEqual([read.status, await views()], [200, 1])
  assert.equal((await ask('HEAD')).status, 410)
  assert.equal((await ask('HEAD', { cookie: kept(read.headers) })).status, 200)
  assert.equal((await server.call('HEAD', '/s/nobody-knows-this')).status, 404)
})

test('Files are offered if the plan has them, and redirect to the page while the link is locked', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { token } = await link(tenant)
  const { text, headers } = await get(`/s/${token}`)
  const [, address = ''] = /href="([^"]*report\.csv[^"]*)"/.exec(text) ?? []
  const csv = await get(address.replaceAll('&amp;', '&'), { cookie: kept(headers) })
  assert.equal(csv.status, 200)
  assert.match(csv.headers.get('content-disposition') ?? '', /^attachment; filename="report-[\d-]+\.csv"$/)
  const locked = await link(tenant, { password: 'a-lamp-under-the-stairs' })
  const refused = await fetch(`${server.base}/s/${locked.token}/report.pdf`, { redirect: 'manual' })
  assert.deepEqual([refused.status, refused.headers.get('location')], [303, `/s/${locked.token}?lang=en`])
  const low = await createTenant(server, { plan: 'STARTER' })
  assert.ok(!(await get(`/s/${(await link(low)).token}`)).text.includes('report.pdf'))
})

test('A waiting wall shows a code, keeps it while it polls, and opens its link once the code is entered', async () => {
  const tenant = await createTenant(server)
  const { id } = await link(tenant, { kind: 'SCREEN', name: 'Lobby' })
  const codeIn = ({ text }: Reply): string =>
    /class="code"[^>]*>\s*<b>(\w{3})<\/b>\s*<b>(\w{3})<\/b>/.exec(text)?.slice(1).join('') ?? ''
  const first = await get('/s/pair')
  const code = codeIn(first)
  assert.match(code, /^\w{6}$/)
  const [set = ''] = first.headers.getSetCookie()
  assert.match(set, /Path=\/s\/pair; .*HttpOnly; SameSite=Lax/)
  const cookie = kept(first.headers)
  assert.equal(codeIn(await get('/s/pair', { cookie })), code)
  assert.notEqual(codeIn(await get('/s/pair')), code)
  const paired = await server.call('POST', `/api/sharing/links/${id}/pair`, {
    token: tenant.admin.token,
    body: { code },
  })
  assert.equal(paired.status, 200, paired.text)
  const wall = await fetch(`${server.base}/s/pair`, { redirect: 'manual', headers: { cookie } })
  assert.equal(wall.status, 303)
  const address = wall.headers.get('location') ?? ''
  assert.match(address, /^\/s\/[\w-]{43}$/)
  const page = await get(address)
  assert.match(page.text, /<body class="wall"/)
  assert.ok(page.text.includes('Lobby'))
  // Returned once: the same secret then gets a code, and not the link.
  assert.notEqual(codeIn(await get('/s/pair', { cookie })), '')
})

test('After ten minutes a waiting wall shows another code', async () => {
  const first = await get('/s/pair')
  const cookie = kept(first.headers)
  const code = /class="code"[^>]*>.*?<\/p>/s.exec(first.text)?.[0]
  server.clock.advance(10 * 60_000 + 1000)
  assert.notEqual(/class="code"[^>]*>.*?<\/p>/s.exec((await get('/s/pair', { cookie })).text)?.[0], code)
})

test('A status board of 50 amenities is at most 14 KB compressed, a report at most 30 KB', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { buildingId } = await createPlace(server, tenant)
  for (let n = 1; n < 50; n++) {
    const made = await server.call('POST', '/api/admin/amenities', {
      token: tenant.admin.token,
      body: { buildingId, name: `Washroom ${n} beside the meeting rooms`, type: 'WASHROOM' },
    })
    assert.equal(made.status, 201, made.text)
  }
  const sizeOf = async (kind: string): Promise<[number, number]> => {
    const { text } = await get(`/s/${(await link(tenant, { kind })).token}`)
    return [gzipSync(text).length, brotliCompressSync(text).length]
  }
  for (const [kind, most] of [
    ['STATUS_BOARD', 14 * 1024],
    ['REPORT', 30 * 1024],
  ] as const)
    for (const size of await sizeOf(kind)) assert.ok(size <= most, `${kind}: ${size}`)
})

/** Events of a stream so far, read until they contain `text` or it ends. */
const readStream = async (body: ReadableStreamDefaultReader<string>, text: string): Promise<string> => {
  let all = ''
  while (!all.includes(text)) {
    const { value, done } = await body.read()
    if (done) return `${all}(end)`
    all += value
  }
  return all
}

const readerOf = (answer: Response): ReadableStreamDefaultReader<string> => {
  assert.ok(answer.body)
  return answer.body.pipeThrough(new TextDecoderStream()).getReader()
}

test('An open board is notified of changes, also on another instance, and of the end of its link', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const { id, token } = await link(tenant, { kind: 'STATUS_BOARD' })
  const { text, headers } = await get(`/s/${token}`)
  assert.match(text, new RegExp(`data-follow="/s/${token}/live"`))
  const cookie = kept(headers)
  for (const { base } of [server, second]) {
    const answer = await fetch(`${base}/s/${token}/live`, { headers: { cookie } })
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const stream = readerOf(answer)
    await readStream(stream, 'retry')
    await server.call('POST', '/api/tasks', {
      token: tenant.admin.token,
      body: { title: 'Lamp', buildingId },
    })
    assert.ok((await readStream(stream, 'event: changed')).includes('event: changed'))
    await stream.cancel()
  }
  const last = readerOf(await fetch(`${second.base}/s/${token}/live`, { headers: { cookie } }))
  await readStream(last, 'retry')
  await server.call('DELETE', `/api/sharing/links/${id}`, { token: tenant.admin.token })
  assert.match(await readStream(last, 'never'), /\(end\)$/)
  assert.equal((await fetch(`${server.base}/s/${token}/live`, { headers: { cookie } })).status, 404)
})

test('A locked link cannot be followed, and opening a link sends no event to those who follow', async () => {
  const tenant = await createTenant(server)
  const locked = await link(tenant, { kind: 'STATUS_BOARD', password: 'a-lamp-under-the-stairs' })
  assert.equal((await get(`/s/${locked.token}/live`)).status, 401)
  const { token } = await link(tenant, { kind: 'SCREEN' })
  const writes = () => server.built.platform.changeCounters.of(tenant.id, 'writes')
  const before = await writes()
  assert.equal((await get(`/s/${token}`)).status, 200)
  assert.equal((await post(`/s/${locked.token}`, { password: 'a-lamp-under-the-stairs' })).status, 303)
  assert.equal(await writes(), before)
})
