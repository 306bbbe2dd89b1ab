import { createAmenity } from '#contracts/places/amenities.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { requireTypes } from '../amenity-types/public.ts'
import { insertAmenities } from './insert-amenities.ts'
import { readAmenity } from './present-amenity.ts'
import { requirePlace } from './require-place.ts'

export default serve(createAmenity)(async (ctx, { body }) => {
  const type = body.type ?? 'OTHER'
  await requirePlace(ctx, body.buildingId, body.locationId)
  await requireTypes(ctx, [type], 'body.type')
  const [id] = await insertAmenities(ctx, [{ ...body, type }])
  if (id === undefined) throw notFound()
  return readAmenity(ctx, id)
})
