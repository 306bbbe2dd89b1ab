import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { eventsOf, historyOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer()
const minute = 60_000

const inMinutes = (count: number): string =>
  new Date(server.clock.now().getTime() + count * minute).toISOString()
const pass = async (minutes: number): Promise<void> => {
  server.clock.advance(minutes * minute)
  await server.drain()
}
const readTask = async (tenant: TestTenant, id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: tenant.manager.token })).json.data
const linesOf = async (tenant: TestTenant, id: string) =>
  (await historyOf(server, tenant.manager, id)).filter(({ type }) => /BLOCKED/.test(type))

/** A task of the technician that is on hold until then. */
const hold = async (tenant: TestTenant, until: string | null): Promise<Task> => {
  const assignee = { userId: tenant.technician.id }
  const { id } = await makeTask(server, tenant.manager, { title: 'Fix the pump', assignee })
  const blocked = { reason: 'PARTS', until, note: 'A seal' }
  const reply = await move(server, tenant.technician, id, { status: 'IN_PROGRESS', blocked })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
/** Subjects of the technician's emails from now on, delayed ones included. */
const mailed = async (tenant: TestTenant): Promise<string[]> => {
  const from = server.mails.length
  await server.drain()
  await pass(2.1)
  const mails = server.mails.slice(from)
  return mails.filter(({ to }) => to === tenant.technician.email).map(({ subject }) => subject)
}

test('A hold ends by itself at its time, history has that time, and the assignee is notified', async () => {
  const tenant = await createTenant(server)
  const until = inMinutes(8)
  const { id } = await hold(tenant, until)
  assert.deepEqual(await mailed(tenant), ['Task for you: Fix the pump'])
  assert.equal((await readTask(tenant, id)).blocked?.until, until)
  server.clock.advance(7 * minute)
  assert.deepEqual(await mailed(tenant), ['Time to continue: Fix the pump'])
  const task = await readTask(tenant, id)
  assert.deepEqual([task.status, task.blocked], ['IN_PROGRESS', null])
  const last = (await linesOf(tenant, id)).at(-1)
  assert.deepEqual([last?.type, last?.at, last?.actor.kind], ['UNBLOCKED', until, 'SYSTEM'])
  assert.deepEqual((await eventsOf(tenant, 'task.blocked')).at(-1), {
    taskId: id,
    from: { reason: 'PARTS', until },
    to: null,
  })
  assert.equal((await linesOf(tenant, id)).length, 2)
})

test('A hold that was lifted, extended or ended with the task notifies nobody at its former time', async () => {
  const tenant = await createTenant(server)
  const { technician } = tenant
  const until = inMinutes(6)
  const [lifted, longer, done, without] = [
    await hold(tenant, until),
    await hold(tenant, until),
    await hold(tenant, until),
    await hold(tenant, null),
  ].map(({ id }) => id)
  assert.ok(lifted && longer && done && without)
  await mailed(tenant)
  const set = async (id: string, body: Record<string, unknown>): Promise<void> =>
    assert.equal((await move(server, technician, id, body)).status, 200)
  await set(lifted, { status: 'IN_PROGRESS', blocked: null })
  await set(longer, { status: 'IN_PROGRESS', blocked: { reason: 'PARTS', until: inMinutes(60) } })
  await set(done, { status: 'DONE' })
  server.clock.advance(6 * minute)
  assert.deepEqual(await mailed(tenant), [])
  const states = [lifted, longer, done, without].map((id) => readTask(tenant, id))
  assert.deepEqual(
    (await Promise.all(states)).map((task) => [task.status, task.blocked !== null]),
    [
      ['IN_PROGRESS', false],
      ['IN_PROGRESS', true],
      ['DONE', false],
      ['IN_PROGRESS', true],
    ],
  )
  assert.equal((await linesOf(tenant, lifted)).at(-1)?.actor.id, technician.id)
})

test('A hold that a phone reports after its end is lifted at once', async () => {
  const tenant = await createTenant(server)
  const { id } = await hold(tenant, inMinutes(-30))
  await server.drain()
  const lines = await linesOf(tenant, id)
  assert.deepEqual(
    lines.map(({ type }) => type),
    ['BLOCKED', 'UNBLOCKED'],
  )
  assert.equal((await readTask(tenant, id)).blocked, null)
})
