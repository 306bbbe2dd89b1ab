/** Work told by a phone without a signal, of a task that went to somebody else meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkResult, Note, Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'
import { eventsOf, makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })
const at = '2026-01-01T00:00:00Z'

const bulk = async (by: TestPerson, operations: readonly object[]) => {
  const reply = await server.call<BulkResult[]>('POST', '/api/tasks/bulk', {
    token: by.token,
    body: { operations },
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.map(({ ok, code, assignee }) => [ok, code, assignee])
}

const assign = async (manager: TestPerson, id: string, userId: string | null): Promise<void> => {
  const reply = await server.call('POST', `/api/tasks/${id}/assign`, {
    token: manager.token,
    body: { userId },
  })
  assert.equal(reply.status, 200, reply.text)
}

const notesOf = async (by: TestPerson, id: string): Promise<string[]> => {
  const reply = await server.call<Note[]>('GET', `/api/tasks/${id}/notes`, { token: by.token })
  return reply.json.data.map(({ text }) => text)
}

test('Whoever had a task keeps their note and photo on it after it went to somebody else; what they finished is refused with the name of the assignee, who hears of the note', async () => {
  const tenant = await createTenant(server)
  const { manager, technician: ana } = tenant
  const ben = await tenant.person(['TECHNICIAN'])
  const task = await makeTask(server, manager, { assignee: { userId: ana.id } })
  await assign(manager, task.id, ben.id)
  const about = { taskId: task.id, at }
  const results = await bulk(ana, [
    { ...about, clientId: '1', kind: 'status', status: 'IN_PROGRESS' },
    { ...about, clientId: '2', kind: 'note', text: 'The seal is new' },
    { ...about, clientId: '3', kind: 'status', status: 'DONE', resolution: 'REPLACED' },
  ])
  const who = (await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: ben.token })).json.data
    .assignee?.name
  assert.deepEqual(results, [
    [false, 'FORBIDDEN', who],
    [true, undefined, undefined],
    [false, 'FORBIDDEN', who],
  ])
  assert.deepEqual(await notesOf(ben, task.id), ['The seal is new'])
  const upload = await server.call('POST', `/api/tasks/${task.id}/attachments`, {
    token: ana.token,
    body: { contentType: 'image/jpeg', size: 1000, kind: 'AFTER' },
  })
  assert.equal(upload.status, 201, upload.text)
  const told = await eventsOf(tenant, 'internal.task_told')
  assert.deepEqual(
    told.map((payload) => (payload as { taskId: string }).taskId),
    [task.id],
  )
  // Reading it is refused, with the name of whoever has it.
  const read = await server.call('GET', `/api/tasks/${task.id}`, { token: ana.token })
  assert.equal(read.status, 403)
  assert.ok(read.text.includes(String(who)), read.text)
})

test('A task that was taken from the pool keeps the notes of those who could have taken it for seven days, and of nobody else', async () => {
  const tenant = await createTenant(server)
  const { manager, technician: ana } = tenant
  const ben = await tenant.person(['TECHNICIAN'])
  const free = await makeTask(server, manager)
  const never = await makeTask(server, manager, { assignee: { userId: ben.id } })
  await assign(manager, free.id, ben.id)
  const note = (clientId: string, taskId: string) => ({ clientId, at, taskId, kind: 'note', text: clientId })
  const [kept, claimed, hidden] = await bulk(ana, [
    note('from the pool', free.id),
    { clientId: 'claim', at, taskId: free.id, kind: 'claim' },
    note('never in the pool', never.id),
  ])
  assert.deepEqual(kept, [true, undefined, undefined])
  assert.deepEqual(claimed?.slice(0, 2), [false, 'CONFLICT'])
  assert.ok(claimed?.[2], 'who was faster is named')
  assert.deepEqual(hidden, [false, 'FORBIDDEN', undefined], 'whose task it is, is told to nobody else')
  server.clock.advance(8 * 24 * 3600_000)
  const late = await tenant.person(['TECHNICIAN'])
  assert.deepEqual(await bulk(late, [note('too late', free.id)]), [[false, 'FORBIDDEN', undefined]])
  const later = await tenant.person(['MANAGER'])
  assert.deepEqual(await notesOf(later, free.id), ['from the pool'])
  const foreign = await createTenant(server)
  assert.deepEqual(await bulk(foreign.technician, [note('another tenant', free.id)]), [
    [false, 'NOT_FOUND', undefined],
  ])
})
