import { type SqlBool, sql } from 'kysely'
import { listQrCodes, type QrCodeState } from '#contracts/admin/qr-codes.ts'
import { containing, orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { normaliseQrCode } from '#server/platform/qr-code.ts'
import { presentCode, selectCodes, stateOfCode } from './present-qr-code.ts'

const columns = {
  createdAt: 'qr_code.created_at',
  code: 'qr_code.code',
  scans: 'qr_code.scans',
  lastScanAt: 'qr_code.last_scan_at',
} as const

/** A code that was replaced is of interest only to those who ask for it. */
const usual: readonly QrCodeState[] = ['LINKED', 'FREE']

export default serve(listQrCodes)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const states = query.state?.length ? query.state : usual
  const buildings = [...(query.building ?? []), ...(query.buildingId ?? [])]
  const amenities = [...(query.amenity ?? []), ...(query.amenityId ?? [])]
  const filters = [sql<SqlBool>`${stateOfCode} = any(${states}::text[])`]
  if (buildings.length > 0) filters.push(sql`amenity.building_id = any(${buildings}::uuid[])`)
  if (amenities.length > 0) filters.push(sql`qr_code.amenity_id = any(${amenities}::uuid[])`)
  if (query.batch !== undefined) filters.push(sql`qr_code.batch = ${query.batch}`)
  if (query.scanned !== undefined)
    filters.push(query.scanned ? sql`qr_code.scans > 0` : sql`qr_code.scans = 0`)
  if (query.mounted !== undefined)
    filters.push(query.mounted ? sql`qr_code.mounted_at is not null` : sql`qr_code.mounted_at is null`)
  if (query.q) {
    // A code is searched the way it is read: part of it, with blanks and hyphens or without.
    const code = normaliseQrCode(query.q) ?? query.q
    filters.push(sql`(qr_code.code ilike ${containing(code)} or amenity.name ilike ${containing(query.q)})`)
  }
  const found = filters.reduce((rows, filter) => rows.where(filter), selectCodes(ctx))
  const { column, direction } = orderBy(query.sort ?? '-createdAt', columns)
  const [{ total }, items] = await Promise.all([
    found
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    found
      .orderBy(column, (order) => (direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast()))
      .orderBy('qr_code.code', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { items: items.map(presentCode(ctx.platform.config.baseUrl)), total }
})
