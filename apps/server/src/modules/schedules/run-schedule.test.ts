import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Note, Task } from '#contracts/tasks/records.ts'
import { restoreJobs } from '#server/platform/work/restore-jobs.ts'
import { systemSecret } from '#test/server.ts'
import { createPlace } from '#test/world.ts'
import { dueSchedules } from './cron-jobs.ts'
import { runSchedule } from './run-schedule.ts'
import { daily, openScheduleTests } from './testing/open-tests.ts'

const {
  server,
  createTenant,
  create,
  make,
  patch,
  remove,
  list,
  tasksOf,
  finish,
  dueRows,
  at,
  multiply,
  start,
} = await openScheduleTests()

test('A schedule creates its task at the local time, with checklist, due time and the reason in words', async () => {
  await start()
  const tenant = await createTenant()
  const place = await createPlace(server, tenant)
  const reply = await create(tenant, {
    ...daily,
    template: {
      title: 'Check the washrooms',
      description: 'All of them',
      priority: 'HIGH',
      checklist: [{ text: 'Soap' }, { text: 'Floor' }],
      amenityIds: [place.amenityId],
      assignee: { userId: tenant.technician.id },
      dueAfterMinutes: 90,
    },
  })
  assert.equal(reply.status, 201, reply.text)
  assert.equal(reply.json.data.timeZone, 'Europe/Berlin')
  assert.deepEqual(
    reply.json.data.next,
    [23, 24, 25, 26, 27].map((day) => `2026-11-${day}T06:00:00.000Z`),
  )
  await at('2026-11-23T05:59:58Z')
  assert.equal((await tasksOf(tenant)).length, 0)
  await at('2026-11-23T06:00:01Z')
  const [task, ...others] = await tasksOf(tenant)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [
      task?.title,
      task?.description,
      task?.priority,
      task?.source,
      task?.dueAt,
      task?.amenity?.id,
      task?.building?.id,
    ],
    [
      'Check the washrooms',
      'All of them',
      'HIGH',
      'SCHEDULE',
      '2026-11-23T07:30:00.000Z',
      place.amenityId,
      place.buildingId,
    ],
  )
  assert.deepEqual(
    task?.checklist.map(({ text, done }) => [text, done]),
    [
      ['Soap', false],
      ['Floor', false],
    ],
  )
  assert.deepEqual([task?.assignee?.kind, task?.assignee?.id], ['USER', tenant.technician.id])
  assert.equal(task?.routing?.reason, 'From the schedule Morning round')
  const [schedule] = await list(tenant)
  assert.equal(schedule?.lastRunAt, '2026-11-23T06:00:00.000Z')
  assert.equal(schedule?.next[0], '2026-11-24T06:00:00.000Z')
  assert.deepEqual(
    (await dueRows(tenant)).map(({ due_at }) => due_at.toISOString()),
    ['2026-11-24T06:00:00.000Z'],
  )
})

test('One task is created for each amenity, or one without; archived amenities are skipped', async () => {
  await start()
  const tenant = await createTenant()
  const first = await createPlace(server, tenant)
  const more = await server.call<{ id: string }>('POST', '/api/admin/amenities', {
    key: tenant.key,
    body: { name: 'Washroom 2', buildingId: first.buildingId, type: 'WASHROOM' },
  })
  const amenityIds = [first.amenityId, more.json.data.id]
  await make(tenant, { template: { title: 'Each', amenityIds, category: 'NOT_CLEAN' }, ifOpen: 'CREATE' })
  await make(tenant, { template: { title: 'All', buildingId: first.buildingId } })
  await make(tenant, { template: { title: 'Nowhere' } })
  await at('2026-11-23T06:00:01Z')
  const tasks = await tasksOf(tenant)
  assert.deepEqual(
    tasks.map(({ title, amenity, building }) => [title, amenity?.id ?? null, building?.id ?? null]).sort(),
    [
      ['All', null, first.buildingId],
      ['Each', first.amenityId, first.buildingId],
      ['Each', more.json.data.id, first.buildingId],
      ['Nowhere', null, null],
    ].sort(),
  )
  assert.equal(new Set(tasks.map(({ number }) => number)).size, 4)
  assert.equal(tasks.find(({ title }) => title === 'Each')?.skill, 'CLEANING')
  await server.call('DELETE', `/api/admin/amenities/${first.amenityId}`, { key: tenant.key })
  await at('2026-11-24T06:00:01Z')
  const again = (await tasksOf(tenant)).filter(({ title }) => title === 'Each')
  assert.deepEqual(
    again.map(({ amenity }) => amenity?.id).sort(),
    [first.amenityId, more.json.data.id, more.json.data.id].sort(),
  )
})

