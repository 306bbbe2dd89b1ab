/** Generated from the contracts: what applies to every endpoint. A new endpoint is included automatically. */

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import { type Endpoint, needsCredential } from '#contracts/kit/endpoint.ts'
import { limits, roles } from '#contracts/kit/vocabulary.ts'
import { scoutToken } from '#server/modules/scout/testing/scout-stage.ts'
import { systemClock } from '#server/platform/clock.ts'
import { handlers } from '../build.ts'
import { startFakeStripe } from './fake-stripe.ts'
import { fillArena, openArena } from './fill-arena.ts'
import { createEverything, type Everything, recordFor, tokenFor } from './hostile/everything.ts'
import { bodyOf, credentialFor, fill, nobody, target } from './matrix-calls.ts'
import { type Reply, startTestServer } from './server.ts'
import { signInSuperAdmin } from './super-admin.ts'
import { createTenant, type TestTenant } from './world.ts'

const everyLimit = (limit: number): string =>
  JSON.stringify(Object.fromEntries(Object.keys(limits).map((name) => [name, { limit, windowSeconds: 600 }])))

const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ env: stripe.env })
const strict = await startTestServer({ worker: false, env: { RATE_LIMITS: everyLimit(1) } })

const staff = endpoints.filter(({ access }) => access.kind === 'tenant')
const closed = endpoints.filter(needsCredential)
/** HTTP behaviour is the same for all endpoints of an authentication strategy, so one of each is tested. */
const doors = (kinds: readonly Endpoint[]): readonly Endpoint[] => {
  const byKind = new Map(kinds.map((spec) => [spec.access.kind, spec]))
  return [...byKind.values()]
}
const readDoors = doors(endpoints.filter(({ method }) => method === 'GET'))
const bodyDoors = doors(endpoints.filter(({ method, body }) => body && method !== 'GET'))
const listDoor = endpoints.find(({ list }) => list)
const idDoor = endpoints.find(({ path: at }) => at.includes(':id'))

let mine: TestTenant
let theirs: TestTenant
let foreign: Everything
/** token of a super admin */
let root: string

before(async () => {
  mine = await createTenant(server)
  foreign = await createEverything(server, { mark: 'Foreign' })
  theirs = foreign.tenant
  root = await signInSuperAdmin(server)
})

const recordOf = (spec: Endpoint): string => recordFor(spec, foreign)
const tokenOfTheirs = (spec: Endpoint): string => {
  const { kind } = spec.access
  return kind === 'scout' || kind === 'arena' ? (tokenFor(spec, foreign) ?? '') : theirs.admin.token
}

/** Of somebody whose limits nobody has used. */
const freshToken = async ({ access, name }: Endpoint): Promise<string | undefined> => {
  if (access.kind === 'superAdmin') return signInSuperAdmin(strict)
  if (access.kind === 'arena') {
    const tenant = await createTenant(strict)
    const { player, kiosk } = await openArena(strict, tenant, await fillArena(tenant, 'Fresh'))
    return name === 'getKioskBoard' ? kiosk : player
  }
  if (access.kind === 'scout') return scoutToken(strict, await createTenant(strict))
  return access.kind === 'tenant' ? (await createTenant(strict)).admin.token : undefined
}
const tokenOfTheirs = ({ access }: Endpoint): string =>
  access.kind === 'scout' ? foreign.scout.accessToken : theirs.admin.token

/** Of somebody whose limits nobody has used. */
const freshToken = async ({ access }: Endpoint): Promise<string | undefined> => {
  if (access.kind === 'superAdmin') return signInSuperAdmin(strict)
  if (access.kind === 'scout') return scoutToken(strict, await createTenant(strict))
  return access.kind === 'tenant' ? (await createTenant(strict)).admin.token : undefined
}

const envelopeOf = (reply: Reply, status: number, code: string, spec: Endpoint): void => {
  assert.equal(reply.status, status, `${spec.method} ${spec.path}: ${reply.text}`)
  assert.equal(reply.json.success, false)
  assert.equal(reply.json.code, code, `${spec.method} ${spec.path}: ${reply.text}`)
  assert.equal(typeof reply.json.error, 'string')
  assert.ok(reply.headers.get('x-request-id'))
}

test('Every contract has one handler and every handler one contract', () => {
  const mounted = handlers.map(({ spec }) => `${spec.method} ${spec.path}`)
  assert.deepEqual([...mounted].sort(), endpoints.map(({ method, path: at }) => `${method} ${at}`).sort())
  assert.equal(new Set(mounted).size, mounted.length)
})

