import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EscalationRule } from '#contracts/escalation/rules.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { HistoryEntry, Task } from '#contracts/tasks/records.ts'
import { always, makeOperator, operatorCalls } from '#server/modules/operator/testing/test-operators.ts'
import { eventsOf } from '#server/modules/tasks/testing/test-tasks.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { runDueJobs } from '#server/platform/work/scheduled-jobs.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'
import { escalate } from './escalate.ts'

const server = await startTestServer({ worker: true, own: true })
const minute = 60_000
const start = '2026-11-20T09:00:00Z'

interface Keyed extends TestTenant {
  readonly key: string
}

/** A tenant without its initial rules, unless `defaults` is set. */
const keyed = async ({ plan = 'BUSINESS' as Plan, defaults = false } = {}): Promise<Keyed> => {
  server.clock.set(new Date(start))
  const tenant = await createTenant(server, { plan })
  if (!defaults)
    await tenant.inside((ctx) => ctx.run('delete from escalation_rule where tenant_id = $1', [tenant.id]))
  return { ...tenant, key: (await createKey(server, tenant, 'read', 'write')).key }
}
const send = <T>({ key }: Keyed, method: string, path: string, body?: unknown) =>
  server.call<T>(method, `/api${path}`, { key, body })
const rule = async (tenant: Keyed, body: object): Promise<EscalationRule> => {
  const reply = await send<EscalationRule>(tenant, 'POST', '/admin/escalation-rules', {
    name: 'Late',
    ...body,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const taskOf = async (tenant: Keyed, body: object = {}): Promise<Task> => {
  const reply = await send<Task>(tenant, 'POST', '/tasks', { title: 'Loose', priority: 'URGENT', ...body })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  return reply.json.data
}
const move = async (tenant: Keyed, { id }: Task, body: object): Promise<Task> => {
  const reply = await send<Task>(tenant, 'PATCH', `/tasks/${id}/status`, body)
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
  return reply.json.data
}
const read = async (tenant: Keyed, { id }: Task): Promise<Task> =>
  (await send<Task>(tenant, 'GET', `/tasks/${id}`)).json.data
const at = async (task: Task, ms: number): Promise<void> => {
  server.clock.set(new Date(Date.parse(task.createdAt) + ms))
  await server.drain()
}
const after = (task: Task, ms: number): string => new Date(Date.parse(task.createdAt) + ms).toISOString()
const escalations = async (tenant: Keyed, { id }: Task): Promise<[at: string, text: string][]> =>
  (await send<HistoryEntry[]>(tenant, 'GET', `/tasks/${id}/history?pageSize=100`)).json.data
    .filter(({ type }) => type === 'ESCALATED')
    .map(({ at: moment, text }): [string, string] => [moment, text])
    .sort()
const mailsOf = (subject: RegExp): string[] =>
  server.mails
    .filter((mail) => subject.test(mail.subject))
    .map(({ to }) => to)
    .sort()
const over = (minutesOverdue: number) => ({ level: { clock: 'RESOLVE', minutesOverdue } })

test('A rule acts when it is due: it raises the priority, notifies people and writes its reason in words', async () => {
  const tenant = await keyed()
  const made = await rule(tenant, {
    scope: {},
    level: { atPercent: 50 },
    then: { notify: ['MANAGER', 'ADMIN'], priority: 'UP' },
  })
  assert.deepEqual(made.level, { clock: 'RESOLVE', atPercent: 50 })
  const task = await taskOf(tenant, { priority: 'HIGH' })
  server.mails.length = 0
  await at(task, 179 * minute)
  assert.equal((await read(tenant, task)).escalationLevel, 0)
  await at(task, 180 * minute)
  const now = await read(tenant, task)
  assert.deepEqual([now.escalationLevel, now.priority], [1, 'URGENT'])
  assert.deepEqual(await escalations(tenant, task), [
    [after(task, 180 * minute), 'Escalated by rule “Late” at 50 % of the time to finish'],
  ])
  assert.deepEqual(await eventsOf(tenant, 'task.escalated'), [
    { taskId: task.id, ruleId: made.id, ruleName: 'Late', level: 1 },
  ])
  assert.deepEqual(mailsOf(/^Escalated: Loose/), [tenant.admin.email, tenant.manager.email].sort())
})

test('The history words what a rule did in the reader’s language, whatever the organisation’s language is', async () => {
  const tenant = await keyed()
  await rule(tenant, { scope: {}, level: { minutesOverdue: 90 }, then: { notify: ['MANAGER'] } })
  const task = await taskOf(tenant)
  await at(task, 210 * minute)
  const { token } = await tenant.person(['MANAGER'])
  await server.call('PATCH', '/api/auth/me', { token, body: { language: 'de' } })
  const read = await server.call<HistoryEntry[]>('GET', `/api/tasks/${task.id}/history`, { token })
  assert.equal(
    read.json.data.find(({ type }) => type === 'ESCALATED')?.text,
    'Eskaliert nach der Regel „Late“ 90 Minuten nach dem Ende der Zeit zum Erledigen',
  )
})

test('A new tenant has three rules: at 75 % notify the assignee, at 100 % notify managers and unassign, at 150 % notify administrators', async () => {
  const tenant = await keyed({ defaults: true })
  const rules = (await send<EscalationRule[]>(tenant, 'GET', '/admin/escalation-rules')).json.data
  assert.deepEqual(
    rules.map(({ level, then: action }) => [level.atPercent, action]),
    [
      [75, { notify: ['ASSIGNEE'] }],
      [100, { notify: ['MANAGER'], assign: null }],
      [150, { notify: ['ADMIN'] }],
    ],
  )
  const [idle, begun] = [
    await taskOf(tenant, { assignee: { userId: tenant.technician.id } }),
    await taskOf(tenant, { title: 'Begun', assignee: { userId: tenant.technician.id } }),
  ]
  await move(tenant, begun, { status: 'IN_PROGRESS' })
  server.mails.length = 0
  await at(begun, 90 * minute)
  assert.deepEqual(mailsOf(/^Escalated/), [tenant.technician.email, tenant.technician.email])
  await at(begun, 121 * minute)
  assert.equal((await read(tenant, idle)).assignee, null)
  assert.match(
    (await read(tenant, idle)).routing?.reason ?? '',
    /^Escalated by rule “The time is used” at 100 %/,
  )
  assert.equal((await read(tenant, begun)).assignee?.id, tenant.technician.id, 'what is begun stays')
  await at(begun, 181 * minute)
  assert.deepEqual(mailsOf(/^Escalated/).filter((to) => to === tenant.admin.email).length, 2)
  assert.equal((await read(tenant, idle)).escalationLevel, 3)
})

test('Each rule acts once on a task, and once more after a reopening', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(10), then: { notify: ['MANAGER'] } })
  const task = await taskOf(tenant)
  await at(task, 140 * minute)
  await at(task, 200 * minute)
  await move(tenant, task, { status: 'DONE' })
  await move(tenant, task, { status: 'OPEN' })
  await at(task, 600 * minute)
  await at(task, 900 * minute)
  assert.equal((await escalations(tenant, task)).length, 2)
  assert.deepEqual((await escalations(tenant, task))[0], [
    after(task, 130 * minute),
    'Escalated by rule “Late” 10 minutes after the time to finish',
  ])
})

