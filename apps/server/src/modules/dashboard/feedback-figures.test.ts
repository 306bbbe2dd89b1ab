import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackDetail } from '#contracts/dashboard.ts'
import type { FeedbackFigures, HeatmapCell, IssueFigure, Trend } from '#contracts/figures.ts'
import { rollUp } from '#server/modules/feedback/rollup/roll-up.ts'
import { openTask } from '#server/modules/tasks/public.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { insertFeedback } from './testing/insert-feedback.ts'

const server = await startTestServer({ worker: false })

const ask = async <T>(tenant: TestTenant, path: string, token = tenant.manager.token) => {
  const reply = await server.call<T>('GET', `/api/dashboard/feedback${path}`, { token })
  assert.equal(reply.status, 200, reply.text)
  return { ...reply.json, json: reply.json as unknown as Record<string, unknown> }
}

const world = async (timeZone = 'Europe/Berlin') => {
  const tenant = await createTenant(server, { timeZone })
  return { tenant, place: await createPlace(server, tenant) }
}

const at = (text: string): Date => new Date(text)
const times = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one)

test('Feedback figures have count, average, distribution, change, trend and heatmap of the period, with the period and its freshness', async () => {
  const { tenant, place } = await world()
  await insertFeedback(tenant, place, [
    { at: at('2026-03-02T08:30:00Z'), rating: 5 },
    { at: at('2026-03-02T08:45:00Z'), rating: 2 },
    { at: at('2026-03-03T23:30:00Z') },
    { at: at('2026-03-03T10:00:00Z'), rating: 1, counted: false },
    { at: at('2026-02-27T10:00:00Z'), rating: 4 },
  ])
  const { data } = await ask<FeedbackFigures>(tenant, '?from=2026-03-02&to=2026-03-04')
  const { heatmap, freshness, ...rest } = data
  assert.deepEqual(rest, {
    period: { from: '2026-03-02', to: '2026-03-04', timeZone: 'Europe/Berlin', limitedBy: null },
    count: 3,
    rated: 2,
    average: 3.5,
    change: 2,
    averageChange: -0.5,
    distribution: { '1': 0, '2': 1, '3': 0, '4': 0, '5': 1 },
    trend: [
      { date: '2026-03-02', count: 2, rated: 2, average: 3.5 },
      { date: '2026-03-03', count: 0, rated: 0, average: null },
      { date: '2026-03-04', count: 1, rated: 0, average: null },
    ],
    replied: 0,
    repliedShare: 0,
    repliedLow: 0,
    repliedHigh: rest.repliedHigh,
    notes: [],
  })
  assert.ok(Math.abs((rest.repliedHigh ?? 0) - 0.5615) < 0.0001, 'Wilson, 0 of 3')
  assert.ok(Math.abs(Date.parse(freshness) - server.clock.now().getTime()) < 60_000)
  assert.equal(heatmap.length, 168)
  assert.deepEqual(heatmap[9], { weekday: 1, hour: 9, count: 2, rated: 2, average: 3.5 })
  assert.deepEqual(heatmap[48], { weekday: 3, hour: 0, count: 1, rated: 0, average: null })
})

for (const [zone, why] of [
  ['Europe/Berlin', 'early'],
  ['America/Los_Angeles', 'late'],
] as const)
  test(`A day cut ${why} by another time zone is counted exactly, even if each hour has every rating`, async () => {
    const { tenant, place } = await world('UTC')
    // Two buildings, so that days are in the tenant's time zone.
    await createPlace(server, tenant)
    await tenant.inside((ctx) =>
      ctx.run('update building set time_zone = $2 where tenant_id = $1', [ctx.tenantId, zone]),
    )
    const first = Date.parse('2026-02-01T00:20:00Z')
    await insertFeedback(
      tenant,
      place,
      Array.from({ length: 5 * 144 }, (_, index) => ({
        at: new Date(first + Math.floor(index / 6) * 3600_000),
        rating: index % 6 === 0 ? null : index % 6,
      })),
    )
    await tenant.inside(async (ctx) => {
      while (await rollUp(ctx));
    })
    const { data } = await ask<FeedbackFigures>(tenant, '?from=2026-02-02&to=2026-02-04')
    assert.deepEqual(
      data.trend.map(({ count, rated, average }) => [count, rated, average]),
      times(3, [144, 120, 3]),
    )
    assert.deepEqual(data.distribution, { '1': 72, '2': 72, '3': 72, '4': 72, '5': 72 })
    assert.equal(data.change, 2, 'One day of the three before has any')
  })

