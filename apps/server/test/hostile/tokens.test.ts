/** Tokens that were not issued here: forged, changed, of another kind, time or key. */
import assert from 'node:assert/strict'
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { CompactEncrypt, FlattenedSign } from 'jose'
import { endpoints } from '#contracts/all.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { signToken, verifyToken } from '#server/platform/gate/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { target } from '../matrix-calls.ts'
import { rounds } from '../rounds.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { createTenant, type TestTenant } from '../world.ts'

const server = await startTestServer({ worker: false })
const { keys } = server.built.platform
const mutations = Number(process.env.TOKEN_MUTATIONS ?? rounds(2000, 20_000))

/** Notices requests to a URL in a token. */
let requests = 0
const canary = createServer((_request, response) => {
  requests++
  response.end('{"keys":[]}')
})
let canaryUrl = ''
let tenant: TestTenant

before(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const address = canary.address()
  canaryUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/keys`
  tenant = await createTenant(server)
})
after(() => void canary.close())

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const partsOf = (token: string): [string, string, string] => token.split('.') as [string, string, string]
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** Signs like the service, with any content. */
const signed = (header: unknown, payload: unknown, key: KeyObject = keys.signing.key): string => {
  const body = `${encode(header)}.${encode(payload)}`
  return `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`
}
const hmac = (header: unknown, payload: unknown, key: Buffer | string): string => {
  const body = `${encode(header)}.${encode(payload)}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

/** Variants of a valid token by name; each must be rejected. */
const forgeriesOf = async (
  good: string,
  kind: 'access' | 'refresh',
  other: { id: string; manager: { id: string } },
): Promise<Map<string, string>> => {
  const [head, body, mark] = partsOf(good)
  const [header, payload] = [decode(head), decode(body)]
  const now = Math.floor(Date.now() / 1000)
  const stranger = generateKeyPairSync('ed25519').privateKey
  const publicKey = keys.verifying(keys.signing.id)
  const publicPem = publicKey?.export({ format: 'pem', type: 'spki' }) ?? ''
  const publicDer = publicKey?.export({ format: 'der', type: 'spki' }) ?? Buffer.alloc(0)
  const publicRaw = publicDer.subarray(-32)
  const found = new Map<string, string>()
  const add = (name: string, token: string): void => void found.set(name, token)

  for (const alg of ['none', 'None', 'nOnE', 'NONE', '']) {
    for (const end of ['', '.', `.${mark}`])
      add(`alg ${alg || 'empty'} with "${end.slice(0, 3)}"`, `${encode({ ...header, alg })}.${body}${end}`)
  }
  for (const [name, key] of [
    ['PEM', publicPem],
    ['DER', publicDer],
    ['raw', publicRaw],
    ['empty', ''],
    ['kid', keys.signing.id],
  ] as const) {
    for (const alg of ['HS256', 'HS512', 'EdDSA'])
      add(`${alg} with our public key as ${name}`, hmac({ ...header, alg }, payload, key))
  }
  add('no signature', `${head}.${body}.`)
  add('two parts', `${head}.${body}`)
  add('four parts', `${good}.${mark}`)
  add('signature of zeros', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`)
  add('signature cut', good.slice(0, -4))
  add('signature doubled', `${head}.${body}.${mark}${mark}`)
  add('padding', `${good}==`)
  add('blank behind', `${good} x`)
  add('signed by a stranger', signed(header, payload, stranger))
  for (const alg of ['RS256', 'ES256', 'PS256', 'Ed25519', 'EdDSA ', 'eddsa', 'HS256'])
    if (alg !== 'Ed25519') add(`header says ${alg}`, signed({ ...header, alg }, payload))

  const kids = [
    '../../x',
    "' or 1=1 --",
    'x'.repeat(10_000),
    '',
    null,
    0,
    ['a'],
    { a: 1 },
    '1',
    `${keys.signing.id} `,
    keys.signing.id.toLowerCase().toUpperCase(),
  ]
  for (const kid of kids)
    if (kid !== keys.signing.id)
      add(`kid ${JSON.stringify(kid).slice(0, 20)}`, signed({ ...header, kid }, payload))
  add('kid missing', signed({ alg: header.alg, typ: header.typ }, payload))
  const ownJwk = createPublicKey(stranger).export({ format: 'jwk' })
  for (const extra of [{ jku: canaryUrl }, { x5u: canaryUrl }, { jwk: ownJwk }, { x5c: ['MIIB'] }] as const) {
    add(
      `a stranger's key by ${Object.keys(extra)[0]}`,
      signed({ ...header, ...extra, kid: 'stranger' }, payload, stranger),
    )
    add(
      `a stranger's key by ${Object.keys(extra)[0]} under our kid`,
      signed({ ...header, ...extra }, payload, stranger),
    )
  }
  for (const crit of [['exp'], ['b64'], ['x'], [], 'x'] as const)
    add(`crit ${JSON.stringify(crit)}`, signed({ ...header, crit, x: 1 }, payload))
  add('b64 false', signed({ ...header, b64: false, crit: ['b64'] }, payload))

  for (const typ of ['JWT', 'at+jwt', 'rt+jwt', 'scout+jwt', 'arena+jwt', 'sa+jwt', '', undefined, 7])
    if (typ !== header.typ) add(`typ ${String(typ)}`, signed({ ...header, typ }, payload))
  const without = (name: string): Record<string, unknown> =>
    Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name))
  for (const name of ['exp', 'iat', 'jti', 'sid', 'userId', 'tenantId', 'type', 'aud', 'iss'])
    add(`${name} missing`, signed(header, without(name)))
  const changes: Record<string, unknown[]> = {
    exp: [String(now + 900), 1e300, -1, 0, now - 1, null, [now + 900], now - 86_400, 'Infinity', {}],
    iat: [now + 3600, 'now', null, 1e300, [now]],
    nbf: [now + 3600, 'x'],
    type: ['access', 'refresh', 'scout', 'arena', 'super_admin', '', null, 1, ['access']],
    aud: ['wellkept', 'wellkept:access', 'wellkept:refresh', 'wellkept:scout', '*', '', null, [], ['x']],
    iss: ['wellkept ', 'https://evil.test', '', null, 1],
    userId: [newId(1), other.manager.id, tenant.admin.id, '1', '', null, { $ne: null }, [], "' or 1=1 --"],
    tenantId: [newId(1), other.id, '1', '', null, '*', []],
    sid: [newId(1), '1', '', null, '*', []],
    jti: ['1', '', null, []],
  }
  for (const [name, values] of Object.entries(changes)) {
    for (const value of values)
      if (value !== payload[name]) {
        // An access token with a new id is valid, but no refresh token of that id was issued.
        if (name === 'jti' && kind === 'access' && typeof value === 'string' && value.length > 30) continue
        add(`${name} ${JSON.stringify(value)?.slice(0, 24)}`, signed(header, { ...payload, [name]: value }))
      }
  }
  add(
    'claims twice, signed by nobody',
    `${head}.${encode(`${JSON.stringify(payload).slice(0, -1)},"roles":["ADMIN"],"roles":["ADMIN"]}`)}.${mark}`,
  )
  add('roles raised, signed by nobody', `${head}.${encode({ ...payload, roles: ['ADMIN'] })}.${mark}`)
  for (const text of ['[]', 'null', '"x"', '{', '', '1'])
    add(`payload ${text || 'empty'}`, signed(header, text))
  for (const text of ['[]', 'null', '{', '', '1']) add(`header ${text || 'empty'}`, signed(text, payload))
  add('nested', signed({ ...header, cty: 'JWT' }, good))
  add(
    'JWE',
    await new CompactEncrypt(Buffer.from(good))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(randomBytes(32)),
  )
  const flat = await new FlattenedSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(keys.signing.key)
  add('JSON serialisation', JSON.stringify(flat))
  add('4 kB', signed(header, { ...payload, more: 'x'.repeat(4096) }))
  const lives = Number(payload.exp) - Number(payload.iat)
  add('issued in an hour', signed(header, { ...payload, iat: now + 3600, exp: now + 3600 + lives }))
  add('ended a day ago', signed(header, { ...payload, iat: now - 86_400 - lives, exp: now - 86_400 }))
  return found
}

