import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DutyChanged, Operator, OperatorDetail } from '#contracts/operator/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { makeTask, move } from '#server/modules/tasks/testing/test-tasks.ts'
import { besideHolder, dueWork } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { always, makeCompany, makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer()

const taskOf = async (tenant: TestTenant, { id }: { id: string }): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: tenant.manager.token })).json.data
const give = (tenant: TestTenant, operator: { id: string }, more = {}) =>
  makeTask(server, tenant.manager, { assignee: { operatorId: operator.id }, ...more })
const inMinutes = (minutes: number): string =>
  new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()

/** A company with a person who will be absent and two colleagues, one of them on duty. */
const withCompany = async () => {
  const tenant = await createTenant(server)
  const company = await makeCompany(server, tenant, { kind: 'IN_HOUSE' })
  const make = (name: string, more = {}) =>
    makeOperator(server, tenant, { name, companyId: company.id, ...more })
  const [absent, colleague, resting] = [await make('Absent'), await make('Colleague'), await make('Resting')]
  const calls = operatorCalls(server, tenant)
  await calls.duty(colleague.id, { state: 'ON' })
  return { tenant, company, absent, colleague, resting, ...calls, make }
}

test('Duty is set with an end in the future; then it ends by itself', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeOperator(server, tenant)
  const { duty, get, shift } = operatorCalls(server, tenant)
  const until = inMinutes(30)
  const reply = await duty(id, { state: 'ON', until })
  assert.deepEqual([reply.json.data.duty, reply.json.data.onDuty], [{ state: 'ON', until }, true])
  assert.equal((await duty(id, { state: 'BREAK', until: inMinutes(-1) })).status, 400)
  assert.equal((await duty(id, { state: 'ASLEEP' })).status, 400)
  assert.equal((await duty(id, { state: 'ABSENT', takeBack: true })).status, 400)
  await shift(id, always)
  await duty(id, { state: 'BREAK', until: inMinutes(5) })
  const resting = (await get(id)).json.data
  assert.deepEqual([resting.duty.state, resting.onDuty], ['BREAK', false])
  server.clock.advance(6 * 60_000)
  const back = (await get(id)).json.data
  assert.deepEqual([back.duty, back.onDuty], [{ state: 'OFF', until: null }, true], 'by shift')
  await server.drain()
  assert.deepEqual((await get(id)).json.data.duty, { state: 'OFF', until: null })
})

test('Setting duty at the moment when the last one ends waits for that end, and the two do not deadlock', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeOperator(server, tenant)
  const { duty, get } = operatorCalls(server, tenant)
  await duty(id, { state: 'ON', until: inMinutes(30) })
  const reply = await besideHolder(
    tenant,
    dueWork('operator.duty_ends', id),
    ['select 1 from operator where tenant_id = $1 and id = $2 for update nowait', id],
    () => duty(id, { state: 'BREAK' }),
  )
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual((await get(id)).json.data.duty, { state: 'BREAK', until: null })
})

test('Duty whose end failed at the first try still ends', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeOperator(server, tenant)
  const { duty } = operatorCalls(server, tenant)
  await duty(id, { state: 'ABSENT', until: inMinutes(1) })
  const stored = () =>
    tenant.inside(({ run }) =>
      run('select duty, duty_until from operator where tenant_id = $1 and id = $2', [tenant.id, id]),
    )
  // A failed try moves the scheduled job to a moment later.
  await tenant.inside(({ run }) =>
    run(
      `update due_work set attempts = 1, due_at = due_at + interval '5 seconds'
       where tenant_id = $1 and kind = 'operator.duty_ends' and key = $2`,
      [tenant.id, id],
    ),
  )
  server.clock.advance(2 * 60_000)
  await server.drain()
  assert.deepEqual(await stored(), [{ duty: 'OFF', duty_until: null }])
})

