/** Who a new task is assigned to, over HTTP: rules, coverage of companies, unassigned. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTasks } from '#server/modules/tasks/public.ts'
import { startTestServer } from '#test/server.ts'
import { routingStage } from './testing/routing-stage.ts'

// A Monday, 10:00 in Berlin.
const server = await startTestServer({ startAt: new Date('2026-11-23T09:00:00.000Z') })

const to = (assign: unknown, more = {}) => ({ assign, ...more })

test('The first matching rule wins, and the task says in words which rule chose whom and why the others did not match', async () => {
  const { tenant, place, company, rule, task } = await routingStage(server)
  const plumber = await company('Harbour Plumbing')
  await rule({
    name: 'Smells',
    when: { categories: ['BAD_SMELL'] },
    then: to({ userId: tenant.technician.id }),
  })
  const leaks = await rule({
    name: 'Leaks',
    when: { buildingIds: [place.buildingId], types: ['WASHROOM'], categories: ['LEAK'] },
    then: to({ companyId: plumber }, { priority: 'URGENT' }),
  })
  await rule({ name: 'Everything', when: {}, then: to({ userId: tenant.technician.id }) })
  const routed = await task()
  assert.deepEqual(routed.assignee, { kind: 'COMPANY', id: plumber, name: 'Harbour Plumbing' })
  assert.equal(routed.priority, 'URGENT')
  assert.deepEqual(routed.routing, {
    ruleId: leaks.id,
    reason: 'The rule “Leaks” assigns it to Harbour Plumbing',
    tried: [
      {
        ruleId: routed.routing?.tried[0]?.ruleId,
        name: 'Smells',
        matched: false,
        why: 'It is for other issues',
      },
      { ruleId: leaks.id, name: 'Leaks', matched: true, why: 'Matches' },
    ],
    takeBy: null,
  })
})

test('A paused rule decides nothing; a rule whose target is disabled is skipped, and `why` says so', async () => {
  const { tenant, company, operator, rule, task } = await routingStage(server)
  const gone = await company('Ended Ltd')
  const away = await operator('Ana Away')
  await rule({ name: 'Ended', when: {}, then: to({ companyId: gone }) })
  await rule({ name: 'Inactive', when: {}, then: to({ operatorId: away }) })
  await rule({ name: 'Paused', enabled: false, when: {}, then: to({ userId: tenant.manager.id }) })
  await rule({ name: 'Last', when: {}, then: to({ userId: tenant.technician.id }) })
  await tenant.inside(async ({ run }) => {
    await run("update company set state = 'ENDED' where tenant_id = $1", [tenant.id])
    await run("update operator set state = 'INACTIVE' where tenant_id = $1", [tenant.id])
  })
  const { assignee, routing } = await task()
  assert.equal(assignee?.id, tenant.technician.id)
  assert.deepEqual(
    routing?.tried.map(({ name, why }) => [name, why]),
    [
      ['Ended', 'Its assignee is not active'],
      ['Inactive', 'Its assignee is not active'],
      ['Paused', 'It is paused'],
      ['Last', 'Matches'],
    ],
  )
})

test('Without a matching rule the company whose coverage fits is assigned, on every plan; otherwise the task stays unassigned', async () => {
  const { place, company, task } = await routingStage(server, 'STARTER')
  await company('Gardeners', [{ types: ['OUTDOOR'] }])
  const cleaners = await company('Cleaners', [{ buildingIds: [place.buildingId], types: ['WASHROOM'] }])
  const routed = await task()
  assert.equal(routed.assignee?.id, cleaners)
  assert.equal(routed.routing?.reason, 'Cleaners looks after this place')
  const elsewhere = await task({ amenityId: null })
  assert.equal(elsewhere.assignee, null)
})

test('A task that was created with an assignee keeps it', async () => {
  const { tenant, rule, task } = await routingStage(server)
  await rule({ name: 'All', when: {}, then: to({ userId: tenant.technician.id }) })
  const { assignee } = await task({ assignee: { userId: tenant.manager.id } })
  assert.equal(assignee?.id, tenant.manager.id)
})

test('A rule that only sets the priority leaves the task unassigned', async () => {
  const { rule, task } = await routingStage(server)
  await rule({ name: 'Leaks are urgent', when: { categories: ['LEAK'] }, then: { priority: 'URGENT' } })
  const { assignee, priority, routing } = await task()
  assert.deepEqual([assignee, priority], [null, 'URGENT'])
  assert.equal(routing?.reason, 'The rule “Leaks are urgent” set its priority; anybody may take it')
})

test('A rule compares the worst rating of the task’s reports; without a rating it does not match', async () => {
  const { tenant, place, rule, task, read } = await routingStage(server)
  await rule({ name: 'Bad', when: { ratingAtMost: 1 }, then: to({ userId: tenant.technician.id }) })
  assert.equal((await task()).assignee, null)
  const report = async (rating: number, issue: string) => {
    const reply = await server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating, issues: [issue] },
    })
    assert.equal(reply.status, 201, reply.text)
    await server.drain()
    const [row] = await tenant.inside(({ run }) =>
      run<{ id: string }>(
        'select id from task where tenant_id = $1 and category = $2 order by created_at desc limit 1',
        [tenant.id, issue],
      ),
    )
    return read(row?.id ?? '')
  }
  assert.equal((await report(2, 'NO_SOAP')).assignee, null)
  assert.equal((await report(1, 'NO_PAPER')).assignee?.id, tenant.technician.id)
})

test('Hours are in the building’s time zone, may pass midnight, and belong to the day on which they start', async () => {
  const { tenant, rule, task } = await routingStage(server)
  // Monday 22:00 to Tuesday 06:00 in Berlin.
  await rule({
    name: 'Night',
    when: { hours: { days: [1], from: '22:00', to: '06:00' } },
    then: to({ userId: tenant.technician.id }),
  })
  const simulate = async (at: string) =>
    (
      await server.call<{ ruleId: string | null }>('POST', '/api/admin/routing-rules/simulate', {
        token: tenant.admin.token,
        body: { case: { buildingId: (await task()).building?.id, at } },
      })
    ).json.data.ruleId !== null
  assert.deepEqual(
    await Promise.all(
      [
        '2026-11-23T20:59:00Z',
        '2026-11-23T21:00:00Z',
        '2026-11-24T04:59:00Z',
        '2026-11-24T05:00:00Z',
        '2026-11-22T23:00:00Z',
        // Summer time: 22:00 in Berlin is 20:00 UTC.
        '2026-07-06T20:00:00Z',
      ].map(simulate),
    ),
    [false, true, true, false, false, true],
  )
})

test('The operator on call is assigned, who is on duty, has the skill and the fewest tasks; without one the task stays unassigned and says so', async () => {
  const { operator, rule, task } = await routingStage(server)
  await rule({ name: 'On call', when: {}, then: to({ onCall: true }) })
  assert.equal(
    (await task()).routing?.reason,
    'The rule “On call” assigns to on call, but nobody is on call; anybody may take it',
  )
  await operator('Asleep', { shifts: { weekly: [], exceptions: [] } })
  const awake = await operator('Bo Awake', { skills: ['PLUMBING', 'CLEANING'] })
  const { assignee, routing } = await task()
  assert.deepEqual(assignee, { kind: 'OPERATOR', id: awake, name: 'Bo Awake' })
  assert.equal(routing?.reason, 'The rule “On call” assigns it to Bo Awake, who is on call')
})

test('Tasks created together are spread over the operators on call, and those at capacity come last', async () => {
  const { tenant, operator, rule, read } = await routingStage(server)
  await rule({ name: 'On call', when: {}, then: to({ onCall: true }) })
  const [ana, bo, full] = [await operator('Ana'), await operator('Bo'), await operator('Ada')]
  await tenant.inside(({ run }) =>
    run('update operator set max_open_tasks = 1 where tenant_id = $1 and id = $2', [tenant.id, full]),
  )
  // As a schedule creates them.
  const made = await tenant.inside((ctx) =>
    openTasks(
      ctx,
      Array.from({ length: 5 }, () => ({
        title: 'Tap drips',
        priority: 'MEDIUM' as const,
        source: 'SCHEDULE' as const,
        buildingId: null,
        amenityId: null,
        category: null,
        skill: null,
        createdBy: { kind: 'SYSTEM' as const, id: null, name: 'Wellkept' },
      })),
    ),
  )
  await server.drain()
  const routed = await Promise.all(made.map(read))
  const of = (id: string): number => routed.filter(({ assignee }) => assignee?.id === id).length
  assert.deepEqual([ana, bo, full].map(of), [2, 2, 1])
})

test('Conditions on shifts match while somebody whom the rule means is on duty', async () => {
  const { company, operator, rule, task } = await routingStage(server)
  const [day, night] = [await company('Day'), await company('Night')]
  await operator('Dora Day', {
    companyId: day,
    shifts: { weekly: [{ day: 1, from: '08:00', to: '16:00' }], exceptions: [] },
  })
  await operator('Nick Night', {
    companyId: night,
    shifts: { weekly: [{ day: 1, from: '20:00', to: '04:00' }], exceptions: [] },
  })
  await rule({ name: 'Night', when: { onShift: true }, then: to({ companyId: night }) })
  await rule({ name: 'Day', when: { onShift: true }, then: to({ companyId: day }) })
  const { assignee, routing } = await task()
  assert.equal(assignee?.id, day)
  assert.equal(routing?.tried[0]?.why, 'Nobody it would assign to is on duty')
})

test('After a downgrade, rules with shift conditions are skipped and say why; below PRO no rule decides', async () => {
  const { tenant, rule, task } = await routingStage(server)
  await rule({ name: 'Shift', when: { onShift: false }, then: to({ userId: tenant.technician.id }) })
  await rule({ name: 'Rest', when: {}, then: to({ userId: tenant.manager.id }) })
  const fall = (plan: string) =>
    tenant.inside(({ run }) => run('update tenant set plan = $2 where id = $1', [tenant.id, plan]))
  await fall('PRO')
  const atPro = await task()
  assert.equal(atPro.assignee?.id, tenant.manager.id)
  assert.equal(atPro.routing?.tried[0]?.why, 'Shifts and on call need the plan ENTERPRISE')
  await fall('STARTER')
  assert.equal((await task()).assignee, null)
})

test('A task that is not started in time becomes unassigned and says so; one that was started or reassigned by a person keeps its assignee', async () => {
  const { tenant, rule, task, read } = await routingStage(server)
  await rule({
    name: 'Quick',
    when: {},
    then: to({ userId: tenant.technician.id }, { takeWithinMinutes: 30 }),
  })
  const [waiting, begun, given] = [await task(), await task(), await task()]
  const given30 = Date.parse(waiting.routing?.takeBy ?? '') - Date.parse(waiting.createdAt)
  assert.ok(given30 >= 30 * 60_000 && given30 < 31 * 60_000, waiting.routing?.takeBy ?? 'no time')
  await server.call('PATCH', `/api/tasks/${begun.id}/status`, {
    token: tenant.technician.token,
    body: { status: 'IN_PROGRESS' },
  })
  await server.call('POST', `/api/tasks/${given.id}/assign`, {
    token: tenant.manager.token,
    body: { userId: tenant.manager.id },
  })
  server.clock.advance(29 * 60_000)
  await server.drain()
  assert.equal((await read(waiting.id)).assignee?.id, tenant.technician.id)
  server.clock.advance(61_000)
  await server.drain()
  const after = await read(waiting.id)
  assert.equal(after.assignee, null)
  assert.equal(after.routing?.reason, 'Not started within 30 minutes (rule “Quick”): anybody may take it')
  assert.equal((await read(begun.id)).assignee?.id, tenant.technician.id)
  assert.equal((await read(given.id)).assignee?.id, tenant.manager.id)
})

test('When a task becomes unassigned, those who may claim it are notified; the former assignee only that it is gone', async () => {
  const { tenant, rule, task } = await routingStage(server)
  const other = await tenant.person(['TECHNICIAN'])
  await rule({
    name: 'Quick',
    when: {},
    then: to({ userId: tenant.technician.id }, { takeWithinMinutes: 30 }),
  })
  await task()
  const mailed = async (minutes: number) => {
    const before = server.mails.length
    server.clock.advance(minutes * 60_000 + 1)
    await server.drain()
    return server.mails
      .slice(before)
      .filter((mail) => [tenant.technician.email, other.email].includes(mail.to))
      .map((mail) => [mail.to, mail.subject])
  }
  assert.deepEqual(await mailed(2), [[tenant.technician.email, 'Task for you: Tap drips']])
  await mailed(29)
  assert.deepEqual(
    new Map((await mailed(2)) as [string, string][]),
    new Map([
      [tenant.technician.email, 'No longer yours: Tap drips'],
      [other.email, 'New task: Tap drips'],
    ]),
  )
})

test('A task that was not started in time becomes unassigned even if the first try of the job failed', async () => {
  const { tenant, rule, task, read } = await routingStage(server)
  const { id: ruleId } = await rule({
    name: 'Quick',
    when: {},
    then: to({ userId: tenant.technician.id }, { takeWithinMinutes: 30 }),
  })
  const { id } = await task()
  const setAction = (action: unknown) =>
    tenant.inside(({ run }) =>
      run('update routing_rule set action = $3 where tenant_id = $1 and id = $2', [
        tenant.id,
        ruleId,
        JSON.stringify(action),
      ]),
    )
  // An unreadable action makes the first try fail.
  await setAction(null)
  server.clock.advance(30 * 60_000 + 1)
  await server.drain()
  assert.equal((await read(id)).assignee?.id, tenant.technician.id)
  await setAction({ assign: { userId: tenant.technician.id }, takeWithinMinutes: 30 })
  server.clock.advance(60_000)
  await server.drain()
  assert.equal((await read(id)).assignee, null)
})

test('A location in a rule includes the locations below it', async () => {
  const { tenant, place, rule, task } = await routingStage(server)
  const make = async (body: unknown) =>
    (await server.call<{ id: string }>('POST', '/api/admin/locations', { token: tenant.admin.token, body }))
      .json.data.id
  const floor = await make({ buildingId: place.buildingId, kind: 'FLOOR', name: 'Level 1' })
  const area = await make({ buildingId: place.buildingId, parentId: floor, kind: 'AREA', name: 'East' })
  await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, {
    token: tenant.admin.token,
    body: { locationId: area },
  })
  await rule({ name: 'Level 1', when: { locationIds: [floor] }, then: to({ userId: tenant.technician.id }) })
  assert.equal((await task()).assignee?.id, tenant.technician.id)
})

test('A company of another tenant never gets a task, even from a rule that bypassed validation', async () => {
  const [here, there] = [await routingStage(server), await routingStage(server)]
  const foreign = await there.company('Foreign')
  await here.rule({ name: 'R', when: {}, then: to({ userId: here.tenant.technician.id }) })
  await here.tenant.inside(({ run }) =>
    run('update routing_rule set action = $2 where tenant_id = $1', [
      here.tenant.id,
      JSON.stringify({ assign: { companyId: foreign } }),
    ]),
  )
  const { assignee, routing } = await here.task()
  assert.equal(assignee, null)
  assert.equal(routing?.tried[0]?.why, 'Its assignee is not active')
})

test('A task created while its assignee is being suspended never ends up with them', async () => {
  const { tenant, place, company, rule, task, read } = await routingStage(server)
  const id = await company('Shaky')
  await rule({ name: 'R', when: {}, then: to({ companyId: id }) })
  const put = async (state: string): Promise<void> => {
    const reply = await server.call('PATCH', `/api/operator/companies/${id}`, {
      token: tenant.admin.token,
      body: { state },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  for (let round = 0; round < 8; round++) {
    const made = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.call<{ id: string }>('POST', '/api/tasks', {
          token: tenant.admin.token,
          body: { title: 'Tap drips', amenityId: place.amenityId, category: 'LEAK' },
        }),
      ),
    )
    await Promise.all([server.drain(), put('SUSPENDED')])
    for (const { json } of made) assert.equal((await read(json.data.id)).assignee, null)
    await put('ACTIVE')
    assert.equal((await task()).assignee?.id, id)
  }
})
