import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Company } from '#contracts/operator/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { besideHolder, dueWork } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { makeCompany, makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer()

type Changed = Company & { handedBack: { id: string; number: number; title: string }[] }

const patch = (tenant: TestTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<Changed>('PATCH', `/api/operator/companies/${id}`, { token: tenant.admin.token, body, headers })
const list = (tenant: TestTenant, query = '') =>
  server.call<Company[]>('GET', `/api/operator/companies${query}`, { token: tenant.manager.token })
const taskOf = async (tenant: TestTenant, id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: tenant.manager.token })).json.data

test('A name is enough to create a company: a provider in DRAFT without coverage', async () => {
  const tenant = await createTenant(server)
  const company = await makeCompany(server, tenant, { state: 'DRAFT' })
  const { id, createdAt, updatedAt, ...rest } = company
  assert.ok(id && createdAt && updatedAt)
  assert.deepEqual(rest, {
    name: 'Sparkle',
    kind: 'PROVIDER',
    state: 'DRAFT',
    coverage: [],
    contractFrom: null,
    contractUntil: null,
    contacts: [],
    slaPolicyId: null,
    operatorCount: 0,
    version: 1,
  })
})

test('A company becomes active once it has coverage and a person, and until then is told what is missing', async () => {
  const tenant = await createTenant(server)
  const early = await server.call('POST', '/api/operator/companies', {
    token: tenant.admin.token,
    body: { name: 'Early', state: 'ACTIVE', coverage: [{}] },
  })
  assert.deepEqual([early.status, early.json.details?.[0]?.path], [400, 'body.state'], early.text)
  for (const kind of ['PROVIDER', 'IN_HOUSE']) {
    const { id } = await makeCompany(server, tenant, { kind, state: 'DRAFT' })
    const refused = async (body: object): Promise<string | undefined> => {
      const reply = await patch(tenant, id, { state: 'ACTIVE', ...body })
      assert.equal(reply.status, 400, reply.text)
      return reply.json.details?.[0]?.message
    }
    assert.equal(await refused({}), 'to be active it needs what it looks after (coverage) and a person')
    assert.equal(await refused({ coverage: [{}] }), 'to be active it needs a person')
    const { id: operatorId } = await makeOperator(server, tenant, { companyId: id })
    assert.equal(await refused({}), 'to be active it needs what it looks after (coverage)')
    await operatorCalls(server, tenant).patch(operatorId, { state: 'INACTIVE' })
    assert.equal(await refused({ coverage: [{}] }), 'to be active it needs a person')
    await operatorCalls(server, tenant).patch(operatorId, { state: 'ACTIVE' })
    const active = await patch(tenant, id, { state: 'ACTIVE', coverage: [{}] })
    assert.deepEqual([active.json.data.state, active.json.data.coverage], ['ACTIVE', [{}]], active.text)
    const bare = await patch(tenant, id, { coverage: [] })
    assert.deepEqual([bare.status, bare.json.details?.[0]?.path], [400, 'body.coverage'], bare.text)
  }
})

test('A company that was active without coverage or people stays active, can be changed, and can be resumed', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeCompany(server, tenant)
  for (const body of [{ name: 'Sparkle South', coverage: [] }, { state: 'SUSPENDED' }, { state: 'ACTIVE' }]) {
    const reply = await patch(tenant, id, body)
    assert.equal(reply.status, 200, reply.text)
  }
  assert.equal((await list(tenant)).json.data[0]?.state, 'ACTIVE')
})

test('Coverage, contract and contacts are stored as sent', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const company = await makeCompany(server, tenant, {
    kind: 'IN_HOUSE',
    state: 'DRAFT',
    coverage: [{ buildingIds: [buildingId], skills: ['CLEANING'] }, { types: ['WASHROOM'] }],
    contractFrom: '2026-01-01',
    contractUntil: '2040-12-31',
    contacts: [{ name: 'Desk', email: 'Desk@Example.com' }],
  })
  assert.deepEqual(company.coverage, [
    { buildingIds: [buildingId], skills: ['CLEANING'] },
    { types: ['WASHROOM'] },
  ])
  assert.deepEqual(company.contacts, [{ name: 'Desk', email: 'desk@example.com', phone: null }])
  assert.deepEqual(
    [company.state, company.contractFrom, company.contractUntil],
    ['DRAFT', '2026-01-01', '2040-12-31'],
  )
})

