/** What a phone keeps of its tasks, and what a technician is told of the building. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, TaskDetail } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPerson } from '#test/world.ts'
import { makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer()

const listFor = async (by: TestPerson, query: string): Promise<Task[]> => {
  const reply = await server.call<Task[]>('GET', `/api/tasks${query}`, { token: by.token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

test('One reading of the list brings the code of each room and the visible words of visitors, and a hidden comment leaves it', async () => {
  const tenant = await createTenant(server)
  const { admin, technician } = tenant
  const place = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift B' })
  const sent = await server.call('POST', '/api/feedback', {
    body: {
      qrCode: place.qrCode,
      issues: [{ code: 'PERSON_TRAPPED' }],
      comment: 'Please hurry',
      language: 'en',
    },
    from: '10.9.0.1',
  })
  assert.equal(sent.status, 201, sent.text)
  await server.drain()
  await makeTask(server, tenant.manager)
  const read = async () => {
    const tasks = await listFor(technician, '?with=field&sort=number')
    return tasks.map(({ field, safety }) => [
      field?.type,
      field?.qrCode,
      field?.feedback.map(({ comment }) => comment),
      safety,
    ])
  }
  assert.deepEqual(await read(), [
    ['ELEVATOR', place.qrCode, ['Please hurry'], true],
    [null, null, [], false],
  ])
  assert.ok(
    (await listFor(technician, '')).every((task) => task.field === undefined),
    'only those who ask get more',
  )
  const [task] = await listFor(admin, '?with=field&sort=number')
  const id = task?.field?.feedback[0]?.id
  const hidden = await server.call('PATCH', `/api/admin/feedback/${id}`, {
    token: admin.token,
    body: { hidden: true, reason: 'Names a person' },
  })
  assert.equal(hidden.status, 200, hidden.text)
  assert.deepEqual((await read())[0]?.[2], [])
})

test('A task tells access, hazards and contact of its building to the technician who sees it, and nothing without a building', async () => {
  const tenant = await createTenant(server)
  const { admin, manager, technician } = tenant
  const { buildingId } = await createPlace(server, tenant)
  const notes = { accessNote: 'Key at the gate', hazardNote: 'Low beams in the cellar' }
  const saved = await server.call('PATCH', `/api/admin/buildings/${buildingId}`, {
    token: admin.token,
    body: { ...notes, contact: { name: 'Gate', phone: '+49 30 1234567' } },
  })
  assert.equal(saved.status, 200, saved.text)
  const detailOf = async (id: string) =>
    (await server.call<TaskDetail>('GET', `/api/tasks/${id}`, { token: technician.token })).json.data.site
  const inside = await makeTask(server, manager, { buildingId })
  const site = await detailOf(inside.id)
  assert.deepEqual(
    [site?.accessNote, site?.hazardNote, site?.contact?.name, site?.contact?.phone],
    [notes.accessNote, notes.hazardNote, 'Gate', '+49 30 1234567'],
  )
  const nowhere = await makeTask(server, manager)
  assert.equal(await detailOf(nowhere.id), null)
})
