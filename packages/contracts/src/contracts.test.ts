import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { IsObject, type TObject } from 'typebox'
import { endpoints } from './all.ts'
import { events } from './events.ts'
import type { Access, Endpoint } from './kit/endpoint.ts'
import { errorStatus, limits } from './kit/vocabulary.ts'

/** method, path, access, scope, plan, limit; as in the endpoint list of the specification */
const promised = `
POST   /api/auth/login                        public     -     - login
POST   /api/auth/refresh                      public     -     - public
POST   /api/auth/google                       public     -     - public
POST   /api/auth/microsoft                    public     -     - public
POST   /api/auth/magic-link/request           public     -     - magic-link
GET    /api/auth/magic-link/verify            public     -     - public
POST   /api/auth/change-password              user       -     - password
POST   /api/auth/register                     public     -     - public
POST   /api/auth/reset-password               public     -     - magic-link
GET    /api/auth/me                           user       read  - read
PATCH  /api/auth/me                           user       -     - write
POST   /api/auth/logout                       user       -     - public
GET    /api/feedback/amenity/:qrCode          public     -     - public
POST   /api/feedback                          public     -     - feedback
POST   /api/feedback/upload-url               public     -     - upload
GET    /api/feedback/track/:trackingToken     public     -     - public
POST   /api/feedback/track/:trackingToken     public     -     - feedback
GET    /api/status/:qrCode                    public     -     - public
POST   /api/status/:qrCode/report             public     -     - status-report
GET    /api/status/:qrCode/history            public     -     - public
POST   /api/status/:qrCode/subscribe          public     -     - status-report
GET    /api/tasks                             technician read  - read
POST   /api/tasks                             technician write - write
GET    /api/tasks/summary                     technician read  - read
POST   /api/tasks/bulk                        technician write - write
GET    /api/tasks/:id                         technician read  - read
PATCH  /api/tasks/:id                         technician write - write
DELETE /api/tasks/:id                         admin      write - write
PATCH  /api/tasks/:id/status                  technician write - write
POST   /api/tasks/:id/assign                  manager    write - write
POST   /api/tasks/:id/claim                   technician -     - write
GET    /api/tasks/:id/notes                   technician read  - read
POST   /api/tasks/:id/notes                   technician write - write
POST   /api/tasks/:id/attachments             technician write - write
GET    /api/tasks/:id/history                 technician read  - read
POST   /api/tasks/:id/merge                   manager    write - write
GET    /api/dashboard/overview                manager    read  - read
GET    /api/dashboard/feedback/recent         manager    read  - read
GET    /api/dashboard/feedback/:id            manager    read  - read
GET    /api/system/health                     system     -     - miss
GET    /api/system/metrics                    system     -     - miss
GET    /api/system/jobs                       system     -     - miss
POST   /api/system/jobs/:name/run             system     -     - miss
PUT    /api/system/maintenance                system     -     - miss
`
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/).join(' '))

const role = (access: Access) => (access.kind === 'tenant' ? access.role.toLowerCase() : access.kind)
const scope = (access: Access) => (access.kind === 'tenant' ? (access.scope ?? '-') : '-')
const line = (e: Endpoint) =>
  [e.method, e.path, role(e.access), scope(e.access), e.plan ?? '-', e.limit].join(' ')
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

test('method and path are unique, whatever the parameters are called', () => {
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
  const modules = ['auth', 'feedback', 'status', 'tasks', 'dashboard', 'system']
  const expected = promised.map((row) => row.replace(' user ', ' technician '))
  const actual = endpoints.filter((e) => modules.includes(e.module)).map(line)
  assert.deepEqual(actual.sort(), expected.sort())
})

test('every limit and error code that a contract names exists', () => {
  for (const e of endpoints) {
    for (const name of [e.limit, ...(e.alsoLimit ?? [])]) assert.ok(name in limits, where(e))
    for (const code of e.errors ?? []) assert.ok(code in errorStatus, where(e))
    for (const name of e.alsoLimit ?? []) assert.equal(limits[name].by, 'ip', where(e))
  }
})

test('a limit by e-mail address has an e-mail address in the body', () => {
  for (const e of endpoints) {
    if (limits[e.limit].by !== 'email') continue
    assert.ok(e.body && IsObject(e.body) && 'email' in e.body.properties, where(e))
  }
})

test('a public endpoint that takes a code or token counts the unknown ones', () => {
  for (const e of endpoints) {
    const body = e.body && IsObject(e.body) ? keys(e.body) : []
    const taken = [...keys(e.params), ...keys(e.query), ...body]
    // A refresh token is signed, so it cannot be guessed; an office behind one address holds many expired ones.
    const guessable = ['qrCode', 'token', 'trackingToken'].some((key) => taken.includes(key))
    assert.equal(e.countsMisses ?? false, e.access.kind === 'public' && guessable, where(e))
  }
})

test('every POST that creates takes an Idempotency-Key, and nothing in auth does', () => {
  /** POSTs that add to a record without answering 201 */
  const alsoIdempotent = ['followUp', 'bulkTasks']
  for (const e of endpoints) {
    if (e.method !== 'POST' || e.module === 'auth') {
      assert.notEqual(e.idempotent, true, where(e))
    } else if (e.status === 201 || alsoIdempotent.includes(e.name)) {
      assert.equal(e.idempotent, true, where(e))
    }
  }
})

test('201 and 202 are answers to a POST only', () => {
  for (const e of endpoints) if (e.method !== 'POST') assert.equal(e.status ?? 200, 200, where(e))
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

test('a filter is known under both of its names', () => {
  const twins = ['building', 'amenity', 'assignee', 'location']
  for (const e of endpoints) {
    const known = keys(e.query)
    for (const twin of twins)
      assert.equal(known.includes(twin), known.includes(`${twin}Id`), `${where(e)}: ${twin}`)
  }
})

test('writes of auth stay open to a read-only tenant, but for own settings', () => {
  for (const e of endpoints) {
    if (e.module !== 'auth' || e.method === 'GET') continue
    assert.equal(e.whenReadOnly ?? false, e.name !== 'updateMe', where(e))
  }
})

test('DELETE answers the id of what is gone', () => {
  for (const e of endpoints) {
    if (e.method !== 'DELETE') continue
    assert.ok(e.data && IsObject(e.data), where(e))
    assert.deepEqual(keys(e.data), ['id'], where(e))
  }
})

test('event names are a noun and what happened to it', () => {
  for (const name of Object.keys(events)) assert.match(name, /^[a-z]+\.[a-z]+(_[a-z]+)*$/)
})