test('Duty that is set again is not ended by the end of the earlier one', async () => {
  const tenant = await createTenant(server)
  const { id } = await makeOperator(server, tenant)
  const { duty, get } = operatorCalls(server, tenant)
  await duty(id, { state: 'ABSENT', until: inMinutes(1) })
  await duty(id, { state: 'ON' })
  server.clock.advance(2 * 60_000)
  await server.drain()
  assert.deepEqual((await get(id)).json.data.duty, { state: 'ON', until: null })
})

test('Absence hands open tasks to colleagues on duty, and the absent person reads who got which', async () => {
  const { tenant, absent, colleague, duty, get } = await withCompany()
  const open = await give(tenant, absent)
  const done = await give(tenant, absent, { title: 'Done' })
  await move(server, tenant.manager, done.id, { status: 'DONE' })
  const reply = await duty<DutyChanged>(absent.id, { state: 'ABSENT', until: inMinutes(600) })
  assert.equal(reply.status, 200, reply.text)
  const expected = [
    {
      taskId: open.id,
      number: open.number,
      title: open.title,
      to: { kind: 'OPERATOR', id: colleague.id, name: 'Colleague' },
      canTakeBack: true,
    },
  ]
  assert.deepEqual(reply.json.data.handedOver, expected)
  assert.deepEqual((await get<OperatorDetail>(absent.id)).json.data.handedOver, expected)
  const after = await taskOf(tenant, open)
  assert.deepEqual(
    [after.assignee?.id, after.routing?.reason],
    [colleague.id, 'Handed over while Absent is absent'],
  )
  assert.equal((await taskOf(tenant, done)).assignee?.id, absent.id)
})

test('Several tasks are spread over colleagues within their capacity; the rest goes to the company', async () => {
  const { tenant, company, absent, colleague, resting, duty, patch } = await withCompany()
  await duty(resting.id, { state: 'ON' })
  await patch(colleague.id, { maxOpenTasks: 2 })
  await patch(resting.id, { maxOpenTasks: 1 })
  for (let index = 0; index < 5; index++) await give(tenant, absent)
  const reply = await duty<DutyChanged>(absent.id, { state: 'ABSENT' })
  const counts = Map.groupBy(reply.json.data.handedOver, ({ to }) => to?.id)
  assert.deepEqual(
    [colleague.id, resting.id, company.id].map((id) => counts.get(id)?.length),
    [2, 1, 2],
  )
})

test('If no colleague fits, the company gets the tasks; without a company they become unassigned', async () => {
  const { tenant, company, absent, colleague, duty } = await withCompany()
  await duty(colleague.id, { state: 'OFF' })
  await give(tenant, absent)
  const reply = await duty<DutyChanged>(absent.id, { state: 'ABSENT' })
  assert.deepEqual(reply.json.data.handedOver[0]?.to, { kind: 'COMPANY', id: company.id, name: 'Sparkle' })
  const alone = await makeOperator(server, tenant, { name: 'Alone' })
  const task = await give(tenant, alone)
  const left = await duty<DutyChanged>(alone.id, { state: 'ABSENT' })
  assert.equal(left.json.data.handedOver[0]?.to, null)
  assert.equal((await taskOf(tenant, task)).assignee, null)
})

test('A person who is back takes tasks that nobody has started back in one step; started ones stay', async () => {
  const { tenant, absent, colleague, resting, duty } = await withCompany()
  const [same, begun, went] = [
    await give(tenant, absent),
    await give(tenant, absent),
    await give(tenant, absent),
  ]
  await duty(absent.id, { state: 'ABSENT' })
  await move(server, tenant.manager, begun.id, { status: 'IN_PROGRESS' })
  await server.call('POST', `/api/tasks/${went.id}/assign`, {
    token: tenant.manager.token,
    body: { operatorId: resting.id },
  })
  const reply = await duty<DutyChanged>(absent.id, { state: 'ON', takeBack: true })
  assert.deepEqual(reply.json.data.takenBack, [{ id: same.id, number: same.number, title: same.title }])
  assert.equal((await taskOf(tenant, same)).assignee?.id, absent.id)
  assert.equal((await taskOf(tenant, begun)).assignee?.id, colleague.id)
  assert.equal((await taskOf(tenant, went)).assignee?.id, resting.id)
  const again = await duty<DutyChanged>(absent.id, { state: 'ON', takeBack: true })
  assert.deepEqual([again.json.data.takenBack, again.json.data.handedOver], [[], []])
})

