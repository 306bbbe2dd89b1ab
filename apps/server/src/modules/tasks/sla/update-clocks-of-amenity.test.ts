import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createLevels, createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { eventsOf, makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: true, own: true })
const minute = 60_000

/** A tenant with an SLA policy for lifts: half an hour, around the clock. */
const withLiftPolicy = async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { amenityId } = await createPlace(server, tenant)
  const target = { respondMinutes: 10, resolveMinutes: 30, clock: 'ALWAYS' }
  const policy = await server.call('POST', '/api/admin/sla-policies', {
    token: tenant.admin.token,
    body: {
      name: 'Lifts',
      scope: { types: ['ELEVATOR'] },
      targets: { URGENT: target, HIGH: target, MEDIUM: target, LOW: target },
    },
  })
  assert.equal(policy.status, 201, policy.text)
  await server.drain()
  return { tenant, amenityId }
}

const change = (tenant: TestTenant, id: string, body: Record<string, unknown>) =>
  server.call('PATCH', `/api/admin/amenities/${id}`, { token: tenant.admin.token, body })
const slaOf = async ({ manager }: TestTenant, { id }: Task) =>
  (await server.call<TaskDetail>('GET', `/api/tasks/${id}`, { token: manager.token })).json.data.sla

test('The clocks of open tasks follow a change of their amenity’s type, and so do their deadlines', async () => {
  const { tenant, amenityId } = await withLiftPolicy()
  const open = await makeTask(server, tenant.manager, { amenityId, priority: 'URGENT' })
  const before = await slaOf(tenant, open)
  assert.equal(before?.policyId, null)
  assert.equal((await change(tenant, amenityId, { notes: 'Beside the stairs' })).status, 200)
  await server.drain()
  assert.deepEqual(await slaOf(tenant, open), before, 'notes move nothing')
  assert.equal((await change(tenant, amenityId, { type: 'ELEVATOR' })).status, 200)
  await server.drain()
  const after = await slaOf(tenant, open)
  assert.equal(after?.resolveBy, new Date(Date.parse(open.createdAt) + 30 * minute).toISOString())
  assert.ok(after?.policyId && after.policyName)
  const moments = await tenant.inside((ctx) =>
    ctx.run<{ at: Date }>(`select next_at as at from sla_clock where tenant_id = $1 and task_id = $2`, [
      tenant.id,
      open.id,
    ]),
  )
  // 75 % of the ten minutes to respond.
  assert.deepEqual(moments, [{ at: new Date(Date.parse(open.createdAt) + 7.5 * minute) }])
  const events = await eventsOf(tenant, 'internal.clocks_moved')
  assert.deepEqual(events.at(-1), { taskIds: [open.id], lateIds: [] })
})

test('Clocks follow an amenity to another location, and a location that is moved with everything below it', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const make = async (name: string, kind: string, parentId: string | null): Promise<string> => {
    const made = await server.call<{ id: string }>('POST', '/api/admin/locations', {
      token: tenant.admin.token,
      body: { buildingId, name, kind, ...(parentId === null ? {} : { parentId }) },
    })
    assert.equal(made.status, 201, made.text)
    return made.json.data.id
  }
  const [ground, cellar] = [await make('Ground', 'FLOOR', null), await make('Cellar', 'FLOOR', null)]
  const wing = await make('East', 'AREA', ground)
  const room = await make('E1', 'ROOM', wing)
  const target = { respondMinutes: 10, resolveMinutes: 30, clock: 'ALWAYS' }
  const policy = await server.call<{ id: string }>('POST', '/api/admin/sla-policies', {
    token: tenant.admin.token,
    body: {
      name: 'Cellar',
      scope: { locationIds: [cellar] },
      targets: { URGENT: target, HIGH: target, MEDIUM: target, LOW: target },
    },
  })
  assert.equal(policy.status, 201, policy.text)
  const open = await makeTask(server, tenant.manager, { amenityId })
  // As stored, without reading the task.
  const kept = async () => {
    await server.drain()
    const [row] = await tenant.inside((ctx) =>
      ctx.run<{ policy: string | null }>(
        'select policy_id as policy from sla_clock where tenant_id = $1 and task_id = $2',
        [tenant.id, open.id],
      ),
    )
    return row?.policy
  }
  const move = (id: string, parentId: string) =>
    server.call('PATCH', `/api/admin/locations/${id}`, { token: tenant.admin.token, body: { parentId } })
  assert.equal(await kept(), null)
  assert.equal((await change(tenant, amenityId, { locationId: cellar })).status, 200)
  assert.equal(await kept(), policy.json.data.id)
  assert.equal((await change(tenant, amenityId, { locationId: room })).status, 200)
  assert.equal(await kept(), null)
  assert.equal((await move(wing, cellar)).status, 200)
  assert.equal(await kept(), policy.json.data.id)
  assert.equal((await move(wing, ground)).status, 200)
  assert.equal(await kept(), null)
})

test('A policy and an escalation rule for a location apply to an amenity six levels below it', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const levels = await createLevels(server, tenant, buildingId)
  assert.equal((await change(tenant, amenityId, { locationId: levels.at(-1) })).status, 200)
  const make = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const made = await server.call<{ id: string }>('POST', `/api/admin/${path}`, {
      token: tenant.admin.token,
      body: { name: 'Wing', scope: { locationIds: levels.slice(0, 1) }, ...body },
    })
    assert.equal(made.status, 201, made.text)
    return made.json.data.id
  }
  const target = { respondMinutes: 10, resolveMinutes: 30, clock: 'ALWAYS' }
  const policy = await make('sla-policies', {
    targets: { URGENT: target, HIGH: target, MEDIUM: target, LOW: target },
  })
  await make('escalation-rules', { level: { atPercent: 10 }, then: { priority: 'UP' } })
  await server.drain()
  const open = await makeTask(server, tenant.manager, { amenityId, priority: 'LOW' })
  assert.equal(open.sla?.policyId, policy)
  await server.drain()
  server.clock.advance(3 * minute)
  await server.drain()
  const seen = await server.call<TaskDetail>('GET', `/api/tasks/${open.id}`, { token: tenant.manager.token })
  assert.deepEqual([seen.json.data.priority, seen.json.data.escalationLevel], ['MEDIUM', 1])
})

test('More open tasks than one batch are all updated', async () => {
  const { tenant, amenityId } = await withLiftPolicy()
  const open = await makeTask(server, tenant.manager, { amenityId })
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into task (tenant_id, id, number, title, status, source, building_id, amenity_id, created_at, updated_at)
       select $1, gen_random_uuid(), number + n, 'Task ' || n, 'OPEN', 'MANUAL', building_id, amenity_id, created_at, updated_at
       from task cross join generate_series(1, 600) n where tenant_id = $1 and id = $2 returning 1`,
      [tenant.id, open.id],
    ),
  )
  await change(tenant, amenityId, { type: 'ELEVATOR' })
  await server.drain()
  const [count] = await tenant.inside((ctx) =>
    ctx.run<{ n: number }>(
      'select count(*)::int as n from sla_clock where tenant_id = $1 and policy_id is not null',
      [tenant.id],
    ),
  )
  assert.equal(count?.n, 601)
})
