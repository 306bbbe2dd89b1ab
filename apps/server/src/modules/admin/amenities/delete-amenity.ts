import { deleteAmenity } from '#contracts/admin/amenities.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { lockAmenities } from './change-amenities.ts'
import { removeAmenities } from './remove-amenities.ts'

export default serve(deleteAmenity)(async (ctx, { params }) => {
  const rows = await lockAmenities(ctx, [params.id])
  for (const row of rows) requireVersion(ctx, row.version)
  await removeAmenities(
    ctx,
    rows.map((row) => ({ id: row.id, buildingId: row.building_id })),
  )
  return { id: params.id }
})
