import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const { keys } = server.built.platform

interface SignedIn {
  user: { id: string; email: string; name?: string; roles: string[] }
  tokens: { accessToken: string }
}

const verify = (token: string, email?: string) =>
  server.call<SignedIn>(
    'GET',
    `/api/auth/magic-link/verify?token=${encodeURIComponent(token)}${email ? `&email=${encodeURIComponent(email)}` : ''}`,
  )
const request = (email: string, headers?: Record<string, string>) =>
  server.call<{ message: string }>('POST', '/api/auth/magic-link/request', {
    body: { email },
    ...(headers ? { headers } : {}),
  })

const newestLink = (tenant: TestTenant, userId: string, kind: string): Promise<string> =>
  tenant.inside(async ({ db }) => {
    const row = await db
      .selectFrom('mail_link')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return row.id
  })

test('A sign-in link works once: of a hundred uses at the same time one signs in', async () => {
  const tenant = await createTenant(server)
  await request(tenant.technician.email)
  const token = keys.seal('sign-in', tenant.id, await newestLink(tenant, tenant.technician.id, 'SIGN_IN'))
  const replies = await Promise.all(Array.from({ length: 100 }, () => verify(token)))
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  const refused = replies.filter(({ status }) => status === 401)
  assert.equal(refused.length, 99)
  const unknown = await verify('x'.repeat(59))
  assert.equal(unknown.text, refused[0]?.text)
})

test('Each link lives 15 minutes; a newer one does not end an older one', async () => {
  const tenant = await createTenant(server)
  const person = tenant.technician
  await request(person.email)
  const first = keys.seal('sign-in', tenant.id, await newestLink(tenant, person.id, 'SIGN_IN'))
  server.clock.advance(10 * 60_000)
  await request(person.email)
  const second = keys.seal('sign-in', tenant.id, await newestLink(tenant, person.id, 'SIGN_IN'))
  assert.equal((await verify(first)).status, 200)
  server.clock.advance(15 * 60_000 + 1000)
  assert.equal((await verify(second)).status, 401)
})

test('HEAD on verify is NOT_FOUND and does not use up the link; a verify without a token is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  await request(tenant.manager.email)
  const token = keys.seal('sign-in', tenant.id, await newestLink(tenant, tenant.manager.id, 'SIGN_IN'))
  assert.equal((await server.call('HEAD', `/api/auth/magic-link/verify?token=${token}`)).status, 404)
  assert.equal((await verify(token)).status, 200)
  assert.equal((await server.call('GET', '/api/auth/magic-link/verify')).json.code, 'VALIDATION_ERROR')
})

test('The six digits of the email sign in together with the address; five wrong tries end the digits but not the link', async () => {
  const tenant = await createTenant(server)
  const person = tenant.technician
  await request(person.email)
  const linkId = await newestLink(tenant, person.id, 'SIGN_IN')
  const digits = keys.digits(tenant.id, linkId)
  const wrong = digits === '000000' ? '000001' : '000000'
  for (let index = 0; index < 5; index++) assert.equal((await verify(wrong, person.email)).status, 401)
  assert.equal((await verify(digits, person.email)).status, 401)
  assert.equal((await verify(keys.seal('sign-in', tenant.id, linkId))).status, 200)
  await request(person.email)
  assert.equal(
    (await verify(keys.digits(tenant.id, await newestLink(tenant, person.id, 'SIGN_IN')), person.email))
      .status,
    200,
  )
})

test('The answer to a request is the same whether or not the address is known, and the database holds no token', async () => {
  const tenant = await createTenant(server)
  const known = await request(tenant.manager.email, { host: 'evil.test', 'x-forwarded-host': 'evil.test' })
  const unknown = await request('nobody@example.com')
  assert.equal(known.text, unknown.text)
  const linkId = await newestLink(tenant, tenant.manager.id, 'SIGN_IN')
  const requests = await tenant.inside(({ db }) =>
    db.selectFrom('outbox').select(['kind', 'subject']).execute(),
  )
  assert.equal(requests.length, 1)
  assert.ok(!JSON.stringify(requests).includes(keys.seal('sign-in', tenant.id, linkId)))
})

