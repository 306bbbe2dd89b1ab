import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operator, OperatorChanged, OperatorDetail } from '#contracts/operator/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { makeTask, move } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { makeCompany, makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer()

const list = (tenant: TestTenant, query = '') =>
  server.call<Operator[]>('GET', `/api/operator/operators${query}`, { token: tenant.manager.token })
const names = async (tenant: TestTenant, query: string): Promise<string[]> =>
  (await list(tenant, query)).json.data.map(({ name }) => name)
const create = (tenant: TestTenant, body: Record<string, unknown>) =>
  server.call<Operator>('POST', '/api/operator/operators', {
    token: tenant.admin.token,
    body: { name: 'Jo', ...body },
  })

test('A name is enough to create an operator, who is active at once', async () => {
  const tenant = await createTenant(server)
  const { id, createdAt, updatedAt, ...rest } = await makeOperator(server, tenant)
  assert.ok(id && createdAt && updatedAt)
  assert.deepEqual(rest, {
    name: 'Jo',
    email: null,
    companyId: null,
    companyName: null,
    userId: null,
    state: 'ACTIVE',
    skills: [],
    languages: [],
    duty: { state: 'OFF', until: null },
    onDuty: false,
    maxOpenTasks: null,
    load: { open: 0, inProgress: 0 },
    certifications: [],
    shifts: { weekly: [], exceptions: [] },
    version: 1,
  })
})

test('An operator whose user is invited is INVITED until that person accepts, and gets no work before', async () => {
  const tenant = await createTenant(server)
  const operator = await makeOperator(server, tenant, { email: 'kim@ops.example', inviteUser: true })
  assert.equal(operator.state, 'INVITED')
  await server.drain()
  const mail = server.mails.find(({ to }) => to === 'kim@ops.example')
  const token = /welcome#token=([\w.~-]+)/.exec(mail?.text ?? '')?.[1]
  assert.ok(token, 'an invitation was sent')
  const assign = () =>
    server.call('POST', '/api/tasks', {
      token: tenant.manager.token,
      body: { title: 'Lamp', assignee: { operatorId: operator.id } },
    })
  assert.equal((await assign()).status, 404)
  const accepted = await server.call('POST', '/api/auth/reset-password', {
    body: { token, password: 'a-lamp-under-the-stairs' },
  })
  assert.ok(accepted.status < 300, accepted.text)
  assert.deepEqual(
    (await list(tenant, '?state=ACTIVE')).json.data.map(({ id, userId }) => [id, userId]),
    [[operator.id, operator.userId]],
  )
  assert.equal((await assign()).status, 201)
})

test('Inviting respects the plan limit, needs an address, and is not for API keys', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  assert.equal((await create(tenant, { inviteUser: true })).json.details?.[0]?.path, 'body.email')
  assert.equal((await create(tenant, { email: tenant.manager.email, inviteUser: true })).status, 409)
  await Promise.all(Array.from({ length: 7 }, () => tenant.person(['TECHNICIAN'])))
  const reply = await create(tenant, { email: 'one@more.example', inviteUser: true })
  assert.deepEqual([reply.status, reply.json.code], [403, 'PLAN_LIMIT_REACHED'])
  assert.equal((await list(tenant)).json.total, 0)
  const big = await createTenant(server)
  const { key } = await createKey(server, big, 'write')
  const byKey = await server.call('POST', '/api/operator/operators', {
    key,
    body: { name: 'Jo', email: 'jo@key.example', inviteUser: true },
  })
  assert.equal(byKey.status, 403)
})

test('A person is linked to one operator; people and companies of other tenants are NOT_FOUND', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const foreign = await makeCompany(server, other)
  assert.equal((await create(tenant, { userId: other.technician.id })).status, 404)
  assert.equal((await create(tenant, { companyId: foreign.id })).status, 404)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => create(tenant, { userId: tenant.technician.id })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array.from({ length: 7 }, () => 409)])
})

