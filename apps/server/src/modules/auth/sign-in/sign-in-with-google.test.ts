import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TokenPair } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { type Claims, googleClaims, startProvider } from '../testing/test-provider.ts'

const provider = await startProvider()
const server = await startTestServer({ worker: false, env: { ...provider.env, DEFAULT_PLAN: 'PRO' } })
const { keys } = server.built.platform
const password = 'a-lamp-under-the-stairs'

interface SignedIn {
  user: { id: string; email: string; name: string; roles: string[] }
  tokens: TokenPair
  isNewUser: boolean
}

const google = async (claims: Claims, invitationToken?: string) =>
  server.call<SignedIn>('POST', '/api/auth/google', {
    body: { credential: await provider.token(claims), ...(invitationToken ? { invitationToken } : {}) },
  })
const tenantOf = ({ accessToken }: TokenPair): string =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).tenantId
const me = (token: string) =>
  server.call<{
    tenant: { id: string; name: string; plan: string }
    user: { hasPassword: boolean; language: string }
  }>('GET', '/api/auth/me', { token })
const invite = async (tenant: TestTenant, email: string): Promise<{ id: string; token: string }> => {
  const reply = await server.call<{ id: string }>('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email, name: 'Invited', roles: ['TECHNICIAN'] },
  })
  const { id } = reply.json.data
  const link = await tenant.inside(({ db }) =>
    db.selectFrom('mail_link').select('id').where('user_id', '=', id).executeTakeFirstOrThrow(),
  )
  return { id, token: keys.seal('invitation', tenant.id, link.id) }
}

test('A first sign-in creates a trial tenant of DEFAULT_PLAN whose first user is ADMIN; the second finds it again', async () => {
  const claims = googleClaims({ name: 'Grace Hopper', locale: 'de-DE' })
  const first = await google(claims)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.json.data.isNewUser, true)
  assert.deepEqual(first.json.data.user, {
    id: first.json.data.user.id,
    email: claims.email,
    name: 'Grace Hopper',
    roles: ['ADMIN'],
  })
  assert.match(first.headers.get('set-cookie') ?? '', /^wk_device=/)
  const known = (await me(first.json.data.tokens.accessToken)).json.data
  assert.deepEqual([known.tenant.name, known.tenant.plan], ['Grace Hopper', 'PRO'])
  assert.deepEqual([known.user.hasPassword, known.user.language], [false, 'de'])
  const second = await google(claims)
  assert.equal(second.json.data.isNewUser, false)
  assert.equal(second.json.data.user.id, first.json.data.user.id)
  assert.equal(tenantOf(second.json.data.tokens), known.tenant.id)
})

test('Ten first sign-ins at the same time create one tenant', async () => {
  const claims = googleClaims()
  const replies = await Promise.all(Array.from({ length: 10 }, () => google(claims)))
  assert.deepEqual(
    replies.map(({ status }) => status),
    Array.from({ length: 10 }, () => 200),
  )
  assert.equal(replies.filter(({ json }) => json.data.isNewUser).length, 1)
  assert.equal(new Set(replies.map(({ json }) => tenantOf(json.data.tokens))).size, 1)
})

test('A verified address signs in to the account that has it, and a later change of the address at Google changes nothing', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const person = await tenant.person(['MANAGER'], { password })
  const claims = googleClaims({ email: person.email.toUpperCase() })
  const joined = await google(claims)
  assert.equal(joined.status, 200, joined.text)
  assert.deepEqual([joined.json.data.user.id, joined.json.data.isNewUser], [person.id, false])
  assert.equal((await me(joined.json.data.tokens.accessToken)).json.data.user.hasPassword, true)
  const victim = other.manager
  const moved = await google({ ...claims, email: victim.email })
  assert.equal(moved.json.data.user.id, person.id)
  assert.equal(moved.json.data.user.email, person.email)
  assert.equal(tenantOf(moved.json.data.tokens), tenant.id)
})

test('Of several accounts with an address a verified one is taken first, then the last used', async () => {
  const email = 'several@example.com'
  const [older, newer] = [await createTenant(server), await createTenant(server)]
  await newer.person(['MANAGER'], { email })
  server.clock.advance(1000)
  await older.person(['MANAGER'], { email })
  const unverified = await createTenant(server)
  server.clock.advance(1000)
  const stranger = await unverified.person(['ADMIN'], { email })
  await unverified.inside(({ db }) =>
    db.updateTable('app_user').set({ email_verified_at: null }).where('id', '=', stranger.id).execute(),
  )
  const reply = await google(googleClaims({ email }))
  assert.equal(tenantOf(reply.json.data.tokens), older.id)
})

test('Passwords and sessions from before the address was verified end when its owner signs in by Google', async () => {
  const email = 'not-yet-proved@example.com'
  const stranger = await server.call<SignedIn>('POST', '/api/auth/register', {
    body: { organisation: 'Trap', name: 'Mallory', email, password },
  })
  const owner = await google(googleClaims({ email }))
  assert.equal(owner.json.data.user.id, stranger.json.data.user.id)
  assert.equal((await me(stranger.json.data.tokens.accessToken)).status, 401)
  assert.equal((await server.call('POST', '/api/auth/login', { body: { email, password } })).status, 401)
  assert.equal((await me(owner.json.data.tokens.accessToken)).status, 200)
})

