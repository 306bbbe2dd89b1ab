/** @external the journey of an event to its task */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRule, AlertRuleCreated } from '#contracts/alerts/rules.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import { handleRepeats } from './handle-repeats.ts'

const server = await startTestServer({ own: true, startAt: new Date('2026-11-02T08:00:00Z') })
const day = 24 * 3600_000

interface Watched extends TestTenant {
  readonly key: string
  readonly place: TestPlace
}

const open = async (): Promise<Watched> => {
  const tenant = await createTenant(server)
  return {
    ...tenant,
    key: (await createKey(server, tenant, 'read', 'write')).key,
    place: await createPlace(server, tenant),
  }
}

let visitors = 0
const submit = async (body: object): Promise<void> => {
  const from = `10.3.${++visitors >> 8}.${visitors & 255}`
  const reply = await server.call('POST', '/api/feedback', { body, from })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
}
const report = (qrCode: string, issue = 'NO_SOAP') => submit({ qrCode, issues: [issue] })
const tasksOf = (tenant: TestTenant, cause: boolean) =>
  tenant.inside((ctx) =>
    ctx.run<{ id: string; number: number; title: string; status: string; description: string }>(
      "select id, number, title, status, description from task where tenant_id = $1 and ('cause' = any(labels)) = $2 order by number",
      [ctx.tenantId, cause],
    ),
  )
const finish = async (tenant: Watched, id: string | undefined, resolution?: string): Promise<void> => {
  const body = { status: 'DONE', ...(resolution === undefined ? {} : { resolution }) }
  const reply = await server.call('PATCH', `/api/tasks/${id}/status`, { key: tenant.key, body })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
}
/** A fault that is reported, fixed an hour later, and followed by two days. */
const fault = async (tenant: Watched, resolution?: string, issue?: string): Promise<void> => {
  await report(tenant.place.qrCode, issue)
  server.clock.advance(day / 24)
  const last = (await tasksOf(tenant, false)).filter(({ status }) => status !== 'DONE').at(-1)
  await finish(tenant, last?.id, resolution)
  server.clock.advance(2 * day)
}

