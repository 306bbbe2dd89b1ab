/** What a stranger can do with emails, invitations and accounts at somebody else's address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TokenPair } from '#contracts/auth.ts'
import { rounds } from '../rounds.ts'
import { type Reply, startTestServer } from '../server.ts'
import { createTenant, insideTenant, type TestTenant } from '../world.ts'

const base = 'https://feedback.example'
const server = await startTestServer({ env: { BASE_URL: base } })
const strict = await startTestServer({ worker: false, limits: 'spec' })
const password = 'a-lamp-under-the-stairs'

interface SignedIn {
  user: { id: string; email: string }
  tokens: TokenPair
}

const post = <T = SignedIn>(path: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<T>('POST', path, { body, headers })
const verify = (token: string): Promise<Reply<SignedIn>> =>
  server.call<SignedIn>('GET', `/api/auth/magic-link/verify?token=${token}`)
const me = (token: string) =>
  server.call<{ tenant: { id: string }; user: { hasPassword: boolean } }>('GET', '/api/auth/me', { token })
const invite = (tenant: TestTenant, email: string) =>
  server.call<{ id: string }>('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email, name: 'Invited', roles: ['TECHNICIAN'] },
  })

/** Emails to an address since the last call. */
const mailsTo = async (email: string): Promise<string[]> => {
  await server.drain()
  const found = server.mails.filter(({ to }) => to === email).map(({ text }) => text ?? '')
  server.mails.length = 0
  return found
}
const tokenIn = (mail: string | undefined): string => {
  const token = /#token=([\w-]+)/.exec(mail ?? '')?.[1]
  assert.ok(token, mail ?? 'no mail')
  return token
}

test('Whatever host a request names, links in emails use BASE_URL', async () => {
  const tenant = await createTenant(server)
  const evil = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'http',
    'x-forwarded-server': 'evil.test',
    'x-original-url': 'https://evil.test/',
    forwarded: 'for=1.2.3.4;host=evil.test;proto=http',
    origin: 'https://evil.test',
    referer: 'https://evil.test/',
  }
  for (const path of ['/api/auth/magic-link/request', '/api/auth/reset-password']) {
    const reply = await post(path, { email: tenant.manager.email }, evil)
    assert.equal(reply.status, 200, reply.text)
    assert.ok(!JSON.stringify([...reply.headers]).includes('evil.test'), path)
    const mails = await mailsTo(tenant.manager.email)
    assert.equal(mails.length, 1, path)
    const [mail = ''] = mails
    assert.ok(!mail.includes('evil.test'), mail)
    const links = mail.match(/https?:\/\/[^\s>")]+/g) ?? []
    assert.ok(links.length > 0)
    for (const link of links) assert.ok(link.startsWith(`${base}/`), link)
  }
})

test('The sixth link for an address is RATE_LIMITED; the first five stay valid for 15 minutes each', async () => {
  const tenant = await createTenant(strict)
  const ask = (index: number) =>
    strict.call('POST', '/api/auth/magic-link/request', {
      body: { email: tenant.manager.email },
      from: `203.0.113.${index}`,
    })
  for (let index = 0; index < 5; index++) assert.equal((await ask(index)).status, 200)
  const refused = await ask(5)
  assert.equal(refused.json.code, 'RATE_LIMITED')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  const links = await tenant.inside(({ db }) => db.selectFrom('mail_link').select('id').execute())
  assert.equal(links.length, 5)
  for (const [index, { id }] of links.entries()) {
    const token = strict.built.platform.keys.seal('sign-in', tenant.id, id)
    const reply = await strict.call('GET', `/api/auth/magic-link/verify?token=${token}`, {
      from: `203.0.113.${index}`,
    })
    assert.equal(reply.status, 200, reply.text)
  }
})

test('An internationalised email address is stored once, in ASCII form; look-alikes are different addresses', async () => {
  const tenant = await createTenant(server)
  const first = await invite(tenant, 'Ada@Bücher.example')
  assert.equal(first.status, 201, first.text)
  assert.match(first.text, /"ada@xn--bcher-kva\.example"/)
  for (const same of [
    'ada@bücher.example',
    'ADA@XN--BCHER-KVA.EXAMPLE',
    'ada@bu\u0308cher.example',
    ' ａda@bücher.example ',
  ])
    assert.equal((await invite(tenant, same)).json.code, 'CONFLICT', same)
  // Cyrillic letters that look like "example".
  const twin = await invite(tenant, 'ada@ехample.com')
  assert.ok(twin.status === 201 ? /xn--/.test(twin.text) : twin.json.code === 'VALIDATION_ERROR', twin.text)
  for (const wrong of [
    'а@example.com',
    'a\u202eb@example.com',
    'a@exa\u0000mple.com',
    'a@b@example.com',
    'a@[127.0.0.1]',
  ])
    assert.equal((await invite(tenant, wrong)).json.code, 'VALIDATION_ERROR', wrong)
})

test('An address invited by two tenants has an account in each, and each invitation opens its own, once', async () => {
  const [one, two] = [await createTenant(server), await createTenant(server)]
  const email = 'wanted-by-two@example.com'
  for (const tenant of [one, two]) assert.equal((await invite(tenant, email)).status, 201)
  const mails = await mailsTo(email)
  assert.equal(mails.length, 2)
  const tenants = new Set<string>()
  for (const mail of mails) {
    const token = tokenIn(mail)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post('/api/auth/reset-password', { token, name: 'Nele', password })),
    )
    const taken = replies.filter(({ status }) => status === 200)
    assert.equal(taken.length, 1)
    const refused = replies.filter(({ status }) => status !== 200)
    assert.deepEqual([...new Set(refused.map(({ json }) => json.code))], ['UNAUTHORIZED'])
    const own = await me(taken[0]?.json.data.tokens.accessToken ?? '')
    tenants.add(own.json.data.tenant.id)
  }
  assert.deepEqual(tenants, new Set([one.id, two.id]))
})

