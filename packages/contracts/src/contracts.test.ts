import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { IsObject, type TObject } from 'typebox'
import { endpoints } from './all.ts'
import { events } from './events.ts'
import type { Access, Endpoint } from './kit/endpoint.ts'
import { errorStatus, limits } from './kit/vocabulary.ts'

/** Endpoints that the specification adds outside its list: `stands beside the 285 lines`. */
const additions = ['dashboard\tPOST\t/api/dashboard/feedback/bulk\tmanager\twrite\t-\twrite\tTriage']

/** The copy of the specification's endpoint list. */
const [head = '', ...lines] = readFileSync(`${import.meta.dirname}/../endpoints.tsv`, 'utf8')
  .trim()
  .split('\n')
const columns = head.split('\t')
const specified = [...lines, ...additions].map((line) => {
  const cells = line.split('\t')
  return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))
})

/** As the list names who may call. */
const role = (access: Access): string => {
  switch (access.kind) {
    case 'tenant':
      return access.role.toLowerCase()
    case 'signed':
      return access.by === 'slack' ? 'slack-signed' : 'signed'
    case 'superAdmin':
      return 'super'
    case 'slackOauth':
      return 'slack-oauth'
    default:
      return access.kind
  }
}
const scope = (access: Access) => (access.kind === 'tenant' ? (access.scope ?? '-') : '-')
const where = (e: Endpoint) => `${e.method} ${e.path}`
const keys = (schema: TObject | undefined) => Object.keys(schema?.properties ?? {})
const pathParams = (path: string) => [...path.matchAll(/:([A-Za-z]+)/g)].map((found) => found[1] ?? '')

test('every contract file is in the list of all endpoints', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('kit'),
  )
  const declared: string[] = []
  for (const file of files) {
    for (const [name, value] of Object.entries<unknown>(await import(`./${file}`))) {
      if (typeof value !== 'object' || value === null || !('method' in value && 'access' in value)) continue
      assert.equal('name' in value && value.name, name, `${file} exports ${name} under another name`)
      declared.push(name)
    }
  }
  assert.deepEqual(declared.sort(), endpoints.map((e) => e.name).sort())
})

test('method and path are unique, apart from parameter names', () => {
  const seen = endpoints.map((e) => `${e.method} ${e.path.replace(/:\w+/g, ':')}`)
  assert.deepEqual(
    seen.filter((key, at) => seen.indexOf(key) !== at),
    [],
  )
})

test('names are unique and camelCase', () => {
  const names = endpoints.map((e) => e.name)
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[a-z]+([A-Z][a-z]+)*$/)
})

test('paths are well formed and name their parameters', () => {
  for (const e of endpoints) {
    assert.match(e.path, /^\/api(\/(:[a-z][A-Za-z]*|[a-z0-9]+(-[a-z0-9]+)*))+$/, where(e))
    assert.ok(e.path === `/api/${e.module}` || e.path.startsWith(`/api/${e.module}/`), where(e))
    assert.deepEqual(keys(e.params).sort(), pathParams(e.path).sort(), where(e))
  }
})

test('access, scope, plan and limit are those of the endpoint list', () => {
  const expected = new Map(
    specified.map(({ method, path, auth, scope, plan, limit }) => {
      // `user` in the list is the lowest role. Without a limit only failed attempts count.
      const who = auth === 'user' ? 'technician' : auth
      return [`${method} ${path}`, [who, scope, plan, limit === '-' ? 'miss' : limit].join(' ')]
    }),
  )
  for (const e of endpoints)
    assert.equal(
      [role(e.access), scope(e.access), e.plan ?? '-', e.limit].join(' '),
      expected.get(where(e)),
      where(e),
    )
})