test('The same fault three times in 14 days opens one cause task with the history', async () => {
  const tenant = await open()
  await fault(tenant, 'Filled up')
  await fault(tenant, 'Filled up again')
  assert.equal((await tasksOf(tenant, true)).length, 0)
  await report(tenant.place.qrCode)
  const [cause, ...others] = await tasksOf(tenant, true)
  assert.equal(others.length, 0)
  const { json } = await server.call<TaskDetail>('GET', `/api/tasks/${cause?.id}`, { key: tenant.key })
  const { title, source, labels, category, amenity, routing, createdBy, description } = json.data
  assert.deepEqual(
    [title, source, labels, category, amenity?.id, createdBy.kind],
    [
      'Cause: no soap, Washroom 1 (3 times in 14 days)',
      'MANUAL',
      ['cause'],
      'NO_SOAP',
      tenant.place.amenityId,
      'SYSTEM',
    ],
  )
  assert.match(routing?.reason ?? '', /^Alert rule: The same fault three times/)
  const lines = description.split('\n').slice(2)
  assert.equal(lines.length, 3)
  assert.match(
    lines[0] ?? '',
    /^#1: reported 2 Nov 2026, 09:00, finished 2 Nov 2026, 10:00 by .* – Filled up$/,
  )
  assert.match(lines[1] ?? '', /^#2: reported 4 Nov 2026, .* – Filled up again$/)
  assert.match(lines[2] ?? '', /^#3: reported 6 Nov 2026, .*, open$/)
})

test('The description of a cause task is in the organisation’s language, and its title in the reader’s', async () => {
  const tenant = await open()
  const { token } = tenant.admin
  const set = await server.call('PATCH', '/api/admin/settings', { token, body: { visitorLanguages: ['pl'] } })
  assert.equal(set.status, 200, set.text)
  await fault(tenant, 'Filled up')
  await fault(tenant)
  await report(tenant.place.qrCode)
  const [cause] = await tasksOf(tenant, true)
  assert.equal(cause?.title, 'Przyczyna: Brak mydła, Washroom 1 (3 razy w ciągu 14 dni)')
  const [intro, , first, , last] = cause.description.split('\n')
  assert.match(intro ?? '', /^Ta sama usterka wróciła/)
  assert.match(
    first ?? '',
    /^#1: zgłoszono \d+ lis 2026, \d\d:00, zakończono \d+ lis 2026, \d\d:00 \(.*\) – Filled up$/,
  )
  assert.match(last ?? '', /^#3: zgłoszono .*, niezakończone$/)
  const manager = await tenant.person(['MANAGER'])
  await server.call('PATCH', '/api/auth/me', { token: manager.token, body: { language: 'ar' } })
  const { json } = await server.call<TaskDetail>('GET', `/api/tasks/${cause.id}`, { token: manager.token })
  assert.match(json.data.title, /^السبب: .*، Washroom 1 \(عدد المرات: 3، عدد الأيام: 14\)$/)
})

test('No second cause task is opened while one is open, and the same three faults do not count again', async () => {
  const tenant = await open()
  for (let round = 0; round < 6; round++) await fault(tenant)
  const causes = await tasksOf(tenant, true)
  assert.equal(causes.length, 1)
  await finish(tenant, causes[0]?.id)
  server.clock.advance(day)
  await fault(tenant)
  await fault(tenant)
  assert.equal((await tasksOf(tenant, true)).length, 1, 'what came before the cause was dealt with is over')
  await report(tenant.place.qrCode)
  assert.equal((await tasksOf(tenant, true)).length, 2)
})

test('A fault that is reported again within a day reopens its task, and counts', async () => {
  const tenant = await open()
  for (let round = 0; round < 2; round++) {
    await report(tenant.place.qrCode)
    await finish(tenant, (await tasksOf(tenant, false))[0]?.id, `Round ${round}`)
    server.clock.advance(day / 24)
  }
  await report(tenant.place.qrCode)
  assert.equal((await tasksOf(tenant, false)).length, 1)
  const [cause] = await tasksOf(tenant, true)
  assert.deepEqual(
    cause?.description
      .split('\n')
      .slice(2)
      .map((line) => [line.slice(0, 3), line.split(' – ')[1]]),
    [
      ['#1:', 'Round 0'],
      ['#1:', 'Round 1'],
      ['#1:', undefined],
    ],
  )
})

test('Other issues, other amenities, further reports of an open fault, and reopening by staff do not count', async () => {
  const tenant = await open()
  const other = await createPlace(server, tenant, { name: 'Washroom 2' })
  await fault(tenant)
  await fault(tenant, undefined, 'NO_PAPER')
  await report(other.qrCode)
  await report(tenant.place.qrCode)
  await report(tenant.place.qrCode)
  await report(tenant.place.qrCode)
  const last = (await tasksOf(tenant, false)).at(-1)
  for (let round = 0; round < 3; round++) {
    await finish(tenant, last?.id)
    await server.call('PATCH', `/api/tasks/${last?.id}/status`, { key: tenant.key, body: { status: 'OPEN' } })
    await server.drain()
  }
  assert.equal((await tasksOf(tenant, true)).length, 0)
})

test('Cleaning tasks of usage rules and poor ratings without issues are not faults', async () => {
  const tenant = await open()
  const { qrCode } = tenant.place
  const make = (trigger: object, more: object) =>
    server.call<AlertRuleCreated>('POST', '/api/admin/alert-rules', {
      key: tenant.key,
      body: { name: 'Own', trigger, action: { kind: 'TASK', category: 'NOT_CLEAN' }, ...more },
    })
  assert.equal((await make({ kind: 'USAGE', count: 1 }, {})).status, 201)
  for (let round = 0; round < 3; round++) {
    for (const rating of [5, 5, 1]) await submit({ qrCode, rating })
    const due = (await tasksOf(tenant, false)).filter(({ status }) => status !== 'DONE')
    assert.equal(due.length, 2)
    for (const { id } of due) await finish(tenant, id)
    server.clock.advance(2 * day)
  }
  assert.deepEqual(await tasksOf(tenant, true), [])
  const tried = await make({ kind: 'REPEAT', count: 2 }, { action: { kind: 'TASK' }, dryRun: true })
  assert.equal(tried.json.data.wouldHaveFired, 0, tried.text)
})

test('Faults that are further apart than the window do not count together', async () => {
  const tenant = await open()
  for (let round = 0; round < 4; round++) {
    await fault(tenant)
    server.clock.advance(6 * day)
  }
  assert.equal((await tasksOf(tenant, true)).length, 0)
})

test('Workers that handle the third fault at the same time open one cause task', async () => {
  const tenant = await open()
  const paused = await tenant.inside((ctx) =>
    ctx.run<{ id: string }>(
      "update alert_rule set enabled = false where tenant_id = $1 and built_in = 'repeat' returning id",
      [ctx.tenantId],
    ),
  )
  await fault(tenant)
  await fault(tenant)
  await fault(tenant)
  assert.equal((await tasksOf(tenant, true)).length, 0, 'a rule that is paused does nothing')
  await server.call('PATCH', `/api/admin/alert-rules/${paused[0]?.id}`, {
    key: tenant.key,
    body: { enabled: true },
  })
  const tasks = (await tasksOf(tenant, false)).map(({ id }) => id)
  await Promise.all(Array.from({ length: 6 }, () => tenant.inside((ctx) => handleRepeats(ctx, tasks))))
  assert.equal((await tasksOf(tenant, true)).length, 1)
})

test('A rule about repeated faults needs a count, and a preview says which tasks it is about', async () => {
  const tenant = await open()
  const { key } = tenant
  const call = (body: object) =>
    server.call<AlertRuleCreated>('POST', '/api/admin/alert-rules', { key, body })
  const rule = { name: 'Again', trigger: { kind: 'REPEAT', count: 2 }, action: { kind: 'TASK' } }
  for (const wrong of [
    { ...rule, trigger: { kind: 'REPEAT' } },
    { ...rule, trigger: { kind: 'REPEAT', count: 1 } },
    { ...rule, action: { kind: 'RAISE_PRIORITY' } },
  ])
    assert.equal((await call(wrong)).json.code, 'VALIDATION_ERROR', JSON.stringify(wrong))
  for (let round = 0; round < 5; round++) await fault(tenant)
  const tried = (await call({ ...rule, dryRun: true })).json.data
  const tasks = await tasksOf(tenant, false)
  assert.deepEqual([tried.wouldHaveFired, tried.sampled], [2, false])
  assert.deepEqual(
    tried.matches?.map(({ taskId, amenity, category }) => [taskId, amenity, category]),
    [3, 1].map((index) => [tasks[index]?.id, { id: tenant.place.amenityId, name: 'Washroom 1' }, 'NO_SOAP']),
  )
  assert.equal((await call({ ...rule, windowMinutes: 1440, dryRun: true })).json.data.wouldHaveFired, 0)
  const [builtIn] = (
    await server.call<AlertRule[]>('GET', '/api/admin/alert-rules?sort=-position&pageSize=1', { key })
  ).json.data
  const target = `/api/admin/alert-rules/${builtIn?.id}`
  const changed = await server.call<AlertRuleCreated>('PATCH', target, {
    key,
    body: { trigger: { kind: 'REPEAT', count: 2 }, name: 'Sooner', dryRun: true },
  })
  assert.deepEqual(
    [changed.status, changed.json.data.name, changed.json.data.wouldHaveFired],
    [200, 'Sooner', 2],
  )
  const kept = await server.call<AlertRule[]>('GET', '/api/admin/alert-rules?sort=-position&pageSize=1', {
    key,
  })
  assert.deepEqual(kept.json.data, [builtIn])
})

test('A preset resolution is written into the history of a cause task as words', async () => {
  const tenant = await open()
  await fault(tenant, 'REFILLED')
  await fault(tenant, 'REPLACED')
  await report(tenant.place.qrCode)
  const [cause] = await tasksOf(tenant, true)
  const said = cause?.description.split('\n').flatMap((line) => / – (.*)$/.exec(line)?.[1] ?? [])
  assert.deepEqual(said, ['Refilled', 'Replaced a part'])
})