for (const spec of closed) {
  const name = `${spec.method} ${spec.path}`

  test(`${name} without a credential is UNAUTHORIZED, whatever else is invalid`, async () => {
    envelopeOf(
      await server.call(spec.method, target(spec), { body: bodyOf(spec) }),
      401,
      'UNAUTHORIZED',
      spec,
    )
    envelopeOf(
      await server.call(spec.method, target(spec), { token: 'x.y.z', body: bodyOf(spec) }),
      401,
      'UNAUTHORIZED',
      spec,
    )
  })
}

for (const spec of staff) {
  const name = `${spec.method} ${spec.path}`

  if (spec.access.kind === 'tenant' && spec.access.role !== 'TECHNICIAN') {
    const below = roles[roles.indexOf(spec.access.role) - 1]
    test(`${name} by a ${below} is FORBIDDEN`, async () => {
      const token = below === 'MANAGER' ? mine.manager.token : mine.technician.token
      envelopeOf(
        await server.call(spec.method, target(spec), { token, body: bodyOf(spec) }),
        403,
        'FORBIDDEN',
        spec,
      )
    })
  }

  if (spec.params) {
    test(`${name} of another tenant and of an unknown id are NOT_FOUND with the same bytes`, async () => {
      const ask = (value: string) =>
        server.call(spec.method, target(spec, value), { token: mine.admin.token, body: bodyOf(spec) })
      const [other, missing] = [await ask(recordOf(spec)), await ask(nobody(spec))]
      envelopeOf(other, 404, 'NOT_FOUND', spec)
      assert.equal(other.text, missing.text)
      if (spec.path.includes(':id')) {
        // Also for the owner: a record has one address.
        const own = (value: string) =>
          server.call(spec.method, target(spec, value), { token: theirs.admin.token, body: bodyOf(spec) })
        const id = recordOf(spec)
        const all = ['1', '..%2f', 'x'.repeat(101), `{${id}}`, `${id}%20`]
        for (const wrong of all.slice(0, spec === idDoor ? all.length : 1))
          for (const reply of [await ask(wrong), await own(wrong)])
            assert.equal(reply.text, missing.text, wrong)
      }
    })
  }
}

let addresses = 0
/** Unique, since equal addresses share limits. */
const nextAddress = (): string => `10.77.${++addresses >> 8}.${addresses & 255}`

for (const spec of readDoors) {
  const name = `${spec.method} ${spec.path}`

  test(`${name} does not exist for HEAD, with a trailing slash, in another case or with another method`, async () => {
    const at = fill(spec, nobody(spec))
    const options = credentialFor(spec, mine.admin.token, root)
    assert.equal((await server.call('HEAD', at, options)).status, 404)
    for (const wrong of [
      `${at}/`,
      at.replace('/api/', '/API/'),
      `/${at}`,
      at.replace('/api/', '/api/./').replace('/./', '//'),
    ]) {
      envelopeOf(await server.call(spec.method, wrong, options), 404, 'NOT_FOUND', spec)
    }
    envelopeOf(
      await server.call('PROPFIND', at, options).catch(async () => server.call('OPTIONS', at, options)),
      404,
      'NOT_FOUND',
      spec,
    )
  })
}

