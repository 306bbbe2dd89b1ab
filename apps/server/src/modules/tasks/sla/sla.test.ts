import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { BulkResult, HistoryEntry, Task, TaskDetail } from '#contracts/tasks/records.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { eventsOf } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: true, own: true })
const minute = 60_000
const hour = 60 * minute

/** Calls use an API key, which stays valid when the test moves the clock. */
interface Keyed extends TestTenant {
  readonly key: string
}

const tenantAt = async (at: string, plan: Plan = 'PRO'): Promise<Keyed> => {
  server.clock.set(new Date(at))
  const tenant = await createTenant(server, { plan, timeZone: 'Europe/Berlin' })
  return { ...tenant, key: (await createKey(server, tenant, 'read', 'write')).key }
}

const send = <T>({ key }: Keyed, method: string, path: string, body?: unknown) =>
  server.call<T>(method, `/api${path}`, { key, body })
const read = async (tenant: Keyed, id: string): Promise<TaskDetail> =>
  (await send<TaskDetail>(tenant, 'GET', `/tasks/${id}`)).json.data
const makeTask = async (tenant: Keyed, body: Record<string, unknown> = {}): Promise<Task> => {
  const reply = await send<Task>(tenant, 'POST', '/tasks', { title: 'Soap dispenser is loose', ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const move = async (tenant: Keyed, id: string, body: unknown): Promise<Task> => {
  const reply = await send<Task>(tenant, 'PATCH', `/tasks/${id}/status`, body)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
const slaOf = async (tenant: Keyed, id: string): Promise<NonNullable<TaskDetail['sla']>> => {
  const { sla } = await read(tenant, id)
  assert.ok(sla)
  return sla
}
const after = (task: Pick<Task, 'createdAt'>, ms: number): string =>
  new Date(Date.parse(task.createdAt) + ms).toISOString()
/** Moves the clock to a time after the task's creation and runs due jobs. */
const at = async (task: Pick<Task, 'createdAt'>, ms: number): Promise<void> => {
  server.clock.set(new Date(Date.parse(task.createdAt) + ms))
  await server.drain()
}
const clockLines = async (tenant: Keyed, id: string) =>
  (await send<HistoryEntry[]>(tenant, 'GET', `/tasks/${id}/history?pageSize=100`)).json.data
    .filter(({ type }) => type.startsWith('SLA_'))
    .map(({ type, at, changes }) => [type, changes.find(({ field }) => field === 'clock')?.to, at])
    .sort()

test('URGENT must be started within 15 minutes and finished within 2 hours, around the clock', async () => {
  // A Sunday night.
  const tenant = await tenantAt('2026-11-22T02:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  const { intervals: _, policyName, timeZone, ...sla } = await slaOf(tenant, task.id)
  assert.deepEqual(sla, {
    policyId: null,
    respondBy: after(task, 15 * minute),
    resolveBy: after(task, 2 * hour),
    respondedAt: null,
    pausedMs: 0,
    state: 'ON_TRACK',
    breached: false,
  })
  assert.deepEqual(task.sla, sla)
  assert.equal(timeZone, 'Europe/Berlin')
  assert.equal(policyName, null)
})

test('The default targets of the other priorities run on the tenant’s service hours, LOW in working days', async () => {
  // Friday, 17:00 in Berlin; the hours are 08:00 to 18:00 from Monday to Friday.
  const tenant = await tenantAt('2026-11-20T16:00:00Z')
  const ends = async (priority: string) => {
    const task = await makeTask(tenant, { priority })
    const after = (text: string | null | undefined) =>
      text ? (Date.parse(text) - Date.parse(task.createdAt)) / hour : null
    return [task.sla, after(task.sla?.respondBy), after(task.sla?.resolveBy)] as const
  }
  // One hour is left on Friday, and Monday starts 63 hours later.
  const [, ...high] = await ends('HIGH')
  assert.deepEqual(high, [63, 63 + 5])
  const [, ...medium] = await ends('MEDIUM')
  assert.deepEqual(medium, [63 + 3, 63 + 48 + 3])
  const [low] = await ends('LOW')
  assert.deepEqual([low?.respondBy, low?.resolveBy], ['2026-11-23T17:00:00.000Z', '2026-11-27T17:00:00.000Z'])
})

test('Below PRO there is no SLA clock, and planned work has none', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z', 'STARTER')
  const task = await makeTask(tenant)
  assert.equal(task.sla, null)
  assert.equal((await read(tenant, task.id)).sla, null)
  const rows = await tenant.inside((ctx) =>
    ctx.run('select from sla_clock where tenant_id = $1', [tenant.id]),
  )
  assert.equal(rows.length, 0)
})

test('A clock is AT_RISK at 75 % and BREACHED at the end, emitted once with the due time, even if the worker runs hours later', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  await at(task, 5 * hour)
  assert.deepEqual(await clockLines(tenant, task.id), [
    ['SLA_AT_RISK', 'RESOLVE', after(task, 90 * minute)],
    ['SLA_AT_RISK', 'RESPOND', after(task, 11.25 * minute)],
    ['SLA_BREACHED', 'RESOLVE', after(task, 120 * minute)],
    ['SLA_BREACHED', 'RESPOND', after(task, 15 * minute)],
  ])
  assert.deepEqual(await eventsOf(tenant, 'sla.breached'), [
    { taskId: task.id, clock: 'RESPOND', dueAt: after(task, 15 * minute) },
    { taskId: task.id, clock: 'RESOLVE', dueAt: after(task, 120 * minute) },
  ])
  await at(task, 9 * hour)
  assert.equal((await eventsOf(tenant, 'sla.at_risk')).length, 2)
  assert.equal((await eventsOf(tenant, 'sla.breached')).length, 2)
})

test('The state is exact without a worker, in lists and on the task', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  await move(tenant, task.id, { status: 'IN_PROGRESS' })
  const stateAt = async (ms: number) => {
    server.clock.set(new Date(Date.parse(task.createdAt) + ms))
    const [listed] = (await send<Task[]>(tenant, 'GET', '/tasks')).json.data
    const { state } = await slaOf(tenant, task.id)
    return [listed?.sla?.state, state]
  }
  assert.deepEqual(await stateAt(20 * minute), ['ON_TRACK', 'ON_TRACK'])
  assert.deepEqual(await stateAt(85 * minute), ['ON_TRACK', 'ON_TRACK'])
  assert.deepEqual(await stateAt(90 * minute), ['AT_RISK', 'AT_RISK'])
  assert.deepEqual(await stateAt(120 * minute), ['BREACHED', 'BREACHED'])
})

test('On hold the clock is paused, the answer shows it, and its intervals say why', async (t) => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  let now = new Date(after(task, 10 * minute))
  t.mock.method(server.clock, 'now', () => now)
  const blocked = await move(tenant, task.id, {
    status: 'IN_PROGRESS',
    blocked: { reason: 'PARTS' },
  })
  assert.equal(blocked.sla?.state, 'PAUSED')
  now = new Date(after(task, 3 * hour))
  await server.drain()
  assert.equal((await slaOf(tenant, task.id)).state, 'PAUSED')
  assert.deepEqual(await clockLines(tenant, task.id), [])
  const lifted = await move(tenant, task.id, { status: 'IN_PROGRESS', blocked: null })
  const { sla } = lifted
  assert.equal(sla?.state, 'ON_TRACK')
  assert.equal(sla?.pausedMs, 170 * minute)
  assert.equal(sla?.resolveBy, after(task, 2 * hour + 170 * minute))
  const { intervals } = await slaOf(tenant, task.id)
  assert.deepEqual(
    intervals.map(({ running, reason }) => [running, reason]),
    [
      [true, null],
      [false, 'PARTS'],
      [true, null],
    ],
  )
  assert.equal(intervals.at(-1)?.to, sla?.resolveBy)
})

test('The clock resumes at the end of a hold, to the second, even if the worker or a person comes hours later', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const held = async () => {
    const task = await makeTask(tenant, { priority: 'URGENT' })
    const until = after(task, hour)
    await move(tenant, task.id, { status: 'IN_PROGRESS', blocked: { reason: 'PARTS', until } })
    return task
  }
  const [left, lifted, again] = [await held(), await held(), await held()]
  server.clock.set(new Date(after(left, 5 * hour)))
  const { sla } = await move(tenant, lifted.id, { status: 'IN_PROGRESS', blocked: null })
  assert.ok(sla)
  assert.equal(sla.state, 'BREACHED')
  const until = after(again, 6 * hour)
  await move(tenant, again.id, { status: 'IN_PROGRESS', blocked: { reason: 'PARTS', until } })
  await server.drain()
  for (const task of [left, lifted, again]) {
    const { state, pausedMs, resolveBy } = await slaOf(tenant, task.id)
    assert.equal(state, 'BREACHED')
    assert.ok(pausedMs > 59 * minute && pausedMs <= hour, String(pausedMs))
    assert.equal(resolveBy, after(task, 2 * hour + pausedMs))
    const lines = (await clockLines(tenant, task.id)).filter(([type]) => type === 'SLA_BREACHED')
    assert.deepEqual(lines, [['SLA_BREACHED', 'RESOLVE', resolveBy]])
    const { intervals } = await slaOf(tenant, task.id)
    assert.equal(intervals.find(({ reason }) => reason === 'PARTS')?.to, after(task, hour))
  }
})