test('An invitation is not a sign-in link, and one of a removed person or of another tenant does not work', async () => {
  const tenant = await createTenant(server)
  const email = 'soon-removed@example.com'
  const { id } = (await invite(tenant, email)).json.data
  const token = tokenIn((await mailsTo(email))[0])
  assert.equal((await verify(token)).json.code, 'UNAUTHORIZED')
  // The seal includes the tenant, so another tenant breaks it.
  const bytes = Buffer.from(token, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    const reply = await post('/api/auth/reset-password', { token: changed.toString('base64url'), name: 'X' })
    assert.equal(reply.json.code, 'UNAUTHORIZED', `byte ${index}`)
  }
  await server.call('DELETE', `/api/admin/users/${id}`, { token: tenant.admin.token })
  assert.equal((await post('/api/auth/reset-password', { token, name: 'X' })).json.code, 'UNAUTHORIZED')
})

test('change-password: a wrong, unchanged or common password is VALIDATION_ERROR; a valid one ends all other sessions', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const other = await post('/api/auth/login', { email: person.email, password })
  const change = (currentPassword: string, newPassword: string): Promise<Reply> =>
    server.call('POST', '/api/auth/change-password', {
      token: person.token,
      body: { currentPassword, newPassword },
    })
  for (const [current, next, where] of [
    ['not my password', 'seven green bottles on a wall', 'body.currentPassword'],
    [password, password, 'body.newPassword'],
    [password, 'passwordpassword', 'body.newPassword'],
    [password, 'short', 'body.newPassword'],
    [password, person.email, 'body.newPassword'],
  ] as const) {
    const reply = await change(current, next)
    assert.equal(reply.json.code, 'VALIDATION_ERROR', next)
    assert.ok(
      reply.json.details?.some(({ path }) => path === where),
      reply.text,
    )
  }
  assert.equal((await me(other.json.data.tokens.accessToken)).status, 200)
  assert.equal((await change(password, 'seven green bottles on a wall')).status, 200)
  assert.equal((await me(other.json.data.tokens.accessToken)).status, 401)
  const { refreshToken } = other.json.data.tokens
  assert.equal((await post('/api/auth/refresh', { refreshToken })).status, 401)
  assert.equal((await me(person.token)).status, 200)
})

