/** Maintenance: staff can read, visitors notice nothing, and what they send is processed when it ends. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { MaintenanceRecord, SystemHealth } from '#contracts/system.ts'
import { startTestServer, systemSecret, type TestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ own: true })
const http = await startTestServer({ beside: server, worker: false })
const password = 'a-lamp-under-the-stairs'

const set = async (
  body: { on: boolean; message?: string },
  at: TestServer = server,
): Promise<MaintenanceRecord> => {
  const reply = await at.call<MaintenanceRecord>('PUT', '/api/system/maintenance', {
    secret: systemSecret,
    body,
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
const within = async (milliseconds: number, what: string, is: () => Promise<boolean>): Promise<void> => {
  const began = performance.now()
  for (;;) {
    const asked = performance.now() - began
    if (await is()) return
    assert.ok(asked < milliseconds, `${what} not within ${milliseconds} ms`)
    await delay(20)
  }
}
const eventsWaiting = async (): Promise<number> => {
  const { rows } = await server.built.platform.databases.worker.query<{ n: number }>(
    'select count(*) as n from event where dispatched_at is null',
  )
  return rows[0]?.n ?? 0
}

beforeEach(async () => {
  await set({ on: false })
  await set({ on: false }, http)
  await server.drain()
})

test('Every instance refuses writes of staff within a second, with the message and Retry-After, and allows reads', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const { key } = await createKey(server, tenant, 'read', 'write')
  const write = (at: TestServer, credential: { token?: string; key?: string }) =>
    at.call('POST', '/api/tasks', { ...credential, body: { title: 'Lamp' } })
  const state = await set({ on: true, message: 'Back at 14:00' })
  assert.equal(state.on, true)
  assert.ok(state.since && Math.abs(Date.parse(state.since) - Date.now()) < 60_000)
  assert.equal((await write(server, { token })).status, 503)
  await within(1000, 'the other instance', async () => (await write(http, { token })).status === 503)
  for (const at of [server, http])
    for (const credential of [{ token }, { key }]) {
      const refused = await write(at, credential)
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.error, refused.headers.get('retry-after')],
        [503, 'SERVICE_UNAVAILABLE', 'Back at 14:00', '120'],
      )
      assert.equal(refused.headers.get('x-maintenance'), 'told')
      assert.equal((await at.call('GET', '/api/tasks', credential)).status, 200)
    }
  assert.equal((await server.call('GET', '/readyz')).status, 200)
  const found = await http.call<SystemHealth>('GET', '/api/system/health', { secret: systemSecret })
  assert.deepEqual(found.json.data.maintenance, state)
  // Callers without the right to write get the same answer as always.
  const technician = await server.call('POST', '/api/admin/buildings', {
    token: tenant.technician.token,
    body: {},
  })
  assert.equal(technician.json.code, 'FORBIDDEN')
  await set({ on: false }, http)
  assert.equal((await write(http, { token })).status, 201)
  await within(1000, 'the first instance', async () => (await write(server, { token })).status === 201)
})

test('Signing in, refreshing, changing a password and signing out work; what would need an email is refused', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  await set({ on: true })
  const login = await server.call<{ tokens: { accessToken: string; refreshToken: string } }>(
    'POST',
    '/api/auth/login',
    {
      body: { email: person.email, password },
    },
  )
  assert.equal(login.status, 200, login.text)
  const { accessToken: token, refreshToken } = login.json.data.tokens
  assert.equal((await server.call('POST', '/api/auth/refresh', { body: { refreshToken } })).status, 200)
  assert.equal((await server.call('GET', '/api/auth/me', { token })).status, 200)
  const changed = await server.call('POST', '/api/auth/change-password', {
    token,
    body: { currentPassword: password, newPassword: 'seven green bottles on a wall' },
  })
  assert.equal(changed.status, 200, changed.text)
  assert.equal((await server.call('POST', '/api/auth/logout', { token })).status, 200)
  for (const [path, body] of [
    ['magic-link/request', { email: person.email }],
    ['reset-password', { email: person.email }],
    ['register', { organisation: 'New', name: 'New', email: 'new@maintenance.example', password }],
  ] as const) {
    const reply = await server.call('POST', `/api/auth/${path}`, { body })
    assert.deepEqual([reply.status, reply.json.code], [503, 'SERVICE_UNAVAILABLE'], path)
    assert.match(reply.json.error, /under maintenance/)
    assert.equal(reply.headers.get('x-maintenance'), 'on')
  }
})

test('A reset and an invitation that were emailed before are accepted, because they need no further email', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const invited = 'invited@maintenance.example'
  const asked = await server.call('POST', '/api/auth/reset-password', { body: { email: person.email } })
  assert.equal(asked.status, 200, asked.text)
  const added = await server.call('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email: invited, name: 'New', roles: ['TECHNICIAN'] },
  })
  assert.equal(added.status, 201, added.text)
  await server.drain()
  const tokenTo = (email: string): string =>
    /#token=([\w-]+)/.exec(server.mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
  await set({ on: true })
  const take = (token: string, more: object = {}) =>
    server.call('POST', '/api/auth/reset-password', { body: { token, ...more } })
  const reset = await take(tokenTo(person.email), { password: 'seven green bottles on a wall' })
  assert.equal(reset.status, 200, reset.text)
  const joined = await take(tokenTo(invited), { name: 'Nele' })
  assert.equal(joined.status, 200, joined.text)
  // An invalid token is refused as always.
  assert.equal((await take('x'.repeat(59))).json.code, 'UNAUTHORIZED')
})

test('Visitors’ reports and photos are accepted, no event is processed and no email sent; all are when it ends', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  await server.drain()
  await set({ on: true })
  const mails = server.mails.length
  for (const at of [server, http]) {
    const sent = await at.call<{ trackingToken: string }>('POST', '/api/feedback', {
      body: { qrCode, rating: 1, issues: ['LEAK'], comment: 'Wet' },
    })
    assert.equal(sent.status, 201, sent.text)
    const track = await at.call('GET', `/api/feedback/track/${sent.json.data.trackingToken}`)
    assert.equal(track.status, 200)
    assert.equal(
      (await at.call('POST', `/api/status/${qrCode}/report`, { body: { comment: 'Broken' } })).status,
      201,
    )
    assert.equal((await at.call('GET', `/q/${qrCode}`)).status, 200)
  }
  const upload = await server.call('POST', '/api/feedback/upload-url', {
    body: { qrCode, contentType: 'image/jpeg', size: 100 },
  })
  assert.ok(upload.status < 300, upload.text)
  await delay(2500)
  assert.ok((await eventsWaiting()) >= 4)
  const tasks = () => server.call('GET', '/api/tasks', { token: tenant.admin.token })
  assert.equal((await tasks()).json.total, 0)
  assert.equal(server.mails.length, mails)
  await set({ on: false }, http)
  await within(60_000, 'the work', async () => (await tasks()).json.total >= 1)
  await server.drain()
  assert.equal(await eventsWaiting(), 0)
})

test('A safety report is processed during maintenance, with its task and emails; other reports wait', async () => {
  const tenant = await createTenant(server)
  const lift = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift 1' })
  const other = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift 2' })
  const third = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift 3' })
  await server.drain()
  await set({ on: true })
  const tasks = async (): Promise<{ category: string; priority: string }[]> =>
    (
      await server.call<{ category: string; priority: string }[]>('GET', '/api/tasks', {
        token: tenant.admin.token,
      })
    ).json.data
  const mailed = () => server.mails.filter(({ to }) => to === tenant.technician.email).length
  const before = mailed()
  const send = (qrCode: string, issue: string, headers = {}) =>
    http.call('POST', '/api/feedback', { body: { qrCode, issues: [issue] }, headers })
  assert.equal((await send(lift.qrCode, 'STRANGE_NOISE')).status, 201)
  assert.equal((await send(lift.qrCode, 'PERSON_TRAPPED')).status, 201)
  await within(10_000, 'the task', async () => (await tasks()).length === 1)
  await within(10_000, 'the mail', async () => mailed() > before)
  // The other routes: with an Idempotency-Key, and as a report on the status page.
  assert.equal((await send(other.qrCode, 'PERSON_TRAPPED', { 'idempotency-key': 'a' })).status, 201)
  await within(10_000, 'the second task', async () => (await tasks()).length === 2)
  const reported = await http.call('POST', `/api/status/${third.qrCode}/report`, {
    body: { issue: 'PERSON_TRAPPED' },
  })
  assert.equal(reported.status, 201, reported.text)
  await within(10_000, 'the third task', async () => (await tasks()).length === 3)
  for (const { category, priority } of await tasks())
    assert.deepEqual([category, priority], ['PERSON_TRAPPED', 'URGENT'])
  assert.ok((await eventsWaiting()) >= 1, 'the noise waits')
  // Its scheduled jobs are urgent too.
  const urgent = await tenant.inside(({ run }) =>
    run<{ kind: string }>('select kind from due_work where tenant_id = $1 and urgent', [tenant.id]),
  )
  assert.ok(
    urgent.some(({ kind }) => kind === 'sla.moment'),
    JSON.stringify(urgent),
  )
  await set({ on: false }, http)
  await server.drain()
  assert.equal(await eventsWaiting(), 0)
})

test('Unsubscribing works during maintenance, by the button and by the one-click of mail programs', async () => {
  const { id, manager, admin } = await createTenant(server)
  await set({ on: true })
  for (const [person, body] of [
    [manager, 'action=stop'],
    [admin, 'List-Unsubscribe=One-Click'],
  ] as const) {
    const path = `/m/${server.built.platform.keys.seal('digest', id, person.id)}`
    assert.match((await server.call('GET', path)).text, /You get an email each morning/)
    const reply = await server.call('POST', path, {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.deepEqual([reply.status, /You get no emails from us/.test(reply.text)], [200, true])
  }
})

test('An email that waits for a retry is not sent before it ends', async () => {
  const tenant = await createTenant(server)
  const email = 'patient@maintenance.example'
  await tenant.person(['ADMIN'], { email })
  const { mail } = server.built.platform
  const { send } = mail
  let tries = 0
  const fail = async (): Promise<void> => {
    tries++
    throw new Error('away')
  }
  Object.assign(mail, { send: fail })
  await server.call('POST', '/api/auth/magic-link/request', { body: { email } })
  await within(60_000, 'the first try', async () => tries > 0)
  await set({ on: true })
  Object.assign(mail, { send })
  await delay(5000)
  assert.deepEqual(
    server.mails.filter(({ to }) => to === email),
    [],
  )
  await set({ on: false })
  await within(60_000, 'the mail', async () => server.mails.some(({ to }) => to === email))
})

test('The same call again changes nothing; another message replaces it, and switching off deletes it', async () => {
  const first = await set({ on: true, message: 'One' })
  assert.deepEqual(await set({ on: true, message: 'One' }, http), first)
  assert.deepEqual(await set({ on: true, message: 'Two' }), { ...first, message: 'Two' })
  assert.deepEqual(await set({ on: false, message: 'Three' }), { on: false, message: '', since: null })
  assert.deepEqual(await set({ on: false }), { on: false, message: '', since: null })
})

test('It stays on over a restart, and a worker that starts during it processes nothing before it ends', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  await server.drain()
  await set({ on: true, message: 'Moving' })
  const again = await startTestServer({ beside: server })
  const refused = await again.call('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: { title: 'Lamp' },
  })
  assert.deepEqual([refused.status, refused.json.error], [503, 'Moving'])
  await again.call('POST', '/api/feedback', { body: { qrCode, rating: 1, issues: ['LEAK'] } })
  await delay(1500)
  assert.ok((await eventsWaiting()) >= 1)
  await set({ on: false })
  await within(60_000, 'the work', async () => (await eventsWaiting()) === 0)
})

test('A message is one line of at most 200 characters', async () => {
  for (const body of [
    {},
    { on: 'true' },
    { on: true, message: 'x'.repeat(201) },
    { on: true, message: 'a\nb' },
    { on: true, message: 'a\u202eb' },
  ]) {
    const reply = await server.call('PUT', '/api/system/maintenance', { secret: systemSecret, body })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  }
})
