/** The door to status items. */

import type { OperationalState } from '#contracts/records.ts'
import type { StatusItem } from '#contracts/status/items.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { presentItem } from './present-item.ts'

export interface NewItems {
  readonly amenityId: string
  /** in order; the first is meant where a report names no item */
  readonly names: readonly string[]
  /** of the first item, as staff say; the others start OPERATIONAL */
  readonly state?: OperationalState
}

/** Gives many amenities their status items in one statement. */
export const createItemsOf = async (ctx: TenantContext, amenities: readonly NewItems[]): Promise<void> => {
  const rows = amenities.flatMap(({ amenityId, names, state = 'OPERATIONAL' }) =>
    names.map((name, position) => ({
      id: newId(ctx.now.getTime()),
      amenityId,
      name,
      position,
      state: position === 0 ? state : 'OPERATIONAL',
    })),
  )
  if (rows.length === 0) return
  await ctx.run(
    `insert into status_item (tenant_id, id, amenity_id, name, position, state, state_set_by, since, created_at)
     select $1, r.id, r.amenity_id, r.name, r.position, r.state,
            case r.state when 'OPERATIONAL' then 'SYSTEM' else 'STAFF' end, $7, $7
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[]) as r (id, amenity_id, name, position, state)
     returning 1`,
    [
      ctx.tenantId,
      rows.map(({ id }) => id),
      rows.map(({ amenityId }) => amenityId),
      rows.map(({ name }) => name),
      rows.map(({ position }) => position),
      rows.map(({ state }) => state),
      ctx.now,
    ],
  )
  // The history of an item that starts OPERATIONAL starts with its first change.
  const changed = rows.filter(({ state }) => state !== 'OPERATIONAL')
  if (changed.length === 0) return
  await ctx.run(
    `insert into status_change (tenant_id, id, amenity_id, item_id, item_name, at, state, report)
     select $1, r.id, r.amenity_id, r.item_id, r.item_name, $7, r.state, 'OK'
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[]) as r (id, amenity_id, item_id, item_name, state)
     returning 1`,
    [
      ctx.tenantId,
      changed.map(() => newId(ctx.now.getTime())),
      changed.map(({ amenityId }) => amenityId),
      changed.map(({ id }) => id),
      changed.map(({ name }) => name),
      changed.map(({ state }) => state),
      ctx.now,
    ],
  )
}

/** Gives a new amenity its status items, in this order; all start OPERATIONAL. */
export const createItems = (ctx: TenantContext, amenityId: string, names: readonly string[]): Promise<void> =>
  createItemsOf(ctx, [{ amenityId, names }])

/** The status items of many amenities, in their order, by the amenity's id; those that only the team sees included. */
export const itemsOf = async (
  ctx: TenantContext,
  amenityIds: readonly string[],
): Promise<Map<string, StatusItem[]>> => {
  const found = new Map<string, StatusItem[]>(amenityIds.map((id) => [id, []]))
  if (amenityIds.length === 0) return found
  const rows = await ctx.db
    .selectFrom('status_item')
    .selectAll()
    .where('amenity_id', 'in', [...amenityIds])
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const row of rows) found.get(row.amenity_id)?.push(presentItem(row))
  return found
}
