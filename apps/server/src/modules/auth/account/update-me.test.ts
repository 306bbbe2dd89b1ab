import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me, TokenPair } from '#contracts/auth.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import getMe from './get-me.ts'

const server = await startTestServer({ worker: false })
const password = 'a-lamp-under-the-stairs'

const read = (token: string) => server.call<Me>('GET', '/api/auth/me', { token })
const update = (token: string, body: unknown, headers?: Record<string, string>) =>
  server.call<Me>('PATCH', '/api/auth/me', { token, body, ...(headers ? { headers } : {}) })

test('A person changes their own name, language, time zone and choices, and reads them back', async () => {
  const { technician } = await createTenant(server)
  const before = (await read(technician.token)).json.data
  assert.deepEqual(
    [before.user?.theme, before.user?.quietHours, before.user?.savedViews, before.user?.shortcuts],
    ['SYSTEM', null, [], true],
  )
  assert.deepEqual(before.user?.notifications, {
    taskAssigned: { mail: true, push: true },
    taskNew: { mail: true, push: true },
    urgentTask: { mail: true, push: true },
    sla: { mail: true, push: true },
    alert: { mail: true, push: true },
    wish: { mail: true, push: true },
    arena: { mail: false, push: true },
    digest: { mail: true, push: false },
  })
  const changed = await update(technician.token, {
    name: '  Tomasz  ',
    language: 'pl',
    timeZone: 'Europe/Warsaw',
    theme: 'DARK',
    quietHours: { from: '22:00', to: '06:30' },
    notifications: { taskNew: { mail: false } },
    savedViews: [{ name: 'Mine', screen: 'tasks', query: 'status=OPEN' }],
    shortcuts: false,
  })
  assert.equal(changed.status, 200, changed.text)
  const { user, version } = changed.json.data
  assert.deepEqual(
    [user?.name, user?.language, user?.timeZone, user?.theme, user?.shortcuts],
    ['Tomasz', 'pl', 'Europe/Warsaw', 'DARK', false],
  )
  assert.deepEqual(user?.quietHours, { from: '22:00', to: '06:30' })
  assert.deepEqual(user?.notifications.taskNew, { mail: false, push: true })
  assert.deepEqual(user?.notifications.taskAssigned, { mail: true, push: true })
  assert.equal(user?.savedViews[0]?.name, 'Mine')
  assert.equal(version, before.version + 1)
  assert.deepEqual((await read(technician.token)).json.data, changed.json.data)
  const cleared = await update(technician.token, { timeZone: null, quietHours: null })
  assert.deepEqual([cleared.json.data.user?.timeZone, cleared.json.data.user?.quietHours], [null, null])
  assert.equal(cleared.json.data.user?.theme, 'DARK', 'what is left out stays')
  const silent = await update(technician.token, { notifications: { taskNew: { push: false } } })
  assert.deepEqual(silent.json.data.user?.notifications.taskNew, { mail: false, push: false })
})

test('A saved view keeps its id, a new one gets one, and one that is left out is deleted', async () => {
  const { manager } = await createTenant(server)
  const view = (name: string, id?: string) => ({ name, screen: 'tasks', query: '', ...(id ? { id } : {}) })
  const first = (await update(manager.token, { savedViews: [view('A'), view('B')] })).json.data.user
    ?.savedViews
  const [a, b] = [first?.[0]?.id ?? '', first?.[1]?.id ?? '']
  const unknown = await update(manager.token, { savedViews: [view('A', newId(Date.now()))] })
  assert.deepEqual([unknown.status, unknown.json.code], [404, 'NOT_FOUND'])
  const second = (await update(manager.token, { savedViews: [view('B renamed', b), view('C')] })).json.data
    .user?.savedViews
  assert.deepEqual(
    second?.map(({ name }) => name),
    ['B renamed', 'C'],
  )
  assert.equal(second?.[0]?.id, b)
  assert.ok(![a, b].includes(second?.[1]?.id ?? a))
})

test('Bad choices are VALIDATION_ERROR and change nothing; a person cannot change their roles and address', async () => {
  const { manager } = await createTenant(server)
  const before = (await read(manager.token)).json.data
  const view = { name: 'A', screen: 'tasks', query: '' }
  const bad: unknown[] = [
    { theme: 'dark' },
    { theme: null },
    { language: 'xx' },
    { timeZone: 'Mars/Olympus' },
    { name: '' },
    { name: 'a\u202eb' },
    { quietHours: { from: '22:00' } },
    { quietHours: { from: '24:00', to: '06:00' } },
    { quietHours: { from: '6:00', to: '22:00' } },
    { quietHours: { from: '06:00', to: '06:00' } },
    { notifications: { taskNew: true } },
    { notifications: { taskNew: { mail: 'no' } } },
    { notifications: { taskNew: { push: null } } },
    { testNotification: false },
    { shortcuts: 1 },
    { savedViews: Array.from({ length: 51 }, () => view) },
    { savedViews: [{ ...view, id: 'x' }] },
    { savedViews: [{ ...view, query: 'x'.repeat(2001) }] },
    {
      savedViews: [
        { ...view, id: manager.id },
        { ...view, id: manager.id },
      ],
    },
    { endSession: 'x' },
  ]
  for (const body of bad) {
    const reply = await update(manager.token, body)
    assert.equal(reply.json.code, 'VALIDATION_ERROR', JSON.stringify(body).slice(0, 80))
  }
  const owned = await update(manager.token, {
    id: newId(Date.now()),
    roles: ['ADMIN'],
    email: 'x@example.com',
    active: false,
    tenantId: newId(Date.now()),
  })
  assert.equal(owned.status, 200)
  assert.deepEqual((await read(manager.token)).json.data, before)
})

