import assert from 'node:assert/strict'
import { createServer as createHttp } from 'node:http'
import { createServer, type Server } from 'node:net'
import { after, test } from 'node:test'
import type { TokenPair } from '#contracts/auth.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import {
  type Claims,
  microsoftClaims,
  microsoftClient,
  signed,
  startProvider,
} from '../testing/test-provider.ts'

const provider = await startProvider()
const server = await startTestServer({ worker: false, env: provider.env })
const { keys } = server.built.platform

interface SignedIn {
  user: { id: string; email: string; name: string; roles: string[] }
  tokens: TokenPair
  isNewUser: boolean
}

const microsoft = async (claims: Claims, more: Record<string, unknown> = {}) =>
  server.call<SignedIn>('POST', '/api/auth/microsoft', {
    body: { accessToken: await provider.token(claims), ...more },
  })
const tenantOf = ({ accessToken }: TokenPair): string =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).tenantId

/** @returns the port */
const listen = async (listener: Server): Promise<number> => {
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
  after(() => listener.close())
  const address = listener.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('A first sign-in creates a trial tenant; the same Microsoft tenant and object id find it again, whatever the address', async () => {
  const claims = microsoftClaims({ name: 'Mina Harker' })
  const first = await microsoft(claims)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.json.data.isNewUser, true)
  assert.deepEqual(first.json.data.user.roles, ['ADMIN'])
  assert.equal(first.json.data.user.name, 'Mina Harker')
  const again = await microsoft({
    ...claims,
    preferred_username: 'moved@example.com',
    aud: `api://${microsoftClient}`,
  })
  assert.deepEqual([again.json.data.user.id, again.json.data.isNewUser], [first.json.data.user.id, false])
  assert.equal(again.json.data.user.email, claims.preferred_username)
  const elsewhere = await microsoft({ ...claims, tid: '11111111-2222-4333-8444-555555555555' })
  assert.equal(elsewhere.json.data.isNewUser, true)
  assert.notEqual(tenantOf(elsewhere.json.data.tokens), tenantOf(first.json.data.tokens))
})

test('A token with a victim’s email address does not open the victim’s account, and the victim’s emailed link still does', async () => {
  const tenant = await createTenant(server)
  const victim = tenant.admin
  for (const name of ['email', 'preferred_username', 'upn']) {
    const reply = await microsoft(microsoftClaims({ preferred_username: undefined, [name]: victim.email }))
    assert.equal(reply.json.data.isNewUser, true, name)
    assert.notEqual(reply.json.data.user.id, victim.id)
    assert.notEqual(tenantOf(reply.json.data.tokens), tenant.id)
  }
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: victim.email } })
  const link = await tenant.inside(({ db }) =>
    db.selectFrom('mail_link').select('id').where('user_id', '=', victim.id).executeTakeFirst(),
  )
  assert.ok(link, 'the verified account comes before those that only say the address')
})

test('Accepting an invitation links the Microsoft account to the invited person', async () => {
  const tenant = await createTenant(server)
  const invited = await server.call<{ id: string }>('POST', '/api/admin/users', {
    token: tenant.admin.token,
    body: { email: 'nina@example.com', name: 'Nina', roles: ['MANAGER'] },
  })
  const { id } = invited.json.data
  const link = await tenant.inside(({ db }) =>
    db.selectFrom('mail_link').select('id').where('user_id', '=', id).executeTakeFirstOrThrow(),
  )
  const claims = microsoftClaims()
  const joined = await microsoft(claims, { invitationToken: keys.seal('invitation', tenant.id, link.id) })
  assert.equal(joined.status, 200, joined.text)
  assert.deepEqual([joined.json.data.user.id, joined.json.data.isNewUser], [id, false])
  const again = await microsoft(claims)
  assert.equal(again.json.data.user.id, id)
  await server.call('PATCH', `/api/admin/users/${id}`, { token: tenant.admin.token, body: { active: false } })
  assert.equal((await microsoft(claims)).status, 401)
  await server.call('PATCH', `/api/admin/users/${id}`, { token: tenant.admin.token, body: { active: true } })
  assert.equal((await microsoft(claims)).json.data.user.id, id)
})

test('A new person whose token has no address is told what to ask their administrator for', async () => {
  const reply = await microsoft(microsoftClaims({ preferred_username: undefined }))
  assert.equal(reply.json.code, 'VALIDATION_ERROR')
  assert.match(reply.json.error, /scopes email and profile/)
})

