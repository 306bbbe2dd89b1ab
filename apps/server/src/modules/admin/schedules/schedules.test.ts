import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule, SchedulePreview } from '#contracts/admin/schedules.ts'
import type { Note, Task } from '#contracts/tasks/records.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createKey, createPlace, createTenant as createPlainTenant, type TestTenant } from '#test/world.ts'
import { runSchedule } from './run-schedule.ts'

const server = await startTestServer({ own: true, startAt: new Date('2026-11-22T08:00:00Z') })
const minutes = (count: number): number => count * 60_000

const daily = {
  name: 'Morning round',
  rrule: 'FREQ=DAILY',
  startsAt: '2026-11-23T07:00',
  template: { title: 'Check the washrooms' },
}

/** Sign-ins end while the clock runs; a key does not. */
interface KeyedTenant extends TestTenant {
  readonly key: string
}
const createTenant = async (options: Parameters<typeof createPlainTenant>[1] = {}): Promise<KeyedTenant> => {
  const tenant = await createPlainTenant(server, options)
  const { key } = await createKey(server, tenant, 'read', 'write')
  return { ...tenant, key }
}

const create = (tenant: KeyedTenant, body: unknown) =>
  server.call<SchedulePreview>('POST', '/api/admin/schedules', { key: tenant.key, body })
