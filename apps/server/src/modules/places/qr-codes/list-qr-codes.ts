import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { listQrCodes, type QrCodeState } from '#contracts/places/qr-codes.ts'
import { readQrCode } from '#contracts/qr-code.ts'
import { calledLike } from '#server/modules/places/locations/public.ts'
import { containing, orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentCode, selectCodes, stateOfCode } from './present-qr-code.ts'

const columns = {
  createdAt: 'qr_code.created_at',
  code: 'qr_code.code',
  scans: 'qr_code.scans',
  lastScanAt: 'qr_code.last_scan_at',
} as const

/** Retired codes are listed only on request. */
const usual: readonly QrCodeState[] = ['LINKED', 'FREE']

/** `is true` prevents a join, which would read all amenities for each code without statistics. */
const amenityIn = (condition: RawBuilder<unknown>) =>
  sql<SqlBool>`(qr_code.amenity_id in (select a.id from amenity a where ${condition})) is true`

export default serve(listQrCodes)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const states = query.state?.length ? query.state : usual
  const buildings = [...(query.building ?? []), ...(query.buildingId ?? [])]
  const amenities = [...(query.amenity ?? []), ...(query.amenityId ?? [])]
  const filters = [sql<SqlBool>`${stateOfCode} = any(${states}::text[])`]
  if (buildings.length > 0)
    filters.push(
      sql`${amenityIn(sql`a.tenant_id = ${ctx.tenantId} and a.building_id = any(${buildings}::uuid[])`)}`,
    )
  if (amenities.length > 0) filters.push(sql`qr_code.amenity_id = any(${amenities}::uuid[])`)
  if (query.batch !== undefined) filters.push(sql`qr_code.batch = ${query.batch}`)
  if (query.scanned !== undefined)
    filters.push(query.scanned ? sql`qr_code.scans > 0` : sql`qr_code.scans = 0`)
  if (query.mounted !== undefined)
    filters.push(query.mounted ? sql`qr_code.mounted_at is not null` : sql`qr_code.mounted_at is null`)
  if (query.q) {
    // Searched in its normal form, so that spaces and hyphens do not matter.
    const code = readQrCode(query.q) ?? query.q
    const byName = sql`(qr_code.amenity_id in (select amenity.id from amenity
      where amenity.tenant_id = ${ctx.tenantId} and ${calledLike(ctx.tenantId, query.q)})) is true`
    filters.push(sql`(qr_code.code ilike ${containing(code)} or ${byName})`)
  }
  const found = filters.reduce((rows, filter) => rows.where(filter), ctx.db.selectFrom('qr_code'))
  const { column, direction } = orderBy(query.sort ?? '-createdAt', columns)
  const [{ total }, page] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .select('qr_code.code')
      .orderBy(column, (order) => (direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast()))
      .orderBy('qr_code.code', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  const rows = await selectCodes(ctx)
    .where(sql<SqlBool>`qr_code.code = any(${page.map(({ code }) => code)}::text[])`)
    .execute()
  const shown = new Map(rows.map((row) => [row.code, presentCode(ctx.platform.config.baseUrl)(row)]))
  return { items: page.flatMap(({ code }) => shown.get(code) ?? []), total }
})