test('History has the exact due time even if the worker runs hours later, and rules act in the order in which they are due', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(60), then: { notify: ['ADMIN'] }, name: 'Third' })
  await rule(tenant, {
    level: { clock: 'RESPOND', atPercent: 100 },
    then: { notify: ['ADMIN'] },
    name: 'First',
  })
  await rule(tenant, { level: { atPercent: 100 }, then: { priority: 'URGENT' }, name: 'Second' })
  const task = await taskOf(tenant)
  await at(task, 30 * 60 * minute)
  assert.deepEqual(
    (await escalations(tenant, task)).map(([moment]) => moment),
    [after(task, 15 * minute), after(task, 120 * minute), after(task, 180 * minute)],
  )
})

test('A task that is on hold or done is not escalated', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(0), then: { notify: ['MANAGER'] } })
  const [blocked, done] = [await taskOf(tenant), await taskOf(tenant)]
  await move(tenant, blocked, { status: 'IN_PROGRESS', blocked: { reason: 'PARTS' } })
  await move(tenant, done, { status: 'DONE' })
  await at(blocked, 300 * minute)
  assert.deepEqual([await escalations(tenant, blocked), await escalations(tenant, done)], [[], []])
  const { sla } = await move(tenant, blocked, { status: 'IN_PROGRESS', blocked: null })
  assert.ok(sla?.resolveBy)
  server.clock.set(new Date(Date.parse(sla.resolveBy)))
  await server.drain()
  assert.deepEqual(
    (await escalations(tenant, blocked)).map(([moment]) => moment),
    [sla.resolveBy],
  )
})

