import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { erasePerson } from '../../../../../seeds/erase-person.ts'

const server = await startTestServer({ worker: false })

type Changes = Record<
  string,
  readonly [AuditEntry['changes'][number]['from'], AuditEntry['changes'][number]['to']]
>

const send = async <T = { id: string }>(
  tenant: TestTenant,
  method: string,
  path: string,
  body: object,
): Promise<T> => {
  const reply = await server.call<T>(method, path, { token: tenant.admin.token, body })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.json.data
}
const entries = async (tenant: TestTenant, search = ''): Promise<AuditEntry[]> => {
  const reply = await server.call<AuditEntry[]>('GET', `/api/admin/audit-log${search}`, {
    token: tenant.admin.token,
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
/** Before and after in the newest entry; withheld values have none. */
const newestChanges = async (tenant: TestTenant): Promise<Changes> => {
  const [newest] = await entries(tenant, '?pageSize=1')
  return Object.fromEntries(
    (newest?.changes ?? []).map(({ field, from, to, unsaid }) => [field, unsaid ? [null, null] : [from, to]]),
  )
}
const stored = async (tenant: TestTenant): Promise<string> =>
  tenant.inside(async ({ run }) => {
    const rows = await run<{ row: unknown }>(
      'select to_jsonb(e) as row from audit_entry e where tenant_id = $1',
      [tenant.id],
    )
    return JSON.stringify(rows)
  })

test('An entry has before and after of the changed fields, and of no other', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await send(tenant, 'PATCH', `/api/admin/buildings/${place.buildingId}`, {
    name: 'North wing',
    address: 'Long street 1',
    serviceHours: {
      ...Object.fromEntries(
        ['TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => [day, []]),
      ),
      MONDAY: [
        { from: '07:00', to: '12:00' },
        { from: '13:00', to: '18:00' },
      ],
    },
  })
  const building = await newestChanges(tenant)
  assert.equal(building.name?.[1], 'North wing')
  assert.deepEqual(building.address, [null, 'Long street 1'])
  assert.deepEqual(building['serviceHours.MONDAY']?.[1], ['07:00–12:00', '13:00–18:00'])
  assert.equal(building.timeZone, undefined)
  await send(tenant, 'PATCH', '/api/admin/settings', {
    privacy: { retentionDays: 30, photos: true },
    visitorLanguages: ['en', 'de'],
  })
  const settings = await newestChanges(tenant)
  assert.deepEqual(Object.keys(settings).sort(), ['privacy.retentionDays', 'visitorLanguages'])
  assert.deepEqual(settings['privacy.retentionDays'], [null, 30])
  assert.deepEqual(settings.visitorLanguages, [{ count: 12 }, ['en', 'de']])
  await send(tenant, 'PATCH', `/api/admin/users/${tenant.technician.id}`, {
    roles: ['MANAGER'],
    buildingIds: [place.buildingId],
  })
  assert.deepEqual(await newestChanges(tenant), {
    roles: [['TECHNICIAN'], ['MANAGER']],
    buildingIds: [[], ['North wing']],
  })
  const rule = await send(tenant, 'POST', '/api/admin/alert-rules', {
    name: 'Leaks',
    trigger: { kind: 'ISSUE' },
    action: { kind: 'TASK' },
  })
  assert.deepEqual((await newestChanges(tenant)).name, [null, 'Leaks'], 'what is new has no before')
  await send(tenant, 'PATCH', `/api/admin/alert-rules/${rule.id}`, {
    enabled: false,
    scope: { types: ['WASHROOM'] },
    action: { kind: 'TASK', priority: 'URGENT' },
  })
  assert.deepEqual(await newestChanges(tenant), {
    enabled: [true, false],
    'scope.types': [null, ['WASHROOM']],
    'action.priority': [null, 'URGENT'],
  })
  await send(tenant, 'PATCH', `/api/admin/alert-rules/${rule.id}`, { enabled: false })
  assert.deepEqual(await newestChanges(tenant), {}, 'what was so already has not changed')
  const moved = await send<{ id: string }>(tenant, 'POST', '/api/admin/locations', {
    buildingId: place.buildingId,
    name: 'Attic',
    kind: 'FLOOR',
  })
  await send(tenant, 'POST', '/api/admin/amenities/bulk', {
    update: { ids: [place.amenityId], changes: { locationId: moved.id } },
  })
  assert.deepEqual(await newestChanges(tenant), { locationId: [null, 'Attic'] })
  assert.deepEqual((await verifyChain(server.built.platform, tenant.id)).breaks, [])
})

test('No entry contains a secret, token or contact detail, only that it changed', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const secret = 'hunter2-S3cret-Value'
  const webhook = await send(tenant, 'POST', '/api/admin/webhooks', {
    url: `https://hooks.example.com/services/${secret}`,
    events: ['task.created'],
  })
  await send(tenant, 'PATCH', `/api/admin/webhooks/${webhook.id}`, {
    url: `https://hooks.example.com/services/other-${secret}?token=${secret}`,
    description: 'Building system',
  })
  assert.deepEqual(await newestChanges(tenant), { url: [null, null], description: [null, 'Building system'] })
  await send(tenant, 'PATCH', `/api/admin/webhooks/${webhook.id}`, {
    url: `https://elsewhere.example.com/${secret}`,
  })
  assert.deepEqual(await newestChanges(tenant), { url: ['hooks.example.com', 'elsewhere.example.com'] })
  const link = await send(tenant, 'POST', '/api/sharing/links', {
    kind: 'DASHBOARD',
    name: 'Landlord',
    scope: { buildingIds: [place.buildingId] },
  })
  await send(tenant, 'PATCH', `/api/sharing/links/${link.id}`, { password: secret, maxViews: 5 })
  assert.deepEqual(await newestChanges(tenant), { maxViews: [null, 5] })
  await send(tenant, 'PUT', '/api/admin/sso', {
    enabled: false,
    protocol: 'OIDC',
    oidc: { issuer: 'https://login.example.com', clientId: 'wellkept', clientSecret: secret },
  })
  assert.deepEqual((await newestChanges(tenant))['oidc.clientId'], [null, 'wellkept'])
  await send(tenant, 'PATCH', `/api/admin/buildings/${place.buildingId}`, {
    contact: { name: 'Berta Private', email: 'berta@private.example', phone: '+49 30 1234567' },
  })
  assert.deepEqual(await newestChanges(tenant), { contact: [null, null] })
  const mailing = await send(tenant, 'POST', '/api/sharing/schedules', {
    name: 'Figures',
    recipients: ['owner@private.example'],
    rrule: 'FREQ=WEEKLY;BYDAY=MO',
    contents: ['OVERVIEW'],
  })
  await send(tenant, 'PATCH', `/api/sharing/schedules/${mailing.id}`, {
    recipients: ['heir@private.example'],
  })
  assert.deepEqual(await newestChanges(tenant), { recipients: [null, null] })
  const all = `${await stored(tenant)}${JSON.stringify(await entries(tenant, '?pageSize=100'))}`
  for (const hidden of [secret, 'private.example', 'Berta', '1234567'])
    assert.ok(!all.includes(hidden), `${hidden} is in the log`)
})

test('An entry stays small, however much a change changes', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const holidays = Array.from({ length: 200 }, (_, index) => ({
    date: new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
    name: 'A closed day with a long name of its own',
  }))
  await send(tenant, 'PATCH', `/api/admin/buildings/${place.buildingId}`, {
    address: 'x'.repeat(300),
    holidays,
  })
  const building = await newestChanges(tenant)
  assert.deepEqual(building.holidays, [[], { count: 200 }])
  assert.equal(String(building.address?.[1]).length, 120)
  await send(tenant, 'PATCH', `/api/admin/buildings/${place.buildingId}`, {
    holidays: [...holidays.slice(1), { date: '2029-01-01', name: 'Another' }],
  })
  assert.deepEqual((await newestChanges(tenant)).holidays, [{ count: 200 }, { count: 200 }])
  assert.ok((await stored(tenant)).length < 8000)
})

test('A created or deleted record is logged with its values, without empty ones', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const place = await createPlace(server, tenant)
  const newest = async () => (await entries(tenant, '?pageSize=1'))[0]?.changes
  const building = await send(tenant, 'POST', '/api/admin/buildings', {
    name: 'Annex',
    address: 'x'.repeat(300),
    contact: { name: 'Berta Private', email: 'berta@private.example' },
  })
  const address = `${'x'.repeat(119)}…`
  const made = [
    { field: 'name', from: null, to: 'Annex', made: true },
    { field: 'address', from: null, to: address, made: true },
    { field: 'timeZone', from: null, to: 'Europe/Berlin', made: true },
    { field: 'contact', from: null, to: null, unsaid: true, made: true },
  ]
  assert.deepEqual(await newest(), made)
  await send(tenant, 'DELETE', `/api/admin/buildings/${building.id}`, {})
  assert.deepEqual(
    await newest(),
    made.map(({ made: _, from, to, ...rest }) => ({ ...rest, from: to, to: from, gone: true })),
  )
  const room = { name: 'Washroom 9', buildingId: place.buildingId, type: 'WASHROOM' }
  const amenity = await send(tenant, 'POST', '/api/admin/amenities', room)
  await send(tenant, 'DELETE', `/api/admin/amenities/${amenity.id}`, {})
  const gone = Object.fromEntries(((await newest()) ?? []).map(({ field, from }) => [field, from]))
  assert.equal(gone.name, 'Washroom 9')
  assert.equal(gone.type, 'WASHROOM')
  const webhook = await send(tenant, 'POST', '/api/admin/webhooks', {
    url: 'https://hooks.example.com/services/hunter2',
    events: ['task.created'],
  })
  assert.deepEqual(await newest(), [], 'what shows a secret is not looked at')
  await send(tenant, 'DELETE', `/api/admin/webhooks/${webhook.id}`, {})
  assert.deepEqual((await newest())?.[0], { field: 'url', from: 'hooks.example.com', to: null, gone: true })
  const task = await send(tenant, 'POST', '/api/tasks', { title: 'Said by its history' })
  await send(tenant, 'DELETE', `/api/tasks/${task.id}`, {})
  const all = `${await stored(tenant)}${JSON.stringify(await entries(tenant, '?pageSize=100'))}`
  for (const hidden of ['hunter2', 'private.example', 'Berta', 'x'.repeat(120)])
    assert.ok(!all.includes(hidden), `${hidden} is in the log`)
  assert.deepEqual((await verifyChain(server.built.platform, tenant.id)).breaks, [])
})

