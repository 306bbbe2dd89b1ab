/** What strangers get: addresses of shared pages, links in mailings, and what they show. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewShareLink } from '#contracts/sharing/links.ts'
import type { Mailing } from '#contracts/sharing/mailings.ts'
import { type Reply, startTestServer } from '../server.ts'
import { createPlace, createTenant, type TestTenant } from '../world.ts'

const server = await startTestServer({ own: true })
const { base, built } = server
const { keys, config } = built.platform
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

const link = (tenant: TestTenant, more: object = {}, headers = {}): Promise<Reply<NewShareLink>> =>
  server.call<NewShareLink>('POST', '/api/sharing/links', {
    token: tenant.admin.token,
    body: { kind: 'DASHBOARD', name: 'For the landlord', ...more },
    headers,
  })
const mailing = (tenant: TestTenant, more: object = {}, headers = {}): Promise<Reply<Mailing>> =>
  server.call<Mailing>('POST', '/api/sharing/schedules', {
    token: tenant.admin.token,
    body: {
      name: 'Figures',
      recipients: ['a@example.com'],
      rrule: 'FREQ=DAILY',
      contents: ['AMENITIES'],
      ...more,
    },
    headers,
  })
const recipientsOf = (tenant: TestTenant) =>
  tenant.inside(({ db }) =>
    db.selectFrom('mailing_recipient').select(['id', 'email', 'confirmed_at']).orderBy('email').execute(),
  )
const open = (token: string, headers = {}): Promise<Reply> => server.call('GET', `/s/${token}`, { headers })
const unlock = (token: string, password: string, query = ''): Promise<Response> =>
  fetch(`${base}/s/${token}${query}`, {
    method: 'POST',
    redirect: 'manual',
    headers: asForm,
    body: new URLSearchParams({ password }),
  })

test('A mailing link that is truncated, changed, of another kind or of another tenant changes nothing', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  assert.equal((await mailing(tenant, { recipients: ['a@example.com', 'b@example.com'] })).status, 201)
  await tenant.inside(({ run, tenantId }) =>
    run("update mailing_recipient set confirmed_at = now() where tenant_id = $1 and email like 'a%'", [
      tenantId,
    ]),
  )
  const before = await recipientsOf(tenant)
  for (const { id } of before) {
    const right = keys.seal('mailing', tenant.id, id)
    const forged = [
      right.slice(0, -1),
      right.slice(0, -1) + (right.endsWith('A') ? 'B' : 'A'),
      (right.startsWith('A') ? 'B' : 'A') + right.slice(1),
      `${right}A`,
      right.toUpperCase(),
      keys.seal('mailing', other.id, id),
      keys.seal('subscription', tenant.id, id),
      keys.seal('digest', tenant.id, id),
      keys.seal('push-receipt', tenant.id, id),
    ]
    for (const token of forged)
      for (const body of ['action=confirm', 'action=stop', 'List-Unsubscribe=One-Click']) {
        const reply = await server.call('POST', `/m/${token}`, { body, headers: asForm })
        assert.ok(reply.status === 200 || reply.status === 404, reply.text)
      }
    for (const body of ['', 'action=both', 'List-Unsubscribe=No'])
      await server.call('POST', `/m/${right}`, { body, headers: asForm })
  }
  assert.deepEqual(await recipientsOf(tenant), before)
  const [first, second] = before
  await server.call('POST', `/m/${keys.seal('mailing', tenant.id, first?.id ?? '')}`, {
    body: 'List-Unsubscribe=One-Click',
    headers: asForm,
  })
  assert.deepEqual(await recipientsOf(tenant), [second], 'It takes out its own recipient and nobody else')
})

test('A replaced token does not work, even if the directory still has it', async () => {
  const tenant = await createTenant(server)
  const { id, token } = (await link(tenant)).json.data
  const stale = await tenant.inside((ctx) =>
    ctx.db.selectFrom('share_link_directory').selectAll().where('link_id', '=', id).executeTakeFirstOrThrow(),
  )
  const rotated = await server.call<NewShareLink>('POST', `/api/sharing/links/${id}/rotate`, {
    token: tenant.admin.token,
  })
  await tenant.inside((ctx) => ctx.db.insertInto('share_link_directory').values(stale).execute())
  assert.equal((await open(token)).status, 404)
  assert.equal((await open(rotated.json.data.token)).status, 200)
})

test('A link’s password may have 128 characters of any alphabet, every character counts, and equivalent Unicode forms are equal', async () => {
  const tenant = await createTenant(server)
  const bytes = 'a'.repeat(72)
  for (const password of [`${bytes}x`, '🔑'.repeat(128), 'Zu\u0308rich-See', 'pass wörd mit ß'])
    assert.equal(
      (await unlock((await link(tenant, { password })).json.data.token, password)).status,
      303,
      password,
    )
  const long = (await link(tenant, { password: `${bytes}x` })).json.data
  assert.equal((await unlock(long.token, `${bytes}y`)).status, 403)
  const key = (await link(tenant, { password: '🔑'.repeat(128) })).json.data
  for (const wrong of ['🔑'.repeat(127), '🔑'.repeat(129), '🔑'.repeat(1000), ''])
    assert.equal((await unlock(key.token, wrong)).status, 403, String(wrong.length))
  const umlaut = (await link(tenant, { password: 'Zu\u0308rich-See' })).json.data
  assert.equal((await unlock(umlaut.token, 'Z\u00fcrich-See')).status, 303)
  for (const password of ['short', 'a\u0000b-lamp-under', '🔑'.repeat(129)])
    assert.equal((await link(tenant, { password })).json.code, 'VALIDATION_ERROR', password)
  const much = await unlock(key.token, 'x'.repeat(1_000_000))
  assert.equal(much.status, 413)
})

test('Whatever host a request names, shared URLs, links in mailings and redirects use BASE_URL', async () => {
  const tenant = await createTenant(server)
  const evil = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    forwarded: 'for=1.2.3.4;host=evil.test;proto=http',
    origin: 'https://evil.test',
    referer: 'https://evil.test/',
  }
  const made = (await link(tenant, { password: 'a-lamp-under-the-stairs' }, evil)).json.data
  assert.equal(made.url, `${config.baseUrl}/s/${made.token}`)
  server.mails.splice(0)
  assert.equal((await mailing(tenant, { recipients: ['host@example.com'] }, evil)).status, 201)
  await server.drain()
  const [asked] = server.mails.filter(({ to }) => to === 'host@example.com')
  assert.ok(asked && !`${asked.text}${asked.html}${JSON.stringify(asked.headers)}`.includes('evil.test'))
  for (const query of ['?lang=//evil.test', '?next=https://evil.test', '?lang=%0d%0aLocation:%20x']) {
    const back = await unlock(made.token, 'a-lamp-under-the-stairs', query)
    assert.deepEqual([back.status, back.headers.get('location')], [303, `/s/${made.token}?lang=en`])
  }
})

test('A recipient is one address in ASCII form; one with a header, a list or a name in it is a VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  for (const wrong of [
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com, b@example.com',
    'Ada <a@example.com>',
    '"a b"@example.com',
    'a@b@example.com',
    'a\u202eb@example.com',
    `${'a'.repeat(250)}@example.com`,
    'а@example.com',
  ]) {
    const reply = await mailing(tenant, { recipients: [wrong] })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', wrong)
  }
  const kept = await mailing(tenant, { recipients: ['Ada@Bücher.example', 'ada@xn--bcher-kva.example'] })
  assert.deepEqual(
    kept.json.data.recipients.map(({ email }) => email),
    ['ada@xn--bcher-kva.example'],
  )
})

test('Names and texts on shared pages and in mailings are inert, and none gets into a header', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const payload = '"><img src=x onerror=alert(1)></title><script>alert(1)</script>'
  const { qrCode } = await createPlace(server, tenant, { name: payload.slice(0, 80) })
  const said = await server.call('POST', '/api/feedback', { body: { qrCode, rating: 1, comment: payload } })
  assert.equal(said.status, 201, said.text)
  const live = /<img[^>]*onerror|<script[^>]*>\s*alert/i
  for (const kind of ['DASHBOARD', 'REPORT', 'STATUS_BOARD', 'SCREEN', 'EMBED']) {
    const made = await link(tenant, { kind, name: payload, redaction: { comments: false } })
    assert.equal(made.status, 201, made.text)
    const page = await open(made.json.data.token)
    assert.equal(page.status, 200)
    assert.ok(page.text.includes('&lt;img src=x'), kind)
    assert.doesNotMatch(page.text, live, kind)
  }
  for (const name of ['Figures\r\nBcc: b@example.com', 'safe \u202egnorw', 'a\u0000b']) {
    assert.equal((await link(tenant, { name })).json.code, 'VALIDATION_ERROR', name)
    assert.equal((await mailing(tenant, { name })).json.code, 'VALIDATION_ERROR', name)
  }
  const email = 'inert@example.com'
  const made = await mailing(tenant, { name: payload, recipients: [email] })
  await server.drain()
  await tenant.inside(({ run, tenantId }) =>
    run('update mailing_recipient set confirmed_at = now() where tenant_id = $1', [tenantId]),
  )
  server.clock.set(new Date(new Date(made.json.data.next[0] ?? '').getTime() + 1000))
  await server.drain()
  const mails = server.mails.filter(({ to }) => to === email)
  assert.equal(mails.length, 2)
  for (const { subject, html } of mails) {
    assert.doesNotMatch(html, live)
    assert.ok(!/[\r\n]/.test(subject))
  }
  const page = await server.call(
    'GET',
    `/m/${keys.seal('mailing', tenant.id, (await recipientsOf(tenant))[0]?.id ?? '')}`,
  )
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, live)
  server.clock.set(new Date())
})

test('No cell of a shared CSV is a formula for a spreadsheet', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const names = ["=cmd|' /C calc'!A0", '@SUM(1+1)', '+1+1', '-1', '＝1+1']
  for (const name of names) {
    const { qrCode } = await createPlace(server, tenant, { name })
    await server.call('POST', '/api/feedback', { body: { qrCode, rating: 1 } })
  }
  const { token } = (await link(tenant)).json.data
  const csv = await server.call('GET', `/s/${token}/report.csv`)
  assert.equal(csv.status, 200)
  for (const name of names) assert.ok(csv.text.includes(name.slice(1)), name)
  assert.doesNotMatch(csv.text, /(^|[,\r\n])"?[\s\u200B\uFEFF]*[=+@＝]/u)
  assert.doesNotMatch(csv.text, /(^|[,\r\n])"?-1\b/u)
})
