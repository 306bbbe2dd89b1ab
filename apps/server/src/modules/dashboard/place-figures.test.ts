import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  AmenityFigures,
  AmenityPerformance,
  BuildingComparison,
  BuildingFigures,
} from '#contracts/figures.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import { insertFeedback } from './testing/insert-feedback.ts'

const server = await startTestServer({ worker: false })

const ask = async <T>(tenant: TestTenant, path: string) => {
  const reply = await server.call<T>('GET', `/api/dashboard/${path}`, { token: tenant.manager.token })
  assert.equal(reply.status, 200, reply.text)
  return { ...reply.json, json: reply.json as unknown as Record<string, unknown> }
}

const day = '?from=2026-03-02&to=2026-03-02'
const noon = new Date('2026-03-02T11:00:00Z')
const rated = (...ratings: (number | null)[]) => ratings.map((rating) => ({ at: noon, rating }))
const close = (actual: number | null | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual}, and not ${expected}`)

const taskAt = (tenant: TestTenant, place: TestPlace, set = ''): Promise<void> =>
  tenant.inside(async (ctx) => {
    const id = newId(ctx.now.getTime())
    await ctx.run(
      `insert into task (tenant_id, id, number, title, source, building_id, amenity_id, created_at, updated_at)
       values ($1, $2, (select coalesce(max(number), 0) + 1 from task where tenant_id = $1), 'T', 'MANUAL', $3, $4, $5, $5)`,
      [ctx.tenantId, id, place.buildingId, place.amenityId, noon],
    )
    if (set !== '')
      await ctx.run(`update task set ${set} where tenant_id = $1 and id = $2`, [ctx.tenantId, id])
  })

test('Amenities are ranked by a Bayesian score with its interval; below 5 ratings an amenity is listed without a rank', async () => {
  const tenant = await createTenant(server)
  const [good, same, bad, few] = [
    await createPlace(server, tenant, { name: 'Good' }),
    await createPlace(server, tenant, { name: 'Same' }),
    await createPlace(server, tenant, { name: 'Bad' }),
    await createPlace(server, tenant, { name: 'Few' }),
    await createPlace(server, tenant, { name: 'Silent', type: 'KITCHEN' }),
  ]
  await insertFeedback(tenant, good, rated(5, 5, 5, 5, 4, null))
  await insertFeedback(tenant, same, rated(4, 5, 5, 5, 5))
  await insertFeedback(tenant, bad, rated(1, 1, 1, 1, 2))
  await insertFeedback(tenant, few, rated(5, 5, 5, 5))
  await insertFeedback(tenant, good, [{ at: new Date('2026-03-01T11:00:00Z'), rating: 3 }])
  await taskAt(tenant, bad)
  await taskAt(tenant, bad, "status = 'DONE', completed_at = created_at")
  const list = await ask<AmenityPerformance[]>(tenant, `amenities/performance${day}`)
  assert.deepEqual(
    list.data.map(({ name, rank }) => [name, rank]),
    [
      ['Few', null],
      ['Good', 1],
      ['Same', 1],
      ['Silent', null],
      ['Bad', 3],
    ],
  )
  const all = [5, 5, 5, 5, 4, 4, 5, 5, 5, 5, 1, 1, 1, 1, 2, 5, 5, 5, 5]
  const m = all.reduce((a, b) => a + b) / all.length
  const s = Math.sqrt(all.reduce((sum, one) => sum + (one - m) ** 2, 0) / all.length)
  const first = list.data[1]
  close(first?.score, (10 * m + 24) / 15)
  close(first?.low, (10 * m + 24) / 15 - (1.96 * s) / Math.sqrt(15))
  close(first?.high, Math.min(5, (10 * m + 24) / 15 + (1.96 * s) / Math.sqrt(15)))
  close(list.json.mean as number, m)
  close(list.json.deviation as number, s)
  assert.deepEqual([list.json.rated, list.total], [19, 5])
  assert.deepEqual([first?.count, first?.rated, first?.change], [6, 5, 5])
  close(first?.averageChange, 1.8)
  assert.deepEqual(
    list.data.map(({ openTasks }) => openTasks),
    [0, 0, 0, 0, 1],
  )
  const page = await ask<AmenityPerformance[]>(tenant, `amenities/performance${day}&pageSize=1&page=5`)
  assert.deepEqual([page.data[0]?.name, page.data[0]?.rank], ['Bad', 3], 'whatever the page')
  const kitchens = await ask<AmenityPerformance[]>(tenant, `amenities/performance${day}&type=KITCHEN`)
  assert.deepEqual([kitchens.data.map(({ name }) => name), kitchens.json.rated], [['Silent'], 19])
  close(kitchens.data[0]?.score, m)
  const one = await ask<AmenityPerformance[]>(
    tenant,
    `amenities/performance${day}&buildingId=${bad.buildingId}`,
  )
  assert.deepEqual(
    one.data.map(({ name, rank }) => [name, rank]),
    [['Bad', 1]],
    'by score within the filter',
  )
  const byTasks = await ask<AmenityPerformance[]>(
    tenant,
    `amenities/performance${day}&sort=-openTasks&pageSize=1`,
  )
  assert.equal(byTasks.data[0]?.name, 'Bad')
})

test('An archived amenity stays in the figures of the days when it was active', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await insertFeedback(tenant, place, rated(4))
  const gone = await server.call('DELETE', `/api/admin/amenities/${place.amenityId}`, {
    token: tenant.admin.token,
  })
  assert.equal(gone.status, 200, gone.text)
  const then = await ask<AmenityPerformance[]>(tenant, `amenities/performance${day}`)
  assert.deepEqual(
    then.data.map(({ archived, count }) => [archived, count]),
    [[true, 1]],
  )
  const later = await ask<AmenityPerformance[]>(tenant, 'amenities/performance?from=2026-04-01&to=2026-04-02')
  assert.deepEqual(later.data, [])
})

test('Buildings are compared by score and volume, open and overdue tasks, and the share that met its SLA', async () => {
  const tenant = await createTenant(server)
  const [one, two] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  await insertFeedback(tenant, one, rated(5, 4))
  await taskAt(tenant, one)
  await taskAt(tenant, one, "due_at = created_at + interval '1 hour', status = 'IN_PROGRESS'")
  await taskAt(tenant, one, 'merged_into = id')
  for (const set of [
    "status = 'DONE', completed_at = created_at",
    "status = 'DONE', completed_at = created_at",
    "status = 'DONE', completed_at = created_at",
  ])
    await taskAt(tenant, two, set)
  // Met, missed in the end, late now, and still running.
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into sla_clock (tenant_id, task_id, started_at, reopen_count, resolve_by, resolved_at, breached)
       select $1, id, created_at, 0, case when n = 4 then created_at else $2::timestamptz + interval '1 day' end,
         case when n < 4 then created_at end, n = 2
       from (select id, created_at, row_number() over (order by building_id = $3 desc, id) as n from task
             where tenant_id = $1 and merged_into is null) t returning 1`,
      [ctx.tenantId, ctx.now, two.buildingId],
    ),
  )
  const { data, total } = await ask<BuildingComparison[]>(
    tenant,
    `buildings/comparison${day}&sort=-openTasks`,
  )
  assert.equal(total, 2)
  assert.deepEqual(
    data.map((row) => [
      row.id,
      row.count,
      row.average,
      row.openTasks,
      row.overdue,
      row.slaShare,
      row.slaMet,
      row.slaMissed,
    ]),
    [
      [one.buildingId, 2, 4.5, 2, 2, 0, 0, 1],
      [two.buildingId, 0, null, 0, 0, 2 / 3, 2, 1],
    ],
  )
  close(data[0]?.score, 4.5)
  const outside = await ask<BuildingComparison[]>(
    tenant,
    'buildings/comparison?from=2026-04-01&to=2026-04-02',
  )
  assert.deepEqual(outside.data.map((row) => [row.slaShare, row.score, row.openTasks]).sort(), [
    [null, null, 0],
    [null, null, 2],
  ])
})

