/** A code's row as the API returns it. */
import { sql } from 'kysely'
import type { QrCodeRecord } from '#contracts/places/qr-codes.ts'
import { pathTo } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { addressOfCode } from '#server/platform/qr-code.ts'

/** The state of a code in the contract's terms. */
export const stateOfCode = sql<QrCodeRecord['state']>`case when qr_code.retired_at is not null then 'RETIRED'
  when qr_code.amenity_id is null then 'FREE' else 'LINKED' end`

/** Rows of codes with their amenity; the caller adds filters and order. */
export const selectCodes = (ctx: TenantContext) =>
  ctx.db
    .selectFrom('qr_code')
    .leftJoin('amenity', 'amenity.id', 'qr_code.amenity_id')
    .leftJoin('building', 'building.id', 'amenity.building_id')
    .selectAll('qr_code')
    .select(['amenity.name as amenity_name', 'building.id as building_id', 'building.name as building_name'])
    .select([stateOfCode.as('state'), pathTo(ctx.tenantId).as('location')])

type CodeRow = Awaited<ReturnType<ReturnType<typeof selectCodes>['executeTakeFirstOrThrow']>>

export const presentCode =
  (baseUrl: string) =>
  (row: CodeRow): QrCodeRecord => ({
    code: row.code,
    url: addressOfCode(baseUrl, row.code),
    state: row.state,
    amenity:
      row.amenity_id === null
        ? null
        : {
            id: row.amenity_id,
            name: row.amenity_name ?? '',
            building: { id: row.building_id ?? '', name: row.building_name ?? '' },
            location: row.location,
          },
    batch: row.batch,
    scans: row.scans,
    lastScanAt: row.last_scan_at?.toISOString() ?? null,
    mountedAt: row.mounted_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  })

/** @throws ServiceError NOT_FOUND */
export const readCode = async (ctx: TenantContext, code: string): Promise<QrCodeRecord> => {
  const row = await selectCodes(ctx).where('qr_code.code', '=', code).executeTakeFirst()
  if (!row) throw notFound()
  return presentCode(ctx.platform.config.baseUrl)(row)
}
