import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import { insertFeedback } from '#server/modules/dashboard/testing/insert-feedback.ts'
import { rollUp } from '#server/modules/feedback/rollup/roll-up.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

test('The feedback used this month is counted as in figures: by the organisation’s time zone, from the rollup where it exists, for this tenant only', async () => {
  server.clock.set(new Date('2026-06-10T13:00:00Z'))
  const tenant = await createTenant(server, { timeZone: 'UTC' })
  const other = await createTenant(server, { timeZone: 'UTC' })
  const here = await createPlace(server, tenant)
  const { token } = tenant.admin
  const far = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token,
    body: { name: 'Kathmandu', timeZone: 'Asia/Kathmandu' },
  })
  assert.equal(far.status, 201, far.text)
  const used = async (): Promise<number> => {
    const me = await server.call<Me>('GET', '/api/auth/me', { token })
    assert.equal(me.status, 200, me.text)
    return me.json.data.limits.feedbackThisMonth.used
  }
  assert.equal(await used(), 0)
  const given = (...times: string[]) => times.map((time) => ({ at: new Date(time), rating: 3 }))
  await insertFeedback(
    tenant,
    here,
    given('2026-05-31T23:59:59Z', '2026-06-01T00:00:00Z', '2026-06-03T12:00:00Z', '2026-06-10T12:59:00Z'),
  )
  // Quarantined feedback does not count.
  await insertFeedback(tenant, here, [{ at: new Date('2026-06-03T12:00:00Z'), counted: false }])
  // In this time zone it is already 1 June; here the month begins at a quarter to six in the morning.
  await insertFeedback(
    tenant,
    { ...here, buildingId: far.json.data.id },
    given('2026-05-31T20:00:00Z', '2026-06-01T01:00:00Z', '2026-06-02T20:00:00Z'),
  )
  await insertFeedback(other, await createPlace(server, other), given('2026-06-03T12:00:00Z'))
  assert.equal(await used(), 5)
  for (let more = true; more; ) more = await tenant.inside(rollUp)
  assert.equal(await used(), 5)
  // A day in the rollup is read from there, not from its rows.
  await tenant.inside(({ run }) =>
    run('update feedback_day set n = n + 1000 where tenant_id = $1 and building_id = $2 and day = $3', [
      tenant.id,
      here.buildingId,
      '2026-06-03',
    ]),
  )
  assert.equal(await used(), 1005)
})