test('A DUE rule uses the due time, also for work without an SLA clock', async (t) => {
  const tenant = await keyed()
  await rule(tenant, { level: { clock: 'DUE', minutesOverdue: 5 }, then: { priority: 'HIGH' } })
  const task = await taskOf(tenant, { priority: 'LOW', dueAt: '2026-11-20T12:00:00Z' })
  await tenant.inside((ctx) => ctx.run('delete from sla_clock where tenant_id = $1', [tenant.id]))
  let now = new Date('2026-11-20T12:04:58Z')
  t.mock.method(server.clock, 'now', () => now)
  await server.drain()
  assert.deepEqual(await escalations(tenant, task), [])
  now = new Date('2026-11-20T12:05:00Z')
  await server.drain()
  assert.deepEqual(await escalations(tenant, task), [
    ['2026-11-20T12:05:00.000Z', 'Escalated by rule “Late” 5 minutes after the time until it was due'],
  ])
  assert.equal((await read(tenant, task)).priority, 'HIGH')
  // A later due time does not trigger the rule again.
  await send(tenant, 'PATCH', `/tasks/${task.id}`, { dueAt: '2026-11-20T14:00:00Z' })
  await at(task, 24 * 60 * minute)
  assert.equal((await escalations(tenant, task)).length, 1)
})

test('Moving the due time moves the escalation', async () => {
  const tenant = await keyed()
  await rule(tenant, { level: { clock: 'DUE', minutesOverdue: 0 }, then: { notify: ['ADMIN'] } })
  const task = await taskOf(tenant, { dueAt: '2026-11-20T12:00:00Z' })
  await send(tenant, 'PATCH', `/tasks/${task.id}`, { dueAt: '2026-11-20T15:00:00Z' })
  await server.drain()
  server.clock.set(new Date('2026-11-20T14:00:00Z'))
  await server.drain()
  assert.deepEqual(await escalations(tenant, task), [])
  await send(tenant, 'PATCH', `/tasks/${task.id}`, { dueAt: '2026-11-20T14:10:00Z' })
  await server.drain()
  server.clock.set(new Date('2026-11-20T14:20:00Z'))
  await server.drain()
  assert.equal((await escalations(tenant, task))[0]?.[0], '2026-11-20T14:10:00.000Z')
})

test('The task is assigned to whom the rule names, unless they are not active any more', async () => {
  const tenant = await keyed()
  const other = await tenant.person(['TECHNICIAN'])
  await rule(tenant, { ...over(0), then: { assign: { userId: other.id } } })
  const first = await taskOf(tenant)
  await at(first, 121 * minute)
  assert.equal((await read(tenant, first)).assignee?.id, other.id)
  const second = await taskOf(tenant)
  await tenant.inside((ctx) =>
    ctx.run("update app_user set state = 'DISABLED' where tenant_id = $1 and id = $2", [tenant.id, other.id]),
  )
  await at(second, 121 * minute)
  const now = await read(tenant, second)
  assert.deepEqual([now.assignee, now.escalationLevel], [null, 1])
})