test('A reset needs a password, ends all sessions, and a link of one kind is refused where another kind is expected', async () => {
  const tenant = await createTenant(server)
  const person = tenant.manager
  const reset = (body: unknown) => server.call<SignedIn>('POST', '/api/auth/reset-password', { body })
  assert.equal((await reset({ email: person.email })).status, 200)
  const linkId = await newestLink(tenant, person.id, 'RESET')
  assert.equal((await verify(keys.seal('sign-in', tenant.id, linkId))).status, 401)
  const token = keys.seal('reset', tenant.id, linkId)
  assert.equal((await reset({ token })).json.code, 'VALIDATION_ERROR')
  assert.equal((await reset({ token, password: 'passwordpassword' })).json.code, 'VALIDATION_ERROR')
  const done = await reset({ token, password: 'a-kettle-on-the-roof' })
  assert.equal(done.status, 200)
  assert.equal((await server.call('GET', '/api/auth/me', { token: person.token })).status, 401)
  assert.equal(
    (await server.call('GET', '/api/auth/me', { token: done.json.data.tokens.accessToken })).status,
    200,
  )
  assert.equal((await reset({ token, password: 'a-kettle-on-the-roof' })).status, 401)
  assert.equal(
    (
      await server.call('POST', '/api/auth/login', {
        body: { email: person.email, password: 'a-kettle-on-the-roof' },
      })
    ).status,
    200,
  )
})

test('An invitation is accepted once, with a name, a language and optionally a password; sending it again ends the old link', async () => {
  const tenant = await createTenant(server)
  const invited = await server.call<{ id: string; state: string; version: number }>(
    'POST',
    '/api/admin/users',
    {
      token: tenant.admin.token,
      body: { email: 'New.Person@example.com', name: 'New', roles: ['TECHNICIAN'] },
    },
  )
  assert.equal(invited.json.data.state, 'INVITED')
  const first = keys.seal(
    'invitation',
    tenant.id,
    await newestLink(tenant, invited.json.data.id, 'INVITATION'),
  )
  server.clock.advance(1000)
  assert.equal(
    (
      await server.call('POST', `/api/admin/users/${invited.json.data.id}/resend-invite`, {
        token: tenant.admin.token,
      })
    ).status,
    200,
  )
  const second = keys.seal(
    'invitation',
    tenant.id,
    await newestLink(tenant, invited.json.data.id, 'INVITATION'),
  )
  const accept = (token: string) =>
    server.call<SignedIn>('POST', '/api/auth/reset-password', {
      body: { token, name: 'Nele', language: 'de' },
    })
  assert.equal((await accept(first)).status, 401)
  const replies = await Promise.all([accept(second), accept(second)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401])
  const member = await server.call<{ state: string; name: string; language: string }>(
    'GET',
    `/api/admin/users/${invited.json.data.id}`,
    { token: tenant.admin.token },
  )
  assert.deepEqual(
    [member.json.data.state, member.json.data.name, member.json.data.language],
    ['ACTIVE', 'Nele', 'de'],
  )
})

test('Registering creates a trial tenant whose first user is ADMIN, and never refuses a known address', async () => {
  const body = {
    organisation: 'Café Nord',
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a-lamp-under-the-stairs',
  }
  const [first, second] = [
    await server.call<SignedIn & { tenant: { plan: string; slug: string } }>('POST', '/api/auth/register', {
      body,
    }),
    await server.call<{ tenant: { slug: string } }>('POST', '/api/auth/register', {
      body: { ...body, organisation: 'Häuser Süd' },
    }),
  ]
  assert.equal(first.status, 201)
  assert.equal(second.status, 201)
  assert.equal(first.json.data.tenant.plan, 'TRIAL')
  assert.match(first.json.data.tenant.slug, /^cafe-nord-/)
  assert.match(second.json.data.tenant.slug, /^hauser-sud-/)
  assert.deepEqual(first.json.data.user.roles, ['ADMIN'])
  for (const password of [
    'short',
    'aaaaaaaaaaaaaa',
    'qwertyuiop1234',
    'CafeNordAda2026!',
    '1234567890123',
    'wellkept-password',
  ]) {
    const refused = await server.call('POST', '/api/auth/register', { body: { ...body, password } })
    assert.equal(refused.json.code, 'VALIDATION_ERROR', password)
  }
})

