/** Forged tokens of Google and Microsoft in every known way. */
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { EncryptJWT } from 'jose'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import {
  type Claims,
  googleClaims,
  googleClient,
  microsoftClaims,
  microsoftClient,
  signed,
  startProvider,
} from '../testing/test-provider.ts'

const provider = await startProvider()
const server = await startTestServer({ worker: false, env: provider.env })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangerEc = generateKeyPairSync('ec', { namedCurve: 'P-256' })

let called = 0
const canary = createServer((_request, response) => {
  called++
  const key = { ...stranger.publicKey.export({ format: 'jwk' }), kid: provider.kid, alg: 'RS256', use: 'sig' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key] }))
})
await new Promise<void>((resolve) => void canary.listen(0, '127.0.0.1', resolve))
after(() => canary.close())
const bound = canary.address()
const elsewhere = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`

interface Way {
  readonly path: string
  readonly field: string
  readonly client: string
  readonly claims: (more?: Claims) => Claims
}
const google: Way = {
  path: '/api/auth/google',
  field: 'credential',
  client: googleClient,
  claims: googleClaims,
}
const microsoft: Way = {
  path: '/api/auth/microsoft',
  field: 'accessToken',
  client: microsoftClient,
  claims: microsoftClaims,
}
const both = [google, microsoft]

const b64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const header = { alg: 'RS256', typ: 'JWT', kid: provider.kid }
const seconds = (): number => Math.floor(Date.now() / 1000)
const payload = (way: Way, more: Claims = {}): Claims => ({
  ...way.claims(),
  iss: provider.issuer,
  iat: seconds(),
  exp: seconds() + 600,
  ...more,
})
/** Signed by the provider's own key; only the claims are wrong. */
const claiming = (more: (way: Way) => Claims) => (way: Way) =>
  signed(header, payload(way, more(way)), provider.privateKey)
/** The claims are right; only the header or the signature is wrong. */
const headed =
  (fields: Claims, key: KeyObject = provider.privateKey) =>
  (way: Way) =>
    signed({ ...header, ...fields }, payload(way), key)
const without = (name: string) => claiming(() => ({ [name]: undefined }))
const hmac = (secret: string | Buffer) => (way: Way) => {
  const input = `${b64({ ...header, alg: 'HS256' })}.${b64(payload(way))}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}
const good = (way: Way): string => signed(header, payload(way), provider.privateKey)
/** The signature of a valid token over another payload. */
const swapped = (change: (way: Way) => string) => (way: Way) => {
  const [head, , signature] = good(way).split('.')
  return `${head}.${b64(change(way))}.${signature}`
}

type Forgery = readonly [name: string, ways: readonly Way[], make: (way: Way) => string | Promise<string>]