test('An absence set by mistake is undone: tasks that were already in progress return too, unless somebody continued them', async () => {
  const { tenant, absent, colleague, duty, get } = await withCompany()
  const [open, begun, gone] = [
    await give(tenant, absent),
    await give(tenant, absent),
    await give(tenant, absent),
  ]
  for (const { id } of [begun, gone]) await move(server, tenant.manager, id, { status: 'IN_PROGRESS' })
  server.clock.advance(60_000)
  await duty(absent.id, { state: 'ABSENT' })
  const handed = (await get<OperatorDetail>(absent.id)).json.data.handedOver
  assert.deepEqual(
    handed.map(({ to, canTakeBack }) => [to?.id, canTakeBack]),
    [0, 1, 2].map(() => [colleague.id, true]),
  )
  server.clock.advance(1000)
  const note = { token: tenant.manager.token, body: { text: 'The valve is off' } }
  assert.equal((await server.call('POST', `/api/tasks/${gone.id}/notes`, note)).status, 201)
  const reply = await duty<DutyChanged>(absent.id, { state: 'OFF', takeBack: true })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.json.data.takenBack.map(({ id }) => id).sort(), [open.id, begun.id].sort())
  assert.equal(reply.json.data.duty.state, 'OFF')
  const after = await Promise.all([open, begun, gone].map((one) => taskOf(tenant, one)))
  assert.deepEqual(
    after.map(({ status, assignee }) => [status, assignee?.id]),
    [
      ['OPEN', absent.id],
      ['IN_PROGRESS', absent.id],
      ['IN_PROGRESS', colleague.id],
    ],
  )
})

test('Tasks of the linked account are handed over and returned too; the list stays after the absence', async () => {
  const { tenant, company, duty, get } = await withCompany()
  const linked = await makeOperator(server, tenant, {
    name: 'Linked',
    companyId: company.id,
    userId: tenant.technician.id,
  })
  const task = await makeTask(server, tenant.manager, { assignee: { userId: tenant.technician.id } })
  const { token } = tenant.technician
  await duty(linked.id, { state: 'ABSENT' }, token)
  assert.equal((await taskOf(tenant, task)).assignee?.kind, 'OPERATOR')
  await duty(linked.id, { state: 'ON' }, token)
  assert.equal((await get<OperatorDetail>(linked.id, undefined, token)).json.data.handedOver.length, 1)
  await duty(linked.id, { state: 'ON', takeBack: true }, token)
  assert.deepEqual((await taskOf(tenant, task)).assignee, {
    kind: 'USER',
    id: tenant.technician.id,
    name: tenant.technician.name,
  })
})

test('Two operators who cover each other and leave at the same time, many times, lose no task and do not deadlock', async () => {
  const { tenant, absent, colleague, duty } = await withCompany()
  const tasks = [await give(tenant, absent), await give(tenant, colleague)]
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(
      [absent, colleague].flatMap(({ id }) => [
        duty(id, { state: 'ABSENT' }),
        duty(id, { state: 'ON', takeBack: true }),
      ]),
    )
    for (const { status, text } of replies) assert.equal(status, 200, text)
  }
  for (const task of tasks) assert.equal((await taskOf(tenant, task)).status, 'OPEN')
  const lists = await Promise.all(
    [absent, colleague].map(
      async ({ id }) => (await operatorCalls(server, tenant).get<Operator>(id)).json.data.load,
    ),
  )
  const company = await tenant.inside((ctx) =>
    ctx.run<{ n: number }>(
      "select count(*) as n from task where tenant_id = $1 and coalesce(assignee_kind, '') <> 'OPERATOR'",
      [tenant.id],
    ),
  )
  assert.equal(lists.reduce((sum, { open }) => sum + open, 0) + (company[0]?.n ?? 0), 2)
})