test('every limit and error code that a contract names exists', () => {
  for (const e of endpoints) {
    for (const name of [e.limit, ...(e.alsoLimit ?? [])]) assert.ok(name in limits, where(e))
    for (const code of e.errors ?? []) assert.ok(code in errorStatus, where(e))
    for (const name of e.alsoLimit ?? []) assert.equal(limits[name].by, 'ip', where(e))
  }
})

test('a rate limit by email has an email or a code in the body', () => {
  for (const e of endpoints) {
    if (limits[e.limit].by !== 'email') continue
    const named = e.body && IsObject(e.body) ? Object.keys(e.body.properties) : []
    assert.ok(
      ['email', 'activationCode', 'pairingCode'].some((field) => named.includes(field)),
      where(e),
    )
  }
})

test('a public endpoint that takes a code or token counts unknown ones as misses', () => {
  for (const e of endpoints) {
    const body = e.body && IsObject(e.body) ? keys(e.body) : []
    const taken = [...keys(e.params), ...keys(e.query), ...body]
    // A refresh token is signed, so it cannot be guessed; an office behind one address has many expired ones.
    const guessable = ['qrCode', 'token', 'trackingToken', 'activationCode', 'pairingCode'].some((key) =>
      taken.includes(key),
    )
    const isOpen = ['public', 'entry'].includes(e.access.kind) || e.name === 'findAmenityByCode'
    assert.equal(e.countsMisses ?? false, isOpen && guessable, where(e))
  }
})

test('every POST that creates takes an Idempotency-Key, and nothing in auth does', () => {
  /** POSTs that add to a record without answering 201 */
  const alsoIdempotent = ['followUp', 'bulkTasks', 'bulkFeedback']
  for (const e of endpoints) {
    if (e.method !== 'POST' || e.module === 'auth') {
      assert.notEqual(e.idempotent, true, where(e))
    } else if (e.status === 201 || alsoIdempotent.includes(e.name)) {
      assert.equal(e.idempotent, true, where(e))
    }
  }
})

test('only a POST answers 201 or 202; createsUnless names a field of its body', () => {
  for (const e of endpoints) {
    if (e.method !== 'POST') assert.equal(e.status ?? 200, 200, where(e))
    if (e.createsUnless === undefined) continue
    assert.equal(e.status, 201, where(e))
    assert.ok(e.body && IsObject(e.body) && e.createsUnless in e.body.properties, where(e))
  }
})

test('a GET has no body, and every list is paginated with a closed set of sort fields', () => {
  for (const e of endpoints) {
    if (e.method === 'GET') assert.equal(e.body, undefined, where(e))
    if (!e.list) continue
    assert.equal(e.method, 'GET', where(e))
    for (const key of ['page', 'pageSize', 'sort'])
      assert.ok(keys(e.query).includes(key), `${where(e)}: ${key}`)
  }
})

test('a filter has both of its names', () => {
  const twins = ['building', 'amenity', 'assignee', 'location']
  for (const e of endpoints) {
    const known = keys(e.query)
    for (const twin of twins)
      assert.equal(known.includes(twin), known.includes(`${twin}Id`), `${where(e)}: ${twin}`)
  }
})

test('writes of auth stay available to a read-only tenant, except for personal settings', () => {
  for (const e of endpoints) {
    if (e.module !== 'auth' || e.method === 'GET') continue
    assert.equal(e.whenReadOnly ?? false, e.name !== 'updateMe', where(e))
  }
})

test('DELETE answers the id of the deleted record', () => {
  for (const e of endpoints) {
    if (e.method !== 'DELETE') continue
    assert.ok(e.data && IsObject(e.data), where(e))
    // A tenant that is closing can still be read and lifted.
    const more = e.name === 'closeTenant' ? ['state', 'eraseAt'] : []
    assert.deepEqual(keys(e.data), ['id', ...more], where(e))
  }
})

test('event names are a noun and what happened to it', () => {
  for (const name of Object.keys(events)) assert.match(name, /^[a-z]+\.[a-z]+(_[a-z]+)*$/)
})