test('Twenty registrations with one address at the same moment each create a tenant, and the address can sign in afterwards', async () => {
  const password = 'a-lamp-under-the-stairs'
  const email = 'twenty@example.com'
  // A busy server may answer 503 and ask to retry; every other failure fails the test.
  const register = async (index: number): Promise<string> => {
    for (;;) {
      const reply = await server.call<{ tenant: { id: string } }>('POST', '/api/auth/register', {
        body: { organisation: `House ${index}`, name: 'Ada', email, password },
      })
      if (reply.status === 503) continue
      assert.equal(reply.status, 201, reply.text)
      return reply.json.data.tenant.id
    }
  }
  const tenants = await Promise.all(Array.from({ length: 20 }, (_, index) => register(index)))
  assert.equal(new Set(tenants).size, 20)
  assert.equal((await server.call('POST', '/api/auth/login', { body: { email, password } })).status, 200)
})

test('A password of 128 characters and one that differs at its 73rd byte work; Unicode forms of the same letters are equal; NUL is refused', async () => {
  const tenant = await createTenant(server)
  const change = (token: string, currentPassword: string, newPassword: string) =>
    server.call('POST', '/api/auth/change-password', { token, body: { currentPassword, newPassword } })
  const start = 'a-lamp-under-the-stairs'
  const person = await tenant.person(['MANAGER'], { password: start })
  const base = 'The quick brown fox jumps over the lazy dog and rests beside the river bank'
  assert.equal((await change(person.token, start, `${base}A`)).status, 200)
  const login = (password: string) =>
    server.call('POST', '/api/auth/login', { body: { email: person.email, password } })
  assert.equal((await login(`${base}B`)).status, 401)
  assert.equal((await login(`${base}A`)).status, 200)
  const long = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich '.repeat(3).slice(0, 128)
  assert.equal(
    (await change(person.token, `${base}A`, long)).json.code,
    'VALIDATION_ERROR',
    'a repetition is easy to guess',
  )
  const umlauts = 'Kühle Limonade schmeckt über Mittag'
  assert.equal((await change(person.token, `${base}A`, umlauts.normalize('NFD'))).status, 200)
  assert.equal((await login(umlauts.normalize('NFC'))).status, 200)
  const longest =
    'Eleven purple kites drift above the harbour while nine quiet gulls count the boats; nobody minds the rain, or the late ferry home.'.slice(
      0,
      128,
    )
  assert.equal((await change(person.token, umlauts, longest)).status, 200)
  const withNul = await change(person.token, longest, 'seven green \u0000 bottles on a wall')
  assert.equal(withNul.json.code, 'VALIDATION_ERROR')
  assert.match(withNul.json.details?.[0]?.message ?? '', /characters that are not text/)
  assert.equal((await login('x'.repeat(200))).json.code, 'VALIDATION_ERROR')
})

test('The last active ADMIN cannot leave, also when two leave at the same time', async () => {
  const tenant = await createTenant(server)
  const other = await tenant.person(['ADMIN'])
  const demote = (id: string, token: string) =>
    server.call('PATCH', `/api/admin/users/${id}`, { token, body: { roles: ['MANAGER'] } })
  const replies = await Promise.all([
    demote(tenant.admin.id, tenant.admin.token),
    demote(other.id, other.token),
  ])
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  assert.equal(replies.filter(({ json }) => json.code === 'CONFLICT').length, 1)
})

test('Four roles, a role twice and a role in lower case are VALIDATION_ERROR; a removed member is NOT_FOUND', async () => {
  const tenant = await createTenant(server)
  for (const roles of [['ADMIN', 'MANAGER', 'TECHNICIAN', 'ADMIN'], ['ADMIN', 'ADMIN'], ['admin'], []]) {
    const reply = await server.call('PATCH', `/api/admin/users/${tenant.manager.id}`, {
      token: tenant.admin.token,
      body: { roles },
    })
    assert.equal(reply.json.code, 'VALIDATION_ERROR')
  }
  assert.equal(
    (await server.call('DELETE', `/api/admin/users/${tenant.manager.id}`, { token: tenant.admin.token }))
      .status,
    200,
  )
  assert.equal(
    (await server.call('GET', `/api/admin/users/${tenant.manager.id}`, { token: tenant.admin.token })).json
      .code,
    'NOT_FOUND',
  )
  assert.equal((await server.call('GET', '/api/auth/me', { token: tenant.manager.token })).status, 401)
  const again = await server.call('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email: tenant.manager.email, name: 'Back', roles: ['MANAGER'] },
  })
  assert.equal(again.status, 201)
})
