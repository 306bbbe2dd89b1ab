import { updateAmenity } from '#contracts/places/amenities.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeAmenities, lockAmenities } from './change-amenities.ts'
import { presentAmenity, readAmenity, selectAmenities } from './present-amenity.ts'

export default serve(updateAmenity)(async (ctx, { params, body }) => {
  const rows = await lockAmenities(ctx, [params.id])
  for (const row of rows) requireVersion(ctx, row.version)
  const before = await selectAmenities(ctx).where('amenity.id', '=', params.id).executeTakeFirstOrThrow()
  auditBefore(ctx, presentAmenity(before))
  await changeAmenities(ctx, rows, body, 'body')
  return readAmenity(ctx, params.id)
})
