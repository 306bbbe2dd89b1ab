/** What a phone sends late. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkResult, Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'
import { makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const bulk = (by: TestPerson, body: unknown) =>
  server.call<BulkResult[]>('POST', '/api/tasks/bulk', { token: by.token, body })
const read = async (by: TestPerson, id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: by.token })).json.data

const at = '2026-01-01T00:00:00Z'

test('A tick that comes late ticks its step: what was added, reworded, removed or ticked since stays so', async () => {
  const { manager, technician } = await createTenant(server)
  const task = await makeTask(server, manager, {
    checklist: [{ text: 'Valve' }, { text: 'Seal' }, { text: 'Sign' }, { text: 'Key' }],
  })
  const [valve, seal, sign] = task.checklist
  const edited = await server.call('PATCH', `/api/tasks/${task.id}`, {
    token: manager.token,
    body: {
      checklist: [
        { id: seal?.id, text: 'New seal', done: true },
        { id: valve?.id, text: 'Close the valve' },
        { text: 'Photo of the seal' },
        { id: sign?.id, text: 'Sign' },
      ],
    },
  })
  assert.equal(edited.status, 200, edited.text)
  const tick = async (clientId: string, checklist: unknown): Promise<unknown> => {
    const operation = { clientId, at, taskId: task.id, kind: 'checklist', checklist }
    const reply = await bulk(technician, { operations: [operation] })
    assert.equal(reply.json.data[0]?.ok, true, reply.text)
    return (await read(manager, task.id)).checklist.map(({ text, done }) => [text, done])
  }
  assert.deepEqual(await tick('one step', [{ id: valve?.id, text: 'Valve', done: true }]), [
    ['New seal', true],
    ['Close the valve', true],
    ['Photo of the seal', false],
    ['Sign', false],
  ])
  // Of an older app the whole list as it saw it, with a step that is gone and one that never was.
  const whole = task.checklist.map((item) => ({ ...item, done: item.id !== valve?.id }))
  assert.deepEqual(await tick('whole list', [...whole, { text: 'Mine', done: true }]), [
    ['New seal', true],
    ['Close the valve', false],
    ['Photo of the seal', false],
    ['Sign', true],
  ])
})
