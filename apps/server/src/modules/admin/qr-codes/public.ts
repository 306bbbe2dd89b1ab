/** The door to QR codes: made for amenities, taken off them, found by visitors. */
import type { Kysely } from 'kysely'
import type { TenantContext } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/tables.ts'
import { newQrCode, normaliseQrCode } from '#server/platform/qr-code.ts'

type Listener = (tenantId: string, codes: readonly string[]) => void
const listeners = new Set<Listener>()

/** Tells after the commit which codes of this process changed what they lead to, so that caches drop them. */
export const whenCodesChange = (listener: Listener): void => void listeners.add(listener)

export const tellCodesChanged = (ctx: TenantContext, codes: readonly string[]): void => {
  if (codes.length === 0) return
  ctx.afterCommit(() => {
    for (const listener of listeners) listener(ctx.tenantId, codes)
  })
}

/** Writes codes and their lines in the directory; a code that anybody has already fails on its primary key. */
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
     from unnest($2::text[], $3::uuid[], $4::text[]) as row (code, amenity_id, batch)`,
    [ctx.tenantId, codes, rows.map(({ amenityId }) => amenityId), rows.map(({ batch }) => batch), ctx.now],
  )
  tellCodesChanged(ctx, codes)
}

/** A new code for each amenity, which must have none. The caller has claimed the places. @returns in the same order */
export const newCodesFor = async (ctx: TenantContext, amenityIds: readonly string[]): Promise<string[]> => {
  const rows = amenityIds.map((amenityId) => ({ code: newQrCode(), amenityId, batch: null }))
  await insertCodes(ctx, rows)
  return rows.map(({ code }) => code)
}

/** A new code for one amenity, which must have none. The caller has claimed the place. */
export const newCodeFor = async (ctx: TenantContext, amenityId: string): Promise<string> => {
  const [code] = await newCodesFor(ctx, [amenityId])
  if (code === undefined) throw new Error('No code was made')
  return code
}

/** Takes the live codes off these amenities; visitors are told QR_NOT_CONFIGURED from then on. */
export const unlinkCodesOf = async (ctx: TenantContext, amenityIds: readonly string[]): Promise<void> => {
  const freed = await ctx.run<{ code: string }>(
    `update qr_code set amenity_id = null, mounted_at = null, version = version + 1
     where tenant_id = $1 and amenity_id = any($2::uuid[]) and retired_at is null returning code`,
    [ctx.tenantId, amenityIds],
  )
  tellCodesChanged(
    ctx,
    freed.map(({ code }) => code),
  )
}

/** Whose code this is, before the tenant is known; also of codes that are free or retired. */
export const findCode = async (
  directory: Kysely<DB>,
  code: string,
): Promise<{ code: string; tenantId: string } | undefined> => {
  const normal = normaliseQrCode(code)
  if (normal === undefined) return undefined
  const row = await directory
    .selectFrom('qr_directory')
    .select('tenant_id')
    .where('code', '=', normal)
    .executeTakeFirst()
  return row && { code: normal, tenantId: row.tenant_id }
}

/** Counts visits to the page behind a code; in a transaction that may write. */
export const recordScans = async (ctx: TenantContext, code: string, scans = 1): Promise<void> => {
  await ctx.run(
    'update qr_code set scans = scans + $3, last_scan_at = $4 where tenant_id = $1 and code = $2',
    [ctx.tenantId, code, scans, ctx.now],
  )
}

/** The same for many codes in one statement; codes that are gone are passed over. */
export const recordScansOf = async (
  ctx: TenantContext,
  rows: readonly { readonly code: string; readonly scans: number; readonly lastAt: Date }[],
): Promise<void> => {
  await ctx.run(
    `update qr_code q set scans = q.scans + row.scans, last_scan_at = greatest(q.last_scan_at, row.last_at)
     from unnest($2::text[], $3::int[], $4::timestamptz[]) as row (code, scans, last_at)
     where q.tenant_id = $1 and q.code = row.code`,
    [
      ctx.tenantId,
      rows.map(({ code }) => code),
      rows.map(({ scans }) => scans),
      rows.map(({ lastAt }) => lastAt.toISOString()),
    ],
  )
}
