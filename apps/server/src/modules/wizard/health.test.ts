import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { type SetupLine, type SetupLineName, setupLines } from '#contracts/setup-health.ts'
import type { WizardState } from '#contracts/wizard.ts'
import { activate } from '#test/company.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { countUnproven } from './health.ts'

const server = await startTestServer({ worker: false })

const call = async <T = { id: string; qrCode: string }>(
  tenant: TestTenant,
  method: string,
  path: string,
  body?: object,
): Promise<T> => {
  const reply = await server.call<T>(method, path, { token: tenant.admin.token, ...(body ? { body } : {}) })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.json.data
}
const linesOf = async (tenant: TestTenant): Promise<SetupLine[]> => {
  const { health } = await call<WizardState>(tenant, 'GET', '/api/wizard/state?health=true')
  assert.ok(health)
  return health
}
const countOf = async (tenant: TestTenant, line: SetupLineName): Promise<number> =>
  (await linesOf(tenant)).find((one) => one.line === line)?.count ?? 0

/** The list that each line of the checklist opens. */
const lists = {
  NO_CODE: '/api/admin/amenities?linked=false',
  LOST_CODE: '/api/admin/qr-codes?state=FREE&scanned=true',
  NO_RULE: '/api/admin/amenities?lacking=RULE',
  NO_ROUTE: '/api/admin/amenities?lacking=ROUTE',
  NO_SKILL: '/api/operator/operators?lacking=SKILL',
  CERTIFICATE: '/api/operator/operators?lacking=CERTIFICATE',
  NO_LANGUAGE: '/api/operator/operators?lacking=LANGUAGE',
  NO_CONTACT: '/api/operator/operators?lacking=CONTACT',
  INVITED: '/api/admin/users?state=INVITED',
  MAIL_ONLY: '/api/admin/users?lacking=DEVICE',
  NO_HOURS: '/api/admin/buildings?lacking=HOURS',
  NO_HOLIDAYS: '/api/admin/buildings?lacking=HOLIDAYS',
  NO_TIME_ZONE: '/api/admin/buildings?lacking=TIME_ZONE',
  WEBHOOK: '/api/admin/webhooks?failing=true',
} as const
/** @returns ids or codes of the rows that the line opens; asserts that the line counts as many */
const rowsOf = async (tenant: TestTenant, line: keyof typeof lists): Promise<string[]> => {
  const reply = await server.call<{ id?: string; code?: string }[]>('GET', lists[line], {
    token: tenant.admin.token,
  })
  assert.equal(reply.status, 200, reply.text)
  const rows = reply.json.data.map(({ id, code }) => id ?? code ?? '')
  assert.equal(reply.json.total, await countOf(tenant, line), line)
  return rows
}
/** An amenity of a building with complete data. */
const provenPlace = async (tenant: TestTenant) => {
  const place = await createPlace(server, tenant)
  const open = [{ from: '08:00', to: '18:00' }]
  await call(tenant, 'PATCH', `/api/admin/buildings/${place.buildingId}`, {
    timeZone: 'Europe/Berlin',
    serviceHours: Object.fromEntries(
      ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].map((day) => [
        day,
        open,
      ]),
    ),
    holidays: [{ date: '2026-12-25', name: 'Christmas' }],
  })
  return place
}