test('The list filters by company, skill, building, duty and state, and counts load without a query for each operator', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const elsewhere = (await createPlace(server, tenant)).buildingId
  const company = await makeCompany(server, tenant, { coverage: [{ buildingIds: [buildingId] }] })
  const jo = await makeOperator(server, tenant, { companyId: company.id, skills: ['CLEANING'] })
  const kim = await makeOperator(server, tenant, { name: 'Kim', skills: ['LIFT'] })
  await operatorCalls(server, tenant).duty(kim.id, { state: 'ON' })
  await makeTask(server, tenant.manager, { assignee: { operatorId: jo.id } })
  const begun = await makeTask(server, tenant.manager, { assignee: { operatorId: jo.id } })
  await move(server, tenant.manager, begun.id, { status: 'IN_PROGRESS' })
  assert.deepEqual(
    (await list(tenant)).json.data.map(({ name, load }) => [name, load]),
    [
      ['Jo', { open: 1, inProgress: 1 }],
      ['Kim', { open: 0, inProgress: 0 }],
    ],
  )
  assert.deepEqual(await names(tenant, `?companyId=${company.id}`), ['Jo'])
  assert.deepEqual(await names(tenant, '?skill=LIFT,WINDOWS'), ['Kim'])
  assert.deepEqual(await names(tenant, `?building=${buildingId}`), ['Jo', 'Kim'])
  assert.deepEqual(await names(tenant, `?building=${elsewhere}`), ['Kim'])
  assert.deepEqual(await names(tenant, '?duty=ON'), ['Kim'])
  assert.deepEqual(await names(tenant, '?q=JO&sort=-createdAt'), ['Jo'])
  assert.deepEqual(await names(tenant, '?state=INACTIVE,INVITED'), [])
})

test('Deactivating makes open tasks unassigned and lists them; an inactive operator gets none', async () => {
  const tenant = await createTenant(server)
  const operator = await makeOperator(server, tenant, { userId: tenant.technician.id })
  const tasks = [
    await makeTask(server, tenant.manager, { assignee: { operatorId: operator.id } }),
    await makeTask(server, tenant.manager, { assignee: { userId: tenant.technician.id } }),
  ]
  const { patch } = operatorCalls(server, tenant)
  const reply = await patch<OperatorChanged>(operator.id, { state: 'INACTIVE' })
  assert.deepEqual(
    reply.json.data.handedBack.map(({ number }) => number).sort(),
    tasks.map(({ number }) => number).sort(),
  )
  assert.deepEqual([reply.json.data.state, reply.json.data.load], ['INACTIVE', { open: 0, inProgress: 0 }])
  const assigned = await server.call('POST', `/api/tasks/${tasks[0]?.id}/assign`, {
    token: tenant.manager.token,
    body: { operatorId: operator.id },
  })
  assert.equal(assigned.status, 404)
  const back = await patch<OperatorChanged>(operator.id, { state: 'ACTIVE', name: 'Jo again' })
  assert.deepEqual(
    [back.json.data.state, back.json.data.name, back.json.data.handedBack],
    ['ACTIVE', 'Jo again', []],
  )
})

test('Moving to a company that may not work makes the operator’s tasks unassigned', async () => {
  const tenant = await createTenant(server)
  const suspended = await makeCompany(server, tenant)
  const operator = await makeOperator(server, tenant)
  const task = await makeTask(server, tenant.manager, { assignee: { operatorId: operator.id } })
  await server.call('PATCH', `/api/operator/companies/${suspended.id}`, {
    token: tenant.admin.token,
    body: { state: 'SUSPENDED' },
  })
  const { patch } = operatorCalls(server, tenant)
  const reply = await patch<OperatorChanged>(operator.id, { companyId: suspended.id })
  assert.deepEqual(
    reply.json.data.handedBack.map(({ id }) => id),
    [task.id],
  )
  await server.call('PATCH', `/api/operator/companies/${suspended.id}`, {
    token: tenant.admin.token,
    body: { state: 'ENDED' },
  })
  assert.equal((await patch(operator.id, { companyId: suspended.id })).status, 200, 'is there already')
  assert.equal((await create(tenant, { companyId: suspended.id })).status, 400)
})

test('Removing a member keeps the operator, unlinked', async () => {
  const tenant = await createTenant(server)
  const operator = await makeOperator(server, tenant, { userId: tenant.technician.id })
  const removed = await server.call('DELETE', `/api/admin/users/${tenant.technician.id}`, {
    token: tenant.admin.token,
  })
  assert.equal(removed.status, 200)
  const after = (await operatorCalls(server, tenant).get(operator.id)).json.data
  assert.deepEqual([after.userId, after.state, after.email], [null, 'ACTIVE', null])
})

