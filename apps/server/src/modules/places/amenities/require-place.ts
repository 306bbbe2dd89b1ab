/** Checks that a building exists and contains a location. */
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'

/**
 * Locks both until the commit.
 * @throws ServiceError NOT_FOUND if one is missing or archived, VALIDATION_ERROR for a location of another building
 */
export const requirePlace = async (
  ctx: TenantContext,
  buildingId: string,
  locationId?: string | null,
): Promise<void> => {
  const building = await ctx.db
    .selectFrom('building')
    .select('id')
    .where('id', '=', buildingId)
    .where('archived_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  // guard: tenant-of-building
  if (!building) throw notFound()
  if (locationId) await requireLocation(ctx, buildingId, locationId, 'body.locationId')
}

/** @param path of the location in the input */
export const requireLocation = async (
  ctx: TenantContext,
  buildingId: string,
  locationId: string,
  path: string,
): Promise<void> => {
  const location = await ctx.db
    .selectFrom('location')
    .select('building_id')
    .where('id', '=', locationId)
    .forShare()
    .executeTakeFirst()
  if (!location) throw notFound()
  if (location.building_id !== buildingId) throw invalid(path, 'is in another building')
}
