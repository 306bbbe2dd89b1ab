import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SlaBreach, SlaFigures } from '#contracts/task-figures.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'
import { shareOf } from '../wilson.ts'

const server = await startTestServer({ worker: true, own: true })
const minute = 60_000

interface Keyed {
  readonly tenant: TestTenant
  readonly key: string
}

const tenantAt = async (at: string): Promise<Keyed> => {
  server.clock.set(new Date(at))
  const tenant = await createTenant(server, { plan: 'PRO', timeZone: 'Europe/Berlin' })
  return { tenant, key: (await createKey(server, tenant, 'read', 'write')).key }
}

const send = async <T>({ key }: Keyed, method: string, path: string, body?: unknown): Promise<T> => {
  const reply = await server.call<T>(method, `/api${path}`, { key, body })
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  return reply.json.data
}
const urgent = (owner: Keyed): Promise<Task> =>
  send<Task>(owner, 'POST', '/tasks', { title: 'Water on the floor', priority: 'URGENT' })
const move = (owner: Keyed, { id }: Task, status: string): Promise<Task> =>
  send<Task>(owner, 'PATCH', `/tasks/${id}/status`, { status })
const breaches = (owner: Keyed, query = ''): Promise<SlaBreach[]> =>
  send<SlaBreach[]>(owner, 'GET', `/dashboard/sla/breaches${query}`)
const figures = (owner: Keyed, query = ''): Promise<SlaFigures> =>
  send<SlaFigures>(owner, 'GET', `/dashboard/sla${query}`)
const after = ({ createdAt }: Task, ms: number): string => new Date(Date.parse(createdAt) + ms).toISOString()
const shown = ({ state, clock, dueAt, since, why }: SlaBreach) => ({ state, clock, dueAt, since, why })

test('A task is at risk from 75 % of its time and breached from its end, to the second', async () => {
  const owner = await tenantAt('2026-06-01T10:00:00Z')
  const task = await urgent(owner)
  assert.deepEqual(await breaches(owner), [])
  server.clock.set(new Date(Date.parse(task.createdAt) + 12 * minute))
  assert.deepEqual((await breaches(owner)).map(shown), [
    {
      state: 'AT_RISK',
      clock: 'RESPOND',
      dueAt: after(task, 15 * minute),
      since: after(task, 11.25 * minute),
      why: 'Not started, and 75 % of the time has passed',
    },
  ])
  server.clock.set(new Date(Date.parse(task.createdAt) + 16 * minute))
  assert.deepEqual((await breaches(owner)).map(shown), [
    {
      state: 'BREACHED',
      clock: 'RESPOND',
      dueAt: after(task, 15 * minute),
      since: after(task, 15 * minute),
      why: 'Not started in time',
    },
  ])
  server.clock.set(new Date(Date.parse(task.createdAt) + 130 * minute))
  const [late] = await breaches(owner)
  assert.ok(late)
  assert.deepEqual(
    [late.clock, late.dueAt, late.why],
    ['RESOLVE', after(task, 120 * minute), 'Not finished in time'],
  )
  await move(owner, task, 'DONE')
  assert.equal((await breaches(owner))[0]?.why, 'Finished too late')
})

test('A task that is on hold, started or done is not at risk', async () => {
  const owner = await tenantAt('2026-06-01T10:00:00Z')
  const [begun, blocked, done] = [await urgent(owner), await urgent(owner), await urgent(owner)]
  server.clock.set(new Date(Date.parse(begun.createdAt) + 13 * minute))
  assert.equal((await breaches(owner, '?state=AT_RISK')).length, 3)
  await move(owner, begun, 'IN_PROGRESS')
  await move(owner, done, 'DONE')
  await send(owner, 'PATCH', `/tasks/${blocked.id}/status`, { status: 'OPEN', blocked: { reason: 'PARTS' } })
  assert.deepEqual(await breaches(owner), [])
  assert.deepEqual((await figures(owner)).now, { onTrack: 1, atRisk: 0, missed: 0, paused: 1 })
})