test('The intervals of a clock show closed hours and holidays', async () => {
  const tenant = await tenantAt('2026-11-20T16:00:00Z')
  await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { profile: { holidays: [{ date: '2026-11-23', name: 'Founding day' }] } },
  })
  await server.drain()
  const task = await makeTask(tenant, { priority: 'HIGH' })
  const { intervals } = await slaOf(tenant, task.id)
  assert.deepEqual(
    intervals.map(({ from, to, running, reason }) => [from.slice(5, 16), to.slice(5, 16), running, reason]),
    [
      ['11-20T16:00', '11-20T17:00', true, null],
      ['11-20T17:00', '11-24T07:00', false, 'HOLIDAY'],
      ['11-24T07:00', '11-24T12:00', true, null],
    ],
  )
})

test('Reopening restarts the clock and keeps the earlier breach', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  await at(task, 3 * hour)
  const done = await move(tenant, task.id, { status: 'DONE' })
  assert.equal(done.sla?.state, 'BREACHED')
  await at(task, 4 * hour)
  const again = await move(tenant, task.id, { status: 'OPEN' })
  const { sla } = again
  assert.equal(sla?.state, 'ON_TRACK')
  assert.equal(sla?.breached, true)
  assert.equal(sla?.respondedAt, null)
  assert.ok(Date.parse(sla?.resolveBy ?? '') - Date.parse(task.createdAt) >= 6 * hour)
  await at(task, 7 * hour)
  assert.equal((await eventsOf(tenant, 'sla.breached')).length, 4, 'once more for the reopening')
})