test('While the previous task is open no new one is created there, unless the schedule allows it', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant, { name: 'Waits' })
  await make(tenant, { name: 'Piles up', ifOpen: 'CREATE', template: { title: 'Again' } })
  await at('2026-11-23T06:00:01Z')
  await at('2026-11-24T06:00:01Z')
  const after = await tasksOf(tenant)
  assert.deepEqual(after.map(({ title }) => title).sort(), ['Again', 'Again', 'Check the washrooms'])
  const waiting = after.find(({ title }) => title === 'Check the washrooms')
  await finish(tenant, waiting?.id ?? '')
  await at('2026-11-25T06:00:01Z')
  assert.equal((await tasksOf(tenant)).filter(({ title }) => title === 'Check the washrooms').length, 2)
})

test('A task that was merged into an open one still counts as open', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant)
  await at('2026-11-23T06:00:01Z')
  const [made] = await tasksOf(tenant)
  const { key } = tenant
  const other = await server.call<Task>('POST', '/api/tasks', { key, body: { title: 'All at once' } })
  const merged = await server.call('POST', `/api/tasks/${other.json.data.id}/merge`, {
    key,
    body: { taskIds: [made?.id] },
  })
  assert.equal(merged.status, 200, merged.text)
  await at('2026-11-24T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
  await finish(tenant, other.json.data.id)
  await at('2026-11-25T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 2)
})

test('The note about missed runs is in the language of the organisation', async () => {
  await start()
  const tenant = await createTenant()
  const { token } = tenant.admin
  const set = await server.call('PATCH', '/api/admin/settings', { token, body: { visitorLanguages: ['pl'] } })
  assert.equal(set.status, 200, set.text)
  await make(tenant, { rrule: 'FREQ=HOURLY', startsAt: '2026-11-22T10:00', ifOpen: 'CREATE' })
  await at('2026-11-22T12:00:01Z')
  const [task] = await tasksOf(tenant)
  const notes = await server.call<Note[]>('GET', `/api/tasks/${task?.id}/notes`, { key: tenant.key })
  assert.match(
    notes.json.data[0]?.text ?? '',
    /^Pominięte wcześniejsze terminy: \d+, od 2026-11-22 10:00 do 2026-11-22 \d\d:00\. To zadanie/,
  )
})

test('After a day of downtime the missed runs create one task with a note, and none twice', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant, { rrule: 'FREQ=HOURLY', startsAt: '2026-11-22T10:00', ifOpen: 'CREATE' })
  await at('2026-11-23T09:00:01Z')
  const [task, ...others] = await tasksOf(tenant)
  assert.equal(others.length, 0)
  const notes = await server.call<Note[]>('GET', `/api/tasks/${task?.id}/notes`, {
    key: tenant.key,
  })
  assert.deepEqual(
    notes.json.data.map(({ text }) => text),
    ['24 earlier times were missed: from 2026-11-22 10:00 to 2026-11-23 09:00. This task covers them too.'],
  )
  await tenant.inside((ctx) => runSchedule(ctx, id))
  await tenant.inside((ctx) => runSchedule(ctx, id))
  assert.equal((await tasksOf(tenant)).length, 1)
  await at('2026-11-23T10:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 2)
})

test('A clock that goes back creates nothing twice, and the next run happens once', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant, { ifOpen: 'CREATE' })
  await at('2026-11-23T06:00:01Z')
  await at('2026-11-22T08:00:00Z')
  const run = await server.call('POST', '/api/system/jobs/schedules/run', { secret: systemSecret })
  assert.equal(run.status, 200, run.text)
  await at('2026-11-23T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
  await at('2026-11-24T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 2)
})

test('A schedule that ran while the clock was years ahead runs at its next time after the clock is corrected', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant, { ifOpen: 'CREATE' })
  await at('2029-01-10T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
  await at('2026-11-23T07:00:00Z')
  const run = await server.call('POST', '/api/system/jobs/schedules/run', { secret: systemSecret })
  assert.equal(run.status, 200, run.text)
  assert.equal((await list(tenant))[0]?.next[0], '2026-11-24T06:00:00.000Z')
  await at('2026-11-24T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 2)
})

test('Three workers that find the same due job create one task', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant, { ifOpen: 'CREATE' })
  server.clock.set(new Date('2026-11-23T06:00:01Z'))
  await Promise.all(Array.from({ length: 8 }, () => tenant.inside((ctx) => runSchedule(ctx, id))))
  await server.drain()
  assert.equal((await tasksOf(tenant)).length, 1)
})

test('If the assignee may no longer get work the task is unassigned, and says so', async () => {
  await start()
  const tenant = await createTenant()
  const left = await tenant.person(['TECHNICIAN'])
  await make(tenant, { template: { title: 'Round', assignee: { userId: left.id } } })
  await server.call('DELETE', `/api/admin/users/${left.id}`, { token: tenant.admin.token })
  await at('2026-11-23T06:00:01Z')
  const [task] = await tasksOf(tenant)
  assert.equal(task?.assignee, null)
  assert.match(task?.routing?.reason ?? '', /^From the schedule Morning round\. .* anybody may take it$/)
})

