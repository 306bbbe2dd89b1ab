/** An amenity's row as the API returns it. */
import { sql } from 'kysely'
import type { Amenity, AmenityWithItems } from '#contracts/places/amenities.ts'
import { pathTo } from '#server/modules/places/locations/public.ts'
import { itemsOf } from '#server/modules/status/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

/**
 * Subqueries by key instead of joins: without statistics of a new tenant's rows the planner would read all codes for
 * each amenity.
 */
export const buildingOf = (tenantId: string, column: 'name') =>
  sql<string>`(select b.${sql.ref(column)} from building b where b.tenant_id = ${tenantId} and b.id = amenity.building_id)`
const locationNameOf = (tenantId: string) =>
  sql<
    string | null
  >`(select l.name from location l where l.tenant_id = ${tenantId} and l.id = amenity.location_id)`
/** Of the live code; null if there is none. */
export const codeOf = <T>(tenantId: string, column: 'code' | 'last_scan_at') =>
  sql<T | null>`(select q.${sql.ref(column)} from qr_code q
    where q.tenant_id = ${tenantId} and q.amenity_id = amenity.id and q.retired_at is null)`

/** Rows of amenities with building, location and live code; the caller adds filters and order. */
export const selectAmenities = ({ db, tenantId }: TenantContext) =>
  db
    .selectFrom('amenity')
    .selectAll('amenity')
    .select([
      buildingOf(tenantId, 'name').as('building_name'),
      locationNameOf(tenantId).as('location_name'),
      codeOf<string>(tenantId, 'code').as('qr_code'),
      codeOf<Date>(tenantId, 'last_scan_at').as('last_scan_at'),
    ])
    .select(pathTo(tenantId).as('location_path'))

export type AmenityRow = Awaited<ReturnType<ReturnType<typeof selectAmenities>['executeTakeFirstOrThrow']>>

const textOrNull = (text: string | null): string | null => (text === '' ? null : text)

export const presentAmenity = (row: AmenityRow): Amenity => ({
  id: row.id,
  name: row.name,
  buildingId: row.building_id,
  building: { id: row.building_id, name: row.building_name },
  locationId: row.location_id,
  location:
    row.location_id === null
      ? null
      : { id: row.location_id, name: row.location_name ?? '', path: row.location_path ?? '' },
  type: row.type,
  qrCode: row.qr_code,
  state: row.state as Amenity['state'],
  accessible: row.accessible,
  openingHours: row.opening_hours,
  notes: textOrNull(row.notes),
  externalId: row.external_id,
  lastScanAt: row.last_scan_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  archivedAt: row.archived_at?.toISOString() ?? null,
  version: row.version,
})

/**
 * One amenity with its status items and counts.
 * @throws ServiceError NOT_FOUND if it is missing, archived or of another tenant
 */
export const readAmenity = async (ctx: TenantContext, id: string): Promise<AmenityWithItems> => {
  const [row, items, [counts]] = await Promise.all([
    selectAmenities(ctx)
      .where('amenity.id', '=', id)
      .where('amenity.archived_at', 'is', null)
      .executeTakeFirst(),
    itemsOf(ctx, [id]),
    ctx.run<{ feedback: number; open_tasks: number }>(
      `select (select count(*) from feedback f where f.tenant_id = $1 and f.amenity_id = $2) as feedback,
              (select count(*) from task t where t.tenant_id = $1 and t.amenity_id = $2
                and t.merged_into is null and t.status in ('OPEN', 'IN_PROGRESS')) as open_tasks`,
      [ctx.tenantId, id],
    ),
  ])
  if (!row) throw notFound()
  return {
    ...presentAmenity(row),
    statusItems: items.get(id) ?? [],
    counts: { feedback: counts?.feedback ?? 0, openTasks: counts?.open_tasks ?? 0 },
  }
}