test('A task finished in time is MET, and does not become late afterwards', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  await at(task, 5 * minute)
  const done = await move(tenant, task.id, { status: 'DONE' })
  assert.equal(done.sla?.state, 'MET')
  await at(task, 10 * hour)
  assert.equal((await slaOf(tenant, task.id)).state, 'MET')
  assert.deepEqual(await clockLines(tenant, task.id), [])
})

/** Sent by a phone that was offline at `ms`. */
const sayLate = async (tenant: Keyed, task: Task, ms: number, operation: Record<string, unknown>) => {
  const sent = { clientId: randomUUID(), taskId: task.id, at: after(task, ms), kind: 'status', ...operation }
  const reply = await send<BulkResult[]>(tenant, 'POST', '/tasks/bulk', { operations: [sent] })
  assert.deepEqual(
    reply.json.data.map(({ ok }) => ok),
    [true],
    reply.text,
  )
}

test('Work started and finished in time is MET, even if a phone reports it after the breach was emitted', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  await at(task, 15 * minute)
  assert.equal((await slaOf(tenant, task.id)).state, 'BREACHED')
  await at(task, 30 * minute)
  await sayLate(tenant, task, 5 * minute, { status: 'IN_PROGRESS' })
  const begun = await slaOf(tenant, task.id)
  assert.deepEqual(
    [begun.state, begun.breached, begun.respondedAt],
    ['ON_TRACK', false, after(task, 5 * minute)],
  )
  await at(task, 3 * hour)
  assert.equal((await slaOf(tenant, task.id)).state, 'BREACHED')
  await sayLate(tenant, task, hour, { status: 'DONE' })
  const done = await slaOf(tenant, task.id)
  assert.deepEqual([done.state, done.breached], ['MET', false])
  const breaches = await send<unknown[]>(tenant, 'GET', '/dashboard/sla/breaches')
  assert.deepEqual([breaches.status, breaches.json.data], [200, []])
  await at(task, 9 * hour)
  assert.equal((await eventsOf(tenant, 'sla.breached')).length, 2, 'nothing is emitted twice')
})

test('A late report from a phone neither takes back another missed deadline nor a breach before the reopening', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  await at(task, 3 * hour)
  await sayLate(tenant, task, 5 * minute, { status: 'IN_PROGRESS' })
  assert.equal((await slaOf(tenant, task.id)).state, 'BREACHED', 'it is not done')
  await sayLate(tenant, task, 3 * hour, { status: 'DONE' })
  const again = await move(tenant, task.id, { status: 'OPEN' })
  const [reopened, respondBy] = [Date.parse(again.updatedAt), Date.parse(again.sla?.respondBy ?? '')]
  server.clock.set(new Date(respondBy + minute))
  await server.drain()
  assert.equal((await eventsOf(tenant, 'sla.breached')).length, 3)
  await sayLate(tenant, task, reopened + minute - Date.parse(task.createdAt), { status: 'DONE' })
  const done = await slaOf(tenant, task.id)
  assert.deepEqual([done.state, done.breached], ['BREACHED', true])
})