test('An invited person joins by the address; the emailed invitation then stops working', async () => {
  const tenant = await createTenant(server)
  const email = 'invited-by-address@example.com'
  const invited = await invite(tenant, email)
  const reply = await google(googleClaims({ email }))
  assert.deepEqual([reply.json.data.user.id, reply.json.data.isNewUser], [invited.id, false])
  const late = await server.call('POST', '/api/auth/reset-password', { body: { token: invited.token } })
  assert.equal(late.status, 401)
})

test('An invitation can be accepted by an account with another address, once, and links it', async () => {
  const tenant = await createTenant(server)
  const invited = await invite(tenant, 'at-work@example.com')
  const claims = googleClaims({ email: 'at-home@example.com' })
  const replies = await Promise.all([google(claims, invited.token), google(claims, invited.token)])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401])
  const again = await google(claims)
  assert.equal(again.json.data.user.id, invited.id)
  assert.equal(again.json.data.user.email, 'at-work@example.com')
  assert.equal(tenantOf(again.json.data.tokens), tenant.id)
})

test('An invitation of another kind or server, and one for an existing member, are refused and not used up', async () => {
  const tenant = await createTenant(server)
  const claims = googleClaims({ email: tenant.manager.email })
  assert.equal((await google(claims)).status, 200)
  const invited = await invite(tenant, 'second-person@example.com')
  const linkId = keys.unseal('invitation', invited.token)?.id ?? ''
  const refused = await Promise.all([
    google(claims, invited.token),
    google(googleClaims(), keys.seal('reset', tenant.id, linkId)),
    google(googleClaims(), keys.seal('sign-in', tenant.id, linkId)),
    google(googleClaims(), 'x'.repeat(59)),
  ])
  for (const reply of refused) assert.deepEqual([reply.status, reply.text], [401, refused[0]?.text])
  assert.equal((await google(googleClaims(), invited.token)).status, 200)
})

test('A disabled person gets the same bytes as any other failure, by account and by address, and no new tenant', async () => {
  const tenant = await createTenant(server)
  const bound = googleClaims({ email: tenant.manager.email })
  assert.equal((await google(bound)).status, 200)
  for (const { id } of [tenant.manager, tenant.technician])
    await server.call('PATCH', `/api/admin/users/${id}`, {
      token: tenant.admin.token,
      body: { active: false },
    })
  const replies = await Promise.all([
    google(bound),
    google(googleClaims({ email: tenant.technician.email })),
    google(googleClaims({ email_verified: false })),
  ])
  for (const reply of replies) assert.deepEqual([reply.status, reply.text], [401, replies[0]?.text])
})

test('After a person was removed, their Google account is unknown again', async () => {
  const tenant = await createTenant(server)
  const claims = googleClaims({ email: tenant.manager.email })
  assert.equal((await google(claims)).status, 200)
  await server.call('DELETE', `/api/admin/users/${tenant.manager.id}`, { token: tenant.admin.token })
  const again = await google(claims)
  assert.equal(again.json.data.isNewUser, true)
  assert.notEqual(tenantOf(again.json.data.tokens), tenant.id)
})

test('The directory tables do not reveal the Google account', async () => {
  const claims = googleClaims()
  await google(claims)
  const rows = await server.built.platform.databases.app.query('select * from identity_directory')
  assert.ok(rows.rows.length > 0)
  assert.ok(!JSON.stringify(rows.rows).includes(String(claims.sub)))
})

test('The audit log has the first sign-in by Google (opened, joined or invited) and no later ones', async () => {
  const tenant = await createTenant(server)
  const invited = await invite(tenant, 'invited-audit@example.com')
  const join = googleClaims({ email: tenant.manager.email })
  const accept = googleClaims({ email: 'other-audit@example.com' })
  for (const _ of [1, 2]) assert.equal((await google(join)).status, 200)
  assert.equal((await google(accept, invited.token)).status, 200)
  assert.equal((await google(accept)).status, 200)
  const entries = async (token: string) =>
    (
      await server.call<{ action: string; actor: { id: string }; fields: string[] }[]>(
        'GET',
        '/api/admin/audit-log?action=auth.*&sort=at',
        { token },
      )
    ).json.data.map(({ action, actor, fields }) => [action, actor.id, fields.join()])
  assert.deepEqual(await entries(tenant.admin.token), [
    ['auth.linkIdentity', tenant.manager.id, 'google'],
    ['auth.acceptInvitation', invited.id, 'google'],
  ])
  const opened = await google(googleClaims({}))
  assert.deepEqual(await entries(opened.json.data.tokens.accessToken), [
    ['auth.register', opened.json.data.user.id, 'organisation,name,email'],
  ])
})
