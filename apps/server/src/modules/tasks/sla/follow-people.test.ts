import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { makeCompany, makeOperator, operatorCalls } from '#server/modules/operator/testing/test-operators.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { eventsOf, historyOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })
const minute = 60_000

/** A company with its own SLA policy of so many minutes, around the clock. */
const companyWith = async (tenant: TestTenant, minutes: number) => {
  const target = { respondMinutes: minutes, resolveMinutes: minutes, clock: 'ALWAYS' }
  const policy = await server.call<{ id: string }>('POST', '/api/admin/sla-policies', {
    token: tenant.admin.token,
    body: { name: 'Own', scope: { categories: ['LEAK'] }, targets: { HIGH: target } },
  })
  assert.equal(policy.status, 201, policy.text)
  const slaPolicyId = policy.json.data.id
  return { id: (await makeCompany(server, tenant, { slaPolicyId })).id, slaPolicyId }
}

const give = ({ manager }: TestTenant, assignee: Record<string, string>) =>
  makeTask(server, manager, { priority: 'HIGH', assignee })

/** As stored, without reading the tasks. */
const policiesOf = async (tenant: TestTenant, tasks: readonly Task[]) => {
  const rows = await tenant.inside((ctx) =>
    ctx.db.selectFrom('sla_clock').select(['task_id', 'policy_id']).execute(),
  )
  const kept = new Map(rows.map((row) => [row.task_id, row.policy_id]))
  return tasks.map(({ id }) => kept.get(id))
}

test('A person’s tasks follow the policy of the company they move to, and become late by it', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const [slow, fast] = [await companyWith(tenant, 300), await companyWith(tenant, 2)]
  const foreign = await makeCompany(server, other)
  const userId = tenant.technician.id
  const { id } = await makeOperator(server, tenant, { companyId: slow.id, userId })
  const [own, linked] = [await give(tenant, { operatorId: id }), await give(tenant, { userId })]
  const [shared, done] = [await give(tenant, { companyId: slow.id }), await give(tenant, { operatorId: id })]
  await move(server, tenant.manager, done.id, { status: 'DONE' })
  const all = [own, linked, shared, done]
  const [before, after] = [slow.slaPolicyId, fast.slaPolicyId]
  server.clock.advance(3 * minute)
  const { patch } = operatorCalls(server, tenant)
  assert.equal((await patch(id, { companyId: foreign.id })).status, 404)
  assert.deepEqual(await policiesOf(tenant, all), [before, before, before, before])
  assert.equal((await patch(id, { companyId: fast.id })).status, 200)
  assert.deepEqual(await policiesOf(tenant, all), [after, after, before, before])
  const lines = await historyOf(server, tenant.manager, own.id)
  assert.equal(lines.filter(({ type }) => type === 'SLA_BREACHED').length, 2)
  const moved = (await eventsOf(tenant, 'internal.clocks_moved')).at(-1)
  assert.deepEqual(new Set(moved?.taskIds as string[]), new Set([own.id, linked.id]))
  assert.equal((await patch(id, { companyId: null })).status, 200)
  assert.deepEqual(await policiesOf(tenant, all), [null, null, before, before])
})

test('A member’s tasks follow the policy of the company while the account is linked to one of its operators', async () => {
  const tenant = await createTenant(server)
  const company = await companyWith(tenant, 300)
  const userId = tenant.technician.id
  const held = [await give(tenant, { userId })]
  assert.deepEqual(await policiesOf(tenant, held), [null])
  const { id } = await makeOperator(server, tenant, { companyId: company.id, userId })
  assert.deepEqual(await policiesOf(tenant, held), [company.slaPolicyId])
  const { patch } = operatorCalls(server, tenant)
  assert.equal((await patch(id, { userId: null })).status, 200)
  assert.deepEqual(await policiesOf(tenant, held), [null])
  assert.equal((await patch(id, { userId })).status, 200)
  assert.deepEqual(await policiesOf(tenant, held), [company.slaPolicyId])
})