const pem = provider.publicKey.export({ type: 'spki', format: 'pem' })
const forgeries: readonly Forgery[] = [
  ['another audience', both, claiming(() => ({ aud: 'another-application' }))],
  [
    'the audience of the other provider',
    both,
    claiming((way) => ({ aud: way === google ? microsoftClient : googleClient })),
  ],
  ['the audience with a blank', both, claiming(({ client }) => ({ aud: `${client} ` }))],
  ['the beginning of the audience', both, claiming(({ client }) => ({ aud: client.slice(0, -1) }))],
  ['no audience', both, without('aud')],
  ['an empty list of audiences', both, claiming(() => ({ aud: [] }))],
  [
    'several audiences without azp',
    both,
    claiming(({ client }) => ({ aud: [client, 'another'], azp: undefined })),
  ],
  [
    'several audiences, made for another',
    both,
    claiming(({ client }) => ({ aud: [client, 'another'], azp: 'another' })),
  ],
  ['an audience that is an object', both, claiming(({ client }) => ({ aud: { 0: client } }))],
  ['the audience of Graph', [microsoft], claiming(() => ({ aud: '00000003-0000-0000-c000-000000000000' }))],
  ['the address of Graph as audience', [microsoft], claiming(() => ({ aud: 'https://graph.microsoft.com' }))],
  [
    'made for another application',
    [microsoft],
    claiming(() => ({ azp: '11111111-1111-4111-8111-111111111111' })),
  ],
  [
    'made for another application, version 1',
    [microsoft],
    claiming(() => ({ azp: undefined, appid: 'another' })),
  ],
  ['an application without a person', [microsoft], claiming(() => ({ idtyp: 'app' }))],
  ['expired an hour ago', both, claiming(() => ({ iat: seconds() - 7200, exp: seconds() - 3600 }))],
  ['expired beyond the grace', both, claiming(() => ({ iat: seconds() - 600, exp: seconds() - 65 }))],
  ['not valid yet', both, claiming(() => ({ nbf: seconds() + 600 }))],
  ['issued in the future', both, claiming(() => ({ iat: seconds() + 600, exp: seconds() + 1200 }))],
  ['an end that is text', both, claiming(() => ({ exp: String(seconds() + 600) }))],
  ['an end that never comes', both, claiming(() => ({ exp: 1e300 }))],
  ['no end', both, without('exp')],
  ['no beginning', both, without('iat')],
  ['another issuer', both, claiming(() => ({ iss: 'https://accounts.evil.test' }))],
  ['the issuer with a slash at its end', both, claiming(() => ({ iss: `${provider.issuer}/` }))],
  ['the issuer in another case', both, claiming(() => ({ iss: provider.issuer.toUpperCase() }))],
  ['Google’s issuer where it is not set', both, claiming(() => ({ iss: 'accounts.google.com' }))],
  ['no issuer', both, without('iss')],
  ['a list of issuers', both, claiming(() => ({ iss: [provider.issuer] }))],
  ['an unverified address', [google], claiming(() => ({ email_verified: false }))],
  ['a verified address that is text', [google], claiming(() => ({ email_verified: 'true' }))],
  ['a verified address that is a number', [google], claiming(() => ({ email_verified: 1 }))],
  ['nothing about the address', [google], without('email_verified')],
  ['no address', [google], without('email')],
  ['an address that is none', [google], claiming(() => ({ email: 'a@b@example.com' }))],
  ['two addresses', [google], claiming(() => ({ email: ['a@example.com', 'b@example.com'] }))],
  ['no subject', [google], without('sub')],
  ['an empty subject', [google], claiming(() => ({ sub: '' }))],
  ['a subject that is a number', [google], claiming(() => ({ sub: 107691503500 }))],
  ['a subject that is an object', [google], claiming(() => ({ sub: { toString: 'x' } }))],
  ['a huge subject', [google], claiming(() => ({ sub: 'x'.repeat(5000) }))],
  ['no tenant', [microsoft], without('tid')],
  ['no object id', [microsoft], without('oid')],
  ['a list of object ids', [microsoft], claiming(() => ({ oid: ['a', 'b'] }))],
  ['an empty tenant', [microsoft], claiming(() => ({ tid: '' }))],
  ['another key under the same kid', both, headed({}, stranger.privateKey)],
  ['another key under no kid', both, headed({ kid: undefined }, stranger.privateKey)],
  ['a good signature without kid', both, headed({ kid: undefined })],
  ['a kid that nobody has', both, headed({ kid: 'unknown' }, stranger.privateKey)],
  ['a kid that is a path', both, headed({ kid: '../../../../dev/null' }, stranger.privateKey)],
  ['a kid that is a query', both, headed({ kid: "' or 1=1 --" }, stranger.privateKey)],
  ['a kid of ten thousand letters', both, headed({ kid: 'k'.repeat(10_000) }, stranger.privateKey)],
  ['a kid that is a number', both, headed({ kid: 1 })],
  ['another kind of key', both, headed({ alg: 'ES256' }, strangerEc.privateKey)],
  ['keys at another address', both, headed({ jku: `${elsewhere}/keys` }, stranger.privateKey)],
  ['keys at another address, signed well', both, headed({ jku: `${elsewhere}/keys` })],
  ['a certificate at another address', both, headed({ x5u: `${elsewhere}/cert` }, stranger.privateKey)],
  ['its own key', both, headed({ jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey)],
  ['its own certificate', both, headed({ x5c: [b64('certificate')] }, stranger.privateKey)],
  ['a critical field that nobody knows', both, headed({ crit: ['x'], x: 1 })],
  ['an unencoded payload', both, headed({ crit: ['b64'], b64: false })],
  ['none as algorithm', both, (way) => `${b64({ ...header, alg: 'none' })}.${b64(payload(way))}.`],
  ['nOnE as algorithm', both, (way) => `${b64({ ...header, alg: 'nOnE' })}.${b64(payload(way))}.`],
  ['none with a signature', both, headed({ alg: 'none' })],
  ['no algorithm', both, headed({ alg: undefined })],
  ['the public key as a shared secret', both, hmac(pem)],
  [
    'the public key as a shared secret, in DER',
    both,
    hmac(provider.publicKey.export({ type: 'spki', format: 'der' })),
  ],
  ['the modulus as a shared secret', both, hmac(String(provider.publicKey.export({ format: 'jwk' }).n))],
  [
    'the same key with another algorithm',
    both,
    (way) => {
      const input = `${b64({ ...header, alg: 'RS512' })}.${b64(payload(way))}`
      return `${input}.${sign('sha512', Buffer.from(input), provider.privateKey).toString('base64url')}`
    },
  ],
  ['no signature', both, (way) => `${good(way).split('.').slice(0, 2).join('.')}.`],
  ['no third part', both, (way) => good(way).split('.').slice(0, 2).join('.')],
  ['a cut signature', both, (way) => good(way).slice(0, -8)],
  ['a cut payload', both, (way) => good(way).slice(0, 60)],
  ['a fourth part', both, (way) => `${good(way)}.x`],
  ['padding', both, (way) => `${good(way)}=`],
  ['a line break in front', both, (way) => `\n${good(way)}`],
  ['another payload under a good signature', both, swapped((way) => JSON.stringify(payload(way)))],
  [
    'claims twice under a good signature',
    both,
    swapped((way) => `{"sub":"1","sub":"2",${JSON.stringify(payload(way)).slice(1)}`),
  ],
  [
    'claims twice, signed well',
    both,
    (way) => signed(header, `{"aud":"another",${JSON.stringify(payload(way)).slice(1)}`, provider.privateKey),
  ],
  [
    'a header with a field twice',
    both,
    (way) => {
      const input = `${b64(`{"alg":"none",${JSON.stringify(header).slice(1)}`)}.${b64(payload(way))}`
      return `${input}.${sign('sha256', Buffer.from(input), provider.privateKey).toString('base64url')}`
    },
  ],
  ['a token in a token', both, (way) => signed({ ...header, cty: 'JWT' }, good(way), provider.privateKey)],
  ['a payload that is a list', both, (way) => signed(header, [payload(way)], provider.privateKey)],
  ['a payload that is null', both, () => signed(header, 'null', provider.privateKey)],
  [
    'an encrypted token',
    both,
    (way) =>
      new EncryptJWT(payload(way))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: provider.kid })
        .encrypt(new Uint8Array(32)),
  ],
  [
    'a token as JSON',
    both,
    (way) => {
      const [protectedHeader, body, signature] = good(way).split('.')
      return JSON.stringify({ protected: protectedHeader, payload: body, signature })
    },
  ],
  [
    'a huge token',
    both,
    claiming(() => ({ groups: Array.from({ length: 2000 }, (_, index) => `group-${index}`) })),
  ],
]