test('Removing a member makes the tasks of their operator unassigned too', async () => {
  const tenant = await createTenant(server)
  const { technician } = tenant
  const { id } = technician
  const operator = await makeOperator(server, tenant, { userId: id })
  const assignees = [{ userId: id }, { operatorId: operator.id }]
  const [own, held] = [
    await makeTask(server, tenant.manager, { assignee: assignees[0] }),
    await makeTask(server, tenant.manager, { assignee: assignees[1] }),
  ]
  await move(server, technician, held.id, { status: 'IN_PROGRESS' })
  await server.call('DELETE', `/api/admin/users/${id}`, { token: tenant.admin.token })
  const pool = await server.call<Task[]>('GET', '/api/tasks?assignee=none', { token: tenant.manager.token })
  assert.deepEqual(
    pool.json.data.map((task) => [task.id, task.routing?.reason]).sort(),
    [own, held].map((task) => [task.id, 'Its assignee has left the team']).sort(),
  )
})

test('A technician reads their own record only; managers read all; other tenants find nothing', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const own = await makeOperator(server, tenant, { userId: tenant.technician.id })
  const colleague = await makeOperator(server, tenant, { name: 'Kim' })
  const { get, duty } = operatorCalls(server, tenant)
  const { token } = tenant.technician
  const mine = await get<OperatorDetail>(own.id, undefined, token)
  assert.deepEqual([mine.status, mine.json.data.handedOver], [200, []])
  assert.equal((await get(colleague.id, undefined, token)).status, 403)
  assert.equal((await get(colleague.id, undefined, tenant.manager.token)).status, 200)
  assert.equal((await duty(own.id, { state: 'ON' }, token)).status, 200)
  assert.equal((await duty(colleague.id, { state: 'OFF' }, token)).status, 403)
  assert.equal((await list({ ...tenant, manager: tenant.technician })).status, 403)
  const foreign = operatorCalls(server, other)
  for (const reply of [
    await foreign.get(own.id),
    await foreign.patch(own.id, { name: 'Mine' }),
    await foreign.shift(own.id, { weekly: [] }),
    await foreign.certify(own.id, { certifications: [] }),
    await foreign.duty(own.id, { state: 'OFF' }),
  ])
    assert.deepEqual([reply.status, reply.json.error], [404, 'Not found'])
})

test('Overlapping shifts are refused with both named; accepted ones are returned in order', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeOperator(server, tenant)
  const { shift } = operatorCalls(server, tenant)
  const refused = await shift(id, {
    weekly: [
      { day: 7, from: '22:00', to: '06:00' },
      { day: 1, from: '05:00', to: '13:00' },
    ],
  })
  assert.equal(refused.status, 400)
  assert.match(refused.json.error, /Sunday 22:00–06:00 overlaps Monday 05:00–13:00/)
  for (const body of [
    { weekly: [{ day: 8, from: '08:00', to: '16:00' }] },
    { weekly: [{ day: 1, from: '24:00', to: '16:00' }] },
    { weekly: Array.from({ length: 51 }, () => ({ day: 1, from: '08:00', to: '09:00' })) },
    { exceptions: [{ date: '2026-02-30', off: true }] },
    { exceptions: [{ date: '2026-02-20' }] },
    { exceptions: [{ date: '2026-02-20', off: false }] },
  ])
    assert.equal((await shift(id, body)).status, 400, JSON.stringify(body))
  const taken = await shift(id, {
    weekly: [
      { day: 2, from: '08:00', to: '16:00' },
      { day: 1, from: '22:00', to: '06:00' },
    ],
    exceptions: [
      { date: '2026-12-31', from: '08:00', to: '12:00' },
      { date: '2026-12-24', off: true },
    ],
  })
  assert.deepEqual(taken.json.data.shifts, {
    weekly: [
      { day: 1, from: '22:00', to: '06:00' },
      { day: 2, from: '08:00', to: '16:00' },
    ],
    exceptions: [
      { date: '2026-12-24', off: true },
      { date: '2026-12-31', from: '08:00', to: '12:00' },
    ],
  })
})

