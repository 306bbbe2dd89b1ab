import { getSite } from '#contracts/scout/phone/places.ts'
import { readScout } from '#server/modules/scout/own/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { mostAmenities } from './reach-limits.ts'
import { readAmenities, readLocations, readSites } from './read-places.ts'

export default serve(getSite)(async (ctx, { params }) => {
  const { building_ids, types } = await readScout(ctx)
  const reach = { building_ids: building_ids.filter((id) => id === params.id), types }
  const [[site], locations] = await Promise.all([
    readSites(ctx, reach),
    readLocations(ctx, reach.building_ids),
  ])
  if (!site) throw notFound()
  return { ...site, locations, amenities: await readAmenities(ctx, reach, locations, mostAmenities) }
})