test('A submission counts as replied to if its task has a public note', async () => {
  const { tenant, place } = await world()
  const day = at('2026-03-02T08:00:00Z')
  const ids = await insertFeedback(tenant, place, times(4, { at: day, rating: 1 }))
  const older = await insertFeedback(tenant, place, [{ at: at('2025-01-01T08:00:00Z'), rating: 1 }])
  const note = (taskId: string, isPublic: boolean) =>
    server.call('POST', `/api/tasks/${taskId}/notes`, {
      token: tenant.admin.token,
      body: { text: 'Seen', public: isPublic },
    })
  const behind = (category: string, reports: readonly string[]): Promise<string> =>
    tenant.inside(async (ctx) => {
      const problem = {
        priority: 'MEDIUM',
        source: 'FEEDBACK',
        buildingId: place.buildingId,
        amenityId: place.amenityId,
        category,
        skill: null,
        createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      } as const
      const { taskId } = await openTask(ctx, problem)
      await ctx.run(
        'insert into task_feedback (tenant_id, task_id, feedback_id, linked_at) select $1, $2, id, $4 from unnest($3::uuid[]) id returning 1',
        [ctx.tenantId, taskId, reports, ctx.now],
      )
      return taskId
    })
  const answered = await behind('LEAK', [ids[0] ?? '', ids[1] ?? '', older[0] ?? ''])
  const silent = await behind('NO_PAPER', [ids[2] ?? ''])
  await note(answered, true)
  await note(answered, true)
  await note(silent, false)
  const { data } = await ask<FeedbackFigures>(tenant, '?from=2026-03-02&to=2026-03-02')
  assert.deepEqual([data.count, data.replied, data.repliedShare], [4, 2, 0.5])
})

test('A reply from before a merge still counts, in the figure, for staff and for the visitor', async () => {
  const { tenant, place } = await world()
  const [mine = '', yours = '', other = ''] = await insertFeedback(
    tenant,
    place,
    times(3, { at: server.clock.now(), rating: 1 }),
  )
  const post = async (path: string, body: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', `/api/tasks${path}`, {
      token: tenant.manager.token,
      body,
    })
    assert.ok(reply.status < 300, reply.text)
    return reply.json.data.id
  }
  const task = (title: string, feedbackIds: string[]): Promise<string> =>
    post('', { title, amenityId: place.amenityId, feedbackIds })
  const [target, twin] = [await task('Leak', [yours]), await task('Leak again', [mine])]
  await task('Lamp', [other])
  await post(`/${twin}/notes`, { text: 'A plumber comes at three', public: true })
  await post(`/${twin}/notes`, { text: 'Bring the long pipe', public: false })
  const replied = async () => (await ask<FeedbackFigures>(tenant, '')).data.replied
  assert.equal(await replied(), 1)
  await post(`/${target}/merge`, { taskIds: [twin] })
  // Both visitors follow the same task now, and see what was written on the other one.
  assert.equal(await replied(), 2)
  for (const [id, texts] of [
    [mine, ['A plumber comes at three']],
    [yours, ['A plumber comes at three']],
    [other, []],
  ] as const) {
    const { data } = await ask<FeedbackDetail>(tenant, `/${id}`)
    assert.deepEqual(
      data.replies.map(({ text }) => text),
      texts,
    )
    assert.equal(data.thread, texts.length)
  }
})

