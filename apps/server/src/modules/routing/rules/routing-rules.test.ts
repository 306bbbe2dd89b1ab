import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoutingRule, RoutingTrial } from '#contracts/routing/rules.ts'
import type { RoutingTry } from '#contracts/tasks/records.ts'
import { routingStage } from '#server/modules/routing/testing/routing-stage.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'

const server = await startTestServer({ startAt: new Date('2026-11-23T09:00:00.000Z') })

const call = <T = RoutingRule>(
  tenant: TestTenant,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  server.call<T>(method, `/api/admin/routing-rules${path}`, {
    token: tenant.admin.token,
    ...(body === undefined ? {} : { body }),
    headers,
  })
const names = async (tenant: TestTenant): Promise<string[]> =>
  (await call<RoutingRule[]>(tenant, 'GET')).json.data.map(({ name }) => name)

test('Rules are listed in order of evaluation; `position` moves one', async () => {
  const { tenant, rule } = await routingStage(server)
  const then = { priority: 'HIGH' }
  for (const name of ['A', 'B', 'C']) await rule({ name, when: {}, then })
  const first = await rule({ name: 'First', when: {}, then, position: 0 })
  assert.deepEqual(await names(tenant), ['First', 'A', 'B', 'C'])
  const moved = await call(tenant, 'PATCH', `/${first.id}`, { position: 2 })
  assert.equal(moved.json.data.position, 2)
  assert.deepEqual(await names(tenant), ['A', 'B', 'First', 'C'])
})

test('After a rule is deleted the next ones move up, and one that is moved down goes down by one', async () => {
  const { tenant, rule } = await routingStage(server)
  const rules: RoutingRule[] = []
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    rules.push(await rule({ name, when: {}, then: { priority: 'HIGH' } }))
  assert.equal((await call(tenant, 'DELETE', `/${rules[2]?.id}`)).status, 200)
  const [, moved, next, last] = (await call<RoutingRule[]>(tenant, 'GET')).json.data
  assert.deepEqual([next?.position, last?.position], [2, 3])
  // As the list does it: to the position of the next rule.
  await call(tenant, 'PATCH', `/${moved?.id}`, { position: next?.position })
  assert.deepEqual(await names(tenant), ['A', 'D', 'B', 'E'])
})

test('Several moves at the same time leave an order without gaps', async () => {
  const { tenant, rule } = await routingStage(server)
  const rules = []
  for (let index = 0; index < 6; index++)
    rules.push(await rule({ name: `${index}`, when: {}, then: { priority: 'HIGH' } }))
  const moves = await Promise.all(
    rules.map(({ id }, index) => call(tenant, 'PATCH', `/${id}`, { position: 5 - index })),
  )
  assert.ok(moves.every(({ status }) => status === 200))
  const list = (await call<RoutingRule[]>(tenant, 'GET')).json.data
  assert.deepEqual(
    list.map(({ position }) => position),
    [0, 1, 2, 3, 4, 5],
  )
})

test('A rule names exactly one target, and has an action', async () => {
  const { tenant, company } = await routingStage(server)
  const companyId = await company('Plumbers')
  const refused = [
    {},
    { assign: {} },
    { assign: { companyId, onCall: true } },
    { assign: { onCall: false } },
    { takeWithinMinutes: 30, priority: 'HIGH' },
    { assign: { companyId }, takeWithinMinutes: 0 },
    { assign: { companyId: 'x' } },
  ]
  for (const then of refused) {
    const reply = await call(tenant, 'POST', '', { name: 'R', when: {}, then })
    assert.deepEqual([reply.status, reply.json.code], [400, 'VALIDATION_ERROR'], JSON.stringify(then))
  }
  const good = await call(tenant, 'POST', '', { name: 'R', when: {}, then: { assign: { companyId } } })
  assert.deepEqual(good.json.data.target, { name: 'Plumbers', active: true })
})

test('Everything that a rule names must exist in this tenant and be active', async () => {
  const [{ tenant, company }, other] = [await routingStage(server), await routingStage(server)]
  const then = { priority: 'HIGH' }
  const targets = [
    { companyId: await other.company('Theirs') },
    { companyId: await company('Ended', [], 'ENDED') },
    { operatorId: await other.operator('Theirs') },
    { userId: other.tenant.technician.id },
    { userId: newId(Date.now()) },
  ]
  for (const assign of targets) {
    const reply = await call(tenant, 'POST', '', { name: 'R', when: {}, then: { assign } })
    assert.deepEqual([reply.status, reply.json.code], [404, 'NOT_FOUND'], JSON.stringify(assign))
  }
  for (const [when, status] of [
    [{ buildingIds: [other.place.buildingId] }, 404],
    [{ locationIds: [newId(Date.now())] }, 404],
    [{ types: ['NO_SUCH'] }, 400],
    [{ categories: ['NO_SUCH'] }, 400],
    [{ ratingAtMost: 6 }, 400],
    [{ hours: { days: [], from: '08:00', to: '10:00' } }, 400],
    [{ hours: { days: [8], from: '08:00', to: '10:00' } }, 400],
    [{ hours: { days: [1], from: '24:00', to: '10:00' } }, 400],
  ] as const) {
    const reply = await call(tenant, 'POST', '', { name: 'R', when, then })
    assert.equal(reply.status, status, JSON.stringify(when))
  }
})

test('On-shift conditions and assignment to “on call” need ENTERPRISE, routing rules PRO', async () => {
  const pro = await routingStage(server, 'PRO')
  const ask = (when: unknown, then: unknown) => call(pro.tenant, 'POST', '', { name: 'R', when, then })
  assert.equal((await ask({ onShift: true }, { priority: 'HIGH' })).json.code, 'FORBIDDEN')
  assert.equal((await ask({}, { assign: { onCall: true } })).json.code, 'FORBIDDEN')
  const plain = await ask({}, { priority: 'HIGH' })
  assert.equal(plain.status, 201, plain.text)
  const changed = await call(pro.tenant, 'PATCH', `/${plain.json.data.id}`, { when: { onShift: true } })
  assert.equal(changed.json.code, 'FORBIDDEN')
  const starter = await routingStage(server, 'STARTER')
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', { name: 'R', when: {}, then: { priority: 'HIGH' } }],
    ['POST', '/simulate', { replay: 1 }],
  ] as const)
    assert.equal((await call(starter.tenant, method, path, body)).json.code, 'FORBIDDEN')
})

