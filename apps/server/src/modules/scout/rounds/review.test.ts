import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminRound } from '#contracts/scout/admin-rounds.ts'
import type { Finding } from '#contracts/scout/findings.ts'
import type { RoundDetail } from '#contracts/scout/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { type ScoutStage, stageScout } from '../testing/scout-stage.ts'

const server = await startTestServer()

const rounds = async (tenant: TestTenant, query: string) =>
  server.call<AdminRound[]>('GET', `/api/admin/rounds${query}`, { token: tenant.admin.token })
const review = (tenant: TestTenant, id: string, body: object) =>
  server.call<AdminRound>('POST', `/api/admin/rounds/${id}/review`, {
    token: tenant.admin.token,
    body,
  })

/** Walks the round of a stage: one stop, answered, with one finding. */
const walk = async ({ scout, round, stopId, place }: ScoutStage): Promise<Finding> => {
  const ok = async <T>(path: string, body: object): Promise<T> => {
    const reply = await scout.call<T>('POST', path, body)
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    return reply.json.data
  }
  await ok(`/rounds/${round.id}/start`, {})
  await ok(`/rounds/${round.id}/inspections`, { stopId, noCodeReason: 'Torn off' })
  const answers = ['paper', 'soap'].map((questionId) => ({ questionId, value: true, base: 0 }))
  const saved = await scout.call('PATCH', `/inspections/${stopId}/answers`, { answers })
  assert.equal(saved.status, 200, saved.text)
  const finding = await ok<Finding>('/findings', {
    amenityId: place.amenityId,
    category: 'NO_SOAP',
    severity: 'MINOR',
    text: 'Empty since the morning',
    inspectionId: stopId,
  })
  await ok(`/inspections/${stopId}/complete`, {})
  await ok(`/rounds/${round.id}/submit`, { note: 'All walked' })
  await server.drain()
  return finding
}

test('The review reads inspections, answers and findings of the one round that it asks for', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant)
  const finding = await walk(stage)
  const [listed] = (await rounds(tenant, '')).json.data
  assert.deepEqual(
    [
      listed?.state,
      listed?.findings,
      listed?.score,
      listed?.passed,
      listed?.inspections,
      listed?.timesRounded,
    ],
    ['SUBMITTED', 1, 100, true, undefined, false],
  )
  const [one] = (await rounds(tenant, `?id=${stage.round.id}`)).json.data
  assert.deepEqual(
    one?.inspections?.map(({ id, answers }) => [id, answers.map(({ questionId }) => questionId).sort()]),
    [[stage.stopId, ['paper', 'soap']]],
  )
  assert.deepEqual(
    one?.found?.map(({ id, text }) => [id, text]),
    [[finding.id, 'Empty since the morning']],
  )
  const stranger = await createTenant(server)
  assert.deepEqual((await rounds(stranger, `?id=${stage.round.id}`)).json.data, [])
})

test('Accepting ends the review, with the reviewer; it takes a submitted round only', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant)
  assert.equal((await review(tenant, stage.round.id, { decision: 'ACCEPT' })).json.code, 'VALIDATION_ERROR')
  await walk(stage)
  const stranger = await createTenant(server)
  assert.equal((await review(stranger, stage.round.id, { decision: 'ACCEPT' })).json.code, 'NOT_FOUND')
  const accepted = (await review(tenant, stage.round.id, { decision: 'ACCEPT' })).json.data
  assert.deepEqual([accepted.state, accepted.reviewer?.id], ['REVIEWED', tenant.admin.id])
  assert.equal((await review(tenant, stage.round.id, { decision: 'ACCEPT' })).json.code, 'VALIDATION_ERROR')
})

test('A returned round goes on with the reason, and is due 48 hours later at the earliest', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant)
  await walk(stage)
  assert.equal((await review(tenant, stage.round.id, { decision: 'RETURN' })).json.code, 'VALIDATION_ERROR')
  const returned = await review(tenant, stage.round.id, { decision: 'RETURN', reason: 'Photos are missing' })
  assert.equal(returned.status, 200, returned.text)
  assert.deepEqual(
    [returned.json.data.state, returned.json.data.returned?.reason, returned.json.data.submittedAt],
    ['IN_PROGRESS', 'Photos are missing', null],
  )
  const hours = (Date.parse(returned.json.data.dueBy) - server.clock.now().getTime()) / 3600_000
  assert.ok(hours > 47.9 && hours <= 48, `${hours} h`)
  const { scout, round } = stage
  assert.equal(
    (await scout.call<RoundDetail>('GET', `/rounds/${round.id}`)).json.data.returned?.reason,
    'Photos are missing',
  )
  assert.equal((await scout.call('POST', `/rounds/${round.id}/submit`, {})).status, 200)
})

