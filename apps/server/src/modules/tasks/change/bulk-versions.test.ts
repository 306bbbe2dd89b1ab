import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkResult, Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'
import { makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const bulk = (by: TestPerson, body: unknown) =>
  server.call<BulkResult[]>('POST', '/api/tasks/bulk', { token: by.token, body })
const read = async (by: TestPerson, id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: by.token })).json.data

test('In bulk, tasks whose version has changed are not changed, and the others return their new version', async () => {
  const { manager, technician } = await createTenant(server)
  const [still, moved] = [await makeTask(server, manager), await makeTask(server, manager)]
  await move(server, manager, moved.id, { status: 'IN_PROGRESS' })
  const reply = await bulk(manager, {
    ids: [still.id, moved.id],
    versions: [still.version, moved.version],
    priority: 'URGENT',
    assign: { userId: technician.id },
    status: 'IN_PROGRESS',
    dueAt: '2030-01-01T12:00:00Z',
  })
  assert.equal(reply.status, 200, reply.text)
  const now = await read(manager, still.id)
  assert.deepEqual(reply.json.data, [
    { id: still.id, ok: true, version: now.version },
    {
      id: moved.id,
      ok: false,
      code: 'PRECONDITION_FAILED',
      error: 'This was changed in the meantime; load it again',
    },
  ])
  assert.equal(now.priority, 'URGENT')
  assert.equal((await read(manager, moved.id)).priority, 'MEDIUM')
  // The returned version can be used to undo the change.
  const undone = await bulk(manager, {
    ids: [still.id],
    versions: [now.version],
    priority: still.priority,
    assign: { userId: null, operatorId: null, companyId: null },
    status: 'OPEN',
    dueAt: null,
  })
  assert.equal(undone.json.data[0]?.ok, true)
  const after = await read(manager, still.id)
  for (const field of ['priority', 'assignee', 'status', 'dueAt'] as const)
    assert.deepEqual(after[field], still[field], field)
})

test('A list of versions whose length differs from that of the ids is refused', async () => {
  const { manager } = await createTenant(server)
  const task = await makeTask(server, manager)
  for (const versions of [[1, 1], [], [0], ['1']]) {
    const reply = await bulk(manager, { ids: [task.id], versions, priority: 'LOW' })
    assert.equal(reply.status, 400, reply.text)
    assert.equal(reply.json.code, 'VALIDATION_ERROR')
  }
})