test('The operator on call is assigned; without one, the assignee stays', async () => {
  const tenant = await keyed({ plan: 'ENTERPRISE' })
  await rule(tenant, { ...over(0), then: { assign: { onCall: true } } })
  const nobody = await taskOf(tenant)
  await at(nobody, 121 * minute)
  assert.deepEqual(
    [(await read(tenant, nobody)).assignee, (await read(tenant, nobody)).escalationLevel],
    [null, 1],
  )
  // Access tokens are as old as the tenant.
  server.clock.set(new Date(start))
  const operator = await makeOperator(server, tenant, { shifts: always })
  await operatorCalls(server, tenant).shift(operator.id, always)
  const task = await taskOf(tenant)
  await at(task, 121 * minute)
  assert.deepEqual((await read(tenant, task)).assignee, { kind: 'OPERATOR', id: operator.id, name: 'Jo' })
})

test('Rules act only on tasks in their scope', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(0), scope: { categories: ['LEAK'] }, then: { notify: ['ADMIN'] } })
  const [inside, outside] = [
    await taskOf(tenant, { category: 'LEAK', priority: 'URGENT' }),
    await taskOf(tenant),
  ]
  await at(outside, 125 * minute)
  assert.deepEqual(
    [(await escalations(tenant, inside)).length, (await escalations(tenant, outside)).length],
    [1, 0],
  )
})

test('Changing a rule moves its steps, and a new rule acts on tasks that are late already', async () => {
  const tenant = await keyed()
  const made = await rule(tenant, { ...over(600), then: { notify: ['ADMIN'] } })
  const task = await taskOf(tenant)
  await at(task, 130 * minute)
  await send(tenant, 'PATCH', `/admin/escalation-rules/${made.id}`, over(20))
  await server.drain()
  assert.deepEqual(await escalations(tenant, task), [])
  await at(task, 141 * minute)
  assert.equal((await escalations(tenant, task))[0]?.[0], after(task, 140 * minute))
  await rule(tenant, { ...over(5), name: 'New', then: { notify: ['ADMIN'] } })
  await server.drain()
  assert.equal((await escalations(tenant, task)).length, 2)
  await send(tenant, 'DELETE', `/admin/escalation-rules/${made.id}`)
  await at(task, 999 * minute)
  assert.equal((await escalations(tenant, task)).length, 2)
})

test('Tasks that are late only because policies changed are not escalated one by one', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(0), then: { notify: ['ADMIN'] } })
  const policy = (minutes: number) => ({
    targets: { URGENT: { respondMinutes: 5, resolveMinutes: minutes, clock: 'ALWAYS' } },
  })
  const made = await send<{ id: string }>(tenant, 'POST', '/admin/sla-policies', {
    name: 'P',
    ...policy(200),
  })
  const task = await taskOf(tenant)
  await at(task, 100 * minute)
  await send(tenant, 'PATCH', `/admin/sla-policies/${made.json.data.id}`, policy(50))
  await server.drain()
  await at(task, 400 * minute)
  assert.deepEqual(await escalations(tenant, task), [])
  const other = await taskOf(tenant)
  await at(other, 60 * minute)
  assert.equal((await escalations(tenant, other))[0]?.[0], after(other, 50 * minute))
})

test('Below BUSINESS no rule acts', async () => {
  const tenant = await keyed({ plan: 'PRO', defaults: true })
  const task = await taskOf(tenant)
  await at(task, 900 * minute)
  assert.deepEqual(await escalations(tenant, task), [])
  assert.equal((await read(tenant, task)).sla?.state, 'BREACHED')
})

