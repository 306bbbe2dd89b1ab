/** QR codes for other modules: creating, unlinking, and counting scans. */
import type { TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { newQrCode } from '#server/platform/qr-code.ts'

/** Inserts codes and their directory rows; a code that exists in any tenant fails on the primary key. */
export const insertCodes = async (
  ctx: TenantContext,
  rows: readonly {
    readonly code: string
    readonly amenityId: string | null
    readonly batch: string | null
  }[],
): Promise<void> => {
  if (rows.length === 0) return
  const codes = rows.map(({ code }) => code)
  await ctx.run(
    'insert into qr_directory (code, tenant_id) select row.code, $1 from unnest($2::text[]) as row (code)',
    [ctx.tenantId, codes],
  )
  await ctx.run(
    `insert into qr_code (tenant_id, code, amenity_id, batch, created_at)
     select $1, row.code, row.amenity_id, row.batch, $5
     from unnest($2::text[], $3::uuid[], $4::text[]) as row (code, amenity_id, batch) returning 1`,
    [ctx.tenantId, codes, rows.map(({ amenityId }) => amenityId), rows.map(({ batch }) => batch), ctx.now],
  )
}

/** Creates a code for an amenity without one. The caller has claimed the place in the plan. */
export const newCodeFor = async (ctx: TenantContext, amenityId: string): Promise<string> => {
  const code = newQrCode()
  await insertCodes(ctx, [{ code, amenityId, batch: null }])
  return code
}

/** Unlinks the live codes of these amenities; visitors get QR_NOT_CONFIGURED from then on. */
export const unlinkCodesOf = async (ctx: TenantContext, amenityIds: readonly string[]): Promise<void> => {
  await ctx.run(
    `update qr_code set amenity_id = null, mounted_at = null, version = version + 1
     where tenant_id = $1 and amenity_id = any($2::uuid[]) and retired_at is null`,
    [ctx.tenantId, amenityIds],
  )
}

/**
 * Counts visits to the pages of many codes in one statement; deleted codes are skipped. Emits the first scan of a
 * code, for which the person who put up the sticker waits.
 */
export const recordScansOf = async (
  ctx: TenantContext,
  rows: readonly { readonly code: string; readonly scans: number; readonly lastAt: Date }[],
): Promise<void> => {
  const counted = await ctx.run<{ amenity_id: string | null; building_id: string; at: Date; first: boolean }>(
    `update qr_code q set scans = q.scans + row.scans, last_scan_at = greatest(q.last_scan_at, row.last_at)
     from unnest($2::text[], $3::int[], $4::timestamptz[]) as row (code, scans, last_at)
     where q.tenant_id = $1 and q.code = row.code
     returning q.amenity_id, q.last_scan_at as at, q.scans = row.scans as first,
       (select building_id from amenity a where a.tenant_id = $1 and a.id = q.amenity_id) as building_id`,
    [
      ctx.tenantId,
      rows.map(({ code }) => code),
      rows.map(({ scans }) => scans),
      rows.map(({ lastAt }) => lastAt.toISOString()),
    ],
  )
  await emitAll(
    ctx,
    'amenity.updated',
    counted
      .filter(({ first }) => first)
      .flatMap(({ amenity_id, building_id, at }) => {
        const changes = [{ field: 'lastScanAt', from: null, to: at.toISOString() }]
        return amenity_id === null ? [] : [{ amenityId: amenity_id, buildingId: building_id, changes }]
      }),
  )
}
