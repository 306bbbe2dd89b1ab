/** Notes when amenities changed, for the phones that keep them. */
import type { TenantContext } from '#server/platform/context.ts'
import type { StoredEvent } from '#server/platform/events/stored-event.ts'

type Told = StoredEvent<'amenity.created' | 'amenity.updated' | 'amenity.deleted'>

const noteText = `insert into scout_place_change (tenant_id, kind, id, building_id, at, deleted)
  select $1, 'AMENITY', p.id, p.building_id, $2, p.deleted from jsonb_to_recordset($3) as p (id uuid, building_id uuid, deleted boolean)
  order by p.id
  on conflict (tenant_id, id) do update
    set kind = excluded.kind, at = excluded.at, building_id = excluded.building_id, deleted = excluded.deleted`
const usedText = 'select 1 from scout where tenant_id = $1 limit 1'

export const noteAmenities = async (ctx: TenantContext, events: readonly Told[]): Promise<void> => {
  if ((await ctx.run(usedText, [ctx.tenantId])).length === 0) return
  const places = new Map(
    events.map(({ type, payload }) => [
      payload.amenityId,
      { id: payload.amenityId, building_id: payload.buildingId, deleted: type === 'amenity.deleted' },
    ]),
  )
  await ctx.run(noteText, [ctx.tenantId, ctx.now, JSON.stringify([...places.values()])])
}