test('Coverage names buildings and types of this tenant only, and a contract does not end before it starts', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const foreign = await createPlace(server, other)
  const create = (body: Record<string, unknown>) =>
    server.call('POST', '/api/operator/companies', {
      token: tenant.admin.token,
      body: { name: 'Sparkle', ...body },
    })
  assert.equal((await create({ coverage: [{ buildingIds: [foreign.buildingId] }] })).status, 404)
  const type = await create({ coverage: [{ types: ['NO_SUCH_TYPE'] }] })
  assert.deepEqual([type.status, type.json.details?.[0]?.path], [400, 'body.coverage.types'])
  const order = await create({ contractFrom: '2026-02-01', contractUntil: '2026-01-31' })
  assert.deepEqual([order.status, order.json.details?.[0]?.path], [400, 'body.contractUntil'])
  assert.equal((await create({ state: 'ENDED' })).status, 400)
  assert.equal((await create({ slaPolicyId: 'none' })).status, 400)
  assert.equal((await list(tenant)).json.total, 0)
})

test('A building or SLA policy that was deleted does not prevent other changes of its company', async () => {
  const tenant = await createTenant(server)
  const [gone, there] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const admin = (method: string, path: string, body?: unknown) =>
    server.call<{ id: string }>(method, `/api/admin/sla-policies${path}`, {
      token: tenant.admin.token,
      body,
    })
  const policy = await admin('POST', '', { name: 'Own', scope: {}, targets: {} })
  assert.equal(policy.status, 201, policy.text)
  const slaPolicyId = policy.json.data.id
  const covers = (...buildingIds: string[]) => [{ buildingIds, skills: ['CLEANING'] }]
  const { id } = await makeCompany(server, tenant, { coverage: covers(gone.buildingId), slaPolicyId })
  await tenant.inside(({ run }) =>
    run('update building set archived_at = now() where tenant_id = $1 and id = $2', [
      tenant.id,
      gone.buildingId,
    ]),
  )
  assert.equal((await admin('DELETE', `/${slaPolicyId}`)).status, 200)
  const wider = covers(gone.buildingId, there.buildingId)
  const changed = await patch(tenant, id, { name: 'Sparkle South', coverage: wider, slaPolicyId })
  assert.deepEqual(changed.json.data.coverage, wider, changed.text)
  const without = { coverage: covers(there.buildingId), slaPolicyId: null }
  assert.equal((await patch(tenant, id, without)).status, 200)
  for (const body of [{ coverage: wider }, { slaPolicyId }])
    assert.equal((await patch(tenant, id, body)).json.code, 'NOT_FOUND', 'what is out stays out')
})

test('A company goes DRAFT → ACTIVE ⇄ SUSPENDED → ENDED, and ENDED is final', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeCompany(server, tenant, { state: 'DRAFT', coverage: [{}] })
  await makeOperator(server, tenant, { companyId: id })
  const steps: [string, number][] = [
    ['SUSPENDED', 400],
    ['ENDED', 400],
    ['ACTIVE', 200],
    ['ACTIVE', 200],
    ['DRAFT', 400],
    ['SUSPENDED', 200],
    ['ACTIVE', 200],
    ['SUSPENDED', 200],
    ['ENDED', 200],
    ['ACTIVE', 400],
    ['SUSPENDED', 400],
    ['ENDED', 200],
  ]
  for (const [state, status] of steps)
    assert.equal((await patch(tenant, id, { state })).status, status, `to ${state}`)
})

test('Suspending hands open tasks of the company and its people back and lists them; done ones stay', async () => {
  const tenant = await createTenant(server)
  const company = await makeCompany(server, tenant)
  const operator = await makeOperator(server, tenant, { companyId: company.id })
  const linked = await makeOperator(server, tenant, {
    name: 'Linked',
    companyId: company.id,
    userId: tenant.technician.id,
  })
  assert.equal(linked.userId, tenant.technician.id)
  const give = (assignee: Record<string, string>) => makeTask(server, tenant.manager, { assignee })
  const tasks = [
    await give({ companyId: company.id }),
    await give({ operatorId: operator.id }),
    await give({ userId: tenant.technician.id }),
  ]
  const done = await give({ operatorId: operator.id })
  await server.call('PATCH', `/api/tasks/${done.id}/status`, {
    token: tenant.manager.token,
    body: { status: 'DONE' },
  })
  const reply = await patch(tenant, company.id, { state: 'SUSPENDED' })
  assert.deepEqual(
    reply.json.data.handedBack.map(({ id }) => id).sort(),
    tasks.map(({ id }) => id).sort(),
    reply.text,
  )
  assert.equal(reply.json.data.handedBack[0]?.title, 'Soap dispenser is loose')
  const after = await taskOf(tenant, tasks[0]?.id ?? '')
  assert.deepEqual([after.assignee, after.routing?.reason], [null, 'Sparkle was suspended'])
  assert.equal((await taskOf(tenant, done.id)).assignee?.id, operator.id)
  const given = await server.call('POST', `/api/tasks/${after.id}/assign`, {
    token: tenant.manager.token,
    body: { operatorId: operator.id },
  })
  assert.equal(given.status, 404, 'somebody of a suspended company gets no work')
})

