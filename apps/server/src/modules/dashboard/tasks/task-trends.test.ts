import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResolutionTimes, TaskTrend } from '#contracts/task-figures.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant } from '#test/world.ts'
import { backlogAt, spansOf } from './backlog.ts'

const server = await startTestServer({ worker: false, own: true })
const hour = 3600_000

const openTenant = async (at: string) => {
  server.clock.set(new Date(at))
  const tenant = await createTenant(server, { timeZone: 'Europe/Berlin' })
  const { key } = await createKey(server, tenant, 'read', 'write')
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await server.call<T>(method, `/api${path}`, { key, body })
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    return reply.json.data
  }
  return {
    tenant,
    key,
    make: () => send<Task>('POST', '/tasks', { title: 'Mend the lamp' }),
    move: (id: string, status: string) => send<Task>('PATCH', `/tasks/${id}/status`, { status }),
    later: (id: string, status: string, ago: number) =>
      send('POST', '/tasks/bulk', {
        operations: [
          {
            clientId: `${id} ${status}`,
            at: new Date(server.clock.now().getTime() - ago).toISOString(),
            taskId: id,
            kind: 'status',
            status,
          },
        ],
      }),
    trends: (query: string) => send<TaskTrend[]>('GET', `/dashboard/tasks/trends${query}`),
    times: async () => {
      const reply = await server.call('GET', '/api/dashboard/tasks/resolution', { key })
      return reply.json as unknown as Omit<ResolutionTimes, 'key'>
    },
    stepOf: async (query: string) => {
      const reply = await server.call('GET', `/api/dashboard/tasks/trends${query}`, { key })
      return (reply.json as unknown as { by: string }).by
    },
  }
}

const backlogs = (points: readonly TaskTrend[]) => points.map(({ backlog }) => backlog)

test('A reopened task was not in the backlog of the days in between', async () => {
  const { make, move, trends } = await openTenant('2026-06-01T10:00:00Z')
  const { id } = await make()
  server.clock.advance(24 * hour)
  await move(id, 'DONE')
  server.clock.advance(72 * hour)
  await move(id, 'OPEN')
  server.clock.advance(24 * hour)
  const points = await trends('?from=2026-06-01&to=2026-06-07')
  assert.deepEqual(backlogs(points), [1, 0, 0, 0, 1, 1, null])
  assert.deepEqual(
    points.map(({ created, done, reopened }) => [created, done, reopened]),
    [
      [1, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
    ],
  )
  // At the end of Friday in Berlin it was 4 days and 12 hours old.
  assert.ok(Math.abs((points[4]?.medianAgeMinutes ?? 0) - 108 * 60) < 1)
})

test('A completion that a phone reports late counts at its time, and the task is in no backlog after it', async () => {
  const { make, later, trends } = await openTenant('2026-06-01T10:00:00Z')
  const { id } = await make()
  server.clock.advance(48 * hour)
  await later(id, 'DONE', 40 * hour)
  const points = await trends('?from=2026-06-01&to=2026-06-03')
  assert.deepEqual(
    points.map(({ done, backlog }) => [done, backlog]),
    [
      [1, 0],
      [0, 0],
      [0, 0],
    ],
  )
})

test('The time to the first action ends with the first start, even if the task was put back or reopened later', async () => {
  const { make, move, times } = await openTenant('2026-06-01T10:00:00Z')
  const { id } = await make()
  server.clock.advance(hour)
  await move(id, 'IN_PROGRESS')
  await move(id, 'OPEN')
  server.clock.advance(5 * hour)
  await move(id, 'DONE')
  const minutes = async () => {
    const { firstActionMinutes, doneMinutes } = await times()
    return [firstActionMinutes?.p50, doneMinutes?.p50].map((one) => Math.round(one ?? Number.NaN))
  }
  assert.deepEqual(await minutes(), [60, 360])
  server.clock.advance(hour)
  await move(id, 'IN_PROGRESS')
  server.clock.advance(hour)
  await move(id, 'DONE')
  assert.deepEqual(await minutes(), [60, 480])
})

test('The first start of a task from a previous version is kept when it is reopened', async () => {
  const { tenant, make, move, times } = await openTenant('2026-06-01T10:00:00Z')
  const { id } = await make()
  server.clock.advance(hour)
  await move(id, 'DONE')
  await tenant.inside((ctx) =>
    ctx.run('update task set first_action_at = null where tenant_id = $1 and id = $2', [ctx.tenantId, id]),
  )
  server.clock.advance(hour)
  await move(id, 'OPEN')
  server.clock.advance(hour)
  await move(id, 'DONE')
  assert.equal(Math.round((await times()).firstActionMinutes?.p50 ?? 0), 60)
})

test('A point is a day, a week from Monday or a month, cut to the period; by default there are at most 366', async () => {
  const { trends, stepOf } = await openTenant('2026-06-10T10:00:00Z')
  const at = async (query: string) => {
    return [await stepOf(query), (await trends(query)).map((point) => point.at)]
  }
  const june = '?from=2026-05-30&to=2026-06-09'
  assert.deepEqual(await at(`${june}&by=week`), [
    'week',
    ['2026-05-29T22:00:00.000Z', '2026-05-31T22:00:00.000Z', '2026-06-07T22:00:00.000Z'],
  ])
  assert.deepEqual(await at(`${june}&by=month`), [
    'month',
    ['2026-05-29T22:00:00.000Z', '2026-05-31T22:00:00.000Z'],
  ])
  assert.equal((await trends('?from=2025-06-10&to=2026-06-10')).length, 366)
  const years = await trends('?from=2024-06-10&to=2026-06-10')
  assert.equal(await stepOf('?from=2024-06-10&to=2026-06-10'), 'week')
  assert.equal(years.length, 105)
})

test('A period that ends before it starts is VALIDATION_ERROR for every figure of work', async () => {
  const { key } = await openTenant('2026-06-10T10:00:00Z')
  for (const path of ['tasks/trends', 'tasks/resolution', 'sla', 'sla/breaches', 'team-performance']) {
    const reply = await server.call('GET', `/api/dashboard/${path}?from=2026-06-02&to=2026-06-01`, { key })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', path)
  }
})

test('A completion that a phone dates before the reopening leaves no open time after it', () => {
  const turns = [
    { at: 10, kind: 'FINISHED' },
    { at: 20, kind: 'REOPENED' },
    { at: 30, kind: 'FINISHED' },
  ] as const
  const spans = (completed: number | undefined) =>
    spansOf(0, completed, turns).map(({ from, to }) => [from, to])
  assert.deepEqual(spans(30), [
    [0, 10],
    [20, 30],
  ])
  assert.deepEqual(spans(25), [
    [0, 10],
    [20, 25],
  ])
  assert.deepEqual(spans(15), [
    [0, 10],
    [20, 20],
  ])
  assert.deepEqual(
    spansOf(0, undefined, turns.slice(0, 2)).map(({ from, to }) => [from, to]),
    [
      [0, 10],
      [20, Infinity],
    ],
  )
})

test('The median of an even backlog lies between two', () => {
  const open = (created: number) => ({ created, from: created, to: Infinity })
  assert.deepEqual(backlogAt([open(4), open(0), open(2), open(100)], [0, 1, 3, 5, 200]), [
    { count: 0, medianCreated: null },
    { count: 1, medianCreated: 0 },
    { count: 2, medianCreated: 1 },
    { count: 3, medianCreated: 2 },
    { count: 4, medianCreated: 3 },
  ])
})
