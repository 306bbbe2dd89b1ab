import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EscalationRule } from '#contracts/escalation/rules.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const send = <T>(
  tenant: TestTenant,
  method: string,
  path = '',
  body?: unknown,
  headers = {},
  by?: TestPerson,
) =>
  server.call<T>(method, `/api/admin/escalation-rules${path}`, {
    token: (by ?? tenant.admin).token,
    body,
    headers,
  })
const late = { name: 'Late', level: { minutesOverdue: 30 }, then: { notify: ['MANAGER'], priority: 'UP' } }
const create = (tenant: TestTenant, body: object) =>
  send<EscalationRule>(tenant, 'POST', '', { ...late, ...body })

test('A rule is created, listed, changed and deleted; fields left out of a change stay', async () => {
  const tenant = await createTenant(server)
  const made = await create(tenant, { scope: {} })
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  assert.deepEqual(
    [
      made.json.data.enabled,
      made.json.data.scope,
      made.json.data.level,
      made.json.data.then,
      made.json.data.version,
    ],
    [true, {}, { clock: 'RESOLVE', minutesOverdue: 30 }, late.then, 1],
  )
  const changed = await send<EscalationRule>(
    tenant,
    'PATCH',
    `/${id}`,
    { level: { clock: 'DUE', atPercent: 80 } },
    { 'if-match': '"1"' },
  )
  assert.deepEqual(
    [changed.json.data.level, changed.json.data.then],
    [{ clock: 'DUE', atPercent: 80 }, late.then],
  )
  assert.equal(
    (await send(tenant, 'PATCH', `/${id}`, { name: 'x' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  const off = await send<EscalationRule>(tenant, 'PATCH', `/${id}`, { enabled: false })
  assert.deepEqual([off.json.data.enabled, off.json.data.version], [false, 3])
  const listed = await send<EscalationRule[]>(tenant, 'GET', '?enabled=false')
  assert.deepEqual(listed.json.data, [off.json.data])
  assert.equal((await send<EscalationRule[]>(tenant, 'GET', '?sort=-name&pageSize=1')).json.total, 4)
  assert.equal(
    (await send(tenant, 'DELETE', `/${id}`, undefined, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  assert.deepEqual((await send(tenant, 'DELETE', `/${id}`)).json.data, { id })
  assert.equal((await send(tenant, 'DELETE', `/${id}`)).json.code, 'NOT_FOUND')
})

test('Contradictions and unknown ids are refused', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const foreign = await createPlace(server, other)
  const gone = await tenant.person(['TECHNICIAN'])
  await tenant.inside((ctx) =>
    ctx.run("update app_user set state = 'DISABLED' where tenant_id = $1 and id = $2", [tenant.id, gone.id]),
  )
  const wrong: [string, object][] = [
    ['VALIDATION_ERROR', { level: {} }],
    ['VALIDATION_ERROR', { level: { atPercent: 100, minutesOverdue: 5 } }],
    ['VALIDATION_ERROR', { level: { atPercent: 0 } }],
    ['VALIDATION_ERROR', { level: { clock: 'SUN', atPercent: 5 } }],
    ['VALIDATION_ERROR', { then: {} }],
    ['VALIDATION_ERROR', { then: { notify: [] } }],
    ['VALIDATION_ERROR', { then: { notify: ['EVERYBODY'] } }],
    ['VALIDATION_ERROR', { then: { assign: {} } }],
    ['VALIDATION_ERROR', { then: { assign: { userId: 'me' } } }],
    ['VALIDATION_ERROR', { scope: { types: ['SPACESHIP'] } }],
    ['NOT_FOUND', { scope: { buildingIds: [foreign.buildingId] } }],
    ['NOT_FOUND', { then: { assign: { userId: other.manager.id } } }],
    ['NOT_FOUND', { then: { assign: { userId: gone.id } } }],
    ['NOT_FOUND', { then: { assign: { companyId: tenant.manager.id } } }],
  ]
  for (const [code, body] of wrong)
    assert.equal((await create(tenant, body)).json.code, code, JSON.stringify(body))
  const two = await create(tenant, {
    then: { assign: { userId: tenant.manager.id, companyId: tenant.manager.id } },
  })
  assert.notEqual(two.status, 201)
})

test('A deleted building or target does not prevent other changes of its rule', async () => {
  const tenant = await createTenant(server)
  const [gone, there] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const person = await tenant.person(['MANAGER'])
  const assign = { userId: person.id }
  const { id } = (await create(tenant, { scope: { buildingIds: [gone.buildingId] }, then: { assign } })).json
    .data
  await tenant.inside(async ({ run }) => {
    await run('update building set archived_at = now() where tenant_id = $1 and id = $2', [
      tenant.id,
      gone.buildingId,
    ])
    await run("update app_user set state = 'DISABLED' where tenant_id = $1 and id = $2", [
      tenant.id,
      person.id,
    ])
  })
  const change = (body: object) => send<EscalationRule>(tenant, 'PATCH', `/${id}`, body)
  const wider = { buildingIds: [gone.buildingId, there.buildingId] }
  assert.deepEqual((await change({ scope: wider })).json.data.scope, wider)
  assert.equal((await change({ then: { assign, priority: 'UP' } })).status, 200)
  assert.equal((await change({ scope: { buildingIds: [there.buildingId] } })).status, 200)
  assert.equal((await change({ scope: wider })).json.code, 'NOT_FOUND')
})

test('“On call” can be chosen with ENTERPRISE only', async () => {
  const [large, small] = [await createTenant(server), await createTenant(server, { plan: 'BUSINESS' })]
  assert.equal((await create(large, { then: { assign: { onCall: true } } })).status, 201)
  assert.equal((await create(small, { then: { assign: { onCall: true } } })).json.code, 'FORBIDDEN')
})

test('Rules need BUSINESS and an administrator, and those of another tenant are NOT_FOUND', async () => {
  const [mine, theirs, small] = [
    await createTenant(server),
    await createTenant(server),
    await createTenant(server, { plan: 'PRO' }),
  ]
  const { id } = (await create(theirs, {})).json.data
  assert.equal((await send(mine, 'PATCH', `/${id}`, { name: 'x' })).json.code, 'NOT_FOUND')
  assert.equal((await send(mine, 'DELETE', `/${id}`)).json.code, 'NOT_FOUND')
  assert.equal((await create(small, {})).json.code, 'FORBIDDEN')
  for (const person of [theirs.manager, theirs.technician])
    assert.equal((await send(theirs, 'GET', '', undefined, {}, person)).json.code, 'FORBIDDEN')
})

test('There are at most a hundred rules, also when many are created at once', async () => {
  const tenant = await createTenant(server)
  const replies = await Promise.all(Array.from({ length: 105 }, () => create(tenant, {})))
  assert.equal(replies.filter(({ status }) => status === 201).length, 97)
  assert.ok(replies.every(({ status }) => status === 201 || status === 409))
})
