/** Generated from the contracts: each change by a member of the team leaves one entry in the audit log. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { sampleOf } from './sample.ts'
import { startTestServer } from './server.ts'
import { createTenant, type TestTenant } from './world.ts'

const server = await startTestServer()
const tenant = await createTenant(server)

const writing = endpoints.filter(({ access, method }) => access.kind === 'tenant' && method !== 'GET')

type Data = Record<string, string>

const make = async (method: string, target: string, body: unknown): Promise<Data> => {
  const reply = await server.call<Data>(method, target, { token: tenant.admin.token, body })
  assert.ok(reply.status < 300, `${method} ${target}: ${reply.text}`)
  return reply.json.data
}

let count = 0
const building = () => make('POST', '/api/admin/buildings', { name: `Building ${++count}` })
const amenity = async () =>
  make('POST', '/api/admin/amenities', { buildingId: (await building()).id, name: 'Room', type: 'WASHROOM' })
const feedback = async () => {
  const { qrCode } = await amenity()
  return make('POST', '/api/feedback', { qrCode, rating: 2, comment: 'Wet floor' })
}

/** A new record of each kind, by the path under which it is changed; gives the value of the path's parameter. */
const records: Record<string, () => Promise<string | undefined>> = {
  '/api/admin/buildings/:id': async () => (await building()).id,
  '/api/admin/locations/:id': async () =>
    (
      await make('POST', '/api/admin/locations', {
        buildingId: (await building()).id,
        name: 'Level 1',
        kind: 'FLOOR',
      })
    ).id,
  '/api/admin/amenities/:id': async () => (await amenity()).id,
  '/api/admin/amenity-types/:id': async () =>
    (
      await make('POST', '/api/admin/amenity-types', {
        code: `SAUNA_${++count}`,
        name: 'Sauna',
        categories: [],
      })
    ).id,
  '/api/admin/status-items/:id': async () =>
    (await make('POST', `/api/admin/amenities/${(await amenity()).id}/status-items`, { name: 'Taps' })).id,
  '/api/tasks/:id': async () => (await make('POST', '/api/tasks', { title: `Task ${++count}` })).id,
  '/api/admin/alert-rules/:id': async () => {
    const { trigger, action } = await anyRule()
    return (await make('POST', '/api/admin/alert-rules', { name: `Rule ${++count}`, trigger, action })).id
  },
  '/api/admin/users/:id': async () =>
    (
      await make('POST', '/api/admin/users', {
        email: `invited-${++count}@example.com`,
        name: 'Invited',
        roles: ['TECHNICIAN'],
      })
    ).id,
  '/api/admin/api-keys/:id': async () =>
    (await make('POST', '/api/admin/api-keys', { name: `Key ${++count}`, scopes: ['read'] })).id,
  '/api/admin/feedback/:id': async () => (await feedback()).id,
  '/api/admin/qr-codes/:code': async () => (await amenity()).qrCode,
}

const anyRule = async (): Promise<{ trigger: unknown; action: unknown }> => {
  const reply = await server.call<{ trigger: unknown; action: unknown }[]>('GET', '/api/admin/alert-rules', {
    token: tenant.admin.token,
  })
  const [first] = reply.json.data
  assert.ok(first)
  return first
}

const taskId = async () => (await make('POST', '/api/tasks', { title: `Task ${++count}` })).id