test('More than 200 forged access and refresh tokens are refused with one answer, and no URL in them is requested', async () => {
  const { token, refreshToken } = await tenant.person(['MANAGER'])
  const other = await createTenant(server)
  assert.equal((await server.call('GET', '/api/auth/me', { token })).status, 200)
  let tried = 0
  const accepted: string[] = []
  const texts = new Set<string>()
  for (const [name, forged] of [
    ...(await forgeriesOf(token, 'access', other)),
    ...(await forgeriesOf(refreshToken, 'access', other)),
    ['the refresh token itself', refreshToken] as const,
  ]) {
    tried++
    // Sent just before, so that a cached valid token must not admit the forged one.
    assert.equal((await server.call('GET', '/api/auth/me', { token })).status, 200, name)
    const reply = await server.call('GET', '/api/auth/me', { token: forged })
    if (reply.status !== 401) accepted.push(`Bearer, ${name}: ${reply.status}`)
    texts.add(reply.text)
  }
  for (const [name, forged] of [
    ...(await forgeriesOf(refreshToken, 'refresh', other)),
    ['the access token itself', token] as const,
  ]) {
    tried++
    const reply = await server.call('POST', '/api/auth/refresh', { body: { refreshToken: forged } })
    const tooLong = forged.length > 4096
    if (reply.status !== (tooLong ? 400 : 401)) accepted.push(`refresh, ${name}: ${reply.status}`)
    if (!tooLong) texts.add(reply.text)
  }
  assert.deepEqual(accepted, [])
  assert.equal(texts.size, 1, [...texts].join('\n'))
  assert.equal(requests, 0)
  assert.ok(tried >= 200, String(tried))
  // The token family is unharmed.
  assert.equal((await server.call('POST', '/api/auth/refresh', { body: { refreshToken } })).status, 200)
  console.log(`# ${tried} forged tokens tried, ${accepted.length} accepted`)
})

