import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import type {
  AmenityFigures,
  AmenityPerformance,
  BuildingComparison,
  BuildingFigures,
  FeedbackFigures,
  IssueFigure,
} from '#contracts/figures.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { rollUp } from '#server/modules/feedback/rollup/roll-up.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant } from '#test/world.ts'
import { insertFeedback } from './testing/insert-feedback.ts'

const server = await startTestServer({ worker: false })

// Times in UTC; Berlin is one hour ahead: yesterday and today, the same part of the two days before, and the rest
// of that.
const period = ['2026-03-09T12:00Z', '2026-03-09T12:30Z', '2026-03-09T22:00Z', '2026-03-10T08:00Z']
const before = ['2026-03-07T20:00Z', '2026-03-08T09:10Z']
const later = Array.from({ length: 6 }, () => '2026-03-08T09:30Z')
// 52 weeks earlier: two until 10:20 of the corresponding day, and the rest of that.
const lastYear = ['2025-03-10T09:00Z', '2025-03-11T09:10Z']
const laterLastYear = Array.from({ length: 6 }, () => '2025-03-11T09:30Z')
const ratings = [
  ...period.map(() => 5),
  ...[2, 4],
  ...later.map(() => 1),
  ...[1, 3],
  ...laterLastYear.map(() => 1),
]
const moments = [...period, ...before, ...later, ...lastYear, ...laterLastYear].map((at) => new Date(at))

