/** Outbound serializers of status item events. */
import type { OutwardStatusItem } from '#contracts/outward.ts'
import type { SerializerContext, Serializers } from '#server/platform/context.ts'
import { serializeEach } from '#server/platform/events/serializers.ts'
import { type ItemRow, presentItem } from './present-item.ts'

interface PlacedItem extends ItemRow {
  readonly amenity_name: string
  readonly building_id: string
  readonly building_name: string
}

const text = `select i.*, a.name as amenity_name, a.building_id, b.name as building_name from status_item i
  join amenity a on a.tenant_id = $1 and a.id = i.amenity_id
  join building b on b.tenant_id = $1 and b.id = a.building_id
  where i.tenant_id = $1 and i.id = any($2::uuid[])`

const read = async (
  ctx: SerializerContext,
  events: readonly { readonly payload: { readonly itemId: string } }[],
): Promise<ReadonlyMap<string, OutwardStatusItem>> => {
  const ids = [...new Set(events.map(({ payload }) => payload.itemId))]
  const rows = await ctx.run<PlacedItem>(text, [ctx.tenantId, ids])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...presentItem(row),
        amenity: { id: row.amenity_id, name: row.amenity_name },
        building: { id: row.building_id, name: row.building_name },
      },
    ]),
  )
}

const itemOf = ({ itemId }: { readonly itemId: string }): string => itemId

export const statusSerializers: Serializers = {
  'status.reported': async (ctx, events) => {
    const shown = events.filter(({ payload }) => !payload.quarantined)
    return serializeEach(
      shown,
      itemOf,
      await read(ctx, shown),
      ({ payload: { reportId, issue, report } }) => ({
        reportId,
        issue,
        changes: report.from === report.to ? [] : [{ field: 'report', ...report }],
      }),
    )
  },
  'status.changed': async (ctx, events) =>
    serializeEach(events, itemOf, await read(ctx, events), ({ payload: { state, report } }) => ({
      changes: Object.entries({ state, report }).flatMap(([field, change]) =>
        change.from === change.to ? [] : [{ field, ...change }],
      ),
    })),
}