test('Erasing a former member’s name also erases the changes of their data, and the chain verifies', async () => {
  const tenant = await createTenant(server)
  const person = await tenant.person(['TECHNICIAN'])
  await send(tenant, 'PATCH', `/api/admin/users/${person.id}`, { name: 'Cäsar Unforgotten' })
  assert.deepEqual((await newestChanges(tenant)).name, [person.name, 'Cäsar Unforgotten'])
  const other = await send(tenant, 'POST', '/api/admin/buildings', { name: 'Annex' })
  await send(tenant, 'PATCH', `/api/admin/buildings/${other.id}`, { name: 'New annex' })
  await send(tenant, 'DELETE', `/api/admin/users/${person.id}`, {})
  await erasePerson(server.built, tenant.id, person.id)
  const all = `${await stored(tenant)}${JSON.stringify(await entries(tenant, '?pageSize=100'))}`
  assert.ok(!all.includes('Unforgotten') && !all.includes(person.name))
  const [renamed] = await entries(tenant, '?action=admin.updateBuilding')
  assert.deepEqual(renamed?.changes, [{ field: 'name', from: 'Annex', to: 'New annex' }])
  assert.deepEqual((await verifyChain(server.built.platform, tenant.id)).breaks, [])
})

test('Names of records of another tenant are never shown, whatever ids an entry holds', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const foreign = await createPlace(server, theirs)
  await mine.inside(({ run }) =>
    run(
      `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, action, target, request_id, fields, seq, hash, changes)
       values ($1, gen_random_uuid(), now(), 'USER', 'x', 'X', 'admin.updateUser', null, 'r', '{}', 9, decode(repeat('00', 32), 'hex'),
         json_build_array(json_build_object('field', 'buildingIds', 'from', null, 'to', json_build_array($2::text))))`,
      [mine.id, foreign.buildingId],
    ),
  )
  await send(mine, 'POST', '/api/admin/buildings', { name: 'Own' })
  const found = (await entries(mine, '?pageSize=100')).flatMap(({ changes }) => changes)
  assert.deepEqual(found.find(({ field }) => field === 'buildingIds')?.to, [foreign.buildingId.slice(-6)])
})