test('With three workers at once, each rule acts once', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(0), then: { priority: 'UP' } })
  await rule(tenant, { ...over(1), then: { notify: ['ADMIN'] }, name: 'Later' })
  const tasks: Task[] = []
  for (let made = 0; made < 12; made++) tasks.push(await taskOf(tenant))
  const [first] = tasks
  assert.ok(first)
  server.clock.set(new Date(Date.parse(first.createdAt) + 400 * minute))
  const handlers = new Map([['escalation.moment', escalate]])
  await Promise.all([1, 2, 3].map(() => runDueJobs(server.built.platform, handlers, ['escalation.moment'])))
  await server.drain()
  for (const task of tasks) assert.equal((await escalations(tenant, task)).length, 2)
})

test('If a worker dies between the effect and its record, the rule still acts once', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(0), then: { priority: 'UP', notify: ['ADMIN'] } })
  const task = await taskOf(tenant, { priority: 'MEDIUM', dueAt: '2026-11-20T10:00:00Z' })
  await server.built.worker?.stop()
  server.clock.set(new Date('2026-11-27T10:00:00Z'))
  let deaths = 0
  const dies = async (ctx: TenantContext, key: string, dueAt: Date) => {
    await escalate(ctx, key, dueAt)
    if (key === task.id && deaths++ < 2) throw new Error('killed')
  }
  const handlers = new Map([['escalation.moment', dies]])
  for (let tries = 0; tries < 3; tries++) {
    await runDueJobs(server.built.platform, handlers, ['escalation.moment'])
    server.clock.advance(minute)
  }
  assert.equal(deaths, 3)
  assert.equal((await escalations(tenant, task)).length, 1)
  assert.deepEqual((await eventsOf(tenant, 'task.escalated')).length, 1)
  const mails = await tenant.inside(({ db }) => db.selectFrom('outbox').select('kind').execute())
  assert.equal(mails.filter(({ kind }) => kind === 'escalated').length, 1)
})

test('If the clock jumps forward and back, a rule acts once and at the right time', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(0), then: { notify: ['ADMIN'] } })
  const made = await send<Task>(tenant, 'POST', '/tasks', { title: 'Loose', priority: 'URGENT' })
  const task = made.json.data
  const reply = await server.call('POST', '/api/system/jobs/escalation/run', { secret: systemSecret })
  assert.equal(reply.status, 200)
  const handlers = new Map([['escalation.moment', escalate]])
  const look = (ms: number) => {
    server.clock.set(new Date(Date.parse(task.createdAt) + ms))
    return runDueJobs(server.built.platform, handlers, ['escalation.moment'])
  }
  await look(121 * minute)
  await look(10 * minute)
  await look(45 * 24 * 60 * minute)
  await look(-60 * minute)
  await look(130 * minute)
  server.clock.set(new Date(Date.parse(task.createdAt) + 130 * minute))
  assert.deepEqual(
    (await escalations(tenant, task)).map(([moment]) => moment),
    [after(task, 120 * minute)],
  )
})

test('The cron job runs what is due, and restores lost scheduled jobs', async () => {
  const tenant = await keyed()
  await rule(tenant, { ...over(0), then: { notify: ['ADMIN'] } })
  const { json } = await send<Task>(tenant, 'POST', '/tasks', { title: 'Loose', priority: 'URGENT' })
  await tenant.inside((ctx) =>
    ctx.run("delete from due_work where tenant_id = $1 and kind like 'escalation%'", [tenant.id]),
  )
  server.clock.set(new Date(Date.parse(json.data.createdAt) + 125 * minute))
  const reply = await server.call<{ result: string }>('POST', '/api/system/jobs/escalation/run', {
    secret: systemSecret,
  })
  assert.equal(reply.json.data.result, 'OK')
  assert.equal((await escalations(tenant, json.data)).length, 1)
})
