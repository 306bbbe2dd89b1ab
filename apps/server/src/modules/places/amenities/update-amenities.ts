/** Changes many amenities, each differently, in two statements: for importers. */
import type { TenantContext } from '#server/platform/context.ts'
import { unlessTaken } from '#server/platform/db/unique.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { followPlaces } from './follow-place.ts'
import { externalIdTaken } from './insert-amenities.ts'

interface Fields {
  readonly name: string
  readonly locationId: string | null
  readonly type: string
  readonly accessible: boolean | null
  readonly openingHours: string | null
  readonly notes: string
  readonly externalId: string | null
}

export interface AmenityUpdate {
  readonly id: string
  readonly buildingId: string
  readonly from: Fields
  readonly to: Fields
}

/** @throws ServiceError CONFLICT if an external id is taken */
export const updateAmenities = async (
  ctx: TenantContext,
  updates: readonly AmenityUpdate[],
): Promise<void> => {
  if (updates.length === 0) return
  ctx.invalidate('tasks')
  const column = <T>(read: (fields: Fields) => T): T[] => updates.map(({ to }) => read(to))
  await unlessTaken(
    ctx.run(
      `update amenity a set name = r.name, location_id = r.location_id, type = r.type, accessible = r.accessible,
              opening_hours = r.opening_hours, notes = r.notes, external_id = r.external_id, version = a.version + 1
       from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::boolean[], $7::text[], $8::text[], $9::text[])
         as r (id, name, location_id, type, accessible, opening_hours, notes, external_id)
       where a.tenant_id = $1 and a.id = r.id`,
      [
        ctx.tenantId,
        updates.map(({ id }) => id),
        column(({ name }) => name),
        column(({ locationId }) => locationId),
        column(({ type }) => type),
        column(({ accessible }) => accessible),
        column(({ openingHours }) => openingHours),
        column(({ notes }) => notes),
        column(({ externalId }) => externalId),
      ],
    ),
    externalIdTaken,
  )
  const fields = ['name', 'locationId', 'type', 'accessible', 'openingHours', 'notes', 'externalId'] as const
  const changed = updates.map(({ id, buildingId, from, to }) => ({
    amenityId: id,
    buildingId,
    changes: fields
      .filter((field) => from[field] !== to[field])
      .map((field) => ({ field, from: from[field], to: to[field] })),
  }))
  await emitAll(ctx, 'amenity.updated', changed)
  await followPlaces(
    ctx,
    changed.map(({ amenityId: id, changes }) => ({ id, fields: changes.map(({ field }) => field) })),
  )
}
