import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { TokenPair } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const { keys } = server.built.platform
const password = 'a-lamp-under-the-stairs'

const login = (email: string, given = password) =>
  server.call<{ tokens: TokenPair }>('POST', '/api/auth/login', { body: { email, password: given } })
const row = (tenant: TestTenant, id: string) =>
  tenant.inside(({ db }) =>
    db
      .selectFrom('app_user')
      .select(['password_hash', 'failed_sign_ins'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const set = (tenant: TestTenant, id: string, columns: { password_hash?: string; failed_sign_ins?: number }) =>
  tenant.inside(({ db }) => db.updateTable('app_user').set(columns).where('id', '=', id).execute())

test('A password hashed with another cost still works, and is rehashed with the current cost when it is used', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'])
  const nonce = randomBytes(16)
  const cheap = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
  const hash = argon2Sync('argon2id', { message: password, nonce, ...cheap })
  const stored = `argon2id$8192,1,1$${nonce.toString('base64url')}$${hash.toString('base64url')}`
  await set(tenant, person.id, { password_hash: stored })
  assert.equal((await login(person.email, 'not the password')).status, 401)
  assert.equal((await row(tenant, person.id)).password_hash, stored)
  assert.equal((await login(person.email)).status, 200)
  const renewed = (await row(tenant, person.id)).password_hash
  assert.match(renewed ?? '', /^argon2id\$19456,2,1\$/)
  assert.equal((await login(person.email)).status, 200)
  assert.equal((await row(tenant, person.id)).password_hash, renewed, 'today’s cost is left as it is')
})

test('After a hundred wrong passwords in a row the password no longer works, until an emailed link was used; other ways to sign in still do', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const wrong = await Promise.all(Array.from({ length: 10 }, () => login(person.email, 'not the password')))
  assert.equal((await row(tenant, person.id)).failed_sign_ins, 10)
  assert.equal((await login(person.email)).status, 200)
  assert.equal((await row(tenant, person.id)).failed_sign_ins, 0, 'in a row')
  await set(tenant, person.id, { failed_sign_ins: 99 })
  assert.equal((await login(person.email, 'not the password')).status, 401)
  const closed = await login(person.email)
  assert.deepEqual([closed.status, closed.text], [401, wrong[0]?.text])
  assert.equal((await server.call('GET', '/api/auth/me', { token: person.token })).status, 200)
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: person.email } })
  const link = await tenant.inside(({ db }) =>
    db.selectFrom('mail_link').select('id').where('user_id', '=', person.id).executeTakeFirstOrThrow(),
  )
  const token = keys.seal('sign-in', tenant.id, link.id)
  assert.equal((await server.call('GET', `/api/auth/magic-link/verify?token=${token}`)).status, 200)
  assert.equal((await login(person.email)).status, 200)
})

test('Of two accounts that share an address, a wrong password for one does not count against the other', async () => {
  const email = 'both@example.com'
  const [first, second] = [await createTenant(server), await createTenant(server)]
  const one = await first.person(['MANAGER'], { email, password })
  const other = await second.person(['MANAGER'], { email, password: 'quite another phrase' })
  assert.equal((await login(email)).status, 200)
  assert.deepEqual(
    [(await row(first, one.id)).failed_sign_ins, (await row(second, other.id)).failed_sign_ins],
    [0, 0],
  )
})
