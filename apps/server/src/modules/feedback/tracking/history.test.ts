import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { startTestServer } from '../../../../test/server.ts'
import { createPlace, createTenant } from '../../../../test/world.ts'

const day = 86_400_000
const start = new Date('2027-01-31T09:00:00Z')

for (const [plan, kept, gone] of [
  ['TRIAL', '2027-05-01T08:00:00Z', '2027-05-01T10:00:00Z'],
  ['STARTER', '2028-01-31T08:00:00Z', '2028-01-31T10:00:00Z'],
  ['PRO', '2029-01-31T08:00:00Z', '2029-01-31T10:00:00Z'],
  ['BUSINESS', '2030-01-31T08:00:00Z', '2030-01-31T10:00:00Z'],
] as const satisfies readonly (readonly [Plan, string, string])[]) {
  test(`With the plan ${plan} words are kept as long as it keeps history, and ratings longer`, async () => {
    const server = await startTestServer({ startAt: start })
    const tenant = await createTenant(server, { plan })
    const unlimited = await createTenant(server, { plan: 'ENTERPRISE' })
    const submit = async (to: typeof tenant) => {
      const { qrCode } = await createPlace(server, to)
      const reply = await server.call<{ id: string }>('POST', '/api/feedback', {
        body: { qrCode, rating: 2, comment: 'The door squeaks' },
      })
      assert.equal(reply.status, 201, reply.text)
      return reply.json.data.id
    }
    const stored = async (of: typeof tenant, id: string) => {
      await server.built.worker?.runCronJob('erase-old-feedback')
      const [row] = await of.inside(({ run }) =>
        run<{ comment: string | null; rating: number }>(
          'select comment, rating from feedback where tenant_id = $1 and id = $2',
          [of.id, id],
        ),
      )
      return [row?.comment, row?.rating]
    }
    const [id, other] = [await submit(tenant), await submit(unlimited)]
    server.clock.set(new Date(kept))
    assert.deepEqual(await stored(tenant, id), ['The door squeaks', 2])
    server.clock.set(new Date(gone))
    assert.deepEqual(await stored(tenant, id), [null, 2])
    assert.deepEqual(await stored(unlimited, other), ['The door squeaks', 2])
    // A shorter retention of the tenant applies in any plan.
    await unlimited.inside(({ run }) =>
      run(`update tenant set settings = '{"privacy":{"retentionDays":7}}' where id = $1`, [unlimited.id]),
    )
    assert.deepEqual(await stored(unlimited, other), [null, 2])
  })
}

test('One run erases everything that is due, however much', async () => {
  const server = await startTestServer({ startAt: start })
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const { amenityId, buildingId } = await createPlace(server, tenant)
  await tenant.inside(({ run }) =>
    run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, created_at)
       select $1, gen_random_uuid(), $2, $3, 3, 'old', 'x', $4::timestamptz + n * interval '1 second' from generate_series(1, 10001) n returning 1`,
      [tenant.id, amenityId, buildingId, new Date(start.getTime() - 200 * day)],
    ),
  )
  await server.built.worker?.runCronJob('erase-old-feedback')
  const [left] = await tenant.inside(({ run }) =>
    run<{ n: number }>(
      'select count(*) as n from feedback where tenant_id = $1 and (comment is not null or erased_at is null)',
      [tenant.id],
    ),
  )
  assert.equal(left?.n, 0)
})
