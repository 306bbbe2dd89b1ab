import { getBuilding } from '#contracts/places/buildings.ts'
import { locationTree } from '#server/modules/places/locations/public.ts'
import { notFound } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentBuilding, selectBuildings } from './present-building.ts'

export default serve(getBuilding)(async (ctx, { params }) => {
  const [row, locations] = await Promise.all([
    selectBuildings(ctx)
      .where('building.id', '=', params.id)
      .where('archived_at', 'is', null)
      .executeTakeFirst(),
    locationTree(ctx, params.id),
  ])
  if (!row) throw notFound()
  return { ...presentBuilding(row), locations }
})
