/** A short summary of a submission for emails. */
import { sayPlace } from '#contracts/kit/place.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

export interface Outline {
  readonly id: string
  readonly amenityId: string
  readonly rating: number | null
  readonly createdAt: Date
  /** amenity and location, for example "Washroom East · Level 3" */
  readonly room: string
  readonly building: string
  /** of the building */
  readonly timeZone: string
}

/** Not sorted. */
export const outlinesOf = async (ctx: TenantContext, feedbackIds: readonly string[]): Promise<Outline[]> => {
  const rows = await ctx.run<Outline & { readonly location: string | null }>(
    `select f.id, f.amenity_id as "amenityId", f.rating, f.created_at as "createdAt", a.name as room, b.name as building,
            ${pathOfLocation('a.location_id')} as location, b.time_zone as "timeZone"
     from feedback f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
     join building b on b.tenant_id = $1 and b.id = a.building_id
     where f.tenant_id = $1 and f.id = any($2::uuid[])`,
    [ctx.tenantId, feedbackIds],
  )
  return rows.map(({ location, ...row }) => ({
    ...row,
    room: sayPlace(row.room, location),
    timeZone: storedZone(row.timeZone),
  }))
}

export const outlineOf = async (ctx: TenantContext, feedbackId: string): Promise<Outline | undefined> =>
  (await outlinesOf(ctx, [feedbackId]))[0]