/** An operator whose phone reports duty, with a correct clock unless given. */
const withPhone = async () => {
  const tenant = await createTenant(server, { timeZone: 'UTC' })
  const { id } = await makeOperator(server, tenant, { userId: tenant.technician.id })
  server.built.principals.forget(tenant.id)
  const send = (body: unknown, query = '') =>
    server.call<DutyChanged>('POST', `/api/operator/operators/${id}/duty${query}`, {
      token: tenant.technician.token,
      body,
    })
  return { tenant, id, send, ...operatorCalls(server, tenant) }
}

test('A late report of a shift’s end does not override newer duty or an absence, however wrong the phone’s clock is; its note stays', async (t) => {
  server.clock.stand(t)
  for (const [isFirst, state, until] of [
    [false, 'ABSENT', inMinutes(600)],
    [false, 'ON', null],
    [false, 'BREAK', inMinutes(600)],
    [true, 'ABSENT', inMinutes(600)],
  ] as const) {
    const { tenant, id, send, duty, get } = await withPhone()
    await send({ state: 'ON' })
    if (isFirst) await duty(id, { state, until })
    server.clock.advance(60_000)
    const ended = inMinutes(120)
    server.clock.advance(60_000)
    if (!isFirst) await duty(id, { state, until })
    server.clock.advance(60_000)
    const late = await send({ state: 'OFF', at: ended, note: 'The tap drips' }, `?sentAt=${inMinutes(120)}`)
    assert.equal(late.status, 200, late.text)
    assert.deepEqual(late.json.data.duty, { state, until }, state)
    assert.deepEqual((await get(id)).json.data.duty, { state, until })
    const notes = await tenant.inside((ctx) =>
      ctx.run('select text from shift_note where tenant_id = $1', [tenant.id]),
    )
    assert.deepEqual(notes, [{ text: 'The tap drips' }])
  }
})

test('A time is allowed with OFF only, and a future time counts as now', async (t) => {
  server.clock.stand(t)
  const { send } = await withPhone()
  for (const state of ['ON', 'BREAK', 'ABSENT', undefined])
    assert.equal((await send({ state, at: inMinutes(0) })).status, 400)
  assert.equal((await send({ state: 'OFF', at: 'yesterday' })).status, 400)
  await send({ state: 'ON' })
  assert.equal((await send({ state: 'OFF', at: inMinutes(60) })).json.data.duty.state, 'OFF')
  server.clock.advance(60_000)
  assert.equal((await send({ state: 'ON' })).json.data.onDuty, true)
  server.clock.advance(60_000)
  assert.equal((await send({ state: 'OFF', at: inMinutes(0) })).json.data.onDuty, false)
})

test('A late report of a shift’s end ends that shift and not the next, which has started', async (t) => {
  server.clock.stand(t)
  const now = server.clock.now().getTime()
  for (const [days, comes, isOn] of [
    [1, '15:58', false],
    [2, '16:05', true],
  ] as const) {
    const day = new Date(now + days * 86_400_000).toISOString().slice(0, 10)
    server.clock.set(new Date(`${day}T15:54:00Z`))
    const { id, send, shift, get } = await withPhone()
    const weekly = always.weekly.flatMap(({ day: on }) => [
      { day: on, from: '08:00', to: '15:59' },
      { day: on, from: '16:03', to: '20:00' },
    ])
    assert.equal((await shift(id, { weekly, exceptions: [] })).status, 200)
    await send({ state: 'ON' })
    server.clock.set(new Date(`${day}T${comes}:00Z`))
    const late = await send({ state: 'OFF', at: `${day}T15:55:00Z` })
    assert.equal(late.status, 200, late.text)
    assert.equal(late.json.data.onDuty, isOn)
    server.clock.set(new Date(`${day}T16:05:00Z`))
    assert.equal((await get(id)).json.data.onDuty, true, 'on duty by shift')
  }
})
