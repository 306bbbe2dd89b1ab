/** A fixture with four tasks: due tomorrow, urgent, on hold for parts and late, and done. */
import assert from 'node:assert/strict'
import type { Task } from '#contracts/tasks/records.ts'
import { openFixture } from './fixture.ts'

const day = 86_400_000

const noon = (days: number): string =>
  `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T12:00:00Z`

export const openTaskFixture = async () => {
  const fixture = await openFixture()
  const { server, people, place } = fixture
  const make = async (body: Record<string, unknown>): Promise<Task> => {
    const reply = await server.call<Task>('POST', '/api/tasks', { token: people.manager.token, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data
  }
  const read = async (id: string): Promise<Task> =>
    (await server.call<Task>('GET', `/api/tasks/${id}`, { token: people.manager.token })).json.data
  const move = (id: string, body: Record<string, unknown>) =>
    server.call('PATCH', `/api/tasks/${id}/status`, { token: people.manager.token, body })
  const lamp = await make({ title: 'Mend the lamp', priority: 'LOW', dueAt: noon(1) })
  const soap = await make({
    title: 'Fill up soap',
    priority: 'URGENT',
    amenityId: place.amenityId,
    assignee: { userId: people.manager.id },
  })
  const pump = await make({ title: 'Replace the pump', priority: 'HIGH', dueAt: noon(-2) })
  const parts = { reason: 'PARTS', note: 'The pump comes on Friday' }
  await move(pump.id, { status: 'IN_PROGRESS', blocked: parts })
  const door = await make({ title: 'Oil the door', priority: 'MEDIUM' })
  await move(door.id, { status: 'DONE' })
  return { ...fixture, fixture, make, read, lamp, soap, pump }
}
