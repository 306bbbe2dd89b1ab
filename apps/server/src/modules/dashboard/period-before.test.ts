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
const ratings = [...period.map(() => 5), 2, 4, ...later.map(() => 1)]
const moments = [...period, ...before, ...later].map((at) => new Date(at))

const world = async () => {
  server.clock.set(new Date('2026-03-10T09:20:00Z'))
  const tenant = await createTenant(server)
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
       select $1, gen_random_uuid(), n, 'T', 'MANUAL', $3, $4, at, at from unnest($2::timestamptz[]) with ordinality as r (at, n)`,
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
  return { tenant, changes }
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