test('A signing key of one Microsoft tenant is not accepted for another, and the issuer must be that of the token’s tenant', async () => {
  const { privateKey, publicKey } = provider
  const [mine, theirs] = ['72f988bf-86f1-41af-91ab-2d7cd011db47', '9188040d-6c67-4c5b-b112-36a304b66dad']
  let issuer = ''
  const authority = createHttp((request, response) => {
    const keysOfAll = [
      { ...publicKey.export({ format: 'jwk' }), kid: 'all', alg: 'RS256' },
      {
        ...publicKey.export({ format: 'jwk' }),
        kid: 'one',
        alg: 'RS256',
        issuer: `${issuer}/${theirs}/v2.0`,
      },
    ]
    const documents: Record<string, unknown> = {
      '/common/v2.0/.well-known/openid-configuration': {
        issuer: `${issuer}/{tenantid}/v2.0`,
        jwks_uri: `${issuer}/keys`,
      },
      '/keys': { keys: keysOfAll },
    }
    const document = documents[request.url ?? '']
    response
      .writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(document))
  })
  issuer = `http://127.0.0.1:${await listen(authority)}`
  const templated = await startTestServer({
    worker: false,
    env: { MICROSOFT_CLIENT_ID: microsoftClient, MICROSOFT_ISSUER: `${issuer}/{tenantid}/v2.0` },
  })
  const seconds = Math.floor(Date.now() / 1000)
  const call = async (kid: string, tid: string, iss: string): Promise<number> => {
    const payload = { ...microsoftClaims({ tid }), iss, iat: seconds, exp: seconds + 600 }
    const accessToken = signed({ alg: 'RS256', kid }, payload, privateKey)
    return (await templated.call('POST', '/api/auth/microsoft', { body: { accessToken } })).status
  }
  assert.equal(await call('all', mine, `${issuer}/${mine}/v2.0`), 200)
  assert.equal(await call('one', theirs, `${issuer}/${theirs}/v2.0`), 200)
  assert.equal(await call('one', mine, `${issuer}/${mine}/v2.0`), 401)
  assert.equal(await call('all', mine, `${issuer}/${theirs}/v2.0`), 401)
  assert.equal(await call('all', mine, `${issuer}/{tenantid}/v2.0`), 401)
})

test('Garbage is VALIDATION_ERROR, an unsigned token UNAUTHORIZED, and only then a provider that is not set up is 503', async () => {
  const bare = await startTestServer({ worker: false })
  const token = await provider.token(microsoftClaims())
  for (const [path, field] of [
    ['/api/auth/google', 'credential'],
    ['/api/auth/microsoft', 'accessToken'],
  ] as const) {
    const call = (body: unknown) => bare.call('POST', path, { body })
    for (const body of [{}, { [field]: 7 }, { [field]: '' }, []])
      assert.equal((await call(body)).json.code, 'VALIDATION_ERROR', `${path} ${JSON.stringify(body)}`)
    assert.equal((await call({ [field]: 'garbage' })).json.code, 'UNAUTHORIZED')
    const reply = await call({ [field]: token })
    assert.equal(reply.status, 503, reply.text)
    assert.equal(reply.json.code, 'SERVICE_UNAVAILABLE')
    assert.ok(Number(reply.headers.get('retry-after')) >= 1)
  }
})

test('A provider that is down, silent, or answers nonsense gives 503 within seconds', async () => {
  const silent = createServer(() => {})
  const port = await listen(silent)
  let halfway = ''
  const keyless = createHttp((_request, response) => {
    const document = { issuer: halfway, jwks_uri: `http://127.0.0.1:${port}/keys` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
  })
  halfway = `http://127.0.0.1:${await listen(keyless)}`
  const token = await provider.token(microsoftClaims())
  for (const issuer of [
    `http://127.0.0.1:${port}`,
    halfway,
    'http://127.0.0.1:9',
    `${provider.issuer}/nowhere`,
  ]) {
    const down = await startTestServer({
      worker: false,
      env: { MICROSOFT_CLIENT_ID: microsoftClient, MICROSOFT_ISSUER: issuer },
    })
    const started = performance.now()
    const reply = await down.call('POST', '/api/auth/microsoft', { body: { accessToken: token } })
    assert.equal(reply.status, 503, `${issuer}: ${reply.text}`)
    // Two requests time out after two seconds each, plus time for a busy machine; without the limit it takes minutes.
    assert.ok(performance.now() - started < 20_000)
  }
})

test('A provider that failed is not called for two seconds, and then called again', async (t) => {
  let up = false
  let asked = 0
  let issuer = ''
  const flaky = createHttp((_request, response) => {
    asked++
    response
      .writeHead(up ? 200 : 500, { 'content-type': 'application/json' })
      .end(JSON.stringify({ issuer, jwks_uri: `${provider.issuer}/jwks` }))
  })
  issuer = `http://127.0.0.1:${await listen(flaky)}`
  const recovering = await startTestServer({
    worker: false,
    env: { MICROSOFT_CLIENT_ID: microsoftClient, MICROSOFT_ISSUER: issuer },
  })
  const accessToken = await provider.token(microsoftClaims({ iss: issuer }))
  const call = async () =>
    (await recovering.call('POST', '/api/auth/microsoft', { body: { accessToken } })).status
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  assert.deepEqual([await call(), await call()], [503, 503])
  assert.equal(asked, 1)
  up = true
  now += 2100
  assert.equal(await call(), 200)
})