test('A task that was late before a reopening is listed with the SLA deadline that it missed then', async () => {
  const owner = await tenantAt('2026-06-01T10:00:00Z')
  const task = await urgent(owner)
  server.clock.set(new Date(Date.parse(task.createdAt) + 20 * minute))
  await move(owner, task, 'DONE')
  await move(owner, task, 'IN_PROGRESS')
  const [row] = await breaches(owner)
  assert.ok(row)
  assert.deepEqual(shown(row), {
    state: 'BREACHED',
    clock: 'RESPOND',
    dueAt: after(task, 15 * minute),
    since: after(task, 15 * minute),
    why: 'Late before it was reopened',
  })
  assert.deepEqual((await figures(owner)).now, { onTrack: 0, atRisk: 0, missed: 1, paused: 0 })
})

test('A reader of German gets the reason in German', async () => {
  const owner = await tenantAt('2026-06-01T10:00:00Z')
  await urgent(owner)
  server.clock.advance(5 * minute)
  const { token } = await owner.tenant.person(['MANAGER'])
  await server.call('PATCH', '/api/auth/me', { token, body: { language: 'de' } })
  server.clock.advance(8 * minute)
  const reply = await server.call<SlaBreach[]>('GET', '/api/dashboard/sla/breaches', { token })
  assert.equal(reply.json.data[0]?.why, 'Nicht begonnen, und drei Viertel der Zeit sind um')
})

test('The list has tasks created in the period; with `open` it has those not done, whenever they were created', async () => {
  const owner = await tenantAt('2026-06-01T10:00:00Z')
  const [old, done] = [await urgent(owner), await urgent(owner)]
  server.clock.advance(24 * 60 * minute)
  await move(owner, done, 'DONE')
  server.clock.advance(60 * 24 * 60 * minute)
  const fresh = await urgent(owner)
  server.clock.advance(60 * minute)
  const ids = async (query: string) => (await breaches(owner, query)).map(({ task }) => task.id)
  assert.deepEqual(await ids(''), [fresh.id])
  assert.deepEqual(await ids('?open=true'), [old.id, fresh.id])
  assert.deepEqual(await ids('?open=true&sort=-since'), [fresh.id, old.id])
  assert.deepEqual(await ids('?from=2026-06-01&to=2026-06-02&sort=createdAt'), [old.id, done.id])
  assert.deepEqual(await ids('?open=true&to=2026-06-30'), [old.id])
  assert.deepEqual(await ids('?state=AT_RISK'), [])
  assert.deepEqual(await ids('?priority=LOW,HIGH'), [])
  assert.deepEqual(await ids('?priority=URGENT'), [fresh.id])
  assert.deepEqual(await ids(`?slaPolicyId=${fresh.id}`), [])
  const page = await server.call<SlaBreach[]>(
    'GET',
    '/api/dashboard/sla/breaches?open=true&pageSize=1&page=3',
    {
      key: owner.key,
    },
  )
  assert.deepEqual([page.json.data, page.json.total], [[], 2])
  assert.equal((await figures(owner)).missed, 1)
})

test('Deadlines before the tenant’s midnight are listed, and so are those missed today', async () => {
  const owner = await tenantAt('2026-06-01T10:00:00Z')
  const [begun, late] = [await urgent(owner), await urgent(owner)]
  await move(owner, begun, 'IN_PROGRESS')
  server.clock.advance(20 * minute)
  const { today, now } = await figures(owner)
  assert.deepEqual(today, { until: '2026-06-01T22:00:00.000Z', missed: 1, due: 1 })
  assert.deepEqual(now, { onTrack: 1, atRisk: 0, missed: 1, paused: 0 })
  await move(owner, late, 'DONE')
  await move(owner, begun, 'DONE')
  const { met, missed, clocks, share } = await figures(owner)
  assert.deepEqual([met, missed, share], [1, 1, 0.5])
  assert.deepEqual([clocks.respond.missed, clocks.resolve.missed, clocks.resolve.met], [1, 0, 2])
})

test('A share of few tasks has wide bounds: one of one is not certain', () => {
  assert.deepEqual(shareOf(0, 0), { share: null, low: null, high: null })
  const { share, low, high } = shareOf(1, 1)
  assert.deepEqual([share, Math.round((low ?? 0) * 1000), high], [1, 207, 1])
  const many = shareOf(80, 100)
  assert.deepEqual([Math.round((many.low ?? 0) * 1000), Math.round((many.high ?? 0) * 1000)], [711, 867])
})