for (const spec of endpoints) {
  const name = `${spec.method} ${spec.path}`

  // Calls that a provider signs spend no limit, and an unsigned one is told nothing of its body.
  const isSigned = spec.access.kind === 'signed'

  // After it the token opens nothing, so nobody can exceed its limit.
  const endsSession = spec.name === 'logoutScout'

  if (!isSigned && !endsSession) {
    test(`${name} beyond its limit is RATE_LIMITED with Retry-After`, async () => {
      const from = nextAddress()
      const token = await freshToken(spec)
      const ask = () => strict.call(spec.method, target(spec), { token, body: bodyOf(spec), from })
      const first = await ask()
      assert.notEqual(first.status, 429, first.text)
      const second = await ask()
      envelopeOf(second, 429, 'RATE_LIMITED', spec)
      assert.ok(Number(second.headers.get('retry-after')) >= 1)
      assert.ok(second.headers.get('ratelimit'))
    })
  }

  // Needs an emailed link first; tests of sign-in cover it.
  if (spec.method === 'GET' && spec.data && !spec.path.includes('/magic-link/')) {
    test(`${name} answers what its contract declares`, async () => {
      const value = spec.params ? recordOf(spec) : ''
      const reply = await server.call(spec.method, target(spec, value), {
        ...credentialFor(spec, tokenOfTheirs(spec), root),
      })
      assert.equal(reply.status, 200, reply.text)
      assert.equal(reply.json.success, true)
    })
  }

  if (spec.list) {
    test(`${name} pages exactly: its bounds, the total beyond the end, nothing coerced`, async () => {
      const value = spec.params ? recordOf(spec) : ''
      const base = fill(spec, value)
      const ask = (search: string) =>
        server.call<unknown[]>('GET', `${base}?${search}`, credentialFor(spec, tokenOfTheirs(spec), root))
      const all = await ask('')
      assert.equal(all.status, 200, all.text)
      for (const field of ['total', 'page', 'pageSize', 'totalPages'])
        assert.equal(typeof (all.json as unknown as Record<string, unknown>)[field], 'number', field)
      const beyond = await ask('page=2147483647&pageSize=100')
      assert.equal(beyond.status, 200, beyond.text)
      assert.deepEqual(beyond.json.data, [])
      assert.equal(beyond.json.total, all.json.total)
      const wrong = [
        'page=0',
        'pageSize=101',
        'sort=password_hash',
        'page=-1',
        'page=1.5',
        'page=1e2',
        'page=0x10',
        'page=%205',
        'page=%2B5',
        'page=',
        'page=Infinity',
        'page=NaN',
        'page=2147483648',
        'page=9007199254740993',
        'page=1000000000000000000000000000000',
        'pageSize=0',
        'pageSize=1e9',
        'page=1&page=2',
        'page[]=1',
        'page[$gt]=1',
        'page%5B%5D=1',
        'sort=-password_hash',
        'sort=tenant_id',
        'sort=id%3Bselect%201',
        'sort=',
        '__proto__=1',
        '__proto__[polluted]=1',
        'constructor.prototype.polluted=1',
      ]
      for (const search of wrong.slice(0, spec === listDoor ? wrong.length : 3)) {
        const reply = await ask(search)
        assert.equal(reply.status, 400, `${search}: ${reply.text.slice(0, 200)}`)
        assert.equal(reply.json.code, 'VALIDATION_ERROR')
      }
      assert.equal((await ask('unknown=1&nothing[]=2')).status, 200)
    })
  }

  if (spec.body && spec.method !== 'GET' && !isSigned) {
    test(`${name} refuses invalid bodies before it looks anything up`, async () => {
      const value = spec.params ? recordOf(spec) : ''
      const credential = credentialFor(spec, tokenOfTheirs(spec), root)
      const send = (body: string | Uint8Array, type = 'application/json') =>
        server.call(spec.method, target(spec, value), {
          ...credential,
          body,
          headers: { 'content-type': type },
        })
      const isDoor = bodyDoors.includes(spec)
      const malformed = [
        '[]',
        '{',
        ...(spec.bodyOptional ? [] : ['']),
        'null',
        '"x"',
        '{"a":1,}',
        '{}{}',
        '{"__proto__":{"x":1}}',
        '{"constructor":{"prototype":{"x":1}}}',
        '{"a":{"__proto__":{"x":1}}}',
        '{"a":"\\u0000"}',
        '{"a":"\\ud800"}',
        `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      ]
      for (const body of malformed.slice(0, isDoor ? malformed.length : 2)) {
        const reply = await send(body)
        assert.equal(
          reply.json?.code,
          'VALIDATION_ERROR',
          `${body.slice(0, 40)}: ${reply.text.slice(0, 200)}`,
        )
      }
      if (!isDoor) return
      // Invalid UTF-8: wrong bytes, an overlong `/`, a lone surrogate, a truncated character.
      for (const bytes of [
        [0xff, 0xfe],
        [0xc0, 0xaf],
        [0xed, 0xa0, 0x80],
        [0xf0, 0x9f, 0xa7],
      ]) {
        const reply = await send(
          Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]),
        )
        assert.equal(reply.json.code, 'VALIDATION_ERROR', `${bytes}: ${reply.text.slice(0, 200)}`)
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
      ]) {
        assert.equal((await send('{}', type)).json.code, 'UNSUPPORTED_MEDIA_TYPE', type)
      }
      assert.equal((await send(`{"a":"${'x'.repeat(1024 * 1024)}"}`)).json.code, 'PAYLOAD_TOO_LARGE')
    })
  }
}
