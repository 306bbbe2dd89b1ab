import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry, Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant, type TestPerson } from '#test/world.ts'
import { historyOf, listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const speak = async ({ token }: TestPerson, language: string): Promise<void> => {
  const reply = await server.call('PATCH', '/api/auth/me', { token, body: { language } })
  assert.equal(reply.status, 200, reply.text)
}

const saidIn = (entries: readonly HistoryEntry[]): unknown[] =>
  entries.flatMap(({ changes }) => changes.filter(({ field }) => field === 'resolution').map(({ to }) => to))

test('A preset resolution is stored as a code, and presented in each reader’s language', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { admin, manager, technician } = tenant
  const { key } = await createKey(server, tenant, 'read')
  await speak(manager, 'de')
  await speak(technician, 'pl')
  const task = await makeTask(server, manager, { assignee: { userId: technician.id } })
  const done = await move(server, technician, task.id, { status: 'DONE', resolution: 'REFILLED' })
  assert.equal(done.json.data.resolution, 'Uzupełnione')

  const read = async (who: { token: string } | { key: string }): Promise<string | null> =>
    (await server.call<Task>('GET', `/api/tasks/${task.id}`, who)).json.data.resolution
  assert.equal(await read({ token: manager.token }), 'Aufgefüllt')
  assert.equal(await read({ token: admin.token }), 'Refilled')
  assert.equal(await read({ key }), 'REFILLED')
  assert.equal((await listOf(server, manager)).json.data[0]?.resolution, 'Aufgefüllt')
  assert.equal((await listOf(server, technician)).json.data[0]?.resolution, 'Uzupełnione')
  assert.deepEqual(saidIn(await historyOf(server, manager, task.id)), ['Aufgefüllt'])
  const byKey = await server.call<HistoryEntry[]>('GET', `/api/tasks/${task.id}/history`, { key })
  assert.deepEqual(saidIn(byKey.json.data), ['REFILLED'])
  for (const [language, word] of [
    ['en', 'Refilled'],
    ['de', 'Aufgefüllt'],
  ]) {
    await speak(manager, language ?? '')
    const query = 'what=tasks&columns=number,resolution'
    const file = await server.call('GET', `/api/dashboard/export?${query}`, { token: manager.token })
    assert.equal(file.status, 200, file.text)
    assert.ok(file.text.includes(word ?? ''), file.text)
    assert.ok(!file.text.includes('REFILLED'), file.text)
  }
})

test('A resolution in words, by a person or by a previous version, stays as it was written', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  await speak(manager, 'de')
  for (const resolution of ['Refilled', 'Rempli', 'New seal, REFILLED']) {
    const task = await makeTask(server, manager, { assignee: { userId: technician.id } })
    await move(server, technician, task.id, { status: 'DONE', resolution })
    const { json } = await server.call<Task>('GET', `/api/tasks/${task.id}`, { token: manager.token })
    assert.equal(json.data.resolution, resolution)
    assert.deepEqual(saidIn(await historyOf(server, manager, task.id)), [resolution])
  }
})