test('Below PRO no SLA is presented, since former clocks are not updated any more', async () => {
  const tenant = await createTenant(server, { plan: 'PRO' })
  const place = await createPlace(server, tenant)
  const { key } = await createKey(server, tenant, 'read')
  const task = async (): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
      token: tenant.manager.token,
      body: { title: 'Leak', buildingId: place.buildingId },
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const finish = async (id: string): Promise<void> => {
    const reply = await server.call('PATCH', `/api/tasks/${id}/status`, {
      token: tenant.manager.token,
      body: { status: 'DONE' },
    })
    assert.equal(reply.status, 200, reply.text)
  }
  const slaShares = async () => {
    const list = await server.call<BuildingComparison[]>('GET', '/api/dashboard/buildings/comparison', {
      key,
    })
    const one = await server.call<BuildingFigures>('GET', `/api/dashboard/buildings/${place.buildingId}`, {
      key,
    })
    return [list.json.data[0], one.json.data.tasks].map((of) => [of?.slaShare, of?.slaMet, of?.slaMissed])
  }
  const [before, after] = [await task(), await task()]
  await finish(before)
  assert.deepEqual(await slaShares(), [
    [1, 1, 0],
    [1, 1, 0],
  ])
  await tenant.inside(({ run }) => run("update tenant set plan = 'STARTER' where id = $1", [tenant.id]))
  await finish(after)
  // It was finished at once; three weeks later its outdated clock would count as late.
  server.clock.advance(20 * 86_400_000)
  assert.deepEqual(await slaShares(), [
    [null, 0, 0],
    [null, 0, 0],
  ])
})

