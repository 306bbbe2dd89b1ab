/**
 * Access removed by one instance ends on the other within a second, and one-time actions happen once on both.
 * @external instances share state in PostgreSQL or Redis
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { redisUrl } from '#server/platform/gate/limits/testing/test-stores.ts'
import { crowding } from './crowding.ts'
import { type CallOptions, type Reply, startTestServer, type TestServer } from './server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from './world.ts'

const redis = redisUrl(14)
const env = redis ? { REDIS_URL: redis } : {}
const first = await startTestServer({ sharedLimits: true, env })
const second = await startTestServer({ worker: false, beside: first, env })
const either = (index: number): TestServer => (index % 2 === 0 ? first : second)

/** Calls the second instance continuously; returns how long it admitted the caller after `change` was answered. */
const letInAfter = async (
  options: CallOptions,
  refused: string,
  change: () => Promise<Reply>,
): Promise<number> => {
  const ask = () => second.call('GET', '/api/admin/buildings', options)
  for (let index = 0; index < 5; index++) assert.equal((await ask()).status, 200)
  const changed = await change()
  assert.ok(changed.status < 300, changed.text)
  const from = performance.now()
  let last = 0
  for (;;) {
    const sent = performance.now() - from
    const reply = await ask()
    if (reply.status === 200) last = sent
    else assert.equal(reply.json.code, refused, reply.text)
    assert.ok(sent < 3000 || reply.status !== 200, 'still let in after three seconds')
    if (sent > last + 700 && reply.status !== 200) return last
    await delay(20)
  }
}

const withPerson = async (
  tenant: TestTenant,
  refused: string,
  change: (person: { id: string; token: string }) => Promise<Reply>,
): Promise<number> => {
  const person = await tenant.person(['ADMIN'], { password: 'a-lamp-under-the-stairs' })
  return letInAfter({ token: person.token }, refused, () => change(person))
}

test('A person who is disabled, removed, signed out or without the role, and a revoked key, are refused on the other instance within a second', async () => {
  const tenant = await createTenant(first)
  const admin = { token: tenant.admin.token }
  const times: Record<string, number> = {
    disabled: await withPerson(tenant, 'UNAUTHORIZED', ({ id }) =>
      first.call('PATCH', `/api/admin/users/${id}`, { ...admin, body: { active: false } }),
    ),
    removed: await withPerson(tenant, 'UNAUTHORIZED', ({ id }) =>
      first.call('DELETE', `/api/admin/users/${id}`, admin),
    ),
    'signed out': await withPerson(tenant, 'UNAUTHORIZED', ({ token }) =>
      first.call('POST', '/api/auth/logout', { token }),
    ),
    'without the role': await withPerson(tenant, 'FORBIDDEN', ({ id }) =>
      first.call('PATCH', `/api/admin/users/${id}`, { ...admin, body: { roles: ['TECHNICIAN'] } }),
    ),
  }
  const key = await createKey(first, tenant, 'read')
  times['key revoked'] = await letInAfter({ key: key.key }, 'UNAUTHORIZED', () =>
    first.call('DELETE', `/api/admin/api-keys/${key.id}`, admin),
  )
  const second = 1000 * crowding()
  for (const [what, ms] of Object.entries(times)) assert.ok(ms <= second, `${what}: ${ms} ms`)
  assert.equal(times['key revoked'], 0, 'a key is read for each request')
})

test('An instance caches the target of a code; a change on another instance applies within a second', async () => {
  const tenant = await createTenant(first)
  const admin = { token: tenant.admin.token }
  const leadsTo = async (qrCode: string): Promise<string> => {
    const { status, json } = await second.call('POST', '/api/feedback', { body: { qrCode, rating: 4 } })
    return status === 201 ? 'a place' : json.code
  }
  for (const [method, act, becomes] of [
    ['DELETE', '', 'QR_NOT_CONFIGURED'],
    ['POST', '/qr-code/rotate', 'NOT_FOUND'],
  ] as const) {
    const { amenityId, qrCode } = await createPlace(first, tenant)
    assert.equal(await leadsTo(qrCode), 'a place')
    const changed = await first.call(method, `/api/admin/amenities/${amenityId}${act}`, admin)
    assert.ok(changed.status < 300, changed.text)
    const from = performance.now()
    for (let ms = 0; (await leadsTo(qrCode)) !== becomes; ms = performance.now() - from) {
      assert.ok(ms <= 1000 * crowding(), `${becomes}: not after ${ms} ms`)
      await delay(50)
    }
  }
})

test('A refresh token, an emailed link and an Idempotency-Key work once, sent to both instances simultaneously', async () => {
  const tenant = await createTenant(first)
  const { refreshToken } = tenant.manager
  const pairs = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      either(index).call('POST', '/api/auth/refresh', { body: { refreshToken } }),
    ),
  )
  assert.equal(pairs.filter(({ status }) => status === 200).length, 1)

  await second.call('POST', '/api/auth/magic-link/request', { body: { email: tenant.technician.email } })
  await first.drain()
  const mail = first.mails.findLast(({ to }) => to === tenant.technician.email)
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  assert.ok(token)
  const signIns = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      either(index).call('GET', `/api/auth/magic-link/verify?token=${token}`),
    ),
  )
  assert.equal(signIns.filter(({ status }) => status === 200).length, 1)

  const creations = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      either(index).call('POST', '/api/admin/buildings', {
        token: tenant.admin.token,
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'once' },
      }),
    ),
  )
  assert.ok(creations.every(({ status }) => status === 201 || status === 409))
  const list = await second.call('GET', '/api/admin/buildings', { token: tenant.admin.token })
  assert.equal(list.json.total, 1)
})
