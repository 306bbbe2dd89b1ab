/** Creates amenities with their codes, status items and events; used by create, bulk and import. */
import { type OperationalState, operationalStates } from '#contracts/records.ts'
import { insertCodes } from '#server/modules/places/qr-codes/public.ts'
import { createItemsOf } from '#server/modules/status/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { claimQuota } from '#server/platform/gate/plan-limits.ts'
import { newId } from '#server/platform/ids.ts'
import { newQrCode } from '#server/platform/qr-code.ts'
import { itemNamesOfTypes } from '../amenity-types/public.ts'

export interface NewAmenity {
  /** absent: generated */
  readonly id?: string
  /** absent: generated; a given one must be free */
  readonly qrCode?: string
  readonly name: string
  readonly buildingId: string
  readonly locationId?: string | null
  readonly type: string
  readonly state?: OperationalState
  readonly accessible?: boolean | null
  readonly openingHours?: string | null
  readonly notes?: string | null
  readonly externalId?: string | null
}

export const externalIdTaken = 'Another amenity has this external id'

/**
 * The caller has validated everything except the plan's limit and external ids.
 * @returns the ids in the same order
 * @throws ServiceError PLAN_LIMIT_REACHED, CONFLICT
 */
export const insertAmenities = async (
  ctx: TenantContext,
  amenities: readonly NewAmenity[],
): Promise<string[]> => {
  if (amenities.length === 0) return []
  await claimQuota(ctx, 'qrCodes', amenities.length)
  const ids = amenities.map(({ id }) => id ?? newId(ctx.now.getTime()))
  const column = <T>(read: (amenity: NewAmenity) => T): T[] => amenities.map(read)
  const inserted = await ctx.run<{ id: string }>(
    `insert into amenity (tenant_id, id, building_id, location_id, name, type, state, accessible, opening_hours, notes, external_id, created_at)
     select $1, r.id, r.building_id, r.location_id, r.name, r.type, r.state, r.accessible, r.opening_hours, r.notes, r.external_id, $12
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::text[], $10::text[], $11::text[])
       as r (id, building_id, location_id, name, type, state, accessible, opening_hours, notes, external_id)
     on conflict (tenant_id, external_id) where external_id is not null and archived_at is null do nothing
     returning id`,
    [
      ctx.tenantId,
      ids,
      column(({ buildingId }) => buildingId),
      column(({ locationId }) => locationId ?? null),
      column(({ name }) => name),
      column(({ type }) => type),
      column(({ state }) => state ?? operationalStates[0]),
      column(({ accessible }) => accessible ?? null),
      column(({ openingHours }) => openingHours || null),
      column(({ notes }) => notes ?? ''),
      column(({ externalId }) => externalId || null),
      ctx.now,
    ],
  )
  if (inserted.length < ids.length) throw conflict(externalIdTaken)
  await insertCodes(
    ctx,
    amenities.map(({ qrCode }, index) => ({
      code: qrCode ?? newQrCode(),
      amenityId: ids[index] ?? null,
      batch: null,
    })),
  )
  const itemNames = await itemNamesOfTypes(ctx)
  const made = amenities.map(({ type, buildingId, state }, index) => ({
    amenityId: ids[index] ?? '',
    type,
    buildingId,
    state,
  }))
  await createItemsOf(
    ctx,
    made.map(({ amenityId, type, state }) => ({
      amenityId,
      names: itemNames(type),
      state: state ?? 'OPERATIONAL',
    })),
  )
  await emitAll(
    ctx,
    'amenity.created',
    made.map(({ amenityId, buildingId }) => ({ amenityId, buildingId })),
  )
  return ids
}
