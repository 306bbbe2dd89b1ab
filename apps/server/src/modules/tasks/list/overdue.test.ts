import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import type { Task, TaskSummary } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: true, own: true })
const hour = 3_600_000

const open = async () => {
  const tenant = await createTenant(server, { plan: 'ENTERPRISE' })
  const place = await createPlace(server, tenant)
  // An API key stays valid when the test moves the clock; an access token expires.
  const { key } = await createKey(server, tenant, 'read', 'write')
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await server.call<T>(method, `/api${path}`, { key, body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json.data
  }
  const make = (body: Record<string, unknown>): Promise<Task> =>
    send<Task>('POST', '/tasks', { priority: 'URGENT', amenityId: place.amenityId, ...body })
  /** Everything that shows which tasks are overdue. */
  const overdueNow = async () => {
    const titles = async (query: string): Promise<string> =>
      (await send<Task[]>('GET', `/tasks?pageSize=100&${query}`))
        .map(({ title }) => title)
        .sort()
        .join(' ')
    const [building] = await send<{ overdue: number }[]>('GET', '/dashboard/buildings/comparison')
    const counts = [
      (await send<TaskSummary>('GET', '/tasks/summary')).overdue,
      (await send<Overview>('GET', '/dashboard/overview')).tasks.overdue,
      building?.overdue,
      (await send<{ tasks: { overdue: number } }>('GET', `/dashboard/amenities/${place.amenityId}`)).tasks
        .overdue,
      (await send<Task[]>('GET', '/tasks?pageSize=100')).filter(({ overdue }) => overdue).length,
    ]
    assert.equal(new Set(counts).size, 1, counts.join())
    const late = await titles('overdue=true')
    for (const sort of ['clock', '-dueAt', 'priority', 'createdAt'])
      assert.equal(await titles(`overdue=true&sort=${sort}`), late, sort)
    assert.equal(late.split(' ').filter(Boolean).length, counts[0])
    return { late, inTime: await titles('overdue=false') }
  }
  return { tenant, send, make, overdueNow }
}

test('A task is overdue past its due time or, without one, past the resolve time of its running SLA clock', async (t) => {
  server.clock.stand(t)
  const { send, make, overdueNow } = await open()
  const made = server.clock.now().getTime()
  const dueIn = (hours: number) => ({ dueAt: new Date(made + hours * hour).toISOString() })
  await make({ title: 'Promised' })
  await make({ title: 'Agreed', ...dueIn(5) })
  await make({ title: 'Soon', ...dueIn(1) })
  const paused = await make({ title: 'Paused' })
  await send('PATCH', `/tasks/${paused.id}/status`, { status: 'OPEN', blocked: { reason: 'PARTS' } })
  const done = await make({ title: 'Done' })
  await send('PATCH', `/tasks/${done.id}/status`, { status: 'DONE' })

  assert.deepEqual(await overdueNow(), { late: '', inTime: 'Agreed Done Paused Promised Soon' })
  server.clock.set(new Date(made + 2 * hour - 1))
  assert.deepEqual(await overdueNow(), { late: 'Soon', inTime: 'Agreed Done Paused Promised' })
  server.clock.set(new Date(made + 2 * hour))
  assert.deepEqual(await overdueNow(), { late: 'Promised Soon', inTime: 'Agreed Done Paused' })
  server.clock.set(new Date(made + 6 * hour))
  assert.deepEqual(await overdueNow(), { late: 'Agreed Promised Soon', inTime: 'Done Paused' })
})

test('A due time takes precedence over a missed SLA, and below PRO there is no SLA', async (t) => {
  server.clock.stand(t)
  const { tenant, send, make, overdueNow } = await open()
  const task = await make({ title: 'Promised' })
  server.clock.advance(3 * hour)
  assert.equal((await overdueNow()).late, 'Promised')
  const agreed = new Date(server.clock.now().getTime() + hour).toISOString()
  await send('PATCH', `/tasks/${task.id}`, { dueAt: agreed })
  assert.equal((await overdueNow()).late, '')
  await send('PATCH', `/tasks/${task.id}`, { dueAt: null })
  assert.equal((await overdueNow()).late, 'Promised')
  await tenant.inside(({ run }) => run("update tenant set plan = 'STARTER' where id = $1", [tenant.id]))
  // This plan does not include API keys.
  const { json } = await server.call<{ accessToken: string }>('POST', '/api/auth/refresh', {
    body: { refreshToken: tenant.manager.refreshToken },
  })
  const reply = await server.call<Task[]>('GET', '/api/tasks', { token: json.data.accessToken })
  assert.deepEqual(
    reply.json.data.map(({ title, overdue, sla }) => [title, overdue, sla]),
    [['Promised', false, null]],
  )
  const late = await server.call('GET', '/api/tasks?overdue=true', { token: json.data.accessToken })
  assert.equal(late.json.total, 0)
})