test('A token of Scout, Arena or a super admin is UNAUTHORIZED on every staff endpoint, even if signed with our own key', async () => {
  const { token } = tenant.admin
  const [head, body] = partsOf(token)
  const [header, payload] = [decode(head), decode(body)]
  const staff = endpoints.filter(({ access }) => access.kind === 'tenant')
  assert.ok(staff.length > 60, String(staff.length))
  for (const [type, typ] of [
    ['scout', 'scout+jwt'],
    ['arena', 'arena+jwt'],
    ['super_admin', 'sa+jwt'],
  ] as const) {
    const other = signed({ ...header, typ }, { ...payload, type, aud: `wellkept:${type}` })
    for (const spec of staff) {
      const reply = await server.call(spec.method, target(spec), { token: other })
      assert.deepEqual([reply.status, reply.json.code], [401, 'UNAUTHORIZED'], `${type}: ${spec.name}`)
    }
  }
  assert.equal((await server.call('GET', '/api/auth/me', { token })).status, 200)
})

test('A token of one megabyte is refused by the header limit, in the envelope', async () => {
  const reply = await server
    .call('GET', '/api/auth/me', { token: 'x'.repeat(1024 * 1024) })
    .catch((error: unknown) => error)
  if (reply instanceof Error) return
  assert.equal((reply as { status: number }).status, 431)
})

test('A token with any changed character, byte or part is refused', async () => {
  const { token } = tenant.admin
  const other = (await createTenant(server)).admin.token
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const change = fc.oneof(
    fc
      .tuple(fc.nat(token.length - 1), fc.constantFrom(...alphabet))
      .map(([at, sign_]) => token.slice(0, at) + sign_ + token.slice(at + 1)),
    fc
      .tuple(fc.nat(token.length - 1), fc.integer({ min: 1, max: 8 }))
      .map(([at, count]) => token.slice(0, at) + token.slice(at + count)),
    fc.tuple(fc.nat(2), fc.nat(2)).map(([from, to]) =>
      partsOf(token)
        .map((part, at) => (at === to ? partsOf(other)[from] : part))
        .join('.'),
    ),
    fc
      .tuple(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 3 }))
      .map(([at, text]) => token.slice(0, at) + text + token.slice(at)),
  )
  const good = new Set([token, other])
  await fc.assert(
    fc.asyncProperty(change, async (changed) => {
      if (good.has(changed)) return
      assert.equal(await verifyToken(keys, 'access', changed, server.clock.now()), undefined, changed)
    }),
    { numRuns: mutations },
  )
  console.log(`# ${mutations} changed tokens tried, 0 accepted`)
})

test('During a rotation of SECRET tokens of the previous key are accepted; once it is retired they are refused', async () => {
  const at = (secret: string): Promise<TestServer> =>
    startTestServer({ worker: false, env: { SECRET: secret } })
  const [old, next] = ['the-old-secret-0123456789-0123456789', 'the-new-secret-0123456789-0123456789']
  for (const [secret, expected] of [
    [`${next},${old}`, 200],
    [next, 401],
  ] as const) {
    const instance = await at(secret)
    const here = await createTenant(instance)
    const sid = decode(partsOf(here.manager.token)[1]).sid as string
    const claims = {
      userId: here.manager.id,
      tenantId: here.id,
      roles: ['MANAGER'] as const,
      sessionId: sid,
      tokenId: newId(Date.now()),
    }
    const token = await signToken(deriveKeys(old), 'access', claims, new Date())
    assert.equal((await instance.call('GET', '/api/auth/me', { token })).status, expected)
    assert.equal((await instance.call('GET', '/api/auth/me', { token: here.manager.token })).status, 200)
  }
})

test('A token of a removed or disabled person, an ended session or an erased tenant is refused immediately', async () => {
  const place = await createTenant(server)
  const ask = (token: string) => server.call('GET', '/api/auth/me', { token })
  const [disabled, removed] = [await place.person(['MANAGER']), await place.person(['MANAGER'])]
  for (const { token } of [disabled, removed]) assert.equal((await ask(token)).status, 200)
  const admin = { token: place.admin.token }
  const patch = await server.call('PATCH', `/api/admin/users/${disabled.id}`, {
    ...admin,
    body: { active: false },
  })
  assert.equal(patch.status, 200, patch.text)
  assert.equal((await server.call('DELETE', `/api/admin/users/${removed.id}`, admin)).status, 200)
  assert.equal((await ask(disabled.token)).json.code, 'UNAUTHORIZED')
  assert.equal((await ask(removed.token)).json.code, 'UNAUTHORIZED')
  const gone = await createTenant(server)
  assert.equal((await ask(gone.manager.token)).status, 200)
  await gone.inside((ctx) => ctx.run("update tenant set state = 'ERASED' where id = $1", [gone.id]))
  server.built.platform.tenantChanged(gone.id)
  assert.equal((await ask(gone.manager.token)).json.code, 'UNAUTHORIZED')
})
