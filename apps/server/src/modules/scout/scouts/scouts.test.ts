import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import type { Me } from '#contracts/auth.ts'
import type { AdminScout } from '#contracts/scout/people.ts'
import { takeCode } from '#server/platform/codes.ts'
import { fillScout } from '#test/fill-scout.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

type Created = AdminScout & { activationCode: string; activationUrl: string; activationExpiresAt: string }
type Updated = Created & { handedBack: { id: string; number: number }[] }

const create = (tenant: TestTenant, body: object) =>
  server.call<Created>('POST', '/api/admin/scouts', { token: tenant.admin.token, body })
const patch = (tenant: TestTenant, id: string, body: object, headers: Record<string, string> = {}) =>
  server.call<Updated>('PATCH', `/api/admin/scouts/${id}`, { token: tenant.admin.token, body, headers })
const list = (tenant: TestTenant, query = '') =>
  server.call<AdminScout[]>('GET', `/api/admin/scouts${query}`, { token: tenant.admin.token })

const opens = (tenant: TestTenant, code: string): Promise<boolean> =>
  tenant.inside(async ({ platform, db: directory, now }) => {
    const taken = await takeCode({ platform, directory, now }, 'scout', code, 'a phone')
    return taken !== undefined
  })

test('An invited scout has a code of 14 days that is shown once, and the defaults of 90 days and blind', async (t) => {
  server.clock.stand(t)
  server.clock.set(new Date('2026-11-20T09:00:00Z'))
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const made = await create(tenant, { name: 'Ines Moreau', scope: { buildingIds: [buildingId] } })
  assert.equal(made.status, 201, made.text)
  const { activationCode, activationUrl, activationExpiresAt, ...scout } = made.json.data
  assert.match(activationCode, /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  assert.equal(new URL(activationUrl).hash, `#code=${activationCode}`)
  assert.equal(activationExpiresAt, '2026-12-04T09:00:00.000Z')
  assert.deepEqual(
    [scout.kind, scout.blind, scout.state, scout.name, scout.alias, scout.validFrom, scout.validUntil],
    ['SUPERVISOR', true, 'INVITED', 'Ines Moreau', 'Ines Moreau', '2026-11-20', '2027-02-18'],
  )
  assert.deepEqual([scout.device, scout.agreement, scout.hasEmail], [null, null, false])
  const listed = await list(tenant)
  assert.deepEqual(listed.json.data, [scout])
  assert.ok(!listed.text.includes(activationCode))
  assert.ok(await opens(tenant, activationCode))
})

test('Name and address of a mystery visitor are in no answer, audit entry, event or export; the alias counts in the tenant', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const body = {
    name: 'Zebulon Quist',
    kind: 'MYSTERY',
    email: 'zebulon@quist.example',
    scope: { buildingIds: [buildingId] },
  }
  const made = await create(tenant, { ...body, blind: false })
  assert.deepEqual(
    [made.json.data.name, made.json.data.alias, made.json.data.blind, made.json.data.hasEmail],
    ['Mystery visitor 1', 'Mystery visitor 1', true, true],
  )
  const second = await create(tenant, { ...body, name: 'Quist Zebulon' })
  assert.equal(second.json.data.alias, 'Mystery visitor 2')
  const changed = await patch(tenant, made.json.data.id, { name: 'Zebulon Quistgaard' })
  await server.drain()
  const texts = [
    made.text,
    second.text,
    changed.text,
    (await list(tenant)).text,
    (await list(tenant, '?q=zebulon')).text,
  ]
  const audit = await server.call<AuditEntry[]>('GET', '/api/admin/audit-log', { token: tenant.admin.token })
  assert.ok(audit.json.data.some(({ targetName }) => targetName === 'Mystery visitor 1'))
  const rows = await tenant.inside((ctx) =>
    ctx.run<{ text: string }>(
      `select payload::text as text from event where tenant_id = $1 union all select e::text from audit_entry e where tenant_id = $1
       union all select body from idempotency where tenant_id = $1 union all select m::text from mail_waiting m where tenant_id = $1`,
      [tenant.id],
    ),
  )
  for (const text of [...texts, audit.text, ...rows.map((row) => row.text)])
    assert.doesNotMatch(text, /zebulon|quist/i)
  assert.equal((await list(tenant, '?q=zebulon')).json.total, 0)
  const mail = server.mails.find(({ to }) => to === 'zebulon@quist.example')
  assert.ok(mail?.text.includes(made.json.data.activationCode))
  assert.doesNotMatch(`${mail?.subject} ${mail?.text}`, /zebulon|quist/i)
})

test('ACTIVE follows only SUSPENDED, REVOKED is final and forgets name, address and device', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const scope = { buildingIds: [buildingId] }
  const { id, activationCode } = (
    await create(tenant, { name: 'Ines', kind: 'MYSTERY', email: 'i@example.org', scope })
  ).json.data
  for (const body of [{ state: 'ACTIVE' }, { state: 'INVITED' }, { newCode: false }])
    assert.equal((await patch(tenant, id, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  assert.equal((await patch(tenant, id, { state: 'SUSPENDED' })).json.data.state, 'SUSPENDED')
  assert.equal((await patch(tenant, id, { newCode: true })).json.code, 'VALIDATION_ERROR')
  assert.equal((await patch(tenant, id, { state: 'ACTIVE' })).json.data.state, 'ACTIVE')
  const renewed = await patch(tenant, id, { newCode: true })
  assert.ok(!(await opens(tenant, activationCode)), 'the code before opens nothing')
  const revoked = await patch(tenant, id, { state: 'REVOKED' })
  assert.deepEqual([revoked.json.data.state, revoked.json.data.hasEmail], ['REVOKED', false])
  assert.ok(!(await opens(tenant, renewed.json.data.activationCode)))
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ own_name: string; email: string | null }>(
      'select own_name, email from scout where tenant_id = $1',
      [tenant.id],
    ),
  )
  assert.deepEqual(row, { own_name: 'Mystery visitor 1', email: null })
  assert.equal((await patch(tenant, id, { state: 'ACTIVE' })).json.code, 'VALIDATION_ERROR')
})