/** A stranger who registered an organisation at somebody else's address and stays signed in. */
const trap = async (email: string) => {
  const opened = await post<SignedIn & { tenant: { id: string } }>('/api/auth/register', {
    organisation: 'Trap',
    name: 'Mallory',
    email,
    password,
  })
  assert.equal(opened.status, 201, opened.text)
  const { user, tokens, tenant } = opened.json.data
  const identities = (text: string) =>
    insideTenant(server, tenant.id, ({ run }) => run(text, [tenant.id, user.id]))
  await identities(
    "insert into user_identity (tenant_id, provider, subject, user_id, created_at, last_used_at) values ($1, 'microsoft', $2::uuid::text, $2, now(), now())",
  )
  return {
    userId: user.id,
    isOpen: async (): Promise<boolean[]> => [
      (await me(tokens.accessToken)).status === 200,
      (await post('/api/auth/refresh', { refreshToken: tokens.refreshToken })).status === 200,
      (await post('/api/auth/login', { email, password })).status === 200,
      (await identities('select 1 from user_identity where tenant_id = $1 and user_id = $2')).length > 0,
    ],
  }
}

test('Sessions and passwords from before an address was verified end when its owner uses an emailed link, its code, or a reset', async () => {
  const ways: Record<string, (email: string) => Promise<Reply<SignedIn>>> = {
    link: async (email) => {
      await post('/api/auth/magic-link/request', { email })
      return verify(tokenIn((await mailsTo(email))[0]))
    },
    digits: async (email) => {
      await post('/api/auth/magic-link/request', { email })
      const digits = /\b(\d{3}) ?(\d{3})\b/.exec((await mailsTo(email))[0] ?? '')
      return verify(`${digits?.[1]}${digits?.[2]}&email=${encodeURIComponent(email)}`)
    },
    reset: async (email) => {
      await post('/api/auth/reset-password', { email })
      const token = tokenIn((await mailsTo(email))[0])
      return post('/api/auth/reset-password', { token, password: 'seven green bottles on a wall' })
    },
  }
  for (const [way, come] of Object.entries(ways)) {
    const email = `not-proved-by-${way}@example.com`
    const stranger = await trap(email)
    const owner = await come(email)
    assert.equal(owner.status, 200, `${way}: ${owner.text}`)
    assert.equal(owner.json.data.user.id, stranger.userId)
    assert.deepEqual(await stranger.isOpen(), [false, false, false, false], way)
    const { accessToken } = owner.json.data.tokens
    const own = await me(accessToken)
    assert.equal(own.status, 200, way)
    assert.equal(own.json.data.user.hasPassword, way === 'reset')
    // Once the address is verified, a link ends no sessions.
    await post('/api/auth/magic-link/request', { email })
    assert.equal((await verify(tokenIn((await mailsTo(email))[0]))).status, 200)
    assert.equal((await me(accessToken)).status, 200, way)
  }
})

test('On the device that registered the account an emailed link ends nothing, because it is the same person', async () => {
  const email = 'same-device@example.com'
  const body = { organisation: 'Same', name: 'Sam', email, password }
  const opened = await server.call<SignedIn>('POST', '/api/auth/register', { body })
  assert.equal(opened.status, 201, opened.text)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  await post('/api/auth/magic-link/request', { email })
  const token = tokenIn((await mailsTo(email))[0])
  const verified = await server.call('GET', `/api/auth/magic-link/verify?token=${token}`, {
    headers: { cookie },
  })
  assert.equal(verified.status, 200, verified.text)
  assert.equal((await me(opened.json.data.tokens.accessToken)).status, 200)
  assert.equal((await post('/api/auth/login', { email, password })).status, 200)
})