test('A deadline that passed before the task was finished is emitted even if no worker ran in time', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  server.clock.set(new Date(Date.parse(task.createdAt) + 130 * minute))
  await move(tenant, task.id, { status: 'DONE' })
  await server.drain()
  assert.deepEqual(
    (await clockLines(tenant, task.id)).filter(([type]) => type === 'SLA_BREACHED'),
    [
      ['SLA_BREACHED', 'RESOLVE', after(task, 120 * minute)],
      ['SLA_BREACHED', 'RESPOND', after(task, 15 * minute)],
    ],
  )
})

test('Another priority recalculates the clock from its start, with the pauses', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'HIGH' })
  await move(tenant, task.id, { status: 'IN_PROGRESS', blocked: { reason: 'VENDOR' } })
  await at(task, hour)
  const lifted = await move(tenant, task.id, { status: 'IN_PROGRESS', blocked: null })
  const pausedMs = lifted.sla?.pausedMs ?? 0
  assert.ok(pausedMs > 59 * minute)
  const urgent = await send<Task>(tenant, 'PATCH', `/tasks/${task.id}`, { priority: 'URGENT' })
  assert.equal(urgent.json.data.sla?.resolveBy, after(task, 2 * hour + pausedMs))
})

test('A merged task has no clock, and a deleted one leaves none', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const [kept, merged, gone] = [await makeTask(tenant), await makeTask(tenant), await makeTask(tenant)]
  await server.call('POST', `/api/tasks/${kept.id}/merge`, {
    token: tenant.manager.token,
    body: { taskIds: [merged.id] },
  })
  await server.call('DELETE', `/api/tasks/${gone.id}`, { token: tenant.admin.token })
  assert.equal((await read(tenant, merged.id)).sla, null)
  await at(kept, 400 * hour)
  const lines = await tenant.inside((ctx) =>
    ctx.run<{ task_id: string }>('select distinct task_id from sla_clock where tenant_id = $1', [tenant.id]),
  )
  assert.deepEqual(lines, [{ task_id: kept.id }])
})

test('One change of many tasks updates all their clocks in few statements', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const tasks = await Promise.all(Array.from({ length: 8 }, () => makeTask(tenant)))
  const reply = await send(tenant, 'POST', '/tasks/bulk', {
    ids: tasks.map(({ id }) => id),
    status: 'DONE',
  })
  assert.equal(reply.status, 200, reply.text)
  for (const { id } of tasks) assert.equal((await slaOf(tenant, id)).state, 'MET')
})

test('sla-scan runs what is due and restores lost scheduled jobs', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const task = await makeTask(tenant, { priority: 'URGENT' })
  await tenant.inside((ctx) => ctx.run('delete from due_work where tenant_id = $1', [tenant.id]))
  await at(task, 3 * hour)
  assert.deepEqual(await clockLines(tenant, task.id), [], 'nobody looks')
  const reply = await server.call<{ result: string }>('POST', '/api/system/jobs/sla-scan/run', {
    secret: systemSecret,
  })
  assert.equal(reply.json.data.result, 'OK')
  assert.equal((await clockLines(tenant, task.id)).length, 4)
})

test('A building has service hours of its own, and its clocks follow when they change', async () => {
  const tenant = await tenantAt('2026-11-20T09:00:00Z')
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const task = await makeTask(tenant, { amenityId, priority: 'HIGH' })
  assert.equal(task.sla?.resolveBy, after(task, 6 * hour))
  const late = [{ from: '08:00', to: '13:00' }]
  const hours = {
    MONDAY: late,
    TUESDAY: late,
    WEDNESDAY: late,
    THURSDAY: late,
    FRIDAY: late,
    SATURDAY: [],
    SUNDAY: [],
  }
  const reply = await server.call('PATCH', `/api/admin/buildings/${buildingId}`, {
    token: tenant.admin.token,
    body: { serviceHours: hours },
  })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
  // Three hours on Friday until 13:00 in Berlin, and three from 08:00 on Monday.
  assert.equal((await slaOf(tenant, task.id)).resolveBy, after(task, 73 * hour))
})