test('A rule is changed a whole part at a time, with its version, and deleted', async () => {
  const { tenant, rule, place } = await routingStage(server)
  const made = await rule({
    name: 'R',
    when: { buildingIds: [place.buildingId], priorities: [], ratingAtMost: 2 },
    then: { priority: 'HIGH' },
  })
  assert.deepEqual(made.when, { buildingIds: [place.buildingId], ratingAtMost: 2 })
  const changed = await call(
    tenant,
    'PATCH',
    `/${made.id}`,
    { when: { ratingAtMost: 1 } },
    { 'if-match': `"${made.version}"` },
  )
  assert.deepEqual(
    [changed.json.data.when, changed.json.data.then],
    [{ ratingAtMost: 1 }, { priority: 'HIGH' }],
  )
  const stale = await call(tenant, 'PATCH', `/${made.id}`, { name: 'S' }, { 'if-match': `"${made.version}"` })
  assert.equal(stale.json.code, 'PRECONDITION_FAILED')
  const deleted = await call<{ id: string }>(tenant, 'DELETE', `/${made.id}`)
  assert.deepEqual(deleted.json.data, { id: made.id })
  assert.equal((await call(tenant, 'DELETE', `/${made.id}`)).json.code, 'NOT_FOUND')
})

test('An archived building does not prevent renaming or pausing its rule', async () => {
  const { tenant, rule, place } = await routingStage(server)
  const made = await rule({
    name: 'R',
    when: { buildingIds: [place.buildingId] },
    then: { priority: 'HIGH' },
  })
  await tenant.inside(({ run }) =>
    run('update building set archived_at = now() where tenant_id = $1', [tenant.id]),
  )
  const renamed = await call(tenant, 'PATCH', `/${made.id}`, { name: 'Renamed', enabled: false })
  assert.equal(renamed.status, 200, renamed.text)
})

test('A deleted location or target prevents neither other changes of a rule nor removing it from the rule', async () => {
  const { tenant, rule, place, company } = await routingStage(server)
  const { token } = tenant.admin
  const wing = async (name: string): Promise<string> =>
    (
      await server.call<{ id: string }>('POST', '/api/admin/locations', {
        token,
        body: { buildingId: place.buildingId, name, kind: 'AREA' },
      })
    ).json.data.id
  const [east, west, north] = [await wing('East'), await wing('West'), await wing('North')]
  const companyId = await company('Plumbers')
  const then = { assign: { companyId } }
  const when = { buildingIds: [place.buildingId], locationIds: [east, west] }
  const { id } = await rule({ name: 'R', when, then })
  const change = (body: unknown) => call(tenant, 'PATCH', `/${id}`, body)
  assert.equal((await server.call('DELETE', `/api/admin/locations/${east}`, { token })).status, 200)
  assert.equal((await change({ then: { ...then, priority: 'HIGH' } })).status, 200)
  const wider = { ...when, locationIds: [east, west, north] }
  assert.equal((await change({ when: wider, dryRun: true })).status, 200)
  assert.deepEqual((await change({ when: wider })).json.data.when, wider)
  await tenant.inside(({ run }) =>
    run("update company set state = 'ENDED' where tenant_id = $1 and id = $2", [tenant.id, companyId]),
  )
  assert.equal((await change({ when: { ...when, locationIds: [west, north] } })).status, 200)
  assert.equal((await change({ then: { ...then, takeWithinMinutes: 30 } })).status, 200)
  assert.equal((await change({ when: wider })).json.code, 'NOT_FOUND', 'what is out stays out')
})

