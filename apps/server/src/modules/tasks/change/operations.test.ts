/** Operations that arrive late, with times by the phone's clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkResult, Note, Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'
import { makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const bulk = (by: TestPerson, body: unknown, query = '') =>
  server.call<BulkResult[]>('POST', `/api/tasks/bulk${query}`, { token: by.token, body })
const read = async (by: TestPerson, id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: by.token })).json.data

const at = '2026-01-01T00:00:00Z'

/** Sends a move made `ago` minutes before now, from a phone whose clock is `ahead` minutes fast. */
const fromPhone = (by: TestPerson, ahead: number, ago: number, move: { taskId: string; status: string }) => {
  const onPhone = (minutes: number): string =>
    new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()
  const operation = {
    clientId: `${move.taskId} ${move.status} ${ago}`,
    at: onPhone(ahead - ago),
    kind: 'status',
  }
  return {
    now: () => bulk(by, { operations: [{ ...operation, ...move }] }, `?sentAt=${onPhone(ahead)}`),
    withoutItsClock: () => bulk(by, { operations: [{ ...operation, ...move }] }),
  }
}

test('A start from before somebody else finished does not reopen the task, however fast the phone’s clock is', async (t) => {
  server.clock.stand(t)
  const { manager, technician } = await createTenant(server)
  const { id: taskId } = await makeTask(server, manager, { assignee: { userId: technician.id } })
  server.clock.advance(2 * 60_000)
  await move(server, manager, taskId, { status: 'DONE' })
  server.clock.advance(4 * 60_000)
  const stale = await fromPhone(technician, 10, 5, { taskId, status: 'IN_PROGRESS' }).now()
  assert.deepEqual([stale.json.data[0]?.ok, stale.json.data[0]?.code], [false, 'CONFLICT'], stale.text)
  assert.equal((await read(manager, taskId)).status, 'DONE')
  const later = await fromPhone(technician, 10, 3, { taskId, status: 'IN_PROGRESS' }).now()
  assert.equal(later.json.data[0]?.ok, true, later.text)
})

test('The person who finished a task can reopen it, however slow the phone’s clock is, and its times are by the service’s clock', async (t) => {
  server.clock.stand(t)
  const { manager, technician } = await createTenant(server)
  for (const send of ['now', 'withoutItsClock'] as const) {
    const { id: taskId } = await makeTask(server, manager, { assignee: { userId: technician.id } })
    server.clock.advance(3 * 60_000)
    const done = await fromPhone(technician, -180, 1, { taskId, status: 'DONE' })[send]()
    assert.equal(done.json.data[0]?.ok, true, done.text)
    const { createdAt, completedAt } = await read(manager, taskId)
    const after = Date.parse(completedAt ?? '') - Date.parse(createdAt)
    // Older apps do not send their clock; the time is then at least that of the task's creation.
    assert.equal(after, send === 'now' ? 2 * 60_000 : 0)
    const again = await fromPhone(technician, -180, 0, { taskId, status: 'OPEN' })[send]()
    assert.equal(again.json.data[0]?.ok, true, again.text)
    assert.equal((await read(manager, taskId)).status, 'OPEN')
  }
})

test('A repeat with the same Idempotency-Key may have another sending time', async () => {
  const { manager, technician } = await createTenant(server)
  const task = await makeTask(server, manager)
  const body = { operations: [{ clientId: 'r', at, taskId: task.id, kind: 'note', text: 'On it' }] }
  for (const sentAt of ['2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z']) {
    const reply = await server.call('POST', `/api/tasks/bulk?sentAt=${sentAt}`, {
      token: technician.token,
      body,
      headers: { 'idempotency-key': 'phone.1' },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  const notes = await server.call<Note[]>('GET', `/api/tasks/${task.id}/notes`, { token: manager.token })
  assert.equal(notes.json.total, 1)
})

test('A late tick only ticks its step: steps that were added, reworded, removed or ticked since stay as they are', async () => {
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
  // An older app sends the whole list as it saw it, with a step that was removed and one that never existed.
  const whole = task.checklist.map((item) => ({ ...item, done: item.id !== valve?.id }))
  assert.deepEqual(await tick('whole list', [...whole, { text: 'Mine', done: true }]), [
    ['New seal', true],
    ['Close the valve', false],
    ['Photo of the seal', false],
    ['Sign', true],
  ])
})

test('A reopening that arrives after the 24 hours is refused because of the time, and one of a task that was reassigned because of the assignee', async () => {
  const tenant = await createTenant(server)
  const free = await makeTask(server, tenant.manager)
  const taken = await makeTask(server, tenant.manager, { assignee: { userId: tenant.technician.id } })
  for (const { id } of [free, taken]) await move(server, tenant.manager, id, { status: 'DONE' })
  server.clock.advance((24 * 60 + 1) * 60_000)
  // The earlier sessions have expired.
  const technician = await tenant.person(['TECHNICIAN'])
  const manager = await tenant.person(['MANAGER'])
  const refusals: unknown[] = []
  for (const { id: taskId } of [free, taken]) {
    // Pressed within the time, sent after it.
    const reply = await fromPhone(technician, 0, 120, { taskId, status: 'IN_PROGRESS' }).now()
    const [result] = reply.json.data
    refusals.push([result?.ok, result?.code, result?.path])
    assert.equal((await read(manager, taskId)).status, 'DONE')
  }
  assert.deepEqual(refusals, [
    [false, 'FORBIDDEN', 'body.status'],
    [false, 'FORBIDDEN', undefined],
  ])
})
