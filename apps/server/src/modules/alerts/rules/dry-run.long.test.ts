import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRuleCreated } from '#contracts/alerts/rules.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

test('A dry run over more than 100,000 submissions reads the newest, says so, and ends within seconds', async (t) => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const write = (from: number, to: number) =>
    tenant.inside((ctx) =>
      ctx.run(
        `insert into feedback (tenant_id, id, amenity_id, building_id, rating, issues, source, created_at)
         select $1, gen_random_uuid(), $2, $3, 1 + n % 5,
           case when n % 2 = 0 then '[{"code":"LEAK","detail":null}]'::jsonb else '[]'::jsonb end,
           's' || n % 977, $4::timestamptz - n * interval '20 seconds' from generate_series($5::int, $6::int) as n`,
        [ctx.tenantId, place.amenityId, place.buildingId, ctx.now, from, to],
      ),
    )
  const tryOut = async (trigger: object): Promise<AlertRuleCreated> => {
    const began = performance.now()
    const reply = await server.call<AlertRuleCreated>('POST', '/api/admin/alert-rules', {
      token: tenant.admin.token,
      body: { name: 'Tried', trigger, action: { kind: 'TASK' }, dryRun: true },
    })
    assert.equal(reply.status, 200, reply.text)
    const seconds = (performance.now() - began) / 1000
    t.diagnostic(`${JSON.stringify(trigger)}: ${seconds.toFixed(2)} s`)
    assert.ok(seconds < 10, `${seconds} s`)
    return reply.json.data
  }
  await write(1, 100_000)
  const rated = await tryOut({ kind: 'RATING', maxRating: 2 })
  assert.deepEqual([rated.wouldHaveFired, rated.sampled], [40_000, false])
  await write(100_001, 120_000)
  for (const trigger of [
    { kind: 'ISSUE' },
    { kind: 'COUNT', count: 3 },
    { kind: 'USAGE', count: 50 },
    { kind: 'RATING', maxRating: 5 },
  ])
    assert.equal((await tryOut(trigger)).sampled, true)
})
