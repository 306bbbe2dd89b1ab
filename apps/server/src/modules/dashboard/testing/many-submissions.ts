import type { TestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

/** An organisation with an amenity, on a plan that includes exports. */
export const exportStage = async (server: TestServer, plan: 'BUSINESS' | 'PRO' = 'BUSINESS') => {
  const tenant = await createTenant(server, { plan })
  return { tenant, place: await createPlace(server, tenant) }
}

/** Three in each second, up to now. */
export const insertMany = async (
  server: TestServer,
  tenant: TestTenant,
  place: TestPlace,
  n: number,
  comment: string,
): Promise<void> => {
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, source, created_at)
       select $1, gen_random_uuid(), $2, $3, 1 + n % 5, $5, 'x', $4::timestamptz - (n / 3) * interval '1 second'
       from generate_series(1, $6::int) n
       returning 1`,
      [ctx.tenantId, place.amenityId, place.buildingId, server.clock.now(), comment, n],
    ),
  )
}