test('A rejected finding loses its task where that is its alone and not begun, and stays REJECTED', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant)
  const { id } = await walk(stage)
  const tasks = async () =>
    (await server.call<unknown[]>('GET', '/api/tasks', { token: tenant.admin.token })).json.total
  assert.equal(await tasks(), 1)
  const other = await stageScout(server, tenant)
  const foreign = { decision: 'ACCEPT', rejectFindings: [{ id: other.round.id, reason: 'x' }] }
  assert.equal((await review(tenant, stage.round.id, foreign)).json.code, 'NOT_FOUND')
  const rejectFindings = [{ id, reason: 'That was yesterday' }]
  const reply = await review(tenant, stage.round.id, { decision: 'ACCEPT', rejectFindings })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
  assert.equal(await tasks(), 0)
  const found = (await stage.scout.call<Finding>('GET', `/findings/${id}`)).json.data
  assert.deepEqual([found.state, found.reason, found.task], ['REJECTED', 'That was yesterday', null])
})

test('Of a mystery visitor the team reads the alias, and times at noon, in every answer, task, event, audit entry and export', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant, {
    kind: 'MYSTERY',
    name: 'Zebulon Quist',
    alias: 'Mystery visitor 7',
  })
  await stage.scout.call('PATCH', '/me', { displayName: 'Zeb Q' })
  await walk(stage)
  const one = await rounds(tenant, `?id=${stage.round.id}`)
  const [round] = one.json.data
  assert.deepEqual([round?.scout?.name, round?.timesRounded], ['Mystery visitor 7', true])
  const times = [
    round?.startedAt,
    round?.submittedAt,
    ...(round?.inspections ?? []).flatMap((i) => [i.startedAt, i.completedAt]),
  ]
  for (const at of [...times, ...(round?.found ?? []).map(({ createdAt }) => createdAt)])
    assert.match(String(at), /T1[01]:00:00\.000Z$/)
  await review(tenant, stage.round.id, { decision: 'ACCEPT' })
  await server.drain()
  const token = tenant.admin.token
  const paths = [
    '/api/admin/scouts',
    '/api/admin/rounds',
    '/api/tasks',
    '/api/admin/audit-log',
    '/api/dashboard/attention',
    '/api/dashboard/export?what=tasks',
  ]
  const answers = await Promise.all(paths.map((path) => server.call('GET', path, { token })))
  const [task] = (answers[2]?.json.data ?? []) as { id: string }[]
  const more = await Promise.all(
    [`/api/tasks/${task?.id}`, `/api/tasks/${task?.id}/history`].map((path) =>
      server.call('GET', path, { token }),
    ),
  )
  const stored = await tenant.inside((ctx) =>
    ctx.run<{ text: string }>(
      `select e::text as text from event e where tenant_id = $1 union all select a::text from audit_entry a where tenant_id = $1
       union all select t::text from task t where tenant_id = $1 union all select h::text from task_history h where tenant_id = $1
       union all select n::text from task_note n where tenant_id = $1 union all select d::text from webhook_delivery d where tenant_id = $1`,
      [tenant.id],
    ),
  )
  for (const [at, text] of [one, ...answers, ...more].map((reply) => reply.text).entries())
    assert.doesNotMatch(text, /zeb|quist/i, `answer ${at}`)
  for (const { text } of stored) assert.doesNotMatch(text, /zeb|quist/i)
  for (const mail of server.mails) assert.doesNotMatch(`${mail.subject} ${mail.text}`, /zebulon|quist/i)
})

test('A submitted round and a finding are told by webhook and live stream with alias and task', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant)
  await walk(stage)
  const events = await tenant.inside((ctx) =>
    ctx.run<{ type: string }>(
      "select type from event where tenant_id = $1 and type like 'scout.%' order by id",
      [tenant.id],
    ),
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    ['scout.finding_created', 'scout.round_submitted'],
  )
})
