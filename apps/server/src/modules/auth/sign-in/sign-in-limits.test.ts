import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false, limits: 'spec' })

test('The sixth sign-in in 15 minutes for an address is RATE_LIMITED, also with the right password, until the window has passed', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], {
    email: 'limits@example.com',
    password: 'a-lamp-under-the-stairs',
  })
  const login = (email: string, password: string, from: string) =>
    server.call('POST', '/api/auth/login', { body: { email, password }, from })
  const spellings = [
    'limits@example.com',
    'LIMITS@example.com',
    ' limits@example.com',
    'ｌimits@example.com',
    'Limits@Example.com',
  ]
  for (const [index, email] of spellings.entries())
    assert.equal((await login(email, 'wrong password', `203.0.113.${index}`)).status, 401)
  const refused = await login(person.email, 'a-lamp-under-the-stairs', '203.0.113.99')
  assert.equal(refused.status, 429)
  assert.equal(refused.json.code, 'RATE_LIMITED')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  server.clock.advance(15 * 60_000 + 1000)
  assert.equal((await login(person.email, 'a-lamp-under-the-stairs', '203.0.113.99')).status, 200)
})

test('Sign-ins to more than fifty addresses from one IP in 15 minutes are RATE_LIMITED', async () => {
  const attempt = (index: number) =>
    server.call('POST', '/api/auth/login', {
      body: { email: `nobody-${index}@example.com`, password: 'wrong password' },
      from: '198.51.100.7',
    })
  const replies = await Promise.all(Array.from({ length: 51 }, (_, index) => attempt(index)))
  assert.equal(replies.filter(({ status }) => status === 429).length, 1)
})

test('The 31st write and the 101st read of a tenant in a minute are RATE_LIMITED, counted over all its members', async () => {
  const tenant = await createTenant(server)
  const people = [tenant.admin, await tenant.person(['ADMIN'])]
  const reads = await Promise.all(
    Array.from({ length: 101 }, (_, index) =>
      server.call('GET', '/api/auth/me', { token: people[index % 2]?.token }),
    ),
  )
  assert.equal(reads.filter(({ status }) => status === 200).length, 100)
  const writes = await Promise.all(
    Array.from({ length: 31 }, (_, index) =>
      server.call('POST', '/api/admin/buildings', {
        token: people[index % 2]?.token,
        body: { name: `B${index}` },
      }),
    ),
  )
  assert.equal(writes.filter(({ status }) => status === 201).length, 30)
  assert.equal(writes.filter(({ status }) => status === 429).length, 1)
})

test('The sixth password change of a user in 15 minutes is RATE_LIMITED', async () => {
  const { manager } = await createTenant(server)
  const change = () =>
    server.call('POST', '/api/auth/change-password', {
      token: manager.token,
      body: { currentPassword: 'not my password', newPassword: 'a-lamp-under-the-stairs' },
    })
  for (let index = 0; index < 5; index++) assert.equal((await change()).json.code, 'VALIDATION_ERROR')
  assert.equal((await change()).status, 429)
})

/** The cookie as a browser sends it back. */
const cookieOf = (reply: Reply): string => reply.headers.get('set-cookie')?.split(';')[0] ?? ''

test('Exhausting the limit of an address does not lock out the device on which its owner was signed in', async () => {
  const tenant = await createTenant(server)
  const password = 'a-lamp-under-the-stairs'
  const { email } = await tenant.person(['TECHNICIAN'], { password })
  const colleague = await tenant.person(['TECHNICIAN'], { password })
  const login = (who: string, secret: string, cookie = '') =>
    server.call('POST', '/api/auth/login', { body: { email: who, password: secret }, headers: { cookie } })
  const first = await login(email, password)
  assert.match(
    first.headers.get('set-cookie') ?? '',
    /^wk_device=[\w-]{65}; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  const phone = cookieOf(await login(colleague.email, password, cookieOf(first)))
  for (let index = 0; index < 4; index++) assert.equal((await login(email, 'wrong password')).status, 401)
  assert.equal((await login(email, password)).status, 429)
  // Both people who share the phone can sign in on it; another person's or a changed cookie does not help.
  assert.equal((await login(email, password, phone)).status, 200)
  assert.equal((await login(colleague.email, password, phone)).status, 200)
  const changed = phone.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'))
  for (const wrong of [
    cookieOf(await login(colleague.email, password)),
    'wk_device=',
    `wk_device=${'x'.repeat(4000)}`,
  ])
    assert.equal((await login(email, password, wrong)).status, 429, wrong.slice(0, 40))
  assert.equal((await login(colleague.email, password, changed)).status, 200)
  // The limit of the device is the same.
  for (let index = 0; index < 4; index++)
    assert.equal((await login(email, 'wrong password', phone)).status, 401)
  assert.equal((await login(email, password, phone)).status, 429)
})

test('A failed sign-in sets no device cookie, and behind https the cookie is Secure', async () => {
  const safe = await startTestServer({ worker: false, env: { BASE_URL: 'https://wellkept.example' } })
  const tenant = await createTenant(safe)
  const { email } = await tenant.person(['MANAGER'], { password: 'a-lamp-under-the-stairs' })
  const login = (password: string) => safe.call('POST', '/api/auth/login', { body: { email, password } })
  assert.equal((await login('wrong password')).headers.get('set-cookie'), null)
  assert.match((await login('a-lamp-under-the-stairs')).headers.get('set-cookie') ?? '', /; Secure$/)
})

test('Sign-in links and reset links have separate limits', async () => {
  const ask = (path: string) =>
    server.call('POST', `/api/auth/${path}`, { body: { email: 'links@example.com' }, from: '198.51.100.50' })
  for (let index = 0; index < 5; index++) assert.equal((await ask('magic-link/request')).status, 200)
  assert.equal((await ask('magic-link/request')).json.code, 'RATE_LIMITED')
  for (let index = 0; index < 5; index++) assert.equal((await ask('reset-password')).status, 200)
  assert.equal((await ask('reset-password')).json.code, 'RATE_LIMITED')
})

test('The API description names every rate limit that a request consumes, the narrowest first', async () => {
  const { paths } = (await server.call('GET', '/openapi.json')).json as unknown as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  const documented = (path: string) => paths[path]?.post
  assert.equal(documented('/api/auth/register')?.['x-limit'], 'register')
  assert.deepEqual(documented('/api/auth/register')?.['x-limits'], [
    { name: 'register', limit: 10, windowSeconds: 3600, by: 'ip' },
    { name: 'public', limit: 300, windowSeconds: 60, by: 'ip' },
  ])
  assert.equal(documented('/api/auth/login')?.['x-limit'], 'login')
  assert.deepEqual(documented('/api/auth/login')?.['x-limits'], [
    { name: 'login', limit: 5, windowSeconds: 900, by: 'email' },
    { name: 'login-ip', limit: 50, windowSeconds: 900, by: 'ip' },
  ])
  assert.deepEqual(documented('/api/tasks')?.['x-limits'], [
    { name: 'write', limit: 30, windowSeconds: 60, by: 'tenant' },
  ])
  const refused = await server.call('POST', '/api/auth/register', { body: {}, from: '198.51.100.51' })
  assert.equal(refused.headers.get('ratelimit-policy'), '"register";q=10;w=3600')
  assert.match(
    (await server.call('GET', '/docs/reference')).text,
    /<code>register<\/code>: 10 in 3600 s by ip, <code>public<\/code>: 300 in 60 s by ip/,
  )
})