/** Bodies where the smallest one that the schema takes does not succeed. */
const bodies: Record<string, () => Promise<unknown>> = {
  changePassword: async () => ({
    currentPassword: 'an old password of mine',
    newPassword: 'a new passphrase, quite long',
  }),
  createAmenity: async () => ({ name: 'Room', buildingId: (await building()).id }),
  createLocation: async () => ({ name: 'Level 2', kind: 'FLOOR', buildingId: (await building()).id }),
  createAmenityType: async () => ({ code: `STEAM_${++count}`, name: 'Steam', categories: [] }),
  createAlertRule: async () => ({ name: `Rule ${++count}`, ...(await anyRule()) }),
  bulkAmenities: async () => ({
    create: { buildingId: (await building()).id, floors: ['L1'], types: [{ type: 'OTHER', count: 2 }] },
  }),
  importBuildings: async () => ({ csv: 'building,amenity\nImported,Room' }),
  moderateFeedback: async () => ({ hidden: true, reason: 'Names a person' }),
  linkQrCode: async () => ({ amenityId: null }),
  inviteUser: async () => ({ email: `new-${++count}@example.com`, name: 'New', roles: ['MANAGER'] }),
  bulkTasks: async () => ({ ids: [await taskId(), await taskId()], priority: 'HIGH' }),
  mergeTasks: async () => ({ taskIds: [await taskId()] }),
  assignTask: async () => ({ userId: tenant.technician.id }),
  addTaskAttachment: async () => ({ contentType: 'image/png', size: 1000, kind: 'BEFORE' }),
  updateTask: async () => ({ priority: 'HIGH' }),
  updateSso: async () => ({ enabled: false, protocol: 'OIDC', defaultRoles: ['TECHNICIAN'] }),
  updateSettings: async () => ({ work: { photoRequiredToFinish: false } }),
}

const bodyOf = async (spec: Endpoint): Promise<unknown> =>
  (await bodies[spec.name]?.()) ?? (spec.body ? sampleOf(spec.body) : undefined)

const targetOf = async (spec: Endpoint): Promise<string> => {
  if (!spec.params) return spec.path
  const prefix = Object.keys(records)
    .filter((known) => spec.path === known || spec.path.startsWith(`${known}/`))
    .sort((a, b) => b.length - a.length)[0]
  assert.ok(prefix, `audit-inventory.test.ts needs a record for ${spec.path}`)
  return spec.path.replace(/:\w+/, (await records[prefix]?.()) ?? '')
}

interface Entry {
  action: string
  actor_id: string
  actor_kind: string
  target: string | null
  request_id: string
}

const entriesOf = (of: TestTenant): Promise<Entry[]> =>
  of.inside(({ run }) =>
    run<Entry>(
      'select action, actor_id, actor_kind, target, request_id from audit_entry where tenant_id = $1 order by seq',
      [of.id],
    ),
  )

test('The endpoints that change something are known', () => {
  assert.ok(writing.length >= 40, `${writing.length}`)
})

/** How many things the call with the body above changes, where it is more than one. */
const changes: Record<string, number> = { bulkAmenities: 2, importBuildings: 2, bulkTasks: 2, mergeTasks: 2 }

for (const spec of writing) {
  test(`${spec.method} ${spec.path} leaves exactly one entry for each thing that it changed, with who, what and the request`, async () => {
    const person =
      spec.module === 'auth'
        ? await tenant.person(['ADMIN'], { password: 'an old password of mine' })
        : tenant.admin
    const [at, body] = [await targetOf(spec), await bodyOf(spec)]
    const before = await entriesOf(tenant)
    const reply = await server.call<Data>(spec.method, at, { token: person.token, body })
    assert.ok(
      reply.status < 300,
      `audit-inventory.test.ts needs a body for ${spec.name} that succeeds: ${reply.text}`,
    )
    const fresh = (await entriesOf(tenant)).slice(before.length)
    assert.deepEqual(
      fresh.map(({ target: _, ...entry }) => entry),
      Array.from({ length: changes[spec.name] ?? 1 }, () => ({
        action: `${spec.module}.${spec.name}`,
        actor_id: person.id,
        actor_kind: 'USER',
        request_id: reply.headers.get('x-request-id'),
      })),
    )
    if (fresh.length > 1) assert.equal(new Set(fresh.map(({ target }) => target)).size, fresh.length)
    if (spec.params) assert.ok(at.includes(fresh[0]?.target ?? '?'), `${at} is told as ${fresh[0]?.target}`)
  })
}

