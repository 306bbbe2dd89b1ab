/**
 * Deletes amenities: erased if they have no history, otherwise archived, without their location, so that it can be
 * deleted. Their codes become free.
 */
import { unlinkCodesOf } from '#server/modules/places/qr-codes/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'

/** A scan counts as history, because the visitor may still be filling in the form. */
const withHistory = `select a.id from amenity a where a.tenant_id = $1 and a.id = any($2::uuid[]) and (
  exists (select from feedback f where f.tenant_id = $1 and f.amenity_id = a.id)
  or exists (select from task t where t.tenant_id = $1 and t.amenity_id = a.id)
  or exists (select from status_change s where s.tenant_id = $1 and s.amenity_id = a.id)
  or exists (select from status_item i join status_report r on r.tenant_id = $1 and r.item_id = i.id
             where i.tenant_id = $1 and i.amenity_id = a.id)
  or exists (select from qr_code q where q.tenant_id = $1 and q.amenity_id = a.id and q.scans > 0))`

// Reads the location paths before the update removes the locations.
const archiveText = `with recursive above as (
    select a.id as amenity_id, a.location_id as id, 0 as distance from amenity a
    where a.tenant_id = $1 and a.id = any($2::uuid[]) and a.location_id is not null
    union all
    select above.amenity_id, l.parent_id, above.distance + 1 from above
    join location l on l.tenant_id = $1 and l.id = above.id where l.parent_id is not null)
  update amenity a set archived_at = $3, location_id = null, version = version + 1,
    last_locations = array(select id from above where amenity_id = a.id order by distance)
  where a.tenant_id = $1 and a.id = any($2::uuid[])`

/** @param amenities not archived, locked by the caller */
export const removeAmenities = async (
  ctx: TenantContext,
  amenities: readonly { readonly id: string; readonly buildingId: string }[],
): Promise<void> => {
  if (amenities.length === 0) return
  const ids = amenities.map(({ id }) => id)
  const kept = new Set((await ctx.run<{ id: string }>(withHistory, [ctx.tenantId, ids])).map(({ id }) => id))
  await unlinkCodesOf(ctx, ids)
  // Tasks still show an archived amenity, but without its location.
  ctx.invalidate('tasks')
  await ctx.run(archiveText, [ctx.tenantId, [...kept], ctx.now])
  await ctx.run('delete from amenity where tenant_id = $1 and id = any($2::uuid[])', [
    ctx.tenantId,
    ids.filter((id) => !kept.has(id)),
  ])
  await emitAll(
    ctx,
    'amenity.deleted',
    amenities.map(({ id, buildingId }) => ({ amenityId: id, buildingId })),
  )
}
