import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackFigures } from '#contracts/figures.ts'
import { loadFeedback } from '#server/modules/feedback/public.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'
import { insertFeedback } from '../../dashboard/testing/insert-feedback.ts'
import { rollUp } from './roll-up.ts'

const server = await startTestServer({ own: true })
const dayMs = 86_400_000

const countAll = async (tenant: TestTenant): Promise<void> => {
  for (let more = true; more; ) more = await tenant.inside(rollUp)
}

const rowsOf = <R>(tenant: TestTenant, text: string): Promise<R[]> =>
  tenant.inside((ctx) => ctx.run<R>(text, [ctx.tenantId]))

const daysOf = (tenant: TestTenant) =>
  rowsOf<{ day: string; n: number }>(
    tenant,
    "select day, n from feedback_day where tenant_id = $1 and amenity_id = '00000000-0000-0000-0000-000000000000' order by day",
  )

const figures = async (tenant: TestTenant, query: string): Promise<FeedbackFigures> => {
  const { token } = await tenant.person(['MANAGER'])
  const reply = await server.call<FeedbackFigures>('GET', `/api/dashboard/feedback${query}`, { token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

const send = async (place: TestPlace, from: string): Promise<void> => {
  const reply = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 3 },
    from,
  })
  assert.equal(reply.status, 201, reply.text)
}

const world = async (timeZone = 'Europe/Berlin') => {
  const tenant = await createTenant(server, { timeZone })
  return { tenant, place: await createPlace(server, tenant) }
}

test('A local day is counted five minutes after it has ended in the building’s time zone, and not before', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world('Asia/Kathmandu')
  await send(place, '10.7.0.1')
  await server.drain()
  const [due] = await rowsOf<{ key: string; due_at: Date }>(
    tenant,
    "select key, due_at from due_work where tenant_id = $1 and kind = 'feedback.roll_up'",
  )
  assert.deepEqual(
    [due?.key, due?.due_at.toISOString()],
    ['Asia/Kathmandu 2026-06-10', '2026-06-10T18:20:00.000Z'],
  )
  server.clock.set(new Date('2026-06-10T18:19:00Z'))
  await server.drain()
  assert.deepEqual(await daysOf(tenant), [])
  server.clock.set(new Date('2026-06-10T18:21:00Z'))
  await server.drain()
  assert.deepEqual(
    (await daysOf(tenant)).map(({ n }) => n),
    [1],
  )
  assert.equal((await figures(tenant, '?from=2026-06-10&to=2026-06-10')).count, 1)
})

test('Existing submissions are counted in bounded parts by the job rollup, and months from days', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world()
  const given = [...Array(90).keys()].map((index) => ({
    at: new Date(Date.parse('2026-03-02T12:00:00Z') + index * dayMs),
    rating: 1 + (index % 5),
    codes: index % 3 === 0 ? ['LEAK'] : [],
  }))
  await insertFeedback(tenant, place, given)
  const run = await server.call<{ result: string }>('POST', '/api/system/jobs/rollup/run', {
    secret: systemSecret,
  })
  assert.equal(run.json.data.result, 'OK', run.text)
  assert.equal((await daysOf(tenant)).length, 90)
  const months = await rowsOf<{ month: string; n: number; issues: Record<string, number> }>(
    tenant,
    "select month::text, n, issues from feedback_month where tenant_id = $1 and amenity_id <> '00000000-0000-0000-0000-000000000000' order by month",
  )
  assert.deepEqual(
    months.map(({ month, n }) => [month, n]),
    [
      ['2026-03-01', 30],
      ['2026-04-01', 30],
      ['2026-05-01', 30],
    ],
  )
  assert.deepEqual(months[0]?.issues, { LEAK: 10 })
})

test('Hiding and erasing change no count; releasing does, in its own transaction', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world()
  const noon = new Date('2026-06-01T12:00:00Z')
  const [shown, held] = await insertFeedback(tenant, place, [
    { at: noon, rating: 5 },
    { at: noon, rating: 1, counted: false },
  ])
  await countAll(tenant)
  const waiting = () =>
    rowsOf<{ quarter: Date }>(tenant, 'select quarter from feedback_recount where tenant_id = $1')
  const { token } = await tenant.person(['ADMIN'])
  const change = (id: string | undefined, body: object) =>
    server.call('PATCH', `/api/admin/feedback/${id}`, { token, body: { ...body, reason: 'x' } })
  const day = '?from=2026-06-01&to=2026-06-01'
  assert.equal((await change(shown, { hidden: true })).status, 200)
  assert.equal((await server.call('DELETE', `/api/admin/feedback/${shown}`, { token })).status, 200)
  assert.deepEqual(await waiting(), [])
  assert.equal((await figures(tenant, day)).count, 1)
  assert.equal((await change(held, { release: true })).status, 200)
  assert.equal((await figures(tenant, day)).count, 2)
  await server.drain()
  assert.deepEqual(await waiting(), [])
  assert.deepEqual(
    (await daysOf(tenant)).map(({ n }) => n),
    [2],
  )
  assert.deepEqual((await figures(tenant, day)).distribution, { '1': 1, '2': 0, '3': 0, '4': 0, '5': 1 })
})

