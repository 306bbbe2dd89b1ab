import { createAmenity, deleteAmenity } from '#contracts/places/amenities.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockAmenities } from './change-amenities.ts'
import { presentAmenity, selectAmenities } from './present-amenity.ts'
import { removeAmenities } from './remove-amenities.ts'

export default serve(deleteAmenity)(async (ctx, { params }) => {
  const rows = await lockAmenities(ctx, [params.id])
  for (const row of rows) requireVersion(ctx, row.version)
  const before = await selectAmenities(ctx).where('amenity.id', '=', params.id).executeTakeFirstOrThrow()
  auditGone(ctx, presentAmenity(before), createAmenity)
  await removeAmenities(
    ctx,
    rows.map((row) => ({ id: row.id, buildingId: row.building_id })),
  )
  return { id: params.id }
})
