import { createLocation, deleteLocation } from '#contracts/places/locations.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { auditGone } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { locationsOf } from './place-locations.ts'

export default serve(deleteLocation)(async (ctx, { params }) => {
  // Requests that place an amenity here lock it for share.
  const location = await ctx.db
    .selectFrom('location')
    .innerJoin('building', 'building.id', 'location.building_id')
    .select(['location.id', 'location.building_id', 'location.version'])
    .where('location.id', '=', params.id)
    .where('building.archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!location) throw notFound()
  requireVersion(ctx, location.version)
  const shown = (await locationsOf(ctx, location.building_id)).find(({ id }) => id === location.id)
  if (shown) auditGone(ctx, shown, createLocation)
  const [inside] = await ctx.run<{ amenities: boolean; locations: boolean }>(
    `select exists (select from amenity a where a.tenant_id = $1 and a.location_id = $2 and a.archived_at is null) as amenities,
            exists (select from location l where l.tenant_id = $1 and l.parent_id = $2) as locations`,
    [ctx.tenantId, location.id],
  )
  if (inside?.locations) throw conflict('This location contains other locations')
  if (inside?.amenities) throw conflict('This location contains amenities')
  await ctx.db.deleteFrom('location').where('id', '=', location.id).execute()
  return { id: location.id }
})
