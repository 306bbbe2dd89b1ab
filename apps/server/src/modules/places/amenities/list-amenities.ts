import { type SqlBool, sql } from 'kysely'
import { listAmenities } from '#contracts/places/amenities.ts'
import { readQrCode } from '#contracts/qr-code.ts'
import { operationalStates } from '#contracts/records.ts'
import { calledLike } from '#server/modules/places/locations/public.ts'
import { containing, orderBy, pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { uncoveredCondition } from './lacking.ts'
import { codeOf, presentAmenity, selectAmenities } from './present-amenity.ts'

const columns = {
  name: 'name',
  createdAt: 'created_at',
  type: 'type',
  state: 'state',
  lastScanAt: 'last_scan_at',
} as const

const expressionsOf = (tenantId: string) => ({
  name: sql`amenity.name`,
  created_at: sql`amenity.created_at`,
  type: sql`amenity.type`,
  // From best to worst, in the order of the vocabulary.
  state: sql`array_position(${[...operationalStates]}::text[], amenity.state)`,
  last_scan_at: codeOf<Date>(tenantId, 'last_scan_at'),
})

export default serve(listAmenities)(async (ctx, { query }) => {
  const { limit, offset } = pageBounds(query)
  const buildings = [...(query.building ?? []), ...(query.buildingId ?? [])]
  const locations = [...(query.location ?? []), ...(query.locationId ?? [])]
  const filters = [
    query.archived
      ? sql<SqlBool>`amenity.archived_at is not null`
      : sql<SqlBool>`amenity.archived_at is null`,
  ]
  if (buildings.length > 0) filters.push(sql`amenity.building_id = any(${buildings}::uuid[])`)
  if (locations.length > 0) {
    filters.push(sql`amenity.location_id in (
      with recursive below as (
        select l.id from location l where l.tenant_id = ${ctx.tenantId} and l.id = any(${locations}::uuid[])
        union
        select l.id from location l join below on l.parent_id = below.id where l.tenant_id = ${ctx.tenantId}
      ) select below.id from below)`)
  }
  if (query.type?.length) filters.push(sql`amenity.type = any(${query.type}::text[])`)
  if (query.state?.length) filters.push(sql`amenity.state = any(${query.state}::text[])`)
  if (query.linked !== undefined)
    filters.push(sql`(${codeOf(ctx.tenantId, 'code')} is not null) = ${query.linked}`)
  if (query.lacking) {
    const missing = await Promise.all(query.lacking.map((lack) => uncoveredCondition(ctx, lack)))
    filters.push(sql`(${sql.join(missing, sql` or `)})`)
  }
  if (query.q) {
    const pattern = containing(query.q)
    const code = containing(readQrCode(query.q) ?? query.q)
    filters.push(
      sql`(${calledLike(ctx.tenantId, query.q)} or amenity.external_id ilike ${pattern} or ${codeOf(ctx.tenantId, 'code')} ilike ${code})`,
    )
  }
  const found = filters.reduce((rows, filter) => rows.where(filter), selectAmenities(ctx))
  const { column, direction } = orderBy(query.sort ?? 'name', columns)
  const expression = expressionsOf(ctx.tenantId)[column]
  const [{ total }, items] = await Promise.all([
    found
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    found
      .orderBy(expression, (order) =>
        direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast(),
      )
      .orderBy('amenity.id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { items: items.map(presentAmenity), total }
})