test('An amenity has its ratings, issues, tasks, uptime, scans and cleanings', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const other = await createPlace(server, tenant)
  await insertFeedback(tenant, place, [{ at: noon, rating: 2, codes: ['LEAK'] }, ...rated(4)])
  await insertFeedback(tenant, other, rated(5))
  await taskAt(tenant, place)
  await taskAt(
    tenant,
    place,
    "status = 'DONE', completed_at = created_at, verification = 'CONFIRMED', skill = 'CLEANING'",
  )
  await taskAt(
    tenant,
    place,
    "status = 'DONE', completed_at = created_at, verification = 'REJECTED', skill = 'CLEANING'",
  )
  await taskAt(
    tenant,
    place,
    "status = 'DONE', completed_at = created_at + interval '9 days', verification = 'CLAIMED'",
  )
  await tenant.inside(async (ctx) => {
    await ctx.run(
      "update status_item set created_at = '2026-03-02T05:00:00Z' where tenant_id = $1 and amenity_id = $2",
      [ctx.tenantId, place.amenityId],
    )
    const change = (time: string, state: string) =>
      ctx.run(
        `insert into status_change (tenant_id, id, amenity_id, item_id, item_name, at, state, report)
         select $1, $3, $2, id, name, $4, $5, 'OK' from status_item where tenant_id = $1 and amenity_id = $2 order by position limit 1 returning 1`,
        [ctx.tenantId, place.amenityId, newId(Date.parse(time)), time, state],
      )
    await change('2026-03-02T10:00:00Z', 'OUT_OF_ORDER')
    await change('2026-03-02T14:30:00Z', 'OPERATIONAL')
    await ctx.run(
      "update qr_code set scans = 7, last_scan_at = '2026-03-02T11:00:00Z' where tenant_id = $1 and amenity_id = $2",
      [ctx.tenantId, place.amenityId],
    )
  })
  const { data } = await ask<AmenityFigures>(tenant, `amenities/${place.amenityId}${day}`)
  assert.deepEqual(data.amenity.id, place.amenityId)
  assert.deepEqual([data.feedback.count, data.feedback.average, data.feedback.trend.length], [2, 3, 1])
  close(data.feedback.score, (10 * (11 / 3) + 6) / 12)
  assert.deepEqual(
    data.issues.map(({ code, count }) => [code, count]),
    [['LEAK', 1]],
  )
  assert.deepEqual(data.tasks, { open: 1, inProgress: 0, overdue: 0, created: 4, done: 2, confirmed: 1 })
  // It existed from 6:00 to midnight, and was unusable for 4.5 hours of that.
  assert.deepEqual(data.uptime, { share: 0.75, minutes: 18 * 60, usableMinutes: 13.5 * 60 })
  assert.deepEqual(data.usage, { scans: 7, lastScanAt: '2026-03-02T11:00:00.000Z' })
  assert.equal(data.cleanings.count, 1)
  const missing = await server.call('GET', `/api/dashboard/amenities/${newId(1)}`, {
    token: tenant.manager.token,
  })
  assert.equal(missing.json.code, 'NOT_FOUND')
})

test('A building lists its amenities floor by floor, each with its score, and those without a floor last', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant, { name: 'In the hall' })
  const other = await createPlace(server, tenant)
  const { token } = tenant.admin
  const make = async (path: string, body: object): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', path, { token, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  const floor = await make('/api/admin/locations', {
    buildingId: place.buildingId,
    kind: 'FLOOR',
    name: 'First floor',
  })
  const room = await make('/api/admin/locations', {
    buildingId: place.buildingId,
    kind: 'ROOM',
    name: 'Room 1',
    parentId: floor,
  })
  const inRoom = await make('/api/admin/amenities', {
    name: 'In the room',
    buildingId: place.buildingId,
    locationId: room,
  })
  await insertFeedback(tenant, { amenityId: inRoom, buildingId: place.buildingId }, rated(5))
  await insertFeedback(tenant, place, rated(1, null))
  await insertFeedback(tenant, other, rated(3))
  await taskAt(tenant, place)
  const { data } = await ask<BuildingFigures>(tenant, `buildings/${place.buildingId}${day}`)
  assert.deepEqual([data.feedback.count, data.feedback.rated, data.feedback.average], [3, 2, 3])
  close(data.feedback.score, 3)
  assert.deepEqual([data.tasks.openTasks, data.tasks.overdue, data.tasks.slaShare], [1, 0, null])
  assert.deepEqual(
    data.floors.map(({ location, amenities }) => [
      location?.name,
      amenities.map(({ name, count }) => [name, count]),
    ]),
    [
      ['First floor', [['In the room', 1]]],
      [undefined, [['In the hall', 2]]],
    ],
  )
  const missing = await server.call('GET', `/api/dashboard/buildings/${newId(1)}`, {
    token: tenant.manager.token,
  })
  assert.equal(missing.json.code, 'NOT_FOUND')
})