test('A complete set-up has no lines, except those that only a device or an email can resolve, and only on request', async () => {
  const tenant = await createTenant(server)
  await provenPlace(tenant)
  await call(tenant, 'POST', '/api/admin/sla-policies', {
    name: 'All',
    targets: { HIGH: { respondMinutes: 30 } },
  })
  const state = await call<WizardState>(tenant, 'GET', '/api/wizard/state')
  assert.equal(state.health, undefined)
  assert.deepEqual(
    (await linesOf(tenant)).map(({ line }) => line).filter((line) => line !== 'MAIL'),
    ['MAIL_ONLY'],
  )
  assert.deepEqual(await rowsOf(tenant, 'MAIL_ONLY'), [tenant.technician.id])
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into push_subscription (tenant_id, id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at)
       select $1, gen_random_uuid(), $2, id, 'https://push.example/1', sha256('1'), 'x', 'y', now()
       from session where tenant_id = $1 and user_id = $2 limit 1 returning 1`,
      [ctx.tenantId, tenant.technician.id],
    ),
  )
  assert.equal(await countOf(tenant, 'MAIL_ONLY'), 0)
  assert.equal(countUnproven({ spf: 'FOUND', dkim: 'FOUND', dmarc: 'FOUND' }), 0)
  assert.equal(countUnproven({ spf: 'ASKING', dkim: 'UNKNOWN', dmarc: 'MISSING' }), 2)
})

test('Amenities without a sticker, and stickers without an amenity, are listed until they are linked', async () => {
  const tenant = await createTenant(server)
  const place = await provenPlace(tenant)
  assert.equal(await countOf(tenant, 'NO_CODE'), 0)
  await call(tenant, 'PUT', `/api/admin/qr-codes/${place.qrCode}`, { amenityId: null })
  assert.deepEqual(await rowsOf(tenant, 'NO_CODE'), [place.amenityId])
  assert.deepEqual(await rowsOf(tenant, 'LOST_CODE'), [], 'one that nobody scans waits in a drawer')
  await server.call('GET', `/api/feedback/amenity/${place.qrCode}`)
  await tenant.inside((ctx) =>
    ctx.run('update qr_code set scans = 1, last_scan_at = now() where tenant_id = $1 and code = $2', [
      ctx.tenantId,
      place.qrCode,
    ]),
  )
  assert.deepEqual(await rowsOf(tenant, 'LOST_CODE'), [place.qrCode])
  await call(tenant, 'PUT', `/api/admin/qr-codes/${place.qrCode}`, { amenityId: place.amenityId })
  assert.deepEqual([await countOf(tenant, 'NO_CODE'), await countOf(tenant, 'LOST_CODE')], [0, 0])
})

test('Amenities that no rule covers are counted by building, location with everything below it, and type', async () => {
  const tenant = await createTenant(server)
  const [place, other] = [
    await provenPlace(tenant),
    await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift' }),
  ]
  assert.equal(await countOf(tenant, 'NO_RULE'), 0)
  const rules = await call<{ id: string }[]>(tenant, 'GET', '/api/admin/alert-rules?pageSize=100')
  for (const { id } of rules) await call(tenant, 'PATCH', `/api/admin/alert-rules/${id}`, { enabled: false })
  assert.deepEqual((await rowsOf(tenant, 'NO_RULE')).sort(), [place.amenityId, other.amenityId].sort())
  const floor = await call(tenant, 'POST', '/api/admin/locations', {
    buildingId: place.buildingId,
    name: 'Ground floor',
    kind: 'FLOOR',
  })
  const room = await call(tenant, 'POST', '/api/admin/locations', {
    buildingId: place.buildingId,
    parentId: floor.id,
    name: 'East',
    kind: 'AREA',
  })
  await call(tenant, 'PATCH', `/api/admin/amenities/${place.amenityId}`, { locationId: room.id })
  const rule = await call(tenant, 'POST', '/api/admin/alert-rules', {
    name: 'Ground floor',
    trigger: { kind: 'ISSUE' },
    action: { kind: 'TASK' },
    scope: { locationIds: [floor.id] },
  })
  assert.deepEqual(await rowsOf(tenant, 'NO_RULE'), [other.amenityId])
  await call(tenant, 'PATCH', `/api/admin/alert-rules/${rule.id}`, {
    scope: { locationIds: null, types: ['ELEVATOR'] },
  })
  assert.deepEqual(await rowsOf(tenant, 'NO_RULE'), [place.amenityId])
  await call(tenant, 'PATCH', `/api/admin/alert-rules/${rule.id}`, { scope: { types: [] } })
  assert.equal(await countOf(tenant, 'NO_RULE'), 2, 'an empty list holds nothing')
  await call(tenant, 'PATCH', `/api/admin/alert-rules/${rule.id}`, { scope: { types: null } })
  assert.equal(await countOf(tenant, 'NO_RULE'), 0)
})

test('An amenity is listed, in the line and in its list, until rules cover all its issues', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift' })
  const rules = await call<{ id: string }[]>(tenant, 'GET', '/api/admin/alert-rules?pageSize=100')
  for (const { id } of rules) await call(tenant, 'PATCH', `/api/admin/alert-rules/${id}`, { enabled: false })
  const types = await call<{ code: string; categories: { code: string; safety: boolean }[] }[]>(
    tenant,
    'GET',
    '/api/admin/amenity-types?pageSize=100',
  )
  const issues = types.find(({ code }) => code === 'ELEVATOR')?.categories ?? []
  const [dangerous, harmless] = [true, false].map((safety) =>
    issues.filter((issue) => issue.safety === safety).map(({ code }) => code),
  )
  assert.ok(dangerous?.length && harmless?.length)
  const rule = await call(tenant, 'POST', '/api/admin/alert-rules', {
    name: 'Some',
    trigger: { kind: 'ISSUE' },
    action: { kind: 'TASK' },
    scope: { categories: harmless },
  })
  assert.deepEqual(await rowsOf(tenant, 'NO_RULE'), [place.amenityId])
  const rest = await call(tenant, 'POST', '/api/admin/alert-rules', {
    name: 'What endangers people',
    trigger: { kind: 'ISSUE', safety: true },
    action: { kind: 'NOTICE', notify: ['MANAGER'] },
  })
  assert.deepEqual(await rowsOf(tenant, 'NO_RULE'), [])
  await call(tenant, 'PATCH', `/api/admin/alert-rules/${rule.id}`, { enabled: false })
  assert.deepEqual(await rowsOf(tenant, 'NO_RULE'), [place.amenityId], 'of the harmless ones nobody hears')
  await call(tenant, 'PATCH', `/api/admin/alert-rules/${rest.id}`, { trigger: { kind: 'USAGE', count: 50 } })
  assert.deepEqual(await rowsOf(tenant, 'NO_RULE'), [place.amenityId], 'uses say nothing of issues')
  await call(tenant, 'PATCH', `/api/admin/alert-rules/${rest.id}`, { trigger: { kind: 'ISSUE' } })
  assert.deepEqual(await rowsOf(tenant, 'NO_RULE'), [])
})

test('Amenities whose tasks reach nobody are listed until a technician, a company or a rule gets them', async () => {
  const tenant = await createTenant(server)
  const [place, other] = [await provenPlace(tenant), await createPlace(server, tenant, { name: 'Other' })]
  assert.equal(await countOf(tenant, 'NO_ROUTE'), 0, 'a technician of all buildings finds them')
  await call(tenant, 'PATCH', `/api/admin/users/${tenant.technician.id}`, { buildingIds: [other.buildingId] })
  assert.deepEqual(await rowsOf(tenant, 'NO_ROUTE'), [place.amenityId])
  const company = await call(tenant, 'POST', '/api/operator/companies', {
    name: 'Sparkle',
    coverage: [],
  })
  await activate(tenant, company.id)
  assert.deepEqual(
    await rowsOf(tenant, 'NO_ROUTE'),
    [place.amenityId],
    'a provider without coverage gets nothing',
  )
  await call(tenant, 'PATCH', `/api/operator/companies/${company.id}`, {
    coverage: [{ buildingIds: [place.buildingId], types: ['WASHROOM'] }],
  })
  assert.equal(await countOf(tenant, 'NO_ROUTE'), 0)
  await call(tenant, 'PATCH', `/api/operator/companies/${company.id}`, { state: 'SUSPENDED' })
  assert.deepEqual(await rowsOf(tenant, 'NO_ROUTE'), [place.amenityId])
  const only = await call(tenant, 'POST', '/api/admin/routing-rules', {
    name: 'Urgent',
    when: { buildingIds: [place.buildingId] },
    then: { priority: 'HIGH' },
  })
  assert.deepEqual(await rowsOf(tenant, 'NO_ROUTE'), [place.amenityId], 'a rule that gives it to nobody')
  await call(tenant, 'PATCH', `/api/admin/routing-rules/${only.id}`, {
    then: { assign: { userId: tenant.manager.id } },
  })
  assert.equal(await countOf(tenant, 'NO_ROUTE'), 0)
})

test('A rule covers a place only if it applies at every hour, priority, duty and rating', async () => {
  const tenant = await createTenant(server, { plan: 'ENTERPRISE' })
  const [place, other] = [await provenPlace(tenant), await createPlace(server, tenant, { name: 'Other' })]
  await call(tenant, 'PATCH', `/api/admin/users/${tenant.technician.id}`, { buildingIds: [other.buildingId] })
  const then = { assign: { userId: tenant.manager.id } }
  const rule = (when: object) =>
    call(tenant, 'POST', '/api/admin/routing-rules', { name: 'Some', when, then })
  const days = [1, 2, 3, 4, 5, 6, 7]
  const partial = [
    { ratingAtMost: 2 },
    { onShift: true },
    { sources: ['SCHEDULE'] },
    { priorities: ['HIGH', 'URGENT'] },
    { hours: { days, from: '06:00', to: '18:00' } },
  ]
  for (const when of partial) {
    const { id } = await rule({ buildingIds: [place.buildingId], ...when })
    assert.deepEqual(await rowsOf(tenant, 'NO_ROUTE'), [place.amenityId], JSON.stringify(when))
    await call(tenant, 'DELETE', `/api/admin/routing-rules/${id}`)
  }
  await rule({ priorities: ['HIGH', 'URGENT'] })
  await rule({ priorities: ['LOW', 'MEDIUM'], hours: { days, from: '06:00', to: '18:00' } })
  assert.deepEqual(await rowsOf(tenant, 'NO_ROUTE'), [place.amenityId], 'nobody for the quiet ones at night')
  await rule({ hours: { days, from: '18:00', to: '06:00' }, sources: ['FEEDBACK'] })
  assert.equal(await countOf(tenant, 'NO_ROUTE'), 0, 'day and night together')
})

test('Incomplete operators, and certifications that end within 30 days, are listed until they are resolved', async () => {
  const tenant = await createTenant(server)
  const jo = await call(tenant, 'POST', '/api/operator/operators', { name: 'Jo' })
  for (const line of ['NO_SKILL', 'NO_LANGUAGE', 'NO_CONTACT'] as const)
    assert.deepEqual(await rowsOf(tenant, line), [jo.id], line)
  const day = (days: number): string =>
    new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const certify = (validUntil: string) =>
    call(tenant, 'PUT', `/api/operator/operators/${jo.id}/certifications`, {
      certifications: [{ name: 'Lifts', validUntil }],
    })
  await certify(day(20))
  assert.deepEqual(await rowsOf(tenant, 'CERTIFICATE'), [jo.id])
  await certify(day(200))
  assert.deepEqual(await rowsOf(tenant, 'CERTIFICATE'), [])
  await call(tenant, 'PATCH', `/api/operator/operators/${jo.id}`, {
    skills: ['CLEANING'],
    languages: ['de'],
    email: 'jo@example.com',
  })
  const left = (await linesOf(tenant)).map(({ line }) => line)
  for (const line of ['NO_SKILL', 'NO_LANGUAGE', 'NO_CONTACT', 'CERTIFICATE'] as const)
    assert.ok(!left.includes(line), line)
})

test('A day without a planned shift is listed with its building until somebody is planned', async () => {
  const tenant = await createTenant(server)
  const place = await provenPlace(tenant)
  const jo = await call(tenant, 'POST', '/api/operator/operators', {
    name: 'Jo',
    userId: tenant.technician.id,
    skills: ['CLEANING'],
  })
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '08:00', to: '16:00' }))
  const date = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const shifts = (exceptions: unknown[]) =>
    call(tenant, 'PUT', `/api/operator/operators/${jo.id}/shifts`, { weekly, exceptions })
  await shifts([{ date, off: true }])
  assert.deepEqual(
    (await linesOf(tenant)).find(({ line }) => line === 'OFF_DUTY'),
    { line: 'OFF_DUTY', count: 1, id: place.buildingId },
  )
  await shifts([])
  assert.equal(await countOf(tenant, 'OFF_DUTY'), 0)
})

test('Buildings without hours, closed days or their own time zone are listed until these are set', async () => {
  const tenant = await createTenant(server, { timeZone: 'UTC' })
  const place = await createPlace(server, tenant)
  for (const line of ['NO_HOURS', 'NO_HOLIDAYS', 'NO_TIME_ZONE'] as const)
    assert.deepEqual(await rowsOf(tenant, line), [place.buildingId], line)
  const gone = await createPlace(server, tenant)
  await call(tenant, 'DELETE', `/api/admin/buildings/${gone.buildingId}`)
  assert.deepEqual(await rowsOf(tenant, 'NO_HOURS'), [place.buildingId])
  await call(tenant, 'PATCH', '/api/admin/settings', {
    profile: {
      serviceHours: {
        MONDAY: [],
        TUESDAY: [],
        WEDNESDAY: [],
        THURSDAY: [],
        FRIDAY: [],
        SATURDAY: [],
        SUNDAY: [{ from: '10:00', to: '12:00' }],
      },
      holidays: [{ date: '2026-12-25', name: 'Christmas' }],
    },
  })
  assert.deepEqual([await countOf(tenant, 'NO_HOURS'), await countOf(tenant, 'NO_HOLIDAYS')], [0, 0])
  await call(tenant, 'PATCH', `/api/admin/buildings/${place.buildingId}`, { timeZone: 'Europe/London' })
  assert.equal(await countOf(tenant, 'NO_TIME_ZONE'), 0)
})

test('Members who never signed in, a failing webhook and a missing SLA policy are listed until that is resolved', async () => {
  const tenant = await createTenant(server)
  assert.equal(await countOf(tenant, 'NO_SLA'), 1)
  await call(tenant, 'POST', '/api/admin/sla-policies', {
    name: 'All',
    targets: { HIGH: { respondMinutes: 30 } },
  })
  assert.equal(await countOf(tenant, 'NO_SLA'), 0)
  const invited = await call(tenant, 'POST', '/api/admin/users', {
    email: 'late@example.com',
    name: 'Late',
    roles: ['TECHNICIAN'],
  })
  assert.deepEqual(await rowsOf(tenant, 'INVITED'), [invited.id])
  await call(tenant, 'DELETE', `/api/admin/users/${invited.id}`)
  assert.deepEqual(await rowsOf(tenant, 'INVITED'), [])
  const webhook = await call(tenant, 'POST', '/api/admin/webhooks', {
    url: 'https://hooks.example.com/x',
    events: ['task.created'],
  })
  assert.deepEqual(await rowsOf(tenant, 'WEBHOOK'), [])
  const set = (columns: string) =>
    tenant.inside((ctx) =>
      ctx.run(`update webhook set ${columns} where tenant_id = $1 and id = $2`, [ctx.tenantId, webhook.id]),
    )
  await set('failing_since = now()')
  assert.deepEqual(await rowsOf(tenant, 'WEBHOOK'), [webhook.id])
  await set(`failing_since = null, enabled = false, reason = 'GONE'`)
  assert.deepEqual(await rowsOf(tenant, 'WEBHOOK'), [webhook.id])
  await set(`reason = 'PAUSED'`)
  assert.deepEqual(await rowsOf(tenant, 'WEBHOOK'), [], 'what somebody has paused is as they want it')
})

test('Lines outside the plan are left out, other tenants are not counted, and only administrators see the checklist', async () => {
  const poor = await createTenant(server, { plan: 'STARTER' satisfies Plan })
  const rich = await createTenant(server)
  await createPlace(server, rich)
  await createPlace(server, poor)
  await call(poor, 'PATCH', `/api/admin/users/${poor.technician.id}`, { active: false })
  const lines = (await linesOf(poor)).map(({ line }) => line)
  for (const line of ['NO_ROUTE', 'NO_SLA', 'WEBHOOK'] as const) assert.ok(!lines.includes(line), line)
  assert.ok((await linesOf(rich)).some(({ line }) => line === 'NO_SLA'))
  assert.equal((await rowsOf(poor, 'NO_HOURS')).length, 1)
  assert.deepEqual(
    (await linesOf(rich)).map(({ line }) => setupLines.indexOf(line)),
    (await linesOf(rich)).map(({ line }) => setupLines.indexOf(line)).sort((a, b) => a - b),
  )
  for (const { token } of [rich.manager, rich.technician]) {
    const reply = await server.call('GET', '/api/wizard/state?health=true', { token })
    assert.equal(reply.json.code, 'FORBIDDEN')
  }
})