test('A dry run changes nothing and leaves no entry', async () => {
  const before = await entriesOf(tenant)
  const body = { csv: 'building,amenity\nNever,Room', dryRun: true }
  const reply = await server.call('POST', '/api/admin/buildings/import', { token: tenant.admin.token, body })
  assert.equal(reply.status, 200, reply.text)
  assert.equal((await entriesOf(tenant)).length, before.length)
})

test('Opening an organisation, accepting an invitation and resetting a password are in the log, signing in is not', async () => {
  const registered = await server.call<{
    user: { id: string }
    tenant: { id: string }
    tokens: { accessToken: string }
  }>('POST', '/api/auth/register', {
    body: {
      organisation: 'Audited Ltd',
      name: 'Ada',
      email: 'ada@audited.example',
      password: 'a long passphrase of Ada',
    },
  })
  const { data } = registered.json
  const token = data.tokens.accessToken
  for (const [email, name] of [
    ['bea@audited.example', 'Bea'],
    ['cay@audited.example', 'Cay'],
  ])
    await server.call('POST', '/api/admin/users', { token, body: { email, name, roles: ['MANAGER'] } })
  await server.call('POST', '/api/auth/reset-password', { body: { email: 'ada@audited.example' } })
  await server.drain()
  const linkIn = (email: string): string => {
    const mail = server.mails.filter(({ to }) => to === email).at(-1)
    return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const spend = (email: string, body: Data) =>
    server.call('POST', '/api/auth/reset-password', { body: { token: linkIn(email), ...body } })
  assert.equal(
    (await spend('bea@audited.example', { password: 'a passphrase for her', name: 'Bea B' })).status,
    200,
  )
  assert.equal((await spend('ada@audited.example', { password: 'another passphrase' })).status, 200)
  await server.call('POST', '/api/auth/magic-link/request', { body: { email: 'cay@audited.example' } })
  await server.drain()
  for (const _ of [1, 2]) {
    const signedIn = await server.call(
      'GET',
      `/api/auth/magic-link/verify?token=${linkIn('cay@audited.example')}`,
    )
    assert.equal(signedIn.status, _ === 1 ? 200 : 401)
  }
  await server.call('POST', '/api/auth/login', {
    body: { email: 'ada@audited.example', password: 'another passphrase' },
  })
  await server.call('POST', '/api/auth/login', {
    body: { email: 'ada@audited.example', password: 'not the passphrase' },
  })
  const again = await server.call<{ tokens: { accessToken: string } }>('POST', '/api/auth/login', {
    body: { email: 'ada@audited.example', password: 'another passphrase' },
  })
  const log = await server.call<
    { action: string; actor: { name: string; kind: string }; fields: string[] }[]
  >('GET', '/api/admin/audit-log?sort=at', { token: again.json.data.tokens.accessToken })
  assert.deepEqual(
    log.json.data.map(({ action, actor, fields }) => [action, actor.name, actor.kind, fields.join()]),
    [
      ['auth.register', 'Ada', 'USER', 'organisation,name,email,password'],
      ['admin.inviteUser', 'Ada', 'USER', 'email,name,roles'],
      ['admin.inviteUser', 'Ada', 'USER', 'email,name,roles'],
      ['auth.acceptInvitation', 'Bea B', 'USER', 'password,name'],
      ['auth.resetPassword', 'Ada', 'USER', 'password'],
      ['auth.acceptInvitation', 'Cay', 'USER', ''],
    ],
  )
  assert.ok(!log.text.includes('passphrase') && !log.text.includes('audited.example'))
  assert.deepEqual((await verifyChain(server.built.platform, data.tenant.id)).breaks, [])
})

test('After all that the chain verifies', async () => {
  const { entries, breaks } = await verifyChain(server.built.platform, tenant.id)
  assert.deepEqual(breaks, [])
  assert.equal(entries, (await entriesOf(tenant)).length)
})
