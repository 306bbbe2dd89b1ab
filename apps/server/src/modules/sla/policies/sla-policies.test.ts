import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { type SlaPolicy, usualTargets } from '#contracts/sla/policies.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: true, own: true })
const minute = 60_000

interface Keyed extends TestTenant {
  readonly key: string
}
const keyed = async (plan: Plan = 'PRO'): Promise<Keyed> => {
  server.clock.set(new Date('2026-11-20T09:00:00Z'))
  const tenant = await createTenant(server, { plan })
  // An administrator's API key, which does not expire like a session.
  return { ...tenant, key: (await createKey(server, tenant, 'read', 'write')).key }
}
const send = <T>({ key }: Keyed, method: string, path: string, body?: unknown, headers = {}) =>
  server.call<T>(method, `/api${path}`, { key, body, headers })
const create = (tenant: Keyed, body: object) =>
  send<SlaPolicy>(tenant, 'POST', '/admin/sla-policies', { name: 'Lifts', ...body })
const made = async (tenant: Keyed, body: object): Promise<SlaPolicy> => {
  const reply = await create(tenant, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const patch = (tenant: Keyed, id: string, body: object, headers = {}) =>
  send<SlaPolicy>(tenant, 'PATCH', `/admin/sla-policies/${id}`, body, headers)
const list = async (tenant: Keyed, query = ''): Promise<SlaPolicy[]> =>
  (await send<SlaPolicy[]>(tenant, 'GET', `/admin/sla-policies${query}`)).json.data
const taskOf = async (tenant: Keyed, body: object): Promise<Task> => {
  const reply = await send<Task>(tenant, 'POST', '/tasks', { title: 'Loose', ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const read = async (tenant: Keyed, { id }: Task): Promise<Task> =>
  (await send<Task>(tenant, 'GET', `/tasks/${id}`)).json.data
const minutesTo = (task: Task, text: string | null | undefined): number =>
  (Date.parse(text ?? '') - Date.parse(task.createdAt)) / minute

const allDay = {
  weekly: Object.fromEntries(['1', '2', '3', '4', '5', '6', '7'].map((day) => [day, [['00:00', '24:00']]])),
}
const high = (respondMinutes: number, resolveMinutes: number) => ({
  targets: { HIGH: { respondMinutes, resolveMinutes, clock: 'ALWAYS' } },
})

test('A policy is created with the given fields; those left out get the default targets', async () => {
  const tenant = await keyed()
  const policy = await made(tenant, { targets: { HIGH: { respondMinutes: 5, clock: 'ALWAYS' } } })
  assert.deepEqual(policy.targets, {
    ...usualTargets,
    HIGH: { respondMinutes: 5, resolveMinutes: 360, clock: 'ALWAYS' },
  })
  assert.deepEqual(
    [policy.enabled, policy.position, policy.scope, policy.calendar, policy.version],
    [true, 0, {}, null, 1],
  )
  assert.deepEqual(await list(tenant), [policy])
})

test('The first policy whose scope matches the task applies, and the task’s clock names it', async () => {
  const tenant = await keyed()
  const { amenityId, buildingId } = await createPlace(server, tenant)
  const broad = await made(tenant, { name: 'All', ...high(30, 300) })
  const narrow = await made(tenant, {
    name: 'Here',
    position: 0,
    scope: { buildingIds: [buildingId] },
    ...high(10, 100),
  })
  assert.deepEqual(
    (await list(tenant)).map(({ name, position }) => [name, position]),
    [
      ['Here', 0],
      ['All', 1],
    ],
  )
  const [here, elsewhere] = [
    await taskOf(tenant, { amenityId, priority: 'HIGH' }),
    await taskOf(tenant, { priority: 'HIGH' }),
  ]
  assert.deepEqual(
    [here.sla?.policyId, minutesTo(here, here.sla?.respondBy), minutesTo(here, here.sla?.resolveBy)],
    [narrow.id, 10, 100],
  )
  assert.deepEqual([elsewhere.sla?.policyId, minutesTo(elsewhere, elsewhere.sla?.resolveBy)], [broad.id, 300])
})

test('Running clocks follow a policy that is changed, switched off or deleted', async () => {
  const tenant = await keyed()
  const policy = await made(tenant, high(30, 300))
  const task = await taskOf(tenant, { priority: 'HIGH' })
  const minutes = async () => {
    await server.drain()
    const { sla } = await read(tenant, task)
    const [listed] = (await send<Task[]>(tenant, 'GET', '/tasks')).json.data
    assert.equal(listed?.sla?.resolveBy, sla?.resolveBy, 'a list that was shown before is not shown again')
    return [sla?.policyId ?? null, minutesTo(task, sla?.resolveBy)]
  }
  await patch(tenant, policy.id, high(30, 200))
  assert.deepEqual(await minutes(), [policy.id, 200])
  await patch(tenant, policy.id, { enabled: false })
  // The default six hours from ten o'clock in Berlin.
  assert.deepEqual(await minutes(), [null, 360])
  await patch(tenant, policy.id, { enabled: true })
  assert.deepEqual(await minutes(), [policy.id, 200])
  assert.equal((await send(tenant, 'DELETE', `/admin/sla-policies/${policy.id}`)).status, 200)
  assert.deepEqual(await minutes(), [null, 360])
})

test('Deadlines missed only because of the change send one summary, and no notification for each task', async () => {
  const tenant = await keyed()
  const policy = await made(tenant, high(300, 600))
  const tasks = []
  for (let made = 0; made < 7; made++) tasks.push(await taskOf(tenant, { priority: 'HIGH' }))
  server.clock.advance(100 * minute)
  await server.drain()
  server.mails.length = 0
  await patch(tenant, policy.id, high(10, 20))
  await server.drain()
  server.clock.advance(2 * minute)
  await server.drain()
  const [first] = tasks
  assert.ok(first)
  assert.deepEqual(
    [(await read(tenant, first)).sla?.state, (await read(tenant, first)).sla?.breached],
    ['BREACHED', true],
  )
  const breaches = await tenant.inside((ctx) =>
    ctx.run("select from event where tenant_id = $1 and type like 'sla.%'", [tenant.id]),
  )
  assert.equal(breaches.length, 0)
  assert.deepEqual(
    server.mails
      .filter(({ subject }) => subject.includes('new targets'))
      .map(({ to, subject }) => [to, subject]),
    [[tenant.manager.email, '7 tasks are overdue under the new targets']],
  )
})

const insertMany = (tenant: Keyed): Promise<unknown> =>
  tenant.inside((ctx) =>
    ctx.run(
      `insert into task (tenant_id, id, number, title, priority, source, created_at, updated_at)
       select $1, gen_random_uuid(), n, 'Task ' || n, 'HIGH', 'MANUAL', $2::timestamptz + n * interval '1 microsecond', $2 from generate_series(1, 1203) n returning 1`,
      [tenant.id, ctx.now],
    ),
  )
const countWithin200 = async (tenant: Keyed, policy: SlaPolicy): Promise<number | undefined> => {
  const rows = await tenant.inside((ctx) =>
    ctx.run<{ n: number }>(
      `select count(*) as n from sla_clock c join task t on t.tenant_id = $1 and t.id = c.task_id
       where c.tenant_id = $1 and c.policy_id = $2 and c.resolve_by between t.created_at + interval '199 minutes' and t.created_at + interval '200 minutes'`,
      [tenant.id, policy.id],
    ),
  )
  return rows[0]?.n
}

test('A change updates more clocks than one batch holds', async () => {
  const tenant = await keyed()
  const policy = await made(tenant, high(30, 300))
  await insertMany(tenant)
  await patch(tenant, policy.id, high(30, 200))
  await server.drain()
  assert.equal(await countWithin200(tenant, policy), 1203)
})

test('All tasks created while a change was in progress follow it, however many', async () => {
  const tenant = await keyed()
  const policy = await made(tenant, high(30, 300))
  await patch(tenant, policy.id, high(30, 200))
  await server.drain()
  await insertMany(tenant)
  server.clock.advance(61_000)
  await server.drain()
  assert.equal(await countWithin200(tenant, policy), 1203)
})

test('A company’s own policy precedes the first whose scope matches the task', async () => {
  const tenant = await keyed()
  await made(tenant, { name: 'All', ...high(30, 300) })
  const own = await made(tenant, { name: 'Company', scope: { categories: ['LEAK'] }, ...high(3, 30) })
  const companyId = tenant.admin.id
  await tenant.inside((ctx) =>
    ctx.db
      .insertInto('company')
      .values({
        tenant_id: tenant.id,
        id: companyId,
        name: 'Lift & Co',
        kind: 'PROVIDER',
        sla_policy_id: own.id,
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .execute(),
  )
  const task = await taskOf(tenant, { priority: 'HIGH' })
  assert.equal(minutesTo(task, task.sla?.resolveBy), 300)
  const given = await send<Task>(tenant, 'POST', `/tasks/${task.id}/assign`, { companyId })
  assert.deepEqual(
    [given.json.data.sla?.policyId, minutesTo(task, given.json.data.sla?.resolveBy)],
    [own.id, 30],
  )
})

test('A policy has its own hours, with several intervals a day and holidays', async () => {
  const tenant = await keyed()
  // Friday, ten o'clock in Berlin.
  await made(tenant, {
    targets: { HIGH: { respondMinutes: 60, resolveMinutes: 180, clock: 'HOURS' } },
    calendar: {
      weekly: {
        '1': [['08:00', '12:00']],
        '5': [
          ['14:00', '15:00'],
          ['09:00', '11:00'],
        ],
      },
      holidays: ['2026-11-23'],
    },
  })
  const task = await taskOf(tenant, { priority: 'HIGH' })
  const late = Date.parse(task.createdAt) - Date.parse('2026-11-20T09:00:00Z')
  // One hour until eleven, one from two, and on the next open Friday one more: Monday is closed.
  assert.equal(
    task.sla?.resolveBy,
    new Date(Date.parse('2026-11-27T08:00:00Z') + 3_600_000 + late).toISOString(),
  )
})

test('Holidays are imported from an ICS file: several days, yearly events, folded lines', async () => {
  const tenant = await keyed()
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'SUMMARY:Christmas, a long',
    '  name',
    'DTSTART;VALUE=DATE:20261224',
    'DTEND;VALUE=DATE:20261227',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20201003',
    'RRULE:FREQ=YEARLY',
    'EXDATE;VALUE=DATE:20281003',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:20270101T090000Z',
    'SUMMARY:An appointment',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const policy = await made(tenant, { calendar: { ...allDay, holidays: ['2027-05-01'] }, holidaysIcs: ics })
  assert.deepEqual(policy.calendar?.holidays, [
    '2026-10-03',
    '2026-12-24',
    '2026-12-25',
    '2026-12-26',
    '2027-05-01',
    '2027-10-03',
    '2029-10-03',
    '2030-10-03',
    '2031-10-03',
  ])
})

test('A broken ICS file is VALIDATION_ERROR with its line', async () => {
  const tenant = await keyed()
  const event = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\n')
  const broken: [string, RegExp][] = [
    ['hello', /line 1/],
    ['', /line 1/],
    [event('DTSTART;VALUE=DATE:20261324'), /line 3: DTSTART names a day that does not exist/],
    [event('DTSTART;VALUE=DATE:soon'), /line 3/],
    [event('SUMMARY:x'), /line 2: this event has no DTSTART/],
    [event('DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=DAILY'), /line 4/],
    [event('DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=YEARLY;BYSECOND=1,2,3'), /line 4/],
    [event('DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=YEARLY;BYMONTH=99'), /line 4|^$/],
    [event('DTSTART;VALUE=DATE:19700101', 'RRULE:FREQ=YEARLY;COUNT=99999;BYDAY=MO,TU,WE,TH'), /line 4/],
    [event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20251224'), /line 2/],
    [event('DTSTART;VALUE=DATE:20000101', 'DTEND;VALUE=DATE:20991224'), /line 2/],
    ['BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR', /line 3/],
    ['BEGIN:VCALENDAR', /line 1/],
    ['BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VEVENT', /line 3/],
  ]
  for (const [holidaysIcs, line] of broken) {
    const reply = await create(tenant, { holidaysIcs })
    if (line.test('') && reply.status === 201) continue
    assert.equal(reply.json.code, 'VALIDATION_ERROR', holidaysIcs)
    assert.match(reply.json.error, line)
  }
  const large = event('DTSTART;VALUE=DATE:20261224', `SUMMARY:${'x'.repeat(270_000)}`)
  assert.equal((await create(tenant, { holidaysIcs: large })).json.code, 'VALIDATION_ERROR')
})

test('Contradictory input is refused with its path', async () => {
  const [tenant, other] = [await keyed(), await keyed()]
  const foreign = await createPlace(server, other)
  const wrong: [string, object][] = [
    ['VALIDATION_ERROR', { targets: { HIGH: { respondMinutes: 5, respondDays: 1 } } }],
    ['VALIDATION_ERROR', { targets: { HIGH: { resolveMinutes: 0 } } }],
    ['VALIDATION_ERROR', { targets: { HIGH: { resolveDays: 9999 } } }],
    ['VALIDATION_ERROR', { calendar: { weekly: {} } }],
    ['VALIDATION_ERROR', { calendar: { weekly: { '1': [] } } }],
    ['VALIDATION_ERROR', { calendar: { weekly: { '1': [['18:00', '08:00']] } } }],
    [
      'VALIDATION_ERROR',
      {
        calendar: {
          weekly: {
            '1': [
              ['08:00', '12:00'],
              ['11:00', '13:00'],
            ],
          },
        },
      },
    ],
    ['VALIDATION_ERROR', { calendar: { weekly: { '1': [['08:00', '25:00']] } } }],
    [
      'VALIDATION_ERROR',
      { calendar: { weekly: { '1': [['00:00', '00:01']] } }, targets: { HIGH: { resolveMinutes: 500_000 } } },
    ],
    ['VALIDATION_ERROR', { calendar: { holidays: ['2026-02-30'] } }],
    ['VALIDATION_ERROR', { scope: { types: ['SPACESHIP'] } }],
    ['VALIDATION_ERROR', { scope: { categories: ['WARP_FAULT'] } }],
    ['NOT_FOUND', { scope: { buildingIds: [foreign.buildingId] } }],
    ['VALIDATION_ERROR', { name: ' ' }],
  ]
  for (const [code, body] of wrong)
    assert.equal((await create(tenant, body)).json.code, code, JSON.stringify(body))
  assert.deepEqual(await list(tenant), [])
})

test('A change keeps fields left out and respects the version; deleting closes the gap', async () => {
  const tenant = await keyed()
  const first = await made(tenant, { name: 'First', ...high(30, 300) })
  const second = await made(tenant, { name: 'Second' })
  const reply = await patch(tenant, first.id, { targets: { LOW: { resolveDays: 9 } } }, { 'if-match': '"1"' })
  assert.deepEqual(reply.json.data.targets, {
    ...first.targets,
    LOW: { respondDays: 1, resolveDays: 9, clock: 'HOURS' },
  })
  assert.equal(
    (await patch(tenant, first.id, { name: 'x' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  const same = await patch(tenant, second.id, { name: 'Second' })
  assert.equal(same.json.data.version, 1, 'nothing has changed')
  assert.equal(
    (await send(tenant, 'DELETE', `/admin/sla-policies/${first.id}`, undefined, { 'if-match': '"1"' })).json
      .code,
    'PRECONDITION_FAILED',
  )
  assert.equal((await send(tenant, 'DELETE', `/admin/sla-policies/${first.id}`)).status, 200)
  assert.deepEqual(
    (await list(tenant)).map(({ name, position }) => [name, position]),
    [['Second', 0]],
  )
  assert.equal((await send(tenant, 'DELETE', `/admin/sla-policies/${first.id}`)).json.code, 'NOT_FOUND')
})

test('An archived building does not prevent changing the scope of its policy', async () => {
  const tenant = await keyed()
  const [gone, there] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const { id } = await made(tenant, { scope: { buildingIds: [gone.buildingId] } })
  await tenant.inside(({ run }) =>
    run('update building set archived_at = now() where tenant_id = $1 and id = $2', [
      tenant.id,
      gone.buildingId,
    ]),
  )
  const scope = { buildingIds: [gone.buildingId, there.buildingId] }
  assert.deepEqual((await patch(tenant, id, { scope })).json.data.scope, scope)
})

test('Policies need PRO and an administrator, and those of another tenant are NOT_FOUND', async () => {
  const [mine, theirs, small] = [await keyed(), await keyed(), await keyed('STARTER')]
  const { id } = await made(theirs, {})
  assert.equal((await patch(mine, id, { name: 'x' })).json.code, 'NOT_FOUND')
  assert.equal((await send(mine, 'DELETE', `/admin/sla-policies/${id}`)).json.code, 'NOT_FOUND')
  assert.equal((await create(small, {})).json.code, 'FORBIDDEN')
  for (const { token } of [theirs.manager, theirs.technician])
    assert.equal((await server.call('GET', '/api/admin/sla-policies', { token })).json.code, 'FORBIDDEN')
})