test('Submissions loaded into counted days count at once', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world()
  await insertFeedback(tenant, place, [{ at: new Date('2026-05-02T12:00:00Z'), rating: 5 }])
  await countAll(tenant)
  const createdAt = new Date('2026-05-03T12:00:00Z')
  await tenant.inside((ctx) =>
    loadFeedback(ctx, [
      {
        id: newId(createdAt.getTime()),
        amenityId: place.amenityId,
        buildingId: place.buildingId,
        rating: 1,
        comment: null,
        issues: [],
        language: 'en',
        source: 'x',
        answer: null,
        createdAt,
      },
    ]),
  )
  const query = '?from=2026-05-01&to=2026-05-31'
  assert.equal((await figures(tenant, query)).count, 2)
  await countAll(tenant)
  assert.equal((await daysOf(tenant)).length, 2)
  assert.equal((await figures(tenant, query)).count, 2)
})

test('After a change of a building’s time zone its figures come from rows until it is counted again', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world()
  await insertFeedback(tenant, place, [{ at: new Date('2026-06-01T22:30:00Z'), rating: 5 }])
  await countAll(tenant)
  const { token } = await tenant.person(['ADMIN'])
  const body = { timeZone: 'America/St_Johns' }
  const moved = await server.call('PATCH', `/api/admin/buildings/${place.buildingId}`, { token, body })
  assert.equal(moved.status, 200, moved.text)
  const dayOf = async () =>
    (await figures(tenant, `?from=2026-05-30&to=2026-06-03&buildingId=${place.buildingId}`)).trend.find(
      ({ count }) => count > 0,
    )?.date
  assert.equal(await dayOf(), '2026-06-01')
  await countAll(tenant)
  const [row] = await rowsOf<{ day: string }>(
    tenant,
    'select day::text from feedback_day where tenant_id = $1',
  )
  assert.equal(row?.day, '2026-06-01')
  assert.equal(await dayOf(), '2026-06-01')
})

const at = (time: string): Date => new Date(`2026-06-10T${time}Z`)
const eachSecond = (count: number, from: string, rating: number) =>
  Array.from({ length: count }, (_, index) => ({ at: new Date(at(from).getTime() + index * 1000), rating }))

test('At busy places the current day is counted every quarter of an hour, and changes in it count at once', async () => {
  server.clock.set(at('13:20:00'))
  const { tenant, place } = await world()
  const [held] = await insertFeedback(tenant, place, [
    { at: at('08:30:00'), rating: 1, counted: false },
    { at: at('13:16:00'), rating: 2 },
    ...eachSecond(2100, '06:10:00', 4),
  ])
  const counted = async () => {
    await server.drain()
    return (await daysOf(tenant)).map(({ n }) => n)
  }
  const distribution = async () => (await figures(tenant, '?from=2026-06-10&to=2026-06-10')).distribution
  await tenant.inside((ctx) => ctx.schedule('feedback.roll_up', 'more', ctx.now))
  assert.deepEqual(await counted(), [2100])
  assert.deepEqual(await distribution(), { '1': 0, '2': 1, '3': 0, '4': 2100, '5': 0 })
  const { token } = await tenant.person(['ADMIN'])
  const body = { release: true, reason: 'x' }
  assert.equal((await server.call('PATCH', `/api/admin/feedback/${held}`, { token, body })).status, 200)
  assert.deepEqual(await distribution(), { '1': 1, '2': 1, '3': 0, '4': 2100, '5': 0 })
  assert.deepEqual(await counted(), [2101])
  await insertFeedback(tenant, place, eachSecond(200, '13:22:00', 3))
  server.clock.set(at('13:34:00'))
  assert.deepEqual(await counted(), [2101])
  server.clock.set(at('13:35:00'))
  assert.deepEqual(await counted(), [2302])
  assert.deepEqual(await distribution(), { '1': 1, '2': 1, '3': 200, '4': 2100, '5': 0 })
})

test('At less busy places the current day is counted every hour, and at quiet ones when it has ended', async () => {
  for (const [count, due] of [
    [501, ['2026-06-10T14:05:00.000Z']],
    [500, []],
  ] as const) {
    server.clock.set(at('13:20:00'))
    const { tenant, place } = await world()
    await insertFeedback(tenant, place, eachSecond(count, '06:10:00', 4))
    await tenant.inside((ctx) => ctx.schedule('feedback.roll_up', 'more', ctx.now))
    await server.drain()
    const asked = await rowsOf<{ due_at: Date }>(
      tenant,
      "select due_at from due_work where tenant_id = $1 and kind = 'feedback.roll_up' and key = 'open'",
    )
    assert.deepEqual(
      asked.map((one) => one.due_at.toISOString()),
      due,
    )
  }
})

test('A heatmap is the same before and after its hourly histograms are written, also for days that an older version counted', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const { tenant, place } = await world()
  const given = [...Array(70).keys()].map((index) => ({
    at: new Date(Date.parse('2026-03-25T05:30:00Z') + index * 25 * 3600_000),
    rating: index % 6 === 0 ? null : index % 6,
  }))
  await insertFeedback(tenant, place, given)
  const heatmap = async () => (await figures(tenant, '?from=2026-03-20&to=2026-06-09')).heatmap
  const fromRows = await heatmap()
  const missing = () =>
    rowsOf(
      tenant,
      `select 1 from feedback_day where tenant_id = $1 and amenity_id = '00000000-0000-0000-0000-000000000000' and heat is null
       union all select 1 from feedback_month where tenant_id = $1 and amenity_id = '00000000-0000-0000-0000-000000000000' and heat is null`,
    )
  await countAll(tenant)
  assert.equal((await missing()).length, 0)
  assert.deepEqual(await heatmap(), fromRows)
  await rowsOf(tenant, 'update feedback_day set heat = null where tenant_id = $1 returning 1')
  await rowsOf(tenant, 'update feedback_month set heat = null where tenant_id = $1 returning 1')
  assert.deepEqual(await heatmap(), fromRows)
  await countAll(tenant)
  assert.equal((await missing()).length, 0)
})