test('A company’s own SLA policy precedes the first whose scope matches, also after one of its people claims or starts the task', async () => {
  const tenant = await createTenant(server)
  const policy = async (resolveMinutes: number, scope: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', '/api/admin/sla-policies', {
      token: tenant.admin.token,
      body: {
        name: 'Policy',
        scope,
        targets: { HIGH: { respondMinutes: 5, resolveMinutes, clock: 'ALWAYS' } },
      },
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  await policy(30, {})
  const own = await policy(300, { categories: ['LEAK'] })
  const company = await makeCompany(server, tenant, { slaPolicyId: own })
  await makeOperator(server, tenant, { companyId: company.id, userId: tenant.technician.id })
  const { token } = tenant.technician
  const takes = (id: string) => server.call<Task>('POST', `/api/tasks/${id}/claim`, { token })
  const starts = (id: string) =>
    server.call<Task>('PATCH', `/api/tasks/${id}/status`, { token, body: { status: 'IN_PROGRESS' } })
  for (const act of [takes, starts]) {
    const given = await makeTask(server, tenant.manager, {
      priority: 'HIGH',
      assignee: { companyId: company.id },
    })
    assert.equal(given.sla?.policyId, own)
    const taken = (await act(given.id)).json.data
    assert.equal(taken.assignee?.id, tenant.technician.id)
    assert.deepEqual([taken.sla?.policyId, taken.sla?.resolveBy], [own, given.sla?.resolveBy])
  }
})

test('A contract ends by itself after its last day in the tenant’s time zone, also if the date was moved', async () => {
  // A day in the tenant's time zone, which may have started while it is still yesterday in UTC.
  const noon = Temporal.Instant.fromEpochMilliseconds(server.clock.now().getTime())
    .toZonedDateTimeISO('Europe/Berlin')
    .with({ hour: 12 })
  server.clock.set(new Date(noon.epochMilliseconds))
  const tenant = await createTenant(server)
  const today = noon.toPlainDate().toString()
  const later = noon.toPlainDate().add({ days: 5 }).toString()
  const moved = await makeCompany(server, tenant, { name: 'Moved', contractUntil: today })
  const endless = await makeCompany(server, tenant, { name: 'Endless', contractUntil: today })
  const company = await makeCompany(server, tenant, { contractUntil: today })
  await patch(tenant, moved.id, { contractUntil: later })
  await patch(tenant, endless.id, { contractUntil: null })
  const task = await makeTask(server, tenant.manager, { assignee: { companyId: company.id } })
  await server.drain()
  const states = async () =>
    tenant.inside(async (ctx) =>
      Object.fromEntries(
        (await ctx.db.selectFrom('company').select(['name', 'state']).execute()).map((row) => [
          row.name,
          row.state,
        ]),
      ),
    )
  assert.equal((await states()).Sparkle, 'ACTIVE', 'the last day belongs to it')
  server.clock.advance(2 * 86_400_000)
  await server.drain()
  assert.deepEqual(await states(), { Sparkle: 'ENDED', Moved: 'ACTIVE', Endless: 'ACTIVE' })
  const handed = await tenant.inside((ctx) =>
    ctx.run<{ assignee_id: string | null }>('select assignee_id from task where tenant_id = $1 and id = $2', [
      tenant.id,
      task.id,
    ]),
  )
  assert.deepEqual(handed, [{ assignee_id: null }])
})

test('Moving the end of a contract at the moment when it ends waits for that end, and the two do not deadlock', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeCompany(server, tenant, { contractUntil: '2040-12-31' })
  const moved = await besideHolder(
    tenant,
    dueWork('operator.contract_ends', id),
    ['select 1 from company where tenant_id = $1 and id = $2 for update nowait', id],
    () => patch(tenant, id, { contractUntil: '2041-12-31' }),
  )
  assert.equal(moved.status, 200, moved.text)
  assert.equal(moved.json.data.contractUntil, '2041-12-31')
})

