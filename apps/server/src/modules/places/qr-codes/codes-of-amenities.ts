/** The link between codes and amenities, and its changes. */
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { emitAll } from '#server/platform/events/emit.ts'

export interface AmenityWithCode {
  readonly id: string
  readonly buildingId: string
  readonly code: string | null
}

/**
 * Locks an amenity, so that two requests do not give it two codes.
 * @throws ServiceError NOT_FOUND
 */
export const lockAmenity = async (ctx: TenantContext, id: string): Promise<AmenityWithCode> => {
  const [amenity] = await ctx.run<{ id: string; building_id: string }>(
    // guard: tenant-filter-by-hand
    'select id, building_id from amenity where tenant_id = $1 and id = $2 and archived_at is null for update',
    [ctx.tenantId, id],
  )
  if (!amenity) throw notFound()
  // A separate statement, because the first does not see what was committed while it waited for the lock.
  const [live] = await ctx.run<{ code: string }>(
    'select code from qr_code where tenant_id = $1 and amenity_id = $2 and retired_at is null for update',
    [ctx.tenantId, id],
  )
  return { id, buildingId: amenity.building_id, code: live?.code ?? null }
}

/** Emits that the code of these amenities changed or was removed. */
export const emitCodeChanges = (
  ctx: TenantContext,
  changes: readonly { readonly amenity: AmenityWithCode; readonly to: string | null }[],
): Promise<void> =>
  emitAll(
    ctx,
    'amenity.updated',
    changes.map(({ amenity, to }) => ({
      amenityId: amenity.id,
      buildingId: amenity.buildingId,
      changes: [{ field: 'qrCode', from: amenity.code, to }],
    })),
  )