const make = async (tenant: KeyedTenant, body: object = {}): Promise<string> => {
  const reply = await create(tenant, { ...daily, ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id ?? ''
}
const patch = (tenant: KeyedTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
  server.call<Schedule>('PATCH', `/api/admin/schedules/${id}`, { key: tenant.key, body, headers })
const remove = (tenant: KeyedTenant, id: string) =>
  server.call('DELETE', `/api/admin/schedules/${id}`, { key: tenant.key })
const list = async (tenant: KeyedTenant, query = ''): Promise<Schedule[]> =>
  (await server.call<Schedule[]>('GET', `/api/admin/schedules${query}`, { key: tenant.key })).json.data
const tasksOf = async (tenant: KeyedTenant): Promise<Task[]> =>
  (await server.call<Task[]>('GET', '/api/tasks?pageSize=100&sort=createdAt', { key: tenant.key })).json.data
const finish = async (tenant: KeyedTenant, id: string): Promise<void> => {
  const body = { status: 'DONE' }
  const reply = await server.call('PATCH', `/api/tasks/${id}/status`, { key: tenant.key, body })
  assert.equal(reply.status, 200, reply.text)
}
const dueRows = (tenant: KeyedTenant) =>
  tenant.inside((ctx) =>
    ctx.run<{ key: string; due_at: Date }>(
      "select key, due_at from due_work where tenant_id = $1 and kind = 'schedule.run' order by key",
      [ctx.tenantId],
    ),
  )
/** The clock at this time, and all that is due worked off. */
const at = async (time: string): Promise<void> => {
  server.clock.set(new Date(time))
  await server.drain()
}
const start = async (): Promise<void> => at('2026-11-22T08:00:00Z')

test('A schedule makes its task at the local time, with checklist, due time and the reason in words', async () => {
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

test('One task for each amenity, or one where none is named; what was archived is left out', async () => {
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

test('While the one before is open nothing is made there, unless the schedule says otherwise', async () => {
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

test('After a day of downtime the missed ones are one task with a note, and none is doubled', async () => {
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
    [
      '24 earlier times were missed: from 2026-11-22 10:00 to 2026-11-23 09:00. This task stands for them too.',
    ],
  )
  await tenant.inside((ctx) => runSchedule(ctx, id))
  await tenant.inside((ctx) => runSchedule(ctx, id))
  assert.equal((await tasksOf(tenant)).length, 1)
  await at('2026-11-23T10:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 2)
})

test('A clock that goes back makes nothing twice, and the next time comes once', async () => {
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

test('Three workers that find the same time due make one task', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant, { ifOpen: 'CREATE' })
  server.clock.set(new Date('2026-11-23T06:00:01Z'))
  await Promise.all(Array.from({ length: 8 }, () => tenant.inside((ctx) => runSchedule(ctx, id))))
  await server.drain()
  assert.equal((await tasksOf(tenant)).length, 1)
})

test('Who may no longer be given work leaves the task in the pool, and it says so', async () => {
  await start()
  const tenant = await createTenant()
  const left = await tenant.person(['TECHNICIAN'])
  await make(tenant, { template: { title: 'Round', assignee: { userId: left.id } } })
  await server.call('DELETE', `/api/admin/users/${left.id}`, { token: tenant.admin.token })
  await at('2026-11-23T06:00:01Z')
  const [task] = await tasksOf(tenant)
  assert.equal(task?.assignee, null)
  assert.match(task?.routing?.reason ?? '', /^From the schedule Morning round; .* for everybody$/)
})

test('A single date comes once and is over', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant, { rrule: null })
  assert.deepEqual((await list(tenant))[0]?.next, ['2026-11-23T06:00:00.000Z'])
  await at('2026-11-23T06:00:01Z')
  await at('2026-11-30T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
  assert.deepEqual([(await list(tenant))[0]?.next, (await dueRows(tenant)).length], [[], 0])
})

test('A dry run shows the next five times and keeps nothing, also of a change', async () => {
  await start()
  const tenant = await createTenant()
  const shown = await create(tenant, { ...daily, rrule: 'FREQ=MONTHLY;BYDAY=1MO', dryRun: true })
  assert.equal(shown.status, 201, shown.text)
  assert.equal(shown.json.data.id, undefined)
  assert.deepEqual(shown.json.data.next.slice(0, 2), ['2026-12-07T06:00:00.000Z', '2027-01-04T06:00:00.000Z'])
  assert.equal((await list(tenant)).length, 0)
  const id = await make(tenant)
  const changed = await patch(tenant, id, { rrule: 'FREQ=WEEKLY', dryRun: true })
  assert.deepEqual(changed.json.data.next.slice(0, 2), [
    '2026-11-23T06:00:00.000Z',
    '2026-11-30T06:00:00.000Z',
  ])
  const [kept] = await list(tenant)
  assert.deepEqual([kept?.rrule, kept?.version], ['FREQ=DAILY', 1])
  assert.equal((await dueRows(tenant)).length, 1)
  assert.equal(
    (await create(tenant, { ...daily, rrule: 'FREQ=MINUTELY', dryRun: true })).json.code,
    'VALIDATION_ERROR',
  )
})

test('A change moves what is due, a pause takes it back, and what was missed in a pause is over', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant)
  const moved = await patch(
    tenant,
    id,
    { startsAt: '2026-11-23T09:00', timeZone: 'Asia/Tokyo' },
    { 'if-match': '"1"' },
  )
  assert.equal(moved.status, 200, moved.text)
  assert.equal(moved.json.data.next[0], '2026-11-23T00:00:00.000Z')
  assert.deepEqual(
    (await dueRows(tenant)).map(({ due_at }) => due_at.toISOString()),
    ['2026-11-23T00:00:00.000Z'],
  )
  assert.equal(
    (await patch(tenant, id, { name: 'X' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  assert.deepEqual((await patch(tenant, id, { enabled: false })).json.data.next, [])
  assert.equal((await dueRows(tenant)).length, 0)
  await at('2026-11-26T12:00:00Z')
  assert.equal((await patch(tenant, id, { enabled: true })).json.data.next[0], '2026-11-27T00:00:00.000Z')
  await server.drain()
  assert.equal((await tasksOf(tenant)).length, 0)
  assert.equal((await patch(tenant, id, { timeZone: null })).json.data.timeZone, 'Europe/Berlin')
})

test('A name that is changed while a time is due does not lose that time', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant)
  server.clock.set(new Date('2026-11-23T06:00:00.100Z'))
  const reply = await patch(tenant, id, { name: 'Renamed' })
  assert.equal(reply.status, 200, reply.text)
  await at('2026-11-23T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
})

test('The zone defaults to the building’s and is refused where amenities disagree', async () => {
  await start()
  const tenant = await createTenant()
  const token = tenant.admin.token
  const [one, other] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const zone = { token, body: { timeZone: 'Asia/Tokyo' } }
  assert.equal((await server.call('PATCH', `/api/admin/buildings/${one.buildingId}`, zone)).status, 200)
  const inTokyo = await create(tenant, {
    ...daily,
    template: { title: 'A', amenityIds: [one.amenityId] },
    dryRun: true,
  })
  assert.deepEqual(
    [inTokyo.json.data.timeZone, inTokyo.json.data.next[0]],
    ['Asia/Tokyo', '2026-11-22T22:00:00.000Z'],
  )
  const both = { title: 'A', amenityIds: [one.amenityId, other.amenityId] }
  const refused = await create(tenant, { ...daily, template: both })
  assert.deepEqual(
    [refused.json.code, refused.json.details?.[0]?.path],
    ['VALIDATION_ERROR', 'body.template.amenityIds'],
  )
  assert.equal((await create(tenant, { ...daily, template: both, timeZone: 'Europe/Berlin' })).status, 201)
  assert.equal((await create(tenant, { ...daily, timeZone: 'Mars/Olympus' })).json.code, 'VALIDATION_ERROR')
})

test('Rounds come with Scout, and what a schedule names must be there', async () => {
  await start()
  const [tenant, stranger] = [await createTenant(), await createTenant()]
  const [own, foreign] = [await createPlace(server, tenant), await createPlace(server, stranger)]
  const other = await createPlace(server, tenant)
  const round = await create(tenant, { ...daily, kind: 'ROUND' })
  assert.equal(round.json.code, 'VALIDATION_ERROR')
  assert.match(round.json.details?.[0]?.message ?? round.json.error, /come with Scout/)
  const wrong: [string, object][] = [
    ['NOT_FOUND', { template: { title: 'A', amenityIds: [foreign.amenityId] } }],
    ['NOT_FOUND', { template: { title: 'A', buildingId: foreign.buildingId } }],
    ['NOT_FOUND', { template: { title: 'A', assignee: { userId: stranger.technician.id } } }],
    ['NOT_FOUND', { template: { title: 'A', assignee: { companyId: own.buildingId } } }],
    [
      'VALIDATION_ERROR',
      { template: { title: 'A', amenityIds: [other.amenityId], buildingId: own.buildingId } },
    ],
    ['VALIDATION_ERROR', { template: { title: 'A', category: 'WARP_FAULT' } }],
    ['VALIDATION_ERROR', { template: { title: ' ' } }],
    [
      'VALIDATION_ERROR',
      { template: { title: 'A', assignee: { userId: tenant.technician.id, companyId: own.buildingId } } },
    ],
    ['VALIDATION_ERROR', { startsAt: '2026-11-31T07:00' }],
    ['VALIDATION_ERROR', { startsAt: '2026-11-23T07:00:00+09:00' }],
    ['VALIDATION_ERROR', { startsAt: undefined }],
    ['VALIDATION_ERROR', { rrule: null, startsAt: '2026-11-21T07:00' }],
    ['VALIDATION_ERROR', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['VALIDATION_ERROR', { rrule: `FREQ=DAILY;BYMINUTE=${'0,'.repeat(300)}0` }],
    ['VALIDATION_ERROR', { rrule: 'FREQ=DAILY\r\nDTSTART:20200101T000000' }],
  ]
  for (const [code, body] of wrong)
    assert.equal((await create(tenant, { ...daily, ...body })).json.code, code, JSON.stringify(body))
  assert.equal((await list(tenant)).length, 0)
})

test('Schedules of another tenant are NOT_FOUND, and nobody but an ADMIN sees or changes them', async () => {
  await start()
  const [mine, theirs] = [await createTenant({ plan: 'STARTER' }), await createTenant()]
  const id = await make(theirs)
  await make(mine)
  assert.equal((await patch(mine, id, { name: 'X' })).json.code, 'NOT_FOUND')
  assert.equal((await patch(mine, id, { name: 'X', dryRun: true })).json.code, 'NOT_FOUND')
  assert.equal((await remove(mine, id)).json.code, 'NOT_FOUND')
  assert.equal((await dueRows(theirs)).length, 1)
  for (const { token } of [theirs.manager, theirs.technician]) {
    assert.equal((await server.call('GET', '/api/admin/schedules', { token })).json.code, 'FORBIDDEN')
    assert.equal(
      (await server.call('POST', '/api/admin/schedules', { token, body: daily })).json.code,
      'FORBIDDEN',
    )
  }
})

test('Deleting a schedule takes back what is due and leaves its tasks, also while its run is in hand', async () => {
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

test('The job schedules works off what is due and makes missing due work again', async () => {
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

test('Lists are paged, searched, filtered and sorted by name, age and next time', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant, { name: 'B', startsAt: '2026-11-25T07:00' })
  server.clock.advance(minutes(1))
  await make(tenant, { name: 'A 100%', startsAt: '2026-11-24T07:00', enabled: false })
  server.clock.advance(minutes(1))
  await make(tenant, { name: 'C', startsAt: '2026-11-23T07:00' })
  const names = async (query: string): Promise<string[]> =>
    (await list(tenant, query)).map(({ name }) => name)
  assert.deepEqual(await names(''), ['A 100%', 'B', 'C'])
  assert.deepEqual(await names('?sort=-createdAt'), ['C', 'A 100%', 'B'])
  assert.deepEqual(await names('?sort=nextAt&enabled=true'), ['C', 'B'])
  assert.deepEqual(await names('?q=100%25'), ['A 100%'])
  assert.deepEqual(await names('?page=2&pageSize=2'), ['C'])
})

/** `count` schedules that are due at the same time as that one. */
const multiply = (tenant: KeyedTenant, id: string, count: number) =>
  tenant.inside((ctx) =>
    ctx.run(
      `insert into schedule (tenant_id, id, name, rrule, starts_at, time_zone, template, done_until, upcoming, next_at, created_at)
       select tenant_id, gen_random_uuid(), name || n, rrule, starts_at, time_zone, template, done_until, upcoming, next_at, created_at
       from schedule, generate_series(1, $3) as n where tenant_id = $1 and id = $2`,
      [ctx.tenantId, id, count],
    ),
  )

test('Many schedules due at once are worked off, each once, beside those of others', async () => {
  await start()
  const [crowd, small] = [await createTenant(), await createTenant()]
  await multiply(crowd, await make(crowd), 99)
  await make(small)
  await server.call('POST', '/api/system/jobs/schedules/run', { secret: systemSecret })
  await at('2026-11-23T06:00:01Z')
  const [count] = await crowd.inside((ctx) =>
    ctx.run<{ n: number; numbers: number }>(
      'select count(*) as n, count(distinct number) as numbers from task where tenant_id = $1',
      [ctx.tenantId],
    ),
  )
  assert.deepEqual(count, { n: 100, numbers: 100 })
  assert.equal((await tasksOf(small)).length, 1)
})

test('A tenant keeps a thousand schedules; a further one is refused', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant)
  await multiply(tenant, id, 999)
  assert.equal((await create(tenant, daily)).json.code, 'CONFLICT')
  assert.equal((await create(tenant, { ...daily, dryRun: true })).status, 201)
})