test('A dry run says which tasks of the last 30 days an unsaved rule would have matched, and stores nothing', async () => {
  const { tenant, task } = await routingStage(server)
  const leaks = [await task(), await task({ title: 'Another' })]
  await task({ category: 'NO_SOAP' })
  await tenant.inside(({ run }) =>
    run(
      "update task set created_at = created_at - interval '31 days' where tenant_id = $1 and title = 'Another'",
      [tenant.id],
    ),
  )
  const reply = await call<{ id?: string; wouldHaveMatched: RoutingTrial }>(tenant, 'POST', '', {
    name: 'Leaks',
    when: { categories: ['LEAK'] },
    then: { priority: 'URGENT' },
    dryRun: true,
  })
  assert.equal(reply.status, 200, reply.text)
  const { count, of, tasks } = reply.json.data.wouldHaveMatched
  assert.deepEqual([count, of, tasks.map(({ id }) => id)], [1, 2, [leaks[0]?.id]])
  assert.equal(reply.json.data.id, undefined)
  assert.deepEqual(await names(tenant), [])
})

test('A dry run counts the tasks that would reach the rule at its position, and names the rules above that take some', async () => {
  const { tenant, rule, task } = await routingStage(server)
  const then = { priority: 'HIGH' }
  const off = await rule({ name: 'Off', when: {}, then })
  await call(tenant, 'PATCH', `/${off.id}`, { enabled: false })
  await rule({ name: 'Soap', when: { categories: ['NO_SOAP'] }, then })
  const all = await rule({ name: 'Everything', when: {}, then })
  for (const category of ['LEAK', 'LEAK', 'NO_SOAP']) await task({ category })
  const tried = async (body: object, id = '') => {
    const reply = await call<{ wouldHaveMatched: RoutingTrial }>(tenant, id ? 'PATCH' : 'POST', id, {
      name: 'Leaks',
      then,
      dryRun: true,
      ...body,
    })
    assert.equal(reply.status, 200, reply.text)
    const { count, of, takenAbove, tasks } = reply.json.data.wouldHaveMatched
    assert.equal(tasks.length, count)
    return { count, of, taken: takenAbove.map((one) => [one.name, one.count]) }
  }
  const when = { categories: ['LEAK'] }
  assert.deepEqual(await tried({ when }), { count: 0, of: 3, taken: [['Everything', 2]] })
  assert.deepEqual(await tried({ when, position: 2 }), { count: 2, of: 3, taken: [] })
  const both = {
    count: 0,
    of: 3,
    taken: [
      ['Soap', 1],
      ['Everything', 2],
    ],
  }
  assert.deepEqual(await tried({ when: {} }), both)
  assert.deepEqual(await tried({}, `/${all.id}`), { count: 2, of: 3, taken: [['Soap', 1]] })
  assert.deepEqual(await tried({ position: 0 }, `/${all.id}`), { count: 3, of: 3, taken: [] })
})

test('A dry run returns all matched tasks page by page, each once', async () => {
  const { tenant, task } = await routingStage(server)
  const made: string[] = []
  for (const title of ['a', 'b', 'c', 'd', 'e']) made.unshift((await task({ title })).id)
  const pageOf = async (page: number) => {
    const reply = await call<{ wouldHaveMatched: RoutingTrial }>(tenant, 'POST', '', {
      name: 'Leaks',
      when: { categories: ['LEAK'] },
      then: { priority: 'URGENT' },
      dryRun: true,
      matches: { page, pageSize: 2 },
    })
    assert.equal(reply.status, 200, reply.text)
    const { count, tasks } = reply.json.data.wouldHaveMatched
    assert.equal(count, 5)
    return tasks.map(({ id }) => id)
  }
  const pages = [await pageOf(1), await pageOf(2), await pageOf(3), await pageOf(4)]
  assert.deepEqual(
    pages.map(({ length }) => length),
    [2, 2, 1, 0],
  )
  assert.deepEqual(pages.flat(), made)
})