test('A technician sees and works on tasks of their operator and of their company, and claims the latter', async () => {
  const tenant = await createTenant(server)
  const company = await makeCompany(server, tenant)
  const operator = await makeOperator(server, tenant, {
    userId: tenant.technician.id,
    companyId: company.id,
  })
  const stranger = await tenant.person(['TECHNICIAN'])
  const own = await makeTask(server, tenant.manager, { assignee: { operatorId: operator.id } })
  const shared = await makeTask(server, tenant.manager, { assignee: { companyId: company.id } })
  const others = await makeTask(server, tenant.manager, { assignee: { userId: stranger.id } })
  const get = (id: string, token: string, query = '') =>
    server.call<Task[]>('GET', `/api/tasks${id}${query}`, { token })
  const { token } = tenant.technician
  for (const query of ['', '?assignee=me']) {
    const reply = await get('', token, query)
    assert.deepEqual(reply.json.data.map(({ id }) => id).sort(), [own.id, shared.id].sort())
    assert.equal(reply.json.total, 2)
  }
  assert.equal((await get(`/${shared.id}`, stranger.token)).status, 403)
  assert.equal((await get('', stranger.token)).json.total, 1)
  assert.equal((await get(`/${others.id}`, token)).status, 403)
  const summary = await server.call<{ total: number }>('GET', '/api/tasks/summary', { token })
  assert.equal(summary.json.data.total, 2)
  assert.equal((await move(server, tenant.technician, own.id, { status: 'IN_PROGRESS' })).status, 200)
  const claimed = await server.call<Task>('POST', `/api/tasks/${shared.id}/claim`, { token })
  assert.deepEqual([claimed.status, claimed.json.data.assignee?.id], [200, tenant.technician.id])
  const begun = await makeTask(server, tenant.manager, { assignee: { companyId: company.id } })
  const moved = await move(server, tenant.technician, begun.id, { status: 'IN_PROGRESS' })
  assert.deepEqual(moved.json.data.assignee?.id, tenant.technician.id, 'who starts it has it')
  const late = await makeTask(server, tenant.manager, { assignee: { companyId: company.id } })
  assert.equal(
    (await server.call('POST', `/api/tasks/${late.id}/claim`, { token: stranger.token })).status,
    409,
  )
})

test('The team lists which operators belong to which company, and whom the caller may assign', async () => {
  const tenant = await createTenant(server)
  const company = await makeCompany(server, tenant)
  const linked = await makeOperator(server, tenant, {
    userId: tenant.technician.id,
    companyId: company.id,
    skills: ['LIFT'],
  })
  const other = await makeOperator(server, tenant, { name: 'Without an account' })
  const admin = <T>(target: string) => server.call<T>('GET', target, { token: tenant.admin.token })
  const members = await admin<{ id: string; teams: unknown }[]>(`/api/admin/users?team=${company.id}`)
  assert.deepEqual(
    members.json.data.map(({ id, teams }) => [id, teams]),
    [[tenant.technician.id, [{ id: company.id, name: 'Sparkle' }]]],
  )
  const member = await admin<{ skills: string[] }>(`/api/admin/users/${tenant.technician.id}`)
  assert.deepEqual(member.json.data.skills, ['LIFT'])
  const me = await server.call<{ user: { operatorId: string } }>('GET', '/api/auth/me', {
    token: tenant.technician.token,
  })
  assert.equal(me.json.data.user.operatorId, linked.id)
  const choices = async (token: string) =>
    (
      await server.call<{ assignees: { kind: string; id: string }[] }>('GET', '/api/tasks/summary', { token })
    ).json.data.assignees.map(({ kind, id }) => `${kind} ${id}`)
  assert.deepEqual(
    (await choices(tenant.manager.token)).sort(),
    [
      `COMPANY ${company.id}`,
      `OPERATOR ${other.id}`,
      ...[tenant.admin, tenant.manager, tenant.technician].map(({ id }) => `USER ${id}`),
    ].sort(),
  )
  assert.deepEqual((await choices(tenant.technician.token)).sort(), [
    `COMPANY ${company.id}`,
    `USER ${tenant.technician.id}`,
  ])
})
