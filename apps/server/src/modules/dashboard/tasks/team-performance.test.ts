import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { TeamPerformance } from '#contracts/task-figures.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestPerson, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const showPeople = async (tenant: TestTenant, figuresPerPerson: boolean): Promise<void> => {
  const reply = await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { privacy: { figuresPerPerson } },
  })
  assert.equal(reply.status, 200, reply.text)
}

const ask = (tenant: TestTenant, by: TestPerson = tenant.manager, query = '') =>
  server.call<TeamPerformance[]>('GET', `/api/dashboard/team-performance${query}`, { token: by.token })

const rowsOf = async (tenant: TestTenant, by?: TestPerson, query?: string): Promise<TeamPerformance[]> => {
  const reply = await ask(tenant, by, query)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

interface FinishedTasks {
  readonly kind: 'USER' | 'OPERATOR' | 'COMPANY'
  readonly id: string
  readonly count: number
  readonly minutes?: number
}

/** Tasks finished an hour ago, each `minutes` after its creation, and started after half of them. */
const finished = (tenant: TestTenant, { kind, id, count, minutes = 60 }: FinishedTasks): Promise<unknown> =>
  tenant.inside((ctx) =>
    ctx.run(
      `insert into task (tenant_id, id, number, title, status, source, assignee_kind, assignee_id, verification,
         created_at, started_at, first_action_at, completed_at, updated_at)
       select $1, gen_random_uuid(), (select coalesce(max(number), 0) from task where tenant_id = $1) + n, 'Task', 'DONE', 'MANUAL', $3, $4::uuid,
         case when n = 1 then 'CONFIRMED' else 'CLAIMED' end,
         e.at - $6 * interval '1 minute', e.at, e.at - $6 * interval '30 seconds', e.at, e.at
       from generate_series(1, $2::int) n cross join (select $5::timestamptz - interval '1 hour' as at) e returning 1`,
      [tenant.id, count, kind, id, ctx.now, minutes],
    ),
  )

const idOf = async (tenant: TestTenant, path: string, body: unknown): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', `/api/operator/${path}`, {
    token: tenant.admin.token,
    body,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

test('Unless the tenant allows figures by person, there are only those of companies, the team and the caller', async () => {
  const tenant = await createTenant(server)
  const companyId = await idOf(tenant, 'companies', { name: 'Sparkle', kind: 'PROVIDER' })
  const operatorId = await idOf(tenant, 'operators', { name: 'Olga', companyId })
  await finished(tenant, { kind: 'USER', id: tenant.technician.id, count: 6 })
  await finished(tenant, { kind: 'USER', id: tenant.manager.id, count: 6 })
  await finished(tenant, { kind: 'OPERATOR', id: operatorId, count: 6 })
  const kinds = (rows: readonly TeamPerformance[]): string[] => rows.map(({ kind, id }) => `${kind} ${id}`)
  const groups = [`COMPANY ${companyId}`, 'TEAM null']
  assert.deepEqual(kinds(await rowsOf(tenant, tenant.admin)), groups)
  assert.deepEqual(
    kinds(await rowsOf(tenant, tenant.manager)).sort(),
    [...groups, `USER ${tenant.manager.id}`].sort(),
  )
  const { key } = await createKey(server, tenant, 'read')
  const byKey = await server.call<TeamPerformance[]>('GET', '/api/dashboard/team-performance', { key })
  assert.deepEqual(kinds(byKey.json.data), groups)
  await showPeople(tenant, true)
  assert.deepEqual(
    kinds(await rowsOf(tenant)).sort(),
    [...groups, `OPERATOR ${operatorId}`, `USER ${tenant.manager.id}`, `USER ${tenant.technician.id}`].sort(),
  )
  await showPeople(tenant, false)
  assert.deepEqual(kinds(await rowsOf(tenant, tenant.admin)), groups)
  assert.equal((await ask(tenant, tenant.technician)).json.code, 'FORBIDDEN')
})

test('A person with fewer than five finished tasks has no times; with five they are a range', async () => {
  const tenant = await createTenant(server)
  await showPeople(tenant, true)
  await finished(tenant, { kind: 'USER', id: tenant.technician.id, count: 4 })
  const times = async (): Promise<unknown[]> =>
    (await rowsOf(tenant))
      .filter(({ kind }) => kind === 'USER')
      .map(({ done, firstActionMinutes, doneMinutes }) => [done, firstActionMinutes, doneMinutes])
  assert.deepEqual(await times(), [[4, null, null]])
  await finished(tenant, { kind: 'USER', id: tenant.technician.id, count: 1 })
  assert.deepEqual(await times(), [[5, { p25: 30, p50: 30, p75: 30 }, { p25: 60, p50: 60, p75: 60 }]])
})

test('The team of own people has no times while it has fewer than three, which would identify them', async () => {
  const tenant = await createTenant(server)
  const inHouse = await idOf(tenant, 'companies', { name: 'House', kind: 'IN_HOUSE' })
  const provider = await idOf(tenant, 'companies', { name: 'Sparkle', kind: 'PROVIDER' })
  for (const companyId of [inHouse, provider])
    await finished(tenant, {
      kind: 'OPERATOR',
      id: await idOf(tenant, 'operators', { name: 'One', companyId }),
      count: 9,
    })
  const people = [tenant.technician, tenant.admin]
  for (const { id } of people) await finished(tenant, { kind: 'USER', id, count: 9 })
  const times = async (): Promise<Record<string, boolean>> =>
    Object.fromEntries(
      (await rowsOf(tenant))
        .filter(({ kind }) => kind === 'TEAM' || kind === 'COMPANY')
        .map(({ name, doneMinutes }) => [name ?? 'Team', doneMinutes !== null]),
    )
  assert.deepEqual(await times(), { House: false, Sparkle: true, Team: false })
  const third = await tenant.person(['TECHNICIAN'])
  await finished(tenant, { kind: 'USER', id: third.id, count: 1 })
  assert.deepEqual(await times(), { House: false, Sparkle: true, Team: true })
})

test('The list is sorted by name, optionally by load, never by speed', async () => {
  const tenant = await createTenant(server)
  await showPeople(tenant, true)
  const ids = await Promise.all(
    ['Zoe', 'anna', 'Émile'].map(async (name, index) => {
      const companyId = await idOf(tenant, 'companies', { name, kind: 'PROVIDER' })
      await finished(tenant, { kind: 'COMPANY', id: companyId, count: index + 1, minutes: 100 - index })
      return companyId
    }),
  )
  const names = async (query: string) => (await rowsOf(tenant, undefined, query)).map(({ name }) => name)
  assert.equal(ids.length, 3)
  assert.deepEqual(await names(''), ['anna', 'Émile', 'Zoe'])
  assert.deepEqual(await names('?sort=-name'), ['Zoe', 'Émile', 'anna'])
  assert.deepEqual(await names('?sort=-assigned'), ['Émile', 'anna', 'Zoe'])
  assert.deepEqual(await names('?pageSize=1&page=2'), ['Émile'])
  for (const sort of ['doneMinutes', '-done', 'firstActionMinutes', 'reopened'])
    assert.equal((await ask(tenant, undefined, `?sort=${sort}`)).json.code, 'VALIDATION_ERROR')
})

test('A finished task counts as confirmed only if somebody confirmed it', async () => {
  const tenant = await createTenant(server)
  const companyId = await idOf(tenant, 'companies', { name: 'Sparkle', kind: 'PROVIDER' })
  await finished(tenant, { kind: 'COMPANY', id: companyId, count: 3 })
  await tenant.inside((ctx) =>
    ctx.run("update task set reopen_count = 1 where tenant_id = $1 and verification = 'CONFIRMED'", [
      ctx.tenantId,
    ]),
  )
  await finished(tenant, { kind: 'COMPANY', id: companyId, count: 2 })
  const [row] = await rowsOf(tenant)
  assert.deepEqual([row?.done, row?.confirmed, row?.firstTimeFixed, row?.reopened], [5, 2, 1, 1])
  // Screens show it as 1 of 5: unconfirmed work is no first-time fix. The description must not say 1 of 2.
  const { text } = await server.call('GET', '/openapi.json')
  assert.ok(text.includes('Finished tasks that were confirmed and never reopened.'))
})

test('A company has the outcome of its SLAs and the ratings of the day after its work; people have neither', async () => {
  const tenant = await createTenant(server, { plan: 'PRO' })
  const place = await createPlace(server, tenant)
  await showPeople(tenant, true)
  const companyId = await idOf(tenant, 'companies', { name: 'Sparkle', kind: 'PROVIDER' })
  const operatorId = await idOf(tenant, 'operators', { name: 'Olga', companyId })
  await finished(tenant, { kind: 'OPERATOR', id: operatorId, count: 2 })
  await finished(tenant, { kind: 'COMPANY', id: companyId, count: 2 })
  await finished(tenant, { kind: 'USER', id: tenant.technician.id, count: 1 })
  await tenant.inside(async (ctx) => {
    await ctx.run('update task set amenity_id = $2, building_id = $3 where tenant_id = $1', [
      ctx.tenantId,
      place.amenityId,
      place.buildingId,
    ])
    // Ratings before the work and two days after it are not about it.
    await ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, source, created_at)
       select $1, gen_random_uuid(), $2, $3, r.rating, 'x', $4::timestamptz + r.hours * interval '1 hour'
       from (values (1, -3), (4, -0.5), (5, -0.25)) as r (rating, hours) returning 1`,
      [ctx.tenantId, place.amenityId, place.buildingId, ctx.now],
    )
    await ctx.run(
      `insert into sla_clock (tenant_id, task_id, started_at, reopen_count, respond_by, resolve_by, responded_at, resolved_at, breached)
       select t.tenant_id, t.id, t.created_at, 0, t.completed_at, t.completed_at, t.created_at, t.completed_at, t.number % 4 = 1
       from task t where t.tenant_id = $1 returning 1`,
      [ctx.tenantId],
    )
  })
  const rows = await rowsOf(tenant, tenant.manager)
  const company = rows.find(({ kind }) => kind === 'COMPANY')
  assert.deepEqual([company?.sla?.met, company?.sla?.missed, company?.sla?.share], [3, 1, 0.75])
  // Each of the four tasks was followed by both ratings.
  assert.deepEqual(company?.rating, { n: 8, average: 4.5 })
  for (const { kind, sla, rating } of rows)
    if (kind !== 'COMPANY') assert.deepEqual([sla, rating], [null, null])
  const only = await rowsOf(tenant, tenant.manager, '?kind=COMPANY')
  assert.deepEqual(
    only.map(({ name }) => name),
    ['Sparkle'],
  )
  const starter = await createTenant(server, { plan: 'STARTER' })
  const other = await idOf(starter, 'companies', { name: 'Shine', kind: 'PROVIDER' })
  await finished(starter, { kind: 'COMPANY', id: other, count: 1 })
  const [row] = await rowsOf(starter)
  assert.deepEqual([row?.sla, row?.rating], [null, { n: 0, average: null }])
})

test('Work of another tenant is not included, whoever is filtered', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const place = await createPlace(server, theirs)
  await finished(theirs, { kind: 'COMPANY', id: newId(1), count: 5 })
  assert.deepEqual(await rowsOf(mine), [])
  assert.deepEqual(await rowsOf(mine, undefined, `?buildingId=${place.buildingId}`), [])
  assert.equal((await rowsOf(theirs)).length, 1)
})

const forbidden: readonly (readonly [Plan, string, number])[] = [
  ['STARTER', 'sla', 403],
  ['STARTER', 'sla/breaches', 403],
  ['PRO', 'sla', 200],
  ['STARTER', 'tasks/trends', 200],
  ['STARTER', 'tasks/resolution', 200],
]
test('SLA figures are included from PRO on, finished work on every plan', async () => {
  for (const [plan, path, status] of forbidden) {
    const tenant = await createTenant(server, { plan })
    const reply = await server.call('GET', `/api/dashboard/${path}`, { token: tenant.manager.token })
    assert.equal(reply.status, status, `${plan} ${path}: ${reply.text}`)
  }
})
