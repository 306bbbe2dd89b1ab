import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OnCall } from '#contracts/operator/records.ts'
import { makeTask, move } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { always, makeCompany, makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer({ worker: false })

// Of a Monday in winter; Berlin is UTC+1.
const monday = '2026-11-22T23:00:00.000Z'
const fortnight = { from: monday, to: '2026-12-06T23:00:00.000Z' }

const ask = async (tenant: TestTenant, query = '') => {
  const path = `/api/operator/on-call?at=${monday}${query}`
  const reply = await server.call<OnCall>('GET', path, { token: tenant.manager.token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

const addBuilding = async (tenant: TestTenant, name: string): Promise<string> => {
  const body = { name }
  const made = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token: tenant.admin.token,
    body,
  })
  return made.json.data.id
}

/** An operator who works in these buildings only, because of a company's coverage. */
const hireFor = async (tenant: TestTenant, buildingIds: string[], shifts: unknown, skills: string[] = []) => {
  const company = await makeCompany(server, tenant, { kind: 'IN_HOUSE', coverage: [{ buildingIds }] })
  const { id } = await makeOperator(server, tenant, { companyId: company.id, skills })
  await operatorCalls(server, tenant).shift(id, shifts)
  return id
}

const daily = (from: string, to: string) => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to })),
})

test('Without a building a gap is when nobody is on duty anywhere, and a building that only has nobody itself is named', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const north = (await createPlace(server, tenant)).buildingId
  const south = (await createPlace(server, tenant)).buildingId
  await addBuilding(tenant, 'Without work')
  await createPlace(server, other)
  const whole = await ask(tenant)
  assert.deepEqual(
    [whole.gaps, whole.uncovered],
    [[fortnight], []],
    'nobody is not said again for each building',
  )
  const id = await hireFor(tenant, [north], daily('06:00', '14:00'))
  const day = await ask(tenant)
  assert.deepEqual(day.gaps.slice(0, 2), [
    { from: monday, to: '2026-11-23T05:00:00.000Z' },
    { from: '2026-11-23T13:00:00.000Z', to: '2026-11-24T05:00:00.000Z' },
  ])
  assert.deepEqual(day.uncovered, [
    { buildings: [{ id: south, name: 'Main building' }], skill: null, gaps: [fortnight] },
  ])
  assert.deepEqual([day.responsible, day.until], [null, '2026-11-23T05:00:00.000Z'], 'at midnight')
  assert.deepEqual((await ask(tenant, `&buildingId=${north}`)).uncovered, [])
  const alone = await ask(tenant, `&buildingId=${south}`)
  assert.deepEqual([alone.chain, alone.gaps, alone.uncovered], [[], [fortnight], []])
  await operatorCalls(server, tenant).shift(id, always)
  assert.deepEqual((await ask(tenant)).responsible?.id, id)
})

test('Buildings with the same people are one entry, and a building without amenities counts once it has a task', async () => {
  const tenant = await createTenant(server)
  const north = (await createPlace(server, tenant)).buildingId
  const bare = await addBuilding(tenant, 'Annex')
  const south = (await createPlace(server, tenant)).buildingId
  await hireFor(tenant, [north], always)
  const named = async () =>
    (await ask(tenant)).uncovered.map(({ buildings }) => buildings.map(({ id }) => id))
  assert.deepEqual(await named(), [[south]])
  const task = await makeTask(server, tenant.manager, { buildingId: bare })
  assert.deepEqual(await named(), [[bare, south]])
  await move(server, tenant.manager, task.id, { status: 'DONE' })
  assert.deepEqual(await named(), [[south]])
})

test('A member who is limited to buildings does not cover the others', async () => {
  const tenant = await createTenant(server)
  const north = (await createPlace(server, tenant)).buildingId
  const south = (await createPlace(server, tenant)).buildingId
  const { id: userId } = tenant.technician
  const { id } = await makeOperator(server, tenant, { userId })
  await operatorCalls(server, tenant).shift(id, always)
  assert.deepEqual([(await ask(tenant)).gaps, (await ask(tenant)).uncovered], [[], []])
  const path = `/api/admin/users/${userId}`
  const patched = await server.call('PATCH', path, {
    token: tenant.admin.token,
    body: { buildingIds: [north] },
  })
  assert.equal(patched.status, 200, patched.text)
  const limited = await ask(tenant)
  assert.deepEqual([limited.responsible?.id, limited.gaps], [id, []])
  assert.deepEqual(
    limited.uncovered.map(({ buildings, gaps }) => [buildings[0]?.id, gaps]),
    [[south, [fortnight]]],
  )
})

test('A skill of an unfinished task without anybody on duty who has it is a gap while somebody else covers the building', async () => {
  const tenant = await createTenant(server)
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const cleaner = await hireFor(tenant, [buildingId], daily('06:00', '14:00'))
  const task = await makeTask(server, tenant.manager, { amenityId, category: 'LEAK' })
  assert.equal(task.skill, 'PLUMBING')
  assert.deepEqual((await ask(tenant)).uncovered, [], 'nobody has any skill stated')
  const plumber = await hireFor(tenant, [buildingId], daily('10:00', '16:00'), ['PLUMBING'])
  const [lack, ...more] = (await ask(tenant)).uncovered
  assert.deepEqual([lack?.skill, lack?.buildings[0]?.id, more], ['PLUMBING', buildingId, []])
  assert.deepEqual(lack?.gaps.slice(0, 2), [
    { from: '2026-11-23T05:00:00.000Z', to: '2026-11-23T09:00:00.000Z' },
    { from: '2026-11-24T05:00:00.000Z', to: '2026-11-24T09:00:00.000Z' },
  ])
  const own = await ask(tenant, `&buildingId=${buildingId}`)
  assert.deepEqual(own.uncovered, [lack])
  const asked = await ask(tenant, '&skill=PLUMBING')
  assert.deepEqual(asked.uncovered, [])
  assert.equal(asked.gaps[0]?.to, '2026-11-23T09:00:00.000Z', 'the cleaner does not count')
  await move(server, tenant.manager, task.id, { status: 'DONE' })
  assert.deepEqual((await ask(tenant)).uncovered, [])
  assert.notEqual(cleaner, plumber)
})

test('A schedule of a building is work, and a building of another tenant is not found', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const { buildingId } = await createPlace(server, tenant)
  const bare = await addBuilding(tenant, 'Annex')
  const foreign = (await createPlace(server, other)).buildingId
  await hireFor(tenant, [buildingId], always)
  const body = {
    name: 'Round',
    rrule: 'FREQ=DAILY',
    startsAt: '2026-11-23T07:00',
    template: { title: 'Check the annex', buildingId: bare },
  }
  const made = await server.call('POST', '/api/admin/schedules', { token: tenant.admin.token, body })
  assert.equal(made.status, 201, made.text)
  const [entry, ...more] = (await ask(tenant)).uncovered
  assert.deepEqual([entry?.buildings, more], [[{ id: bare, name: 'Annex' }], []])
  assert.equal(
    (await server.call('GET', `/api/operator/on-call?buildingId=${foreign}`, { token: tenant.manager.token }))
      .status,
    404,
  )
  assert.deepEqual(
    (await ask(other)).uncovered.flatMap(({ buildings }) => buildings),
    [],
    'nothing of this tenant is told to the other',
  )
})
