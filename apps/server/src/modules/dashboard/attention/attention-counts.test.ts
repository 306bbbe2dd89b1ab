import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

test('Overdue and unassigned are the same numbers on Today, in the task list and in its tabs, also for urgent tasks', async () => {
  const tenant = await createTenant(server)
  const { token, id: userId } = tenant.manager
  const mine = { assignee: { userId } }
  await makeTask(server, tenant.manager, { title: 'Late', ...mine })
  await makeTask(server, tenant.manager, { title: 'Late and free' })
  await makeTask(server, tenant.manager, { title: 'Late and urgent', priority: 'URGENT' })
  await makeTask(server, tenant.manager, { title: 'Free for two hours' })
  await makeTask(server, tenant.manager, { title: 'Assigned', ...mine })
  await tenant.inside((ctx) =>
    ctx.run(
      `update task set created_at = created_at - interval '2 hours',
         due_at = case when title like 'Late%' then created_at - interval '1 hour' end where tenant_id = $1`,
      [ctx.tenantId],
    ),
  )
  await makeTask(server, tenant.manager, { title: 'Free for a second' })
  const today = (await server.call<Overview>('GET', '/api/dashboard/overview', { token })).json.data
  const tabs = (await server.call<TaskSummary>('GET', '/api/tasks/summary', { token })).json.data
  const rows = async (query: string) =>
    (await server.call<unknown[]>('GET', `/api/tasks?${query}`, { token })).json.data.length
  const said = (group: string) => today.attentionCounts.find((one) => one.group === group)?.count
  assert.deepEqual(
    [today.tasks.overdue, said('LATE'), tabs.overdue, await rows('overdue=true')],
    [3, 3, 3, 3],
  )
  assert.deepEqual(
    [said('ASSIGN'), tabs.unassigned, await rows('assigneeId=none&status=OPEN,IN_PROGRESS')],
    [4, 4, 4],
  )
  const listed = (group: string) => today.attention.filter((one) => one.group === group).length
  assert.deepEqual([listed('HELP'), listed('LATE'), listed('ASSIGN')], [1, 2, 1], 'each is listed once')
})

test('Late tasks come by priority, then by how late they are, each with its priority and assignee', async () => {
  const tenant = await createTenant(server)
  const { token, id: userId, name } = tenant.manager
  const make = (title: string, priority: string, more: object = {}) =>
    makeTask(server, tenant.manager, { title, priority, ...more })
  await make('Late for 3 hours', 'LOW', { assignee: { userId } })
  await make('Late for 1 hours', 'HIGH')
  await make('Late for 2 hours', 'HIGH')
  await tenant.inside((ctx) =>
    ctx.run(
      `update task set due_at = created_at - substring(title from '\\d+ hours')::interval where tenant_id = $1`,
      [ctx.tenantId],
    ),
  )
  const today = (await server.call<Overview>('GET', '/api/dashboard/overview', { token })).json.data
  assert.deepEqual(
    today.attention.map(({ name, priority, assignee }) => [name.slice(-7, -6), priority, assignee]),
    [
      ['2', 'HIGH', null],
      ['1', 'HIGH', null],
      ['3', 'LOW', name],
    ],
  )
})
