import { type AmenityType, listAmenityTypes } from '#contracts/places/amenity-types.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { presentType, readTypes } from './stored-types.ts'

const orders = {
  position: (a: AmenityType, b: AmenityType) => a.position - b.position,
  code: (a: AmenityType, b: AmenityType) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  createdAt: (a: AmenityType, b: AmenityType) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0,
} as const

/** Reads all: a tenant has some dozen types, and half of their names are in the catalogue, not in the database. */
export default serve(listAmenityTypes)(async (ctx, { query }) => {
  const [rows, language] = await Promise.all([readTypes(ctx), tenantLanguage(ctx)])
  const asked = query.q?.toLowerCase()
  const sort = query.sort ?? 'position'
  const order = orders[sort.replace('-', '') as keyof typeof orders]
  const sign = sort.startsWith('-') ? -1 : 1
  const found = rows
    .map((row) => presentType(row, language))
    .filter(({ code }) => !query.code?.length || query.code.includes(code))
    .filter(
      (type) =>
        asked === undefined ||
        [type.code, ...Object.values(type.names)].some((text) => text.toLowerCase().includes(asked)),
    )
    .sort((a, b) => sign * (order(a, b) || (a.id < b.id ? -1 : 1)))
  const { limit, offset } = pageBounds(query)
  return { items: found.slice(offset, offset + limit), total: found.length }
})
