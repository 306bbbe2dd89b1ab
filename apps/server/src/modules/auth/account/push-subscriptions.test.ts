import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Me, TokenPair } from '#contracts/auth.ts'
import { newId } from '#server/platform/ids.ts'
import { startPushService } from '#server/platform/push/testing/test-browser.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const service = await startPushService()
after(() => service.close())
const server = await startTestServer({ own: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const minute = 60_000

const read = async (token: string): Promise<Me> =>
  (await server.call<Me>('GET', '/api/auth/me', { token })).json.data
const update = (token: string, body: unknown) => server.call<Me>('PATCH', '/api/auth/me', { token, body })
const add = (token: string, subscription = service.subscribe().subscription) =>
  update(token, { pushSubscriptions: { add: subscription } })
const devicesOf = async (token: string) => (await read(token)).user?.pushSubscriptions ?? []
const rowsOf = (tenant: TestTenant) =>
  tenant.inside((ctx) =>
    ctx.run<{ user_id: string }>('select * from push_subscription where tenant_id = $1', [tenant.id]),
  )

/** A further sign-in of the same person. */
const signIn = async (tenant: TestTenant, person: TestPerson): Promise<string> => {
  const { startSession } = await import('#server/modules/auth/public.ts')
  const pair: TokenPair = await tenant.inside((ctx) =>
    startSession(ctx, { id: person.id, roles: ['TECHNICIAN'] }, 'Phone', 'SSO'),
  )
  return pair.accessToken
}

test('A device is added, shown without its keys and address, and removed by its id', async () => {
  const { technician } = await createTenant(server)
  const browser = service.subscribe()
  const added = await add(technician.token, browser.subscription)
  assert.equal(added.status, 200, added.text)
  assert.match(added.json.data.pushKey, /^[\w-]{87}$/)
  const [device, ...more] = added.json.data.user?.pushSubscriptions ?? []
  assert.deepEqual(more, [])
  assert.deepEqual([device?.device, device?.current, device?.lastReceiptAt], ['Test', true, null])
  const { endpoint, keys } = browser.subscription
  for (const secret of [endpoint, keys.auth, keys.p256dh]) assert.ok(!added.text.includes(secret))
  const again = await add(technician.token, browser.subscription)
  assert.deepEqual(again.json.data.user?.pushSubscriptions, [device], 'the same again changes nothing')
  const removed = await update(technician.token, { pushSubscriptions: { remove: device?.id } })
  assert.deepEqual([removed.status, removed.json.data.user?.pushSubscriptions], [200, []])
})

test('A session has one device and a person at most ten; an eleventh replaces the oldest', async () => {
  const tenant = await createTenant(server)
  const { technician } = tenant
  await add(technician.token)
  const [first] = await devicesOf(technician.token)
  await add(technician.token)
  const [second, ...more] = await devicesOf(technician.token)
  assert.deepEqual([more.length, first?.id === second?.id], [0, false])
  for (let n = 0; n < 10; n++) {
    server.clock.advance(1000)
    assert.equal((await add(await signIn(tenant, technician))).status, 200)
  }
  const devices = await devicesOf(technician.token)
  assert.equal(devices.length, 10)
  assert.ok(!devices.some(({ id }) => id === second?.id))
  assert.equal((await rowsOf(tenant)).length, 10)
})

test('An address inside the network and malformed keys are VALIDATION_ERROR, and nothing is stored', async () => {
  const tenant = await createTenant(server)
  const { subscription } = service.subscribe()
  const strict = await startTestServer({ beside: server, worker: false })
  const bad: readonly (readonly [object, string])[] = [
    [{ ...subscription, endpoint: 'https://10.0.0.7/push' }, 'endpoint'],
    [{ ...subscription, endpoint: 'https://169.254.169.254/latest' }, 'endpoint'],
    [{ ...subscription, endpoint: 'https://[::1]/push' }, 'endpoint'],
    [{ ...subscription, endpoint: 'https://intranet/push' }, 'endpoint'],
    [{ ...subscription, endpoint: 'https://user:pass@push.example.com/1' }, 'endpoint'],
    [{ ...subscription, endpoint: 'http://push.example.com/1' }, 'endpoint'],
    [{ ...subscription, endpoint: 'javascript:alert(1)' }, 'endpoint'],
    [{ ...subscription, endpoint: `https://push.example.com/${'x'.repeat(2000)}` }, 'endpoint'],
    [{ endpoint: 'https://push.example.com/1', keys: { ...subscription.keys, auth: 'short' } }, 'auth'],
    [
      { endpoint: 'https://push.example.com/1', keys: { ...subscription.keys, p256dh: 'B'.repeat(87) } },
      'p256dh',
    ],
    [{ endpoint: 'https://push.example.com/1' }, 'keys'],
  ]
  for (const [subscriptionIn, field] of bad) {
    const reply = await strict.call('PATCH', '/api/auth/me', {
      token: tenant.technician.token,
      body: { pushSubscriptions: { add: subscriptionIn } },
    })
    assert.deepEqual(
      [reply.status, reply.json.code],
      [400, 'VALIDATION_ERROR'],
      JSON.stringify(subscriptionIn),
    )
    assert.match(reply.json.error, new RegExp(field))
  }
  assert.deepEqual(await rowsOf(tenant), [])
})

test('Another person’s device is NOT_FOUND with the same bytes as an unknown one, and stays', async () => {
  const tenant = await createTenant(server)
  const other = await createTenant(server)
  for (const person of [tenant.manager, other.manager]) await add(person.token)
  const ids = [
    (await devicesOf(tenant.manager.token))[0]?.id,
    (await devicesOf(other.manager.token))[0]?.id,
    newId(Date.now()),
  ]
  const replies = await Promise.all(
    ids.map((remove) => update(tenant.technician.token, { pushSubscriptions: { remove } })),
  )
  for (const reply of replies) assert.deepEqual([reply.status, reply.text], [404, replies[0]?.text])
  assert.equal((await devicesOf(tenant.manager.token)).length, 1)
})

test('A phone that changes hands without a sign-out belongs to the person who signed in last', async () => {
  const tenant = await createTenant(server)
  const { subscription } = service.subscribe()
  await add(tenant.technician.token, subscription)
  await add(tenant.manager.token, subscription)
  assert.deepEqual(
    (await rowsOf(tenant)).map(({ user_id }) => user_id),
    [tenant.manager.id],
  )
})

test('Signing out, ending the session, disabling, removing and erasing a person each remove the device', async () => {
  const tenant = await createTenant(server)
  const { admin } = tenant
  const ways: readonly ((person: TestPerson, phone: string) => Promise<{ status: number; text: string }>)[] =
    [
      (_person, phone) => server.call('POST', '/api/auth/logout', { token: phone }),
      (person) =>
        server.call('POST', '/api/auth/logout', { token: person.token, body: { everywhere: true } }),
      async (person) => {
        const { sessions } = await read(person.token)
        return update(person.token, { endSession: sessions.find(({ current }) => !current)?.id })
      },
      (person) =>
        server.call('PATCH', `/api/admin/users/${person.id}`, {
          token: admin.token,
          body: { active: false },
        }),
      (person) => server.call('DELETE', `/api/admin/users/${person.id}`, { token: admin.token }),
    ]
  for (const end of ways) {
    const person = await tenant.person(['TECHNICIAN'])
    const phone = await signIn(tenant, person)
    assert.equal((await add(phone)).status, 200)
    assert.equal((await rowsOf(tenant)).length, 1)
    const reply = await end(person, phone)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(await rowsOf(tenant), [])
  }
})

test('A test notification goes to the devices that are on, otherwise by email, at any hour; the answer says which', async () => {
  const { technician } = await createTenant(server)
  await update(technician.token, { quietHours: { from: '00:00', to: '23:59' } })
  const byMail = await update(technician.token, { testNotification: true })
  assert.deepEqual(byMail.json.data.testNotification, { by: 'MAIL', devices: 0 })
  await server.drain()
  assert.deepEqual(
    [server.mails.at(-1)?.to, server.mails.at(-1)?.subject],
    [technician.email, 'Test from Wellkept'],
  )
  const browser = service.subscribe()
  await add(technician.token, browser.subscription)
  const byPush = await update(technician.token, { testNotification: true })
  assert.deepEqual(byPush.json.data.testNotification, { by: 'PUSH', devices: 1 })
  assert.equal((await read(technician.token)).testNotification, undefined)
  await server.drain()
  const { payload } = browser.received[0] ?? {}
  assert.deepEqual([payload?.title, payload?.path], ['Test from Wellkept', '/app/work/me/notifications'])
  assert.equal((await server.call('POST', payload?.receipt ?? '')).status, 204)
  assert.ok((await devicesOf(technician.token))[0]?.lastReceiptAt)
  const before = server.mails.length
  server.clock.advance(11 * minute)
  await server.drain()
  assert.equal(server.mails.length, before)
})

test('The sixth test notification within ten minutes is RATE_LIMITED and says when the next is allowed', async () => {
  const { technician, manager } = await createTenant(server)
  const ask = (person: TestPerson) => update(person.token, { testNotification: true })
  for (let n = 0; n < 5; n++) assert.equal((await ask(technician)).status, 200)
  server.clock.advance(minute)
  const refused = await ask(technician)
  assert.deepEqual([refused.status, refused.json.code], [429, 'RATE_LIMITED'])
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 500 && seconds <= 540, String(seconds))
  assert.equal((await ask(manager)).status, 200)
  server.clock.advance(9 * minute + 1000)
  assert.equal((await ask(technician)).status, 200)
})

test('A receipt with a forged token is 404, and such guesses consume the failed-attempt bucket', async () => {
  const strict = await startTestServer({ own: true, limits: 'spec', worker: false })
  const from = '198.51.100.9'
  const statuses = []
  for (let n = 0; n < 12; n++)
    statuses.push((await strict.call('POST', `/m/${'A'.repeat(59)}`, { from })).status)
  assert.deepEqual(statuses, [...Array(10).fill(404), 429, 429])
})

test('Two instances sign with the same key, which is stored nowhere in readable form', async () => {
  const second = await startTestServer({ beside: server, worker: false })
  assert.deepEqual(second.built.platform.pushKeys, server.built.platform.pushKeys)
  const { privateKey } = server.built.platform.pushKeys
  const { rows } = await server.built.platform.databases.worker
    .query('select * from push_key')
    .catch((error: Error) => ({ rows: [error.message] }))
  assert.deepEqual(rows, ['permission denied for table push_key'])
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  const dumped = await owner.query('select sealed from push_key')
  await owner.end()
  assert.deepEqual([dumped.rows.length, JSON.stringify(dumped.rows).includes(privateKey)], [1, false])
})