test('However many organisations strangers register with an address, its owner can sign in by password and by email', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const early = 'unproved-but-first@example.com'
  const first = await post('/api/auth/register', { organisation: 'Own', name: 'Ada', email: early, password })
  for (const email of [person.email, early]) {
    const others = await Promise.all(
      Array.from({ length: rounds(6, 25) }, () =>
        post('/api/auth/register', {
          organisation: 'Trap',
          name: 'Mallory',
          email,
          password: 'seven green bottles on a wall',
        }),
      ),
    )
    assert.ok(others.every(({ status }) => status === 201))
  }
  const signedIn = await post('/api/auth/login', { email: person.email, password })
  assert.equal(signedIn.json.data?.user.id, person.id, signedIn.text)
  const mine = await post('/api/auth/login', { email: early, password })
  assert.equal(mine.json.data?.user.id, first.json.data.user.id, mine.text)
  await post('/api/auth/magic-link/request', { email: person.email })
  const byMail = await verify(tokenIn((await mailsTo(person.email))[0]))
  assert.equal(byMail.json.data.user.id, person.id)
})

test('An address counts as verified as soon as an account with it is, in whatever way', async () => {
  const states = () =>
    server.built.platform.databases.app
      .query("select email, proved from email_directory where email like 'proving-%' order by email")
      .then(({ rows }) => rows.map(({ proved }) => proved))
  const tenant = await createTenant(server)
  await invite(tenant, 'proving-1@example.com')
  await post('/api/auth/register', {
    organisation: 'O',
    name: 'Ada',
    email: 'proving-2@example.com',
    password,
  })
  assert.deepEqual(await states(), [false, false])
  const token = tokenIn((await mailsTo('proving-1@example.com'))[0])
  await post('/api/auth/reset-password', { token, name: 'Nele' })
  await post('/api/auth/magic-link/request', { email: 'proving-2@example.com' })
  await verify(tokenIn((await mailsTo('proving-2@example.com'))[0]))
  assert.deepEqual(await states(), [true, true])
})

test('Registering with someone else’s address gives no sign-in bucket for it, and no access once its owner registers', async () => {
  const email = 'bucket-of-the-owner@example.com'
  const login = (secret: string, cookie: string) =>
    strict.call<SignedIn>('POST', '/api/auth/login', {
      body: { email, password: secret },
      headers: { cookie },
    })
  const open = (organisation: string, secret: string, cookie = '') =>
    strict.call<SignedIn & { tenant: { id: string } }>('POST', '/api/auth/register', {
      body: { organisation, name: 'Ada', email, password: secret },
      headers: { cookie },
    })
  const cookieOf = ({ headers }: Reply) => headers.get('set-cookie')?.split(';')[0] ?? ''
  const own = await open('Own', password)
  const trapped = await open('Trap', 'seven green bottles on a wall')
  const cookie = cookieOf(trapped)
  assert.match(cookie, /^wk_device=/)
  for (let index = 0; index < 5; index++) assert.equal((await login('wrong password', '')).status, 401)
  assert.equal((await login(password, cookie)).json.code, 'RATE_LIMITED')
  // The owner's browser knows their own account; a link to the other one ends the stranger's sessions.
  const { tokens, tenant } = trapped.json.data
  await strict.call('POST', '/api/auth/magic-link/request', { body: { email, tenantId: tenant.id } })
  const link = await insideTenant(strict, tenant.id, ({ db }) =>
    db.selectFrom('mail_link').select('id').executeTakeFirstOrThrow(),
  )
  const token = strict.built.platform.keys.seal('sign-in', tenant.id, link.id)
  const path = `/api/auth/magic-link/verify?token=${token}`
  const arrived = await strict.call('GET', path, { headers: { cookie: cookieOf(own) } })
  assert.equal(arrived.status, 200, arrived.text)
  assert.equal((await strict.call('GET', '/api/auth/me', { token: tokens.accessToken })).status, 401)
})
