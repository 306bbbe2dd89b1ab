import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const inHours = (hours: number): string =>
  new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString()

/** Tasks in order `clock`, as the technician's app requests them. */
const byClock = async ({ technician }: TestTenant, query = 'status=OPEN,IN_PROGRESS&assignee=me,none') => {
  const reply = await listOf(server, technician, `?sort=clock&pageSize=100&${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.map(({ title }) => title)
}

const tenantWith = async (plan: Plan): Promise<TestTenant & { buildingId: string }> => {
  const tenant = await createTenant(server, { plan })
  const { buildingId } = await createPlace(server, tenant)
  return { ...tenant, buildingId }
}

test('Order `clock`: urgent and rejected tasks first, then by the earliest of due time and SLA deadline, then tasks on hold', async () => {
  const tenant = await tenantWith('PRO')
  const { manager, technician } = tenant
  const make = (title: string, over: Record<string, unknown> = {}): Promise<Task> =>
    makeTask(server, manager, { title, ...over })
  // Time to respond is one hour for HIGH and four for MEDIUM; a started task only has its longer time to resolve
  // left.
  await make('Due in five hours, begins in four')
  await make('Due in half an hour', { dueAt: inHours(0.5), priority: 'LOW' })
  const begun = await make('Begun', { priority: 'HIGH' })
  await make('Begins in an hour', { priority: 'HIGH' })
  await make('Two hours over', { dueAt: inHours(-2) })
  const stuck = await make('Waits for parts', { priority: 'URGENT' })
  await make('Urgent', { priority: 'URGENT' })
  const again = await make('Not fixed', { priority: 'LOW' })
  const done = await make('Done')
  await move(server, technician, begun.id, { status: 'IN_PROGRESS' })
  await move(server, manager, stuck.id, { status: 'OPEN', blocked: { reason: 'PARTS' } })
  await move(server, manager, done.id, { status: 'DONE' })
  await tenant.inside((ctx) =>
    ctx.run(`update task set verification = 'REJECTED' where tenant_id = $1 and id = $2`, [
      tenant.id,
      again.id,
    ]),
  )
  const open = [
    'Urgent',
    'Not fixed',
    'Two hours over',
    'Due in half an hour',
    'Begins in an hour',
    'Due in five hours, begins in four',
    'Begun',
    'Waits for parts',
  ]
  assert.deepEqual(await byClock(tenant), open)
  assert.deepEqual(await byClock(tenant, 'status=OPEN,IN_PROGRESS,DONE'), [...open, 'Done'])
})

test('Without a deadline, order `clock` goes by priority, assigned before unassigned, and oldest first', async () => {
  const tenant = await tenantWith('STARTER')
  const { manager, technician } = tenant
  for (const [title, priority] of [
    ['Low', 'LOW'],
    ['Medium, older', 'MEDIUM'],
    ['Medium', 'MEDIUM'],
    ['High', 'HIGH'],
  ])
    await makeTask(server, manager, { title, priority })
  const assignee = { userId: technician.id }
  await makeTask(server, manager, { title: 'Mine', priority: 'MEDIUM', assignee })
  await makeTask(server, manager, { title: 'Due in a week', priority: 'LOW', dueAt: inHours(168) })
  assert.deepEqual(await byClock(tenant), ['Due in a week', 'High', 'Mine', 'Medium, older', 'Medium', 'Low'])
})