test('A round that its scout may not walk any more is open to others, without what was begun there', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const other = await createPlace(server, tenant)
  const { scoutId, roundId, inspectionId } = await fillScout(tenant, { mark: 'Round', ...place })
  await tenant.inside((ctx) =>
    ctx.run("update round set state = 'IN_PROGRESS' where tenant_id = $1", [tenant.id]),
  )
  const same = await patch(tenant, scoutId, { scope: { buildingIds: [place.buildingId, other.buildingId] } })
  assert.deepEqual(same.json.data.handedBack, [])
  const moved = await patch(tenant, scoutId, { scope: { buildingIds: [other.buildingId] } })
  assert.deepEqual(
    moved.json.data.handedBack.map(({ id }) => id),
    [roundId],
  )
  const rows = await tenant.inside((ctx) =>
    ctx.run<{ id: string; state: string | null; scout_id: string | null; round: string }>(
      `select s.id, s.state, r.scout_id, r.state as round from round_stop s join round r on r.tenant_id = $1 and r.id = s.round_id
       where s.tenant_id = $1`,
      [tenant.id],
    ),
  )
  assert.deepEqual(
    rows.map(({ id, ...row }) => ({ ...row, isNew: id !== inspectionId })),
    [{ state: null, scout_id: null, round: 'SCHEDULED', isNew: true }],
  )
})

test('Scouts who are not revoked count against the plan, and a place elsewhere is NOT_FOUND', async () => {
  const tenant = await createTenant(server, { plan: 'STARTER' })
  const { buildingId } = await createPlace(server, tenant)
  const scope = { buildingIds: [buildingId] }
  const first = await create(tenant, { name: 'One', scope })
  await create(tenant, { name: 'Two', scope })
  assert.equal((await create(tenant, { name: 'Three', scope })).json.code, 'PLAN_LIMIT_REACHED')
  const me = await server.call<Me>('GET', '/api/auth/me', { token: tenant.admin.token })
  assert.deepEqual(me.json.data.limits.scouts, { used: 2, limit: 2 })
  await patch(tenant, first.json.data.id, { state: 'REVOKED' })
  assert.equal((await create(tenant, { name: 'Three', scope })).status, 201)
  const elsewhere = await createPlace(server, await createTenant(server))
  assert.equal(
    (await create(tenant, { name: 'x', scope: { buildingIds: [elsewhere.buildingId] } })).json.code,
    'NOT_FOUND',
  )
  const stranger = await createTenant(server)
  assert.equal((await patch(stranger, first.json.data.id, { blind: false })).json.code, 'NOT_FOUND')
})

test('Dates are in order and end within two years; types are known; If-Match is compared; keys may only read', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const scope = { buildingIds: [buildingId] }
  const { id } = (await create(tenant, { name: 'Ines', scope })).json.data
  for (const body of [
    { validFrom: '2027-01-10', validUntil: '2027-01-09' },
    { validUntil: '2030-01-01' },
    { scope: { ...scope, types: ['NO_SUCH_TYPE'] } },
    { scope: { buildingIds: [] } },
  ])
    assert.equal((await patch(tenant, id, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  assert.equal(
    (await patch(tenant, id, { blind: false }, { 'if-match': '"9"' })).json.code,
    'PRECONDITION_FAILED',
  )
  const key = await createKey(server, tenant, 'read')
  const listed = await server.call('GET', '/api/admin/scouts', { key: key.key })
  assert.equal(listed.status, 200)
  const writing = await createKey(server, tenant, 'write')
  assert.equal(
    (await server.call('POST', '/api/admin/scouts', { key: writing.key, body: { name: 'x', scope } })).status,
    403,
  )
})

test('Scouts are found by name, reference, state, kind and building, and ordered', async () => {
  const tenant = await createTenant(server)
  const [one, two] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  await create(tenant, {
    name: 'Bea',
    kind: 'AUDITOR',
    scope: { buildingIds: [one.buildingId] },
    reference: 'DE-7',
  })
  await create(tenant, { name: 'Adam', scope: { buildingIds: [two.buildingId] }, validUntil: '2027-06-01' })
  const names = async (query: string) =>
    (await list(tenant, query)).json.data.map(({ name }) => name).join(' ')
  assert.equal(await names(''), 'Adam Bea')
  assert.equal(await names('?sort=-name'), 'Bea Adam')
  assert.equal(await names('?sort=-validUntil'), 'Adam Bea')
  assert.equal(await names('?q=de-7'), 'Bea')
  assert.equal(await names('?kind=AUDITOR'), 'Bea')
  assert.equal(await names(`?building=${two.buildingId}`), 'Adam')
  assert.equal(await names('?state=ACTIVE'), '')
})