let tenant: TestTenant
before(async () => {
  tenant = await createTenant(server)
  for (const way of both) {
    const reply = await server.call('POST', way.path, { body: { [way.field]: good(way) } })
    assert.equal(reply.status, 200, `the unforged one is taken: ${reply.text}`)
  }
})

test('No forged token is accepted, all get the same bytes as an answer, and no address that a token names is called', async (t) => {
  const asked = provider.requests()
  const bodies = new Set<string>()
  let tried = 0
  const accepted: string[] = []
  for (const [name, ways, make] of forgeries) {
    for (const way of ways) {
      const reply = await server.call('POST', way.path, { body: { [way.field]: await make(way) } })
      tried++
      if (reply.status === 200) accepted.push(`${name} at ${way.path}`)
      else assert.equal(reply.status, 401, `${name} at ${way.path}: ${reply.text}`)
      bodies.add(reply.text)
      assert.equal(reply.headers.get('set-cookie'), null, `${name} at ${way.path}`)
    }
  }
  t.diagnostic(`${tried} forged tokens of ${forgeries.length} kinds tried, ${accepted.length} accepted`)
  assert.deepEqual(accepted, [])
  assert.equal(bodies.size, 1)
  assert.ok(tried >= 60)
  assert.equal(called, 0)
  assert.equal(provider.requests(), asked)
})

test('A token of ours, an emailed link and an API key are not accepted as a provider’s token', async () => {
  const others = [
    tenant.admin.token,
    tenant.admin.refreshToken,
    server.built.platform.keys.seal('sign-in', tenant.id, tenant.admin.id),
    'wk_live_0123456789abcdefghijABCDEFGHIJ012345',
  ]
  for (const way of both) {
    for (const other of others) {
      const reply = await server.call('POST', way.path, { body: { [way.field]: other } })
      assert.equal(reply.status, 401)
    }
  }
})

test('A token within 60 seconds of clock skew is accepted, and so is one with our audience in a list', async (t) => {
  server.clock.stand(t)
  for (const way of both) {
    const fine = [
      claiming(() => ({ iat: seconds() - 600, exp: seconds() - 30 })),
      claiming(() => ({ iat: seconds() + 30, nbf: seconds() + 30 })),
      claiming(({ client }) => ({ aud: [client] })),
      claiming(({ client }) => ({ aud: [client, 'another'], azp: client })),
    ]
    for (const make of fine) {
      const reply = await server.call('POST', way.path, { body: { [way.field]: make(way) } })
      assert.equal(reply.status, 200, reply.text)
    }
  }
})
