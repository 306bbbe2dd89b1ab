import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatusPage, StatusSubscription } from '#contracts/status.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()
let count = 0
const somebody = (): string => `visitor-${++count}@example.com`

const subscribe = (code: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<StatusSubscription>('POST', `/api/status/${code}/subscribe`, { body, headers })
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
const pathIn = (text: string | undefined): string =>
  /http:\/\/localhost:3000(\/m\/[\w-]{59})/.exec(text ?? '')?.[1] ?? ''
const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  server.call('POST', path, { body: new TextEncoder().encode(body), headers: { 'content-type': type } })
const setState = (tenant: TestTenant, itemId: string | undefined, state: string) =>
  server.call('POST', `/api/admin/status-items/${itemId}/state`, {
    token: tenant.admin.token,
    body: { state, note: 'A pump failed.' },
  })
const rows = (tenant: TestTenant) =>
  tenant.inside((ctx) => ctx.db.selectFrom('status_subscription').selectAll().execute())

const open = async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const { items } = (await server.call<StatusPage>('GET', `/api/status/${place.qrCode}`)).json.data
  return { tenant, ...place, items, email: somebody() }
}

test('An address is asked to confirm first; opening the link changes nothing, its button confirms', async () => {
  const { tenant, qrCode, items, email } = await open()
  const reply = await subscribe(qrCode, { email, language: 'de' })
  assert.equal(reply.status, 201)
  assert.deepEqual([reply.json.data.channel, reply.json.data.state], ['EMAIL', 'PENDING'])
  await server.drain()
  const [asked] = mailsTo(email)
  assert.match(asked?.subject ?? '', /^Bitte bestätigen/)
  const path = pathIn(asked?.text)
  for (const method of ['GET', 'HEAD']) assert.equal((await server.call(method, path)).status, 200)
  await setState(tenant, items[0]?.id, 'DEGRADED')
  await server.drain()
  assert.equal(mailsTo(email).length, 1, 'nobody who has not confirmed gets a status mail')

  const page = await server.call('GET', path)
  assert.match(page.text, /<button name="action" value="confirm"/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/)
  assert.equal(page.headers.get('cache-control'), 'no-store')
  const confirmed = await post(path, 'action=confirm')
  assert.equal(confirmed.status, 200)
  assert.match(confirmed.text, /Keine E-Mails mehr/)
  await setState(tenant, items[0]?.id, 'OUT_OF_ORDER')
  await server.drain()
  const mail = mailsTo(email)[1]
  assert.match(mail?.subject ?? '', /^Außer Betrieb: Washroom 1/)
  assert.match(mail?.text ?? '', /A pump failed/)
  assert.match(mail?.text ?? '', new RegExp(`/status/${qrCode}`))
  assert.equal(mail?.headers?.['List-Unsubscribe'], `<http://localhost:3000${path}>`)
})

test('The button, and the one-click request of email programs in either form, end the subscription and erase the address', async () => {
  const bodies: [string, string][] = [
    ['action=stop', 'application/x-www-form-urlencoded'],
    ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
  ]
  for (const [body, type] of bodies) {
    const { tenant, qrCode, items, email } = await open()
    await subscribe(qrCode, { email })
    await server.drain()
    const path = pathIn(mailsTo(email)[0]?.text)
    await post(path, 'action=confirm')
    assert.equal((await post(path, body, type)).status, 200)
    assert.deepEqual(await rows(tenant), [])
    assert.equal((await post(path, body, type)).status, 200, 'a repetition is answered like the first')
    await setState(tenant, items[0]?.id, 'OUT_OF_ORDER')
    await server.drain()
    assert.equal(mailsTo(email).length, 1)
  }
})

test('A subscription to one item gets emails about that item only', async () => {
  const { tenant, qrCode, items, email } = await open()
  await subscribe(qrCode, { email, itemId: items[1]?.id })
  await server.drain()
  await post(pathIn(mailsTo(email)[0]?.text), 'action=confirm')
  await setState(tenant, items[0]?.id, 'OUT_OF_ORDER')
  await server.drain()
  assert.equal(mailsTo(email).length, 1)
  await setState(tenant, items[1]?.id, 'MAINTENANCE')
  await server.drain()
  assert.match(mailsTo(email)[1]?.text ?? '', /Toilets/)
})

for (const language of ['en', 'de', 'ar'])
  test(`Status emails in ${language} come from the organisation, say what the page says and open it in that language`, async () => {
    const { tenant, qrCode, items, email } = await open()
    const { branding } = (await server.call<StatusPage>('GET', `/api/status/${qrCode}`)).json.data
    await subscribe(qrCode, { email, language })
    await server.drain()
    await post(pathIn(mailsTo(email)[0]?.text), 'action=confirm')
    for (const state of ['DEGRADED', 'OUT_OF_ORDER', 'MAINTENANCE']) {
      await setState(tenant, items[1]?.id, state)
      await server.drain()
      const mail = mailsTo(email).at(-1)
      const path = `/status/${qrCode}?lang=${language}`
      assert.ok(mail?.text.includes(path), path)
      const page = await server.call('GET', path)
      const word = new RegExp(`class="state ${state}[^"]*">.*?</svg>([^<]+)<`).exec(page.text)?.[1] ?? '-'
      assert.equal(mail?.subject.split(':')[0], word)
      const item = (await server.call<StatusPage>('GET', `/api/status/${qrCode}?language=${language}`)).json
        .data.items[1]
      for (const part of [word, item?.name ?? '-']) assert.ok(mail?.text.includes(part), part)
    }
    assert.deepEqual(
      mailsTo(email).map(({ fromName, html }) => [fromName, html.includes(`>${branding.name}</td>`)]),
      Array.from({ length: 4 }, () => [branding.name, true]),
    )
  })