test('The list filters by kind, state and search, sorts, and contains nothing of another tenant', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  await makeCompany(server, other, { name: 'Foreign' })
  await makeCompany(server, tenant, { name: 'Beta', kind: 'IN_HOUSE' })
  await makeCompany(server, tenant, { name: 'Alpha', state: 'DRAFT' })
  await makeCompany(server, tenant, { name: 'Gamma 100%' })
  const names = async (query: string) => (await list(tenant, query)).json.data.map(({ name }) => name)
  assert.deepEqual(await names(''), ['Alpha', 'Beta', 'Gamma 100%'])
  assert.deepEqual(await names('?sort=-name&pageSize=2'), ['Gamma 100%', 'Beta'])
  assert.deepEqual(await names('?kind=IN_HOUSE'), ['Beta'])
  assert.deepEqual(await names('?state=DRAFT,SUSPENDED'), ['Alpha'])
  assert.deepEqual(await names('?q=0%25'), ['Gamma 100%'])
  assert.equal((await list(tenant, '?sort=state')).status, 400)
})

test('Ids of other tenants, missing roles and old versions change nothing', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const foreign = await makeCompany(server, other)
  const own = await makeCompany(server, tenant)
  assert.equal((await patch(tenant, foreign.id, { name: 'Mine' })).status, 404)
  assert.equal((await patch(tenant, own.id, { name: 'A' }, { 'if-match': '"7"' })).status, 412)
  for (const { token } of [tenant.manager, tenant.technician]) {
    const reply = await server.call('PATCH', `/api/operator/companies/${own.id}`, {
      token,
      body: { name: 'B' },
    })
    assert.equal(reply.status, 403)
  }
  assert.deepEqual(
    (await list(tenant)).json.data.map(({ name, version }) => [name, version]),
    [['Sparkle', 1]],
  )
})

test('After 50 suspensions and assignments at once no suspended company has an open task', async () => {
  const tenant = await createTenant(server)
  const company = await makeCompany(server, tenant)
  const operator = await makeOperator(server, tenant, { companyId: company.id })
  const tasks = await Promise.all(Array.from({ length: 5 }, () => makeTask(server, tenant.manager)))
  const assign = (index: number) =>
    server.call('POST', `/api/tasks/${tasks[index % tasks.length]?.id}/assign`, {
      token: tenant.manager.token,
      body: index % 2 === 0 ? { companyId: company.id } : { operatorId: operator.id },
    })
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 5 === 4
        ? patch(tenant, company.id, { state: index % 10 === 4 ? 'SUSPENDED' : 'ACTIVE' })
        : assign(index),
    ),
  )
  for (const { status, text } of replies) assert.ok([200, 404].includes(status), text)
  await patch(tenant, company.id, { state: 'SUSPENDED' })
  const late = await Promise.all(Array.from({ length: 10 }, (_, index) => assign(index)))
  for (const { status } of late) assert.equal(status, 404)
  const left = await tenant.inside((ctx) =>
    ctx.run('select id from task where tenant_id = $1 and assignee_id is not null', [tenant.id]),
  )
  assert.deepEqual(left, [])
})

test('A task assigned to a company while it is being suspended returns to the pool', async () => {
  const tenant = await createTenant(server)
  for (let round = 0; round < 8; round++) {
    const company = await makeCompany(server, tenant, { name: `Company ${round}` })
    const operator = await makeOperator(server, tenant, { companyId: company.id })
    const tasks = await Promise.all([0, 1, 2].map(() => makeTask(server, tenant.manager)))
    await Promise.all([
      ...tasks.map(({ id }, index) =>
        server.call('POST', `/api/tasks/${id}/assign`, {
          token: tenant.manager.token,
          body: index === 0 ? { companyId: company.id } : { operatorId: operator.id },
        }),
      ),
      patch(tenant, company.id, { state: 'SUSPENDED' }),
    ])
    const left = await tenant.inside((ctx) =>
      ctx.run('select id from task where tenant_id = $1 and assignee_id is not null', [tenant.id]),
    )
    assert.deepEqual(left, [], `round ${round}`)
  }
})