test('`simulate` says for one case, in the reader’s language, why each rule would or would not apply', async () => {
  const { tenant, place, rule } = await routingStage(server)
  const soap = await rule({
    name: 'Soap',
    when: { categories: ['NO_SOAP'] },
    then: { assign: { userId: tenant.technician.id } },
  })
  const leaks = await rule({ name: 'Leaks', when: { categories: ['LEAK'] }, then: { priority: 'URGENT' } })
  await tenant.inside(({ run }) =>
    run("update app_user set language = 'de' where tenant_id = $1 and id = $2", [tenant.id, tenant.admin.id]),
  )
  const reply = await call<{ ruleId: string; priority: string; reason: string; tried: RoutingTry[] }>(
    tenant,
    'POST',
    '/simulate',
    { case: { buildingId: place.buildingId, amenityId: place.amenityId, category: 'LEAK' } },
  )
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.json.data, {
    ruleId: leaks.id,
    assignee: null,
    priority: 'URGENT',
    reason: 'Die Regel „Leaks“ hat ihre Priorität gesetzt; alle dürfen sie übernehmen',
    tried: [
      { ruleId: soap.id, name: 'Soap', matched: false, why: 'Sie gilt für andere Anliegen' },
      { ruleId: leaks.id, name: 'Leaks', matched: true, why: 'Trifft zu' },
    ],
  })
})

test('A replay shows to whom the last tasks would be assigned now, and changes nothing', async () => {
  const { tenant, rule, task, read } = await routingStage(server)
  const [one, two] = [await task(), await task({ category: 'NO_SOAP' })]
  await rule({
    name: 'Leaks',
    when: { categories: ['LEAK'] },
    then: { assign: { userId: tenant.technician.id } },
  })
  const reply = await call<{
    tasks: { taskId: string; before: unknown; after: { id: string } | null }[]
    changed: number
  }>(tenant, 'POST', '/simulate', { replay: 500 })
  const { tasks, changed } = reply.json.data
  assert.deepEqual(
    [changed, tasks.map(({ taskId, before, after }) => [taskId, before, after?.id ?? null])],
    [
      1,
      [
        [two.id, null, null],
        [one.id, null, tenant.technician.id],
      ],
    ],
  )
  assert.deepEqual((await read(one.id)).assignee, null)
  const [entries] = await tenant.inside(({ run }) =>
    run<{ n: number }>(
      "select count(*) as n from audit_entry where tenant_id = $1 and action like '%simulate%'",
      [tenant.id],
    ),
  )
  assert.equal(entries?.n, 0)
})

test('A replay distributes the last tasks in their order, each until it was done, without counting the current assignees’ tasks twice', async () => {
  const { tenant, operator, rule, task } = await routingStage(server)
  const skills = ['PLUMBING']
  const [ana, bo] = [await operator('Ana', { skills }), await operator('Bo', { skills })]
  const { token } = tenant.admin
  const first = await task()
  const done = { token, body: { status: 'DONE' } }
  assert.equal((await server.call('PATCH', `/api/tasks/${first.id}/status`, done)).status, 200)
  const later = [await task(), await task(), await task()]
  for (const { id } of later) {
    const given = await server.call('POST', `/api/tasks/${id}/assign`, { token, body: { operatorId: ana } })
    assert.equal(given.status, 200, given.text)
  }
  await rule({ name: 'On call', when: {}, then: { assign: { onCall: true } } })
  const reply = await call<{ tasks: { taskId: string; after: { id: string } | null }[] }>(
    tenant,
    'POST',
    '/simulate',
    { replay: 500 },
  )
  assert.deepEqual(
    reply.json.data.tasks.map(({ taskId, after }) => [taskId, after?.id]),
    [first, ...later].map(({ id }, index) => [id, index === 2 ? bo : ana]).reverse(),
  )
})

test('Simulating takes either a case or a replay, with existing ids', async () => {
  const [{ tenant, place }, other] = [await routingStage(server), await routingStage(server)]
  for (const [body, status] of [
    [{}, 400],
    [{ replay: 5, case: { buildingId: place.buildingId } }, 400],
    [{ replay: 0 }, 400],
    [{ replay: 501 }, 400],
    [{ case: { buildingId: other.place.buildingId } }, 404],
    [{ case: { buildingId: place.buildingId, amenityId: other.place.amenityId } }, 404],
    [{ case: { buildingId: place.buildingId, at: 'soon' } }, 400],
  ] as const)
    assert.equal((await call(tenant, 'POST', '/simulate', body)).status, status, JSON.stringify(body))
})