test('A task assigned by routing rules still says from which schedule it is', async () => {
  await start()
  const tenant = await createTenant({ plan: 'PRO' })
  const rule = await server.call('POST', '/api/admin/routing-rules', {
    key: tenant.key,
    body: { name: 'All', when: {}, then: { assign: { userId: tenant.technician.id } } },
  })
  assert.equal(rule.status, 201, rule.text)
  await make(tenant)
  await at('2026-11-23T06:00:01Z')
  const [task] = await tasksOf(tenant)
  assert.equal(task?.assignee?.id, tenant.technician.id)
  assert.match(
    task?.routing?.reason ?? '',
    /^From the schedule Morning round\. The rule “All” assigns it to /,
  )
})

test('A single date runs once and then ends', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant, { rrule: null })
  assert.deepEqual((await list(tenant))[0]?.next, ['2026-11-23T06:00:00.000Z'])
  await at('2026-11-23T06:00:01Z')
  await at('2026-11-30T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
  assert.deepEqual([(await list(tenant))[0]?.next, (await dueRows(tenant)).length], [[], 0])
})

test('Renaming a schedule while a run is due does not lose that run', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant)
  server.clock.set(new Date('2026-11-23T06:00:00.100Z'))
  const reply = await patch(tenant, id, { name: 'Renamed' })
  assert.equal(reply.status, 200, reply.text)
  await at('2026-11-23T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
})

test('Deleting a schedule cancels its next run and keeps its tasks, also while a run is in progress', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant)
  await at('2026-11-23T06:00:01Z')
  assert.equal((await remove(tenant, id)).status, 200)
  assert.equal((await remove(tenant, id)).json.code, 'NOT_FOUND')
  await at('2026-11-24T06:00:01Z')
  assert.deepEqual([(await tasksOf(tenant)).length, (await dueRows(tenant)).length], [1, 0])
  const racing = await Promise.all(
    Array.from({ length: 5 }, () => make(tenant, { startsAt: '2026-11-25T07:00' })),
  )
  server.clock.set(new Date('2026-11-25T06:00:01Z'))
  const [, ...replies] = await Promise.all([server.drain(), ...racing.map((one) => remove(tenant, one))])
  assert.deepEqual(
    replies.map(({ status }) => status),
    racing.map(() => 200),
  )
  await server.drain()
  assert.deepEqual([(await list(tenant)).length, (await dueRows(tenant)).length], [0, 0])
})

test('The cron job schedules runs due schedules and restores missing scheduled jobs', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant)
  await tenant.inside((ctx) => ctx.run('delete from due_work where tenant_id = $1', [ctx.tenantId]))
  await at('2026-11-23T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 0)
  const run = () => server.call('POST', '/api/system/jobs/schedules/run', { secret: systemSecret })
  assert.equal((await run()).status, 200)
  assert.equal((await tasksOf(tenant)).length, 1)
  assert.equal((await dueRows(tenant)).length, 1)
  assert.equal((await run()).status, 200)
  assert.equal((await tasksOf(tenant)).length, 1)
})

test('Many schedules that are due at the same time run once each, without delaying those of others', async (t) => {
  server.clock.stand(t)
  await start()
  const [crowd, small] = [await createTenant(), await createTenant()]
  await multiply(crowd, await make(crowd), 99)
  await make(small)
  await at('2026-11-23T06:00:01Z')
  await server.call('POST', '/api/system/jobs/schedules/run', { secret: systemSecret })
  const [count] = await crowd.inside((ctx) =>
    ctx.run<{ n: number; numbers: number }>(
      'select count(*) as n, count(distinct number) as numbers from task where tenant_id = $1',
      [ctx.tenantId],
    ),
  )
  assert.deepEqual(count, { n: 100, numbers: 100 })
  assert.equal((await tasksOf(small)).length, 1)
})

test('Missing jobs of more than two pages of schedules with one due time are restored, each once', async (t) => {
  server.clock.stand(t)
  await start()
  const tenant = await createTenant()
  await multiply(tenant, await make(tenant), 1100)
  await tenant.inside((ctx) => ctx.run('delete from due_work where tenant_id = $1', [ctx.tenantId]))
  server.clock.set(new Date('2026-11-23T06:00:01Z'))
  const restored: string[] = []
  await restoreJobs(server.built.platform, dueSchedules, async (ctx, key) => {
    if (ctx.tenantId === tenant.id) restored.push(key)
  })
  // The worker of the service may have taken some.
  await server.drain()
  const runs = await tenant.inside((ctx) =>
    ctx.run<{ schedule_id: string }>('select schedule_id from schedule_run where tenant_id = $1', [
      ctx.tenantId,
    ]),
  )
  const all = [...restored, ...runs.map(({ schedule_id }) => schedule_id)]
  assert.deepEqual([all.length, new Set(all).size], [1101, 1101])
})