test('If-Match with the version that was read is accepted, with an older one PRECONDITION_FAILED', async () => {
  const { manager } = await createTenant(server)
  const etag = (await read(manager.token)).headers.get('etag') ?? ''
  const first = await update(manager.token, { theme: 'DARK' }, { 'if-match': etag })
  assert.equal(first.status, 200)
  const late = await update(manager.token, { theme: 'LIGHT' }, { 'if-match': etag })
  assert.deepEqual([late.status, late.json.code], [412, 'PRECONDITION_FAILED'])
  assert.equal((await read(manager.token)).json.data.user?.theme, 'DARK')
  const next = await update(
    manager.token,
    { theme: 'LIGHT' },
    { 'if-match': first.headers.get('etag') ?? '' },
  )
  assert.equal(next.status, 200)
})

test('endSession ends an own session at once; another person’s, an ended and a missing one are NOT_FOUND with the same bytes', async () => {
  const tenant = await createTenant(server)
  const other = await createTenant(server)
  const person = await tenant.person(['MANAGER'], { password })
  const login = await server.call<{ tokens: TokenPair }>('POST', '/api/auth/login', {
    body: { email: person.email, password },
    headers: { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' },
  })
  const phone = login.json.data.tokens
  const { sessions } = (await read(person.token)).json.data
  const lost = sessions.find(({ current }) => !current)
  assert.equal(lost?.device, 'Firefox, Android')
  assert.equal((await read(phone.accessToken)).status, 200)
  const colleague = (await read(tenant.manager.token)).json.data.sessions[0]?.id
  const foreign = (await read(other.manager.token)).json.data.sessions[0]?.id
  const reply = await update(person.token, { endSession: lost?.id, theme: 'DARK' })
  assert.equal(reply.json.data.sessions.length, 1)
  assert.equal((await read(phone.accessToken)).status, 401)
  const spent = await server.call('POST', '/api/auth/refresh', { body: { refreshToken: phone.refreshToken } })
  assert.equal(spent.status, 401)
  const refused = await Promise.all(
    [lost?.id, colleague, foreign, newId(Date.now())].map((endSession) =>
      update(person.token, { endSession, theme: 'LIGHT' }),
    ),
  )
  for (const one of refused) assert.deepEqual([one.status, one.text], [404, refused[0]?.text])
  assert.equal(
    (await read(person.token)).json.data.user?.theme,
    'DARK',
    'nothing of a refused change is kept',
  )
  assert.equal((await read(tenant.manager.token)).status, 200)
  assert.equal((await read(other.manager.token)).status, 200)
})

test('GET /api/auth/me says whether a finished task needs a photo, also to a technician', async () => {
  const { admin, technician } = await createTenant(server)
  const shown = async () => (await read(technician.token)).json.data.tenant.photoRequiredToFinish
  assert.equal(await shown(), false)
  for (const photoRequiredToFinish of [true, false]) {
    const body = { work: { photoRequiredToFinish } }
    const saved = await server.call('PATCH', '/api/admin/settings', { token: admin.token, body })
    assert.equal(saved.status, 200, saved.text)
    assert.equal(await shown(), photoRequiredToFinish)
  }
})

test('GET /api/auth/me says on which day the week begins', async () => {
  const { admin, technician } = await createTenant(server)
  const shown = async () => (await read(technician.token)).json.data.tenant.weekStart
  assert.equal(await shown(), 'MONDAY')
  for (const weekStart of ['SUNDAY', 'SATURDAY', 'MONDAY']) {
    const body = { profile: { weekStart } }
    const saved = await server.call('PATCH', '/api/admin/settings', { token: admin.token, body })
    assert.equal(saved.status, 200, saved.text)
    assert.equal(await shown(), weekStart)
  }
})

test('An API key has a name and scopes instead of a user, and no sessions', async () => {
  const tenant = await createTenant(server)
  const id = newId(Date.now())
  const answer = await tenant.inside((ctx) =>
    getMe.run(
      {
        ...ctx,
        actor: { kind: 'KEY', id, name: 'Import', scopes: ['read'] },
        tenant: { id: tenant.id, name: 'T', plan: 'ENTERPRISE', timeZone: 'UTC' },
        readOnly: false,
        ifMatch: undefined,
      } as never,
      { query: {} } as never,
    ),
  )
  const me = answer as Me
  assert.equal(me.user, null)
  assert.deepEqual(me.key, { id, name: 'Import', scopes: ['read'] })
  assert.deepEqual(me.sessions, [])
})
