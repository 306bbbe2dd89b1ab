import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRuleCreated } from '#contracts/alerts/rules.ts'
import { inScope } from '#contracts/kit/scope.ts'
import type { RoutingTrial } from '#contracts/routing/rules.ts'
import { makeCompany, makeOperator } from '#server/modules/operator/testing/test-operators.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

const post = async <T = { id: string }>(tenant: TestTenant, path: string, body: object): Promise<T> => {
  const reply = await server.call<T>('POST', path, { token: tenant.admin.token, body })
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  return reply.json.data
}

const facts = { buildingId: 'b', locationIds: ['l'], type: 'WASHROOM', category: 'LEAK' }

test('A part of a scope that is left out matches all, an empty list matches nothing', () => {
  assert.equal(inScope({}, facts), true)
  for (const part of ['buildingIds', 'locationIds', 'types', 'categories'] as const)
    assert.equal(inScope({ [part]: [] }, facts), false, part)
})

test('Every record with a scope keeps an empty list as it was sent', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const scope = { buildingIds: [] }
  const then = { priority: 'HIGH' }
  const notice = { trigger: { kind: 'ISSUE' }, action: { kind: 'NOTICE', notify: ['MANAGER'] } }
  const rrule = 'FREQ=WEEKLY;BYDAY=MO'
  const mailing = { recipients: ['owner@example.com'], rrule, contents: ['OVERVIEW'] }
  const late = { level: { minutesOverdue: 30 }, then: { notify: ['MANAGER'] } }
  for (const [path, body] of [
    ['/api/admin/alert-rules', { name: 'A', ...notice, scope }],
    ['/api/admin/sla-policies', { name: 'A', scope, targets: {} }],
    ['/api/admin/escalation-rules', { name: 'A', ...late, scope }],
    ['/api/sharing/links', { kind: 'DASHBOARD', name: 'A', scope }],
    ['/api/sharing/schedules', { name: 'A', ...mailing, scope }],
    ['/api/sharing/grants', { slug: `tenant-${other.id}`, measures: ['RATINGS'], scope }],
  ] as const)
    assert.deepEqual((await post<{ scope: object }>(tenant, path, body)).scope, scope, path)
  const rule = await post<{ when: object }>(tenant, '/api/admin/routing-rules', {
    name: 'A',
    when: scope,
    then,
  })
  assert.deepEqual(rule.when, scope)
})

test('A rule, a policy and a company with an empty list match no task', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const nowhere = { buildingIds: [] }
  const company = await makeCompany(server, tenant, { coverage: [nowhere] })
  await makeOperator(server, tenant, { companyId: company.id })
  const then = { assign: { userId: tenant.technician.id } }
  await post(tenant, '/api/admin/routing-rules', { name: 'None', when: nowhere, then })
  const policy = await post(tenant, '/api/admin/sla-policies', { name: 'None', scope: nowhere, targets: {} })
  const task = await makeTask(server, tenant.manager, { amenityId: place.amenityId })
  await server.drain()
  const after = await server.call<{ assignee: unknown; sla: { policyId: string } | null }>(
    'GET',
    `/api/tasks/${task.id}`,
    { token: tenant.manager.token },
  )
  assert.equal(after.json.data.assignee, null, after.text)
  assert.notEqual(after.json.data.sla?.policyId, policy.id)
  const tried = { name: 'Try', when: nowhere, then, dryRun: true }
  const trial = await post<{ wouldHaveMatched: RoutingTrial }>(tenant, '/api/admin/routing-rules', tried)
  assert.deepEqual([trial.wouldHaveMatched.count, trial.wouldHaveMatched.of], [0, 1])
})

test('An alert rule with an empty list never fires; null makes it match all again', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 1, issues: ['LEAK'] },
  })
  const notice = { trigger: { kind: 'ISSUE' }, action: { kind: 'NOTICE', notify: ['MANAGER'] } }
  const fired = async (scope: object): Promise<number | undefined> =>
    (
      await post<AlertRuleCreated>(tenant, '/api/admin/alert-rules', {
        name: 'A',
        ...notice,
        scope,
        dryRun: true,
      })
    ).wouldHaveFired
  assert.equal(await fired({}), 1)
  for (const part of ['buildingIds', 'locationIds', 'types', 'categories'])
    assert.equal(await fired({ [part]: [] }), 0, part)
  const made = await post<AlertRuleCreated>(tenant, '/api/admin/alert-rules', {
    name: 'A',
    ...notice,
    scope: { types: ['GYM'], categories: ['LEAK'] },
  })
  const change = async (scope: object): Promise<object> => {
    const reply = await server.call<AlertRuleCreated>('PATCH', `/api/admin/alert-rules/${made.id}`, {
      token: tenant.admin.token,
      body: { scope },
    })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.scope
  }
  assert.deepEqual(await change({ types: [] }), { types: [], categories: ['LEAK'] })
  assert.deepEqual(await change({ types: null }), { categories: ['LEAK'] })
})

test('A share link with an empty list shows no figures and no places', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 1 } })
  for (const [scope, count] of [
    [{}, 1],
    [{ buildingIds: [] }, 0],
    [{ locationIds: [] }, 0],
    [{ types: [] }, 0],
  ] as const) {
    const { id } = await post(tenant, '/api/sharing/links', { kind: 'DASHBOARD', name: 'All', scope })
    const reply = await server.call<{
      preview: { places: string[]; feedback: { count: number } }
    }>('GET', `/api/sharing/links/${id}`, { token: tenant.admin.token })
    const { places, feedback } = reply.json.data.preview
    assert.deepEqual([places, feedback.count], [count === 0 ? ['–'] : [], count], reply.text)
  }
})
