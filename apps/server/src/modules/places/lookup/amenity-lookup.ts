/** What visitors and tasks need of amenities: lookup by QR code, operational state, cleanings, time zone. */

import { readQrCode } from '#contracts/qr-code.ts'
import type { OperationalState } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound, qrNotConfigured } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

/** The fields of an amenity that a visitor's page needs. */
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

interface AmenityRow {
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
 * The amenity that an active QR code of this tenant leads to.
 * @throws ServiceError QR_NOT_CONFIGURED for a code without an amenity, NOT_FOUND for a retired or unknown one
 */
export const amenityByQrCode = async (ctx: TenantContext, code: string): Promise<VisitorAmenity> => {
  const normal = readQrCode(code)
  if (normal === undefined) throw notFound()
  const [row] = await ctx.run<AmenityRow>(
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
    building: { id: row.building_id, name: row.building_name, timeZone: storedZone(row.time_zone) },
    locationId: row.location_id,
    location: row.location,
    accessible: row.accessible,
    openingHours: row.opening_hours,
    lastCleanedAt: row.last_cleaned_at,
  }
}

/**
 * Sets the amenity's state, which the status module derives from the worst visible item. The version stays, since
 * nobody edited the amenity.
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

/** Records a cleaning; uses are counted from the last one. */
export const recordCleaning = async (
  ctx: TenantContext,
  amenityIds: readonly string[],
  at: Date,
): Promise<void> => {
  if (amenityIds.length === 0) return
  // Locked in one order, so that transactions never deadlock.
  await ctx.run(
    `update amenity set last_cleaned_at = $3 where tenant_id = $1 and id in (
       select id from amenity where tenant_id = $1 and id = any($2::uuid[])
         and (last_cleaned_at is null or last_cleaned_at < $3) order by id for no key update)`,
    [ctx.tenantId, amenityIds, at],
  )
}

const lastDone = `select max(d.at) as at from (
    select case when lead(h.id) over ways is null then coalesce(t.completed_at, h.at) else h.at end as at,
      h.changes #>> '{status,1}' as moved_to, t.status = 'DONE' and t.verification = 'REJECTED' as refuted,
      lead(h.action) over ways as next, lead(h.changes #>> '{verification,1}') over ways as verdict
    from task t join task_history h on h.tenant_id = $1 and h.task_id = t.id and h.action in ('STATUS_CHANGED', 'REOPENED')
    where t.tenant_id = $1 and t.amenity_id = $2 and t.merged_into is null and t.skill = 'CLEANING'
    window ways as (partition by h.task_id order by h.at, h.id)) d
  where d.moved_to = 'DONE' and d.at < $3 and d.verdict is distinct from 'REJECTED' and not (d.next is null and d.refuted)`

/**
 * Withdraws a cleaning because a visitor rejected the work: the one before it is the last cleaning again. A later
 * cleaning stays.
 */
export const retractCleaning = async (ctx: TenantContext, amenityId: string, at: Date): Promise<void> => {
  const [last] = await ctx.run<{ at: Date | null }>(lastDone, [ctx.tenantId, amenityId, at])
  await ctx.run(
    'update amenity set last_cleaned_at = $4 where tenant_id = $1 and id = $2 and last_cleaned_at = $3',
    [ctx.tenantId, amenityId, at, last?.at ?? null],
  )
}
