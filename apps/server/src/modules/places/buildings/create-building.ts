import { createBuilding } from '#contracts/places/buildings.ts'
import { serve } from '#server/platform/http/serve.ts'
import { insertBuilding } from './insert-building.ts'
import { presentBuilding } from './present-building.ts'

export default serve(createBuilding)(async (ctx, { body }) =>
  presentBuilding({ ...(await insertBuilding(ctx, body)), amenities: 0, open_tasks: 0 }),
)
