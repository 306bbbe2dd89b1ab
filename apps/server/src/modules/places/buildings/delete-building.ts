import { createBuilding, deleteBuilding } from '#contracts/places/buildings.ts'
import { removeAmenities } from '#server/modules/places/amenities/public.ts'
import { removeLocationsOf } from '#server/modules/places/locations/public.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockBuilding } from './lock-building.ts'
import { presentBuilding, selectBuildings } from './present-building.ts'

export default serve(deleteBuilding)(async (ctx, { params }) => {
  const building = await lockBuilding(ctx, params.id)
  requireVersion(ctx, building.version)
  const shown = await selectBuildings(ctx).where('building.id', '=', building.id).executeTakeFirstOrThrow()
  auditGone(ctx, presentBuilding(shown), createBuilding)
  const amenities = await ctx.db
    .selectFrom('amenity')
    .select(['id', 'building_id as buildingId'])
    .where('building_id', '=', building.id)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  await removeAmenities(ctx, amenities)
  // Archived amenities and tasks remain: they are history, which needs the building.
  const [left] = await ctx.run<{ any: boolean }>(
    `select exists (select from amenity a where a.tenant_id = $1 and a.building_id = $2)
         or exists (select from task t where t.tenant_id = $1 and t.building_id = $2) as any`,
    [ctx.tenantId, building.id],
  )
  if (left?.any) {
    await ctx.db
      .updateTable('building')
      .set((eb) => ({ archived_at: ctx.now, version: eb('version', '+', 1) }))
      .where('id', '=', building.id)
      .execute()
  } else {
    await removeLocationsOf(ctx, building.id)
    await ctx.db.deleteFrom('building').where('id', '=', building.id).execute()
  }
  return { id: building.id }
})
