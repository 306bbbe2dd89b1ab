import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { makeCompany } from '#server/modules/operator/testing/test-operators.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { besideHolder, dueAfterBoth } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant } from '#test/world.ts'
import { escalate } from './escalate.ts'
import type { EscalationStep, Rule } from './read-rules.ts'
import { escalationKind, scheduleNext } from './schedule-steps.ts'

const server = await startTestServer({ worker: false, startAt: new Date('2026-11-20T09:00:00Z') })

test('A rule that assigns a task to a company waits for a transaction that suspends the company, without locking the task', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  await tenant.inside((ctx) => ctx.run('delete from escalation_rule where tenant_id = $1', [tenant.id]))
  const { key } = await createKey(server, tenant, 'read', 'write')
  const company = await makeCompany(server, tenant)
  const rule = await server.call('POST', '/api/admin/escalation-rules', {
    key,
    body: {
      name: 'Late',
      scope: {},
      level: { clock: 'RESOLVE', minutesOverdue: 0 },
      then: { assign: { companyId: company.id } },
    },
  })
  assert.equal(rule.status, 201, rule.text)
  const { id } = await makeTask(server, tenant.manager, {
    priority: 'URGENT',
    assignee: { companyId: company.id },
  })
  server.clock.advance(3 * 3600_000)
  await besideHolder(
    tenant,
    ['select 1 from company where tenant_id = $1 and id = $2 for update', company.id],
    ['select 1 from task where tenant_id = $1 and id = $2 for no key update nowait', id],
    () => tenant.inside((ctx) => escalate(ctx, id, ctx.now)),
  )
  const read = await server.call<Task>('GET', `/api/tasks/${id}`, { key })
  assert.equal(read.status, 200, read.text)
  assert.deepEqual([read.json.data.escalationLevel, read.json.data.assignee?.id], [1, company.id])
})

test('A step computed from older data by another instance does not postpone an earlier one', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server)
  const { id: taskId } = await makeTask(server, tenant.manager, { priority: 'URGENT' })
  const rule: Rule = {
    id: taskId,
    name: 'Late',
    scope: { buildingIds: [], locationIds: [], types: [], categories: [] },
    level: { clock: 'RESOLVE', minutesOverdue: 0 },
    action: {},
    acts_from: null,
  }
  const inMinutes = (minutes: number): EscalationStep => ({
    taskId,
    reopenCount: 0,
    rule,
    at: new Date(server.clock.now().getTime() + minutes * 60_000),
  })
  const [soon, later] = [inMinutes(5), inMinutes(600)]
  const due = await dueAfterBoth(
    tenant,
    [escalationKind, taskId],
    (ctx) => scheduleNext(ctx, [soon]),
    (ctx) => scheduleNext(ctx, [later]),
  )
  assert.deepEqual(due, soon.at)
})
