/** Amenities as visitors and the work know them: found by their code, kept in step with their status items, cleaned. */
import type { OperationalState } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound, qrNotConfigured } from '#server/platform/errors.ts'
import { normaliseQrCode } from '#server/platform/qr-code.ts'

/** What a visitor's page needs to know of the place. */
export interface VisitorAmenity {
  readonly id: string
  readonly name: string
  /** code of an amenity type */
  readonly type: string
  readonly state: OperationalState
  readonly qrCode: string
  readonly building: { readonly id: string; readonly name: string; readonly timeZone: string }
  readonly locationId: string | null
  /** from the top down, e.g. "Level 2, East wing" */
  readonly location: string | null
  readonly accessible: boolean | null
  readonly openingHours: string | null
  readonly lastCleanedAt: Date | null
}

interface Row {
  id: string | null
  name: string
  type: string
  state: OperationalState
  building_id: string
  building_name: string
  time_zone: string
  location_id: string | null
  location: string | null
  accessible: boolean | null
  opening_hours: string | null
  last_cleaned_at: Date | null
}

/**
 * The amenity that a live code of this tenant leads to.
 * @throws ServiceError QR_NOT_CONFIGURED for a code that is free, NOT_FOUND for a retired or unknown one
 */
export const amenityByQrCode = async (ctx: TenantContext, code: string): Promise<VisitorAmenity> => {
  const normal = normaliseQrCode(code)
  if (normal === undefined) throw notFound()
  const [row] = await ctx.run<Row>(
    `select a.id, a.name, a.type, a.state, a.building_id, b.name as building_name, b.time_zone, a.location_id,
            a.accessible, a.opening_hours, a.last_cleaned_at,
            (with recursive up as (
               select l.parent_id, l.name, 1 as level from location l where l.tenant_id = $1 and l.id = a.location_id
               union all
               select l.parent_id, l.name, up.level + 1 from location l join up on l.id = up.parent_id
               where l.tenant_id = $1 and up.level < 20
             ) select string_agg(up.name, ', ' order by up.level desc) from up) as location
     from qr_code q
     left join amenity a on a.tenant_id = $1 and a.id = q.amenity_id
     left join building b on b.tenant_id = $1 and b.id = a.building_id
     where q.tenant_id = $1 and q.code = $2 and q.retired_at is null`,
    [ctx.tenantId, normal],
  )
  if (!row) throw notFound()
  if (row.id === null) throw qrNotConfigured()
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    state: row.state,
    qrCode: normal,
    building: { id: row.building_id, name: row.building_name, timeZone: row.time_zone },
    locationId: row.location_id,
    location: row.location,
    accessible: row.accessible,
    openingHours: row.opening_hours,
    lastCleanedAt: row.last_cleaned_at,
  }
}

/**
 * The amenity's state follows the worst of its visible items; the status module says which. Its version stays, since
 * nobody edited it.
 */
export const setAmenityState = async (
  ctx: TenantContext,
  amenityId: string,
  state: OperationalState,
): Promise<void> => {
  await ctx.run('update amenity set state = $3 where tenant_id = $1 and id = $2 and state <> $3', [
    ctx.tenantId,
    amenityId,
    state,
  ])
}

/** Somebody has cleaned here; what counts the use since the last cleaning starts again. */
export const recordCleaning = async (
  ctx: TenantContext,
  amenityId: string,
  at: Date = ctx.now,
): Promise<void> => {
  await ctx.run(
    `update amenity set last_cleaned_at = $3
     where tenant_id = $1 and id = $2 and (last_cleaned_at is null or last_cleaned_at < $3)`,
    [ctx.tenantId, amenityId, at],
  )
}
