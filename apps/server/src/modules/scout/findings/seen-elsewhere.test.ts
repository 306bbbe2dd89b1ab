import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Finding } from '#contracts/scout/findings.ts'
import type { TeamPerformance } from '#contracts/task-figures.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { sendAll, startReceiver } from '#server/modules/webhooks/testing/receiver.ts'
import { openStage } from '#server/modules/webhooks/testing/stage.ts'
import { follow } from '#test/live.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { stageScout } from '../testing/scout-stage.ts'
import { walkRound } from '../testing/walk-round.ts'

const server = await startTestServer({ own: true, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const hooks = openStage(server)

const call = async <T>(tenant: TestTenant, method: string, path: string, body?: unknown): Promise<T> => {
  const reply = await server.call<T>(method, path, { token: tenant.admin.token, body })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
  return reply.json.data
}

const mystery = { kind: 'MYSTERY', name: 'Zebulon Quist', alias: 'Mystery visitor 7' } as const

test('A finding and a submitted round are told by webhook and by live stream, of a mystery visitor with the alias', async () => {
  const tenant = await hooks.createTenant()
  const receiver = await startReceiver()
  await hooks.subscribe(tenant, receiver, ['scout.finding_created', 'scout.round_submitted'])
  const stage = await stageScout(server, tenant, mystery)
  const query = 'types=scout.finding_created,scout.round_submitted'
  const follower = await follow(server.base, { token: tenant.manager.token, query })
  after(() => follower.close())
  const finding = await walkRound(server, stage)
  await sendAll(server)
  const sent = receiver.requests.map(({ json }) => json)
  assert.deepEqual(sent.map(({ type }) => type).sort(), ['scout.finding_created', 'scout.round_submitted'])
  const found = sent.find(({ type }) => type === 'scout.finding_created')?.data as
    | { finding: { id: string; scout: object; createdAt: string }; task: object | null }
    | undefined
  const scout = { id: stage.scout.id, name: 'Mystery visitor 7' }
  assert.deepEqual([found?.finding.id, found?.finding.scout], [finding.id, scout])
  assert.match(found?.finding.createdAt ?? '', /T1[01]:00:00\.000Z$/)
  const submitted = sent.find(({ type }) => type === 'scout.round_submitted')?.data as
    | { round: { id: string; scout: object; state: string; score: number } }
    | undefined
  assert.deepEqual(
    [submitted?.round.id, submitted?.round.scout, submitted?.round.state, submitted?.round.score],
    [stage.round.id, scout, 'SUBMITTED', 100],
  )
  const live = await follower.count(2)
  assert.deepEqual(live.map(({ event }) => event).sort(), ['scout.finding_created', 'scout.round_submitted'])
  assert.ok(live.some(({ data }) => data.by?.name === 'Mystery visitor 7'))
  for (const text of [...receiver.requests.map((one) => one.text), JSON.stringify(live)])
    assert.doesNotMatch(text, /quist|zebulon/i)
})

test('A task tells the findings that it is for, with the scout’s alias and the day of a mystery visitor', async () => {
  const tenant = await createTenant(server)
  const stage = await stageScout(server, tenant, mystery)
  const { id } = await walkRound(server, stage)
  const [task] = await call<{ id: string }[]>(tenant, 'GET', '/api/tasks')
  const { findings } = await call<TaskDetail>(tenant, 'GET', `/api/tasks/${task?.id}`)
  assert.deepEqual(
    findings.map((finding) => [finding.id, finding.severity, finding.text, finding.state, finding.scout]),
    [[id, 'MINOR', 'Empty since the morning', 'ACCEPTED', { id: stage.scout.id, name: 'Mystery visitor 7' }]],
  )
  assert.match(findings[0]?.createdAt ?? '', /T1[01]:00:00\.000Z$/)
})

test('A fix that a scout verified is CONFIRMED in first-time fix, unless it took a second time', async () => {
  const tenant = await createTenant(server)
  const { scout, place } = await stageScout(server, tenant, { blind: false })
  const finish = (id: string) => call(tenant, 'PATCH', `/api/tasks/${id}/status`, { status: 'DONE' })
  const verify = async ({ id }: Finding, fixed: boolean): Promise<void> => {
    const reply = await scout.call('POST', `/findings/${id}/verify`, { fixed })
    assert.equal(reply.status, 200, reply.text)
    await server.drain()
  }
  const reported = async (category: string) => {
    const body = { amenityId: place.amenityId, category, severity: 'MINOR' }
    const finding = (await scout.call<Finding>('POST', '/findings', body)).json.data
    await server.drain()
    const [task] = await call<{ id: string }[]>(tenant, 'GET', `/api/tasks?category=${category}`)
    assert.ok(task)
    await call(tenant, 'POST', `/api/tasks/${task.id}/assign`, { userId: tenant.technician.id })
    await finish(task.id)
    await server.drain()
    return { finding, taskId: task.id }
  }
  const once = await reported('LEAK')
  const twice = await reported('NO_SOAP')
  await reported('BIN_FULL')
  await verify(once.finding, true)
  await verify(twice.finding, false)
  await finish(twice.taskId)
  await server.drain()
  await verify(twice.finding, true)
  const rows = await call<TeamPerformance[]>(tenant, 'GET', '/api/dashboard/team-performance')
  const team = rows.find(({ kind }) => kind === 'TEAM')
  assert.deepEqual([team?.done, team?.confirmed, team?.firstTimeFixed], [3, 2, 1])
})