test('Trends have every step of the period by hour, day, week or month, grouped and paged, largest groups first', async () => {
  const { tenant, place } = await world()
  const other = await createPlace(server, tenant, { type: 'KITCHEN', name: 'Kitchen' })
  await insertFeedback(tenant, place, times(3, { at: at('2026-03-29T00:30:00Z'), rating: 3 }))
  await insertFeedback(tenant, other, [{ at: at('2026-03-30T22:30:00Z'), rating: 5 }])
  const trends = (query: string) => ask<Trend[]>(tenant, `/trends?from=2026-03-28&to=2026-04-06${query}`)
  const all = await trends('')
  assert.deepEqual(
    all.data.map(({ key, name, count, points }) => [key, name, count, points.length]),
    [['ALL', null, 4, 10]],
  )
  assert.deepEqual(all.json.period, {
    from: '2026-03-28',
    to: '2026-04-06',
    timeZone: 'Europe/Berlin',
    limitedBy: null,
  })
  const weeks = (await trends('&by=week')).data[0]?.points ?? []
  assert.deepEqual(
    weeks.map((point) => [point.at, point.count]),
    [
      ['2026-03-27T23:00:00.000Z', 3],
      ['2026-03-29T22:00:00.000Z', 1],
      ['2026-04-05T22:00:00.000Z', 0],
    ],
  )
  const months = (await trends('&by=month')).data[0]?.points ?? []
  assert.deepEqual(
    months.map((point) => point.at),
    ['2026-03-27T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  )
  const hours = await ask<Trend[]>(tenant, '/trends?from=2026-03-29&to=2026-03-29&by=hour')
  assert.equal(hours.data[0]?.points.length, 23, 'the night has an hour less')
  assert.equal(hours.data[0]?.points[1]?.count, 3)
  const types = await trends('&group=type&pageSize=1')
  assert.deepEqual([types.data[0]?.key, types.data[0]?.name, types.total], ['WASHROOM', 'Washroom', 2])
  const byName = await trends('&group=type&sort=name')
  assert.deepEqual(
    byName.data.map(({ key }) => key),
    ['KITCHEN', 'WASHROOM'],
  )
  const second = await trends('&group=amenity&pageSize=1&page=2')
  assert.deepEqual([second.data[0]?.key, second.data[0]?.name], [other.amenityId, 'Kitchen'])
  const buildings = await trends(`&group=building&buildingId=${other.buildingId}`)
  assert.deepEqual(
    buildings.data.map(({ key, count }) => [key, count]),
    [[other.buildingId, 1]],
  )
  // The standard deviation of 3, 3, 3 and 5 is √0.75.
  const [point] = buildings.data[0]?.points.filter(({ count }) => count === 1) ?? []
  assert.ok(Math.abs((point?.low ?? 0) - (5 - 1.96 * Math.sqrt(0.75))) < 1e-9)
  assert.equal(point?.high, 5)
})

test('A series of more than 800 steps is VALIDATION_ERROR, and so is an unknown step', async () => {
  const { tenant } = await world()
  for (const query of [
    '?by=hour&from=2026-01-01&to=2026-03-01',
    '?by=day&from=2022-01-01&to=2026-01-01',
    '?by=minute',
    '?group=rating',
  ]) {
    const reply = await server.call('GET', `/api/dashboard/feedback/trends${query}`, {
      token: tenant.manager.token,
    })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', query)
  }
})

test('A heatmap uses each building’s wall clock, while days are in the period’s time zone', async () => {
  const { tenant, place } = await world('Europe/Berlin')
  const far = await createPlace(server, tenant)
  const moved = await server.call('PATCH', `/api/admin/buildings/${far.buildingId}`, {
    token: tenant.admin.token,
    body: { timeZone: 'Asia/Kathmandu' },
  })
  assert.equal(moved.status, 200, moved.text)
  // 00:20 on Monday in Berlin, 05:05 in Kathmandu.
  const night = { at: at('2026-02-01T23:20:00Z'), rating: 4 }
  await insertFeedback(tenant, place, [night])
  await insertFeedback(tenant, far, [night])
  const heatmap = async (query: string) => {
    const reply = await ask<HeatmapCell[]>(tenant, `/heatmap?${query}`)
    const filled = reply.data.filter(({ count }) => count > 0)
    return {
      cells: filled.map(({ weekday, hour, count }) => [weekday, hour, count]),
      json: reply.json,
      all: reply.data.length,
    }
  }
  const { cells, json, all } = await heatmap('from=2026-02-02&to=2026-02-02')
  assert.deepEqual(cells, [
    [1, 0, 1],
    [1, 5, 1],
  ])
  assert.deepEqual([all, json.count, json.rated, json.average], [168, 2, 2, 4])
  const own = await heatmap(`from=2026-02-02&to=2026-02-02&buildingId=${far.buildingId}`)
  assert.equal((own.json.period as { timeZone: string }).timeZone, 'Asia/Kathmandu')
  assert.deepEqual(own.cells, [[1, 5, 1]])
})

test('Issues are ranked by the number of submissions, with share, Wilson bounds and change', async () => {
  const { tenant, place } = await world()
  await insertFeedback(tenant, place, [
    ...times(3, { at: at('2026-03-02T08:00:00Z'), codes: ['NO_PAPER', 'NO_PAPER'] }),
    { at: at('2026-03-02T08:00:00Z'), codes: ['NO_PAPER', 'LEAK'], rating: 1 },
    { at: at('2026-03-02T08:00:00Z'), rating: 5 },
    ...times(2, { at: at('2026-03-01T08:00:00Z'), codes: ['NO_PAPER'] }),
  ])
  const issues = await ask<IssueFigure[]>(tenant, '/issues?from=2026-03-02&to=2026-03-02')
  assert.deepEqual(
    issues.data.map(({ code, name, count, share, change }) => [code, name, count, share, change]),
    [
      ['NO_PAPER', 'No paper', 4, 1, 1],
      ['LEAK', 'Water is leaking', 1, 0.25, null],
    ],
  )
  const [, leak] = issues.data
  assert.ok(Math.abs((leak?.low ?? 0) - 0.0456) < 0.0001 && Math.abs((leak?.high ?? 0) - 0.6994) < 0.0001)
  assert.deepEqual([issues.total, issues.json.count, issues.json.named], [2, 5, 4])
  const byName = await ask<IssueFigure[]>(
    tenant,
    '/issues?from=2026-03-02&to=2026-03-02&sort=-name&pageSize=1',
  )
  assert.deepEqual([byName.data[0]?.code, byName.total], ['LEAK', 2])
})

test('The plan’s history limits a period, and the answer says so', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const place = await createPlace(server, tenant)
  const dayMs = 86_400_000
  const ago = (days: number): Date => new Date(server.clock.now().getTime() - days * dayMs)
  await insertFeedback(tenant, place, [
    { at: ago(120), rating: 1 },
    { at: ago(10), rating: 5 },
  ])
  const dateOf = (date: Date): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(date)
  const { data } = await ask<FeedbackFigures>(tenant, `?from=${dateOf(ago(200))}`)
  assert.equal(data.period.limitedBy, 'PLAN_HISTORY')
  assert.equal(data.count, 1)
  assert.equal(data.trend.length, 91)
  const before = await ask<FeedbackFigures>(tenant, `?from=${dateOf(ago(200))}&to=${dateOf(ago(100))}`)
  assert.deepEqual(
    [before.data.period.limitedBy, before.data.count, before.data.trend],
    ['PLAN_HISTORY', 0, []],
  )
  const recent = await ask<FeedbackFigures>(tenant, '')
  assert.deepEqual([recent.data.period.limitedBy, recent.data.trend.length], [null, 30])
})

test('Figures are for managers and for API keys with scope read, and contain nothing of other tenants', async () => {
  const [{ tenant, place }, theirs] = [await world(), await world()]
  await insertFeedback(tenant, place, [{ at: server.clock.now(), rating: 5, codes: ['LEAK'] }])
  const { key } = await createKey(server, tenant, 'read')
  const { key: writing } = await createKey(server, tenant, 'write')
  for (const path of ['', '/trends', '/heatmap', '/issues']) {
    const target = `/api/dashboard/feedback${path}`
    const call = async (options: object) => (await server.call('GET', target, options)).json.code ?? 'OK'
    assert.equal(await call({ token: tenant.technician.token }), 'FORBIDDEN', path)
    assert.equal(await call({ key: writing }), 'FORBIDDEN', path)
    assert.equal(await call({ key }), 'OK', path)
    const foreign = await server.call('GET', `${target}?buildingId=${place.buildingId}`, {
      token: theirs.tenant.manager.token,
    })
    assert.ok(!/"(count|named)":[1-9]/.test(foreign.text), foreign.text)
  }
})
