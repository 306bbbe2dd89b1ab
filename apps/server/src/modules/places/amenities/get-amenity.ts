import { getAmenity } from '#contracts/places/amenities.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readAmenity } from './present-amenity.ts'

export default serve(getAmenity)((ctx, { params }) => readAmenity(ctx, params.id))