const world = async (plan: Plan = 'ENTERPRISE') => {
  server.clock.set(new Date('2026-03-10T09:20:00Z'))
  const tenant = await createTenant(server, { plan })
  const place = await createPlace(server, tenant)
  const { key } = await createKey(server, tenant, 'read')
  await insertFeedback(
    tenant,
    place,
    moments.map((at, index) => ({ at, rating: ratings[index] ?? null, codes: ['LEAK'] })),
  )
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into task (tenant_id, id, number, title, source, building_id, amenity_id, created_at, updated_at)
       select $1, gen_random_uuid(), n, 'T', 'MANUAL', $3, $4, at, at from unnest($2::timestamptz[]) with ordinality as r (at, n) returning 1`,
      [ctx.tenantId, moments, place.buildingId, place.amenityId],
    ),
  )
  const ask = async <T>(path: string, query: string): Promise<T> => {
    const reply = await server.call<T>('GET', `/api/dashboard/${path}?${query}`, { key })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data
  }
  /** Each figure with a change: submissions, mean, an issue, and tasks. */
  const changes = async (query: string) => {
    const { feedback, tasks } = await ask<Overview>('overview', query)
    const figures = await ask<FeedbackFigures>('feedback', query)
    const [issue] = await ask<IssueFigure[]>('feedback/issues', query)
    const [amenity] = await ask<AmenityPerformance[]>('amenities/performance', query)
    const [building] = await ask<BuildingComparison[]>('buildings/comparison', query)
    const one = await ask<AmenityFigures>(`amenities/${place.amenityId}`, query)
    const house = await ask<BuildingFigures>(`buildings/${place.buildingId}`, query)
    const file = await server.call('GET', `/api/dashboard/export?what=amenities&columns=change&${query}`, {
      key,
    })
    assert.equal(file.status, 200, file.text)
    const counted = [feedback, figures, amenity, building, one.feedback, house.feedback]
    return {
      count: new Set([...counted.map((of) => of?.change), issue?.change, one.issues[0]?.change]),
      mean: new Set(counted.map((of) => of?.averageChange)),
      tasks: tasks.createdChange,
      inFile: file.text.split('\r\n')[1],
    }
  }
  return { tenant, key, ask, changes }
}

const expected = (count: number | null, mean: number | null, inFile: string) => ({
  count: new Set([count]),
  mean: new Set([mean]),
  tasks: count,
  inFile,
})

test('A running period is compared with the same elapsed part of the period before, in every figure', async () => {
  const { tenant, changes } = await world()
  const days = 'from=2026-03-09&to=2026-03-10'
  // Four against the two that had come by 10:20 of the corresponding day, not against all eight.
  assert.deepEqual(await changes(days), expected(1, 2, '1'))
  await tenant.inside(async (ctx) => {
    while (await rollUp(ctx));
  })
  assert.deepEqual(await changes(days), expected(1, 2, '1'), 'also where the days before have been counted')
  // One and a half of four days have passed, and nothing came in the same part of the four before.
  assert.deepEqual(await changes('from=2026-03-09&to=2026-03-12'), expected(null, null, ''))
  // Nor by that hour yesterday.
  assert.deepEqual(await changes('from=2026-03-10&to=2026-03-10'), expected(null, null, ''))
})

test('A finished period is compared with the whole period before', async () => {
  const { changes } = await world()
  server.clock.set(new Date('2026-03-10T23:00:01Z'))
  assert.deepEqual(await changes('from=2026-03-09&to=2026-03-10'), expected(-0.5, 3.5, '-0.5'))
})

test('Against the year before, a running period is compared with the same elapsed part, in every figure', async () => {
  const { tenant, ask, changes } = await world()
  const days = 'from=2026-03-09&to=2026-03-10&compare=YEAR_BEFORE'
  // A Monday and a Tuesday, as in the year before.
  assert.deepEqual(await changes(days), expected(1, 3, '1'))
  await tenant.inside(async (ctx) => {
    while (await rollUp(ctx));
  })
  assert.deepEqual(await changes(days), expected(1, 3, '1'), 'also where the days before have been counted')
  const compared = async (query: string) => (await ask<Overview>('overview', query)).period.compared
  assert.deepEqual(await compared(days), { from: '2025-03-10', to: '2025-03-11' })
  assert.equal(await compared('from=2026-03-09&to=2026-03-10'), undefined)
  const month = 'from=2026-03-01&to=2026-03-31&compare=YEAR_BEFORE'
  assert.deepEqual(await compared(month), { from: '2025-03-01', to: '2025-03-10' })
  // All twelve of this March against the one by 10:20 of its tenth day.
  assert.equal((await changes(month)).tasks, 11)
  server.clock.set(new Date('2026-04-01T12:00:00Z'))
  assert.deepEqual(await compared(month), { from: '2025-03-01', to: '2025-03-31' })
  assert.equal((await changes(month)).tasks, 0.5)
})

test('Topics and the report take the year before, and a leap year is compared without overlap', async () => {
  const { key, ask } = await world('ENTERPRISE')
  for (const path of ['feedback/topics', 'report']) {
    const query = 'from=2026-03-01&to=2026-03-31&compare=YEAR_BEFORE'
    const reply = await server.call('GET', `/api/dashboard/${path}?${query}`, { key })
    assert.equal(reply.status, 200, reply.text.slice(0, 300))
  }
  server.clock.set(new Date('2029-02-01T12:00:00Z'))
  const { period: leap } = await ask<Overview>(
    'overview',
    'from=2028-01-01&to=2028-12-31&compare=YEAR_BEFORE',
  )
  assert.deepEqual(leap.compared, { from: '2027-01-01', to: '2027-12-31' })
})

test('The year before is refused for more than a year, and empty where the plan keeps no such history', async () => {
  const { key, ask } = await world('STARTER')
  const call = (query: string) => server.call('GET', `/api/dashboard/overview?${query}`, { key })
  const long = await call('from=2025-01-01&to=2026-03-01&compare=YEAR_BEFORE')
  assert.equal(long.json.code, 'VALIDATION_ERROR')
  assert.equal((await call('compare=LAST_CENTURY')).json.code, 'VALIDATION_ERROR')
  const days = 'from=2026-03-09&to=2026-03-10&compare=YEAR_BEFORE'
  const { period: kept, feedback, tasks } = await ask<Overview>('overview', days)
  assert.deepEqual(
    [kept.compared, feedback.change, feedback.averageChange, tasks.createdChange],
    [{ from: '2025-03-10', to: '2025-03-11' }, 1, 3, 1],
    'twelve months reach back to them',
  )
  const year = 'from=2026-02-01&to=2026-03-10&compare=YEAR_BEFORE'
  const { period: gone, feedback: none, tasks: made } = await ask<Overview>('overview', year)
  assert.deepEqual(
    [gone.compared, none.count, none.change, none.averageChange, made.createdChange],
    [null, 12, null, null, null],
  )
})
