/** Outbound serializers of amenity events. */
import type { Amenity } from '#contracts/places/amenities.ts'
import type { SerializerContext, Serializers } from '#server/platform/context.ts'
import { serializeEach } from '#server/platform/events/serializers.ts'
import { presentAmenity, selectAmenities } from './present-amenity.ts'

const read = async (
  ctx: SerializerContext,
  events: readonly { readonly payload: { readonly amenityId: string } }[],
): Promise<ReadonlyMap<string, Amenity>> => {
  const ids = [...new Set(events.map(({ payload }) => payload.amenityId))]
  if (ids.length === 0) return new Map()
  const rows = await selectAmenities(ctx).where('amenity.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, presentAmenity(row)]))
}

const amenityOf = ({ amenityId }: { readonly amenityId: string }): string => amenityId

export const showAmenities: Serializers = {
  'amenity.created': async (ctx, events) =>
    serializeEach(events, amenityOf, await read(ctx, events), () => ({})),
  'amenity.updated': async (ctx, events) =>
    serializeEach(events, amenityOf, await read(ctx, events), ({ payload: { changes } }) => ({ changes })),
  'amenity.deleted': async (ctx, events) =>
    serializeEach(events, amenityOf, await read(ctx, events), () => ({})),
}