test('Subscribing twice sends one email; the answer does not reveal whether an address is known', async () => {
  const { tenant, qrCode, email } = await open()
  const replies = await Promise.all(Array.from({ length: 20 }, () => subscribe(qrCode, { email })))
  assert.ok(replies.every(({ status, json }) => status === 201 && json.data.state === 'PENDING'))
  assert.equal(new Set(replies.map(({ json }) => json.data.id)).size, 20)
  await server.drain()
  assert.equal(mailsTo(email).length, 1)
  await post(pathIn(mailsTo(email)[0]?.text), 'action=confirm')
  assert.equal((await subscribe(qrCode, { email })).json.data.state, 'PENDING')
  await server.drain()
  assert.equal(mailsTo(email).length, 1)
  assert.equal((await rows(tenant)).length, 1)
})

test('Nobody can fill a mailbox: at most five confirmation emails a day to one address', async () => {
  const { tenant, buildingId, email } = await open()
  for (let index = 0; index < 8; index++) {
    const amenity = await server.call<{ qrCode: string }>('POST', '/api/admin/amenities', {
      token: tenant.admin.token,
      body: { name: `Room ${index}`, buildingId },
    })
    assert.equal((await subscribe(amenity.json.data.qrCode, { email })).status, 201)
  }
  await server.drain()
  assert.equal(mailsTo(email).length, 5)
})

test('An address that is entered every quarter of an hour, and declines each time, gets five confirmation emails a day', async () => {
  const { tenant, qrCode, email } = await open()
  const ask = async (): Promise<void> => {
    const { status, json } = await subscribe(qrCode, { email })
    assert.deepEqual([status, json.data.state], [201, 'PENDING'])
    await server.drain()
  }
  for (let quarter = 0; quarter < 8; quarter++) {
    await ask()
    if (quarter % 2 === 1) {
      await post(pathIn(mailsTo(email).at(-1)?.text), 'action=stop')
      await ask()
    }
    server.clock.advance(15 * 60_000)
  }
  assert.equal(mailsTo(email).length, 5)
  server.clock.advance(24 * 3600_000)
  await ask()
  assert.equal(mailsTo(email).length, 6)
  const noted = await tenant.inside((ctx) => ctx.db.selectFrom('status_ask').select('address').execute())
  assert.equal(noted.length, 1, 'of those that are over nothing is kept')
  assert.ok(!JSON.stringify(noted).includes(email))
})

test('A confirmation link that is sent again is valid for three days from then', async () => {
  const { tenant, qrCode, email } = await open()
  await subscribe(qrCode, { email })
  server.clock.advance(3 * 24 * 3600_000 - 60_000)
  await subscribe(qrCode, { email })
  server.clock.advance(2 * 24 * 3600_000)
  await server.drain()
  await post(pathIn(mailsTo(email)[1]?.text), 'action=confirm')
  assert.deepEqual(
    (await rows(tenant)).map(({ confirmed_at: at }) => at !== null),
    [true],
  )
})

test('The same Idempotency-Key gets the first answer again', async () => {
  const { qrCode, email } = await open()
  const first = await subscribe(qrCode, { email }, { 'idempotency-key': 'k1' })
  assert.deepEqual(
    (await subscribe(qrCode, { email }, { 'idempotency-key': 'k1' })).json.data,
    first.json.data,
  )
})

test('Only email is offered: a missing or invalid address is refused, and so is a foreign item', async () => {
  const [mine, theirs] = [await open(), await open()]
  const push = { endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' } }
  for (const body of [{}, { push }, { email: 'nobody' }, { email: 'a@b.example, c@d.example' }]) {
    assert.equal((await subscribe(mine.qrCode, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  }
  const path = '/api/status/{qrCode}/subscribe'
  const { paths } = (await server.call('GET', '/openapi.json')).json as unknown as {
    paths: Record<string, unknown>
  }
  assert.doesNotMatch(JSON.stringify(paths[path]), /push/i)
  // Unknown fields are ignored, as everywhere.
  assert.equal((await subscribe(mine.qrCode, { email: mine.email, push })).json.data.channel, 'EMAIL')
  assert.equal(
    (await subscribe(mine.qrCode, { email: mine.email, itemId: theirs.items[0]?.id })).json.code,
    'NOT_FOUND',
  )
  assert.equal((await subscribe('ZZZZZZZZZZZZZZZZZZZZ', { email: mine.email })).json.code, 'NOT_FOUND')
})

test('An unconfirmed address is deleted after three days', async () => {
  const { tenant, qrCode, email } = await open()
  await subscribe(qrCode, { email })
  server.clock.advance(3 * 24 * 3600_000 + 1000)
  await server.drain()
  assert.deepEqual(await rows(tenant), [])
})

test('A token that is forged, or for another purpose, is refused', async () => {
  const { tenant, qrCode, email } = await open()
  await subscribe(qrCode, { email })
  await server.drain()
  const path = pathIn(mailsTo(email)[0]?.text)
  const other = server.built.platform.keys.seal('tracking', tenant.id, tenant.admin.id)
  const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A')
  for (const wrong of [changed, `/m/${other}`, '/m/x', '/m/%00']) {
    assert.equal((await server.call('GET', wrong)).status, 404)
    assert.equal((await post(wrong, 'action=confirm')).status, 404)
  }
  assert.equal((await rows(tenant))[0]?.confirmed_at, null)
})
