/** The facts that scopes match: where a task is and what it is about. */
import type { ScopeFacts } from '#contracts/kit/scope.ts'
import { idsOfChain, locationChain } from '#server/modules/places/locations/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

interface PlaceRow {
  amenity_id: string
  building_id: string
  type: string
  location_ids: string[]
}

const placesText = `select a.id as amenity_id, a.building_id, a.type,
    ${idsOfChain} as location_ids
  from unnest($2::uuid[]) as asked (id)
  cross join lateral (select id, building_id, type, location_id from amenity where tenant_id = $1 and id = asked.id offset 0) a
  left join (${locationChain}) on l1.tenant_id = $1 and l1.id = a.location_id`

/** By amenity id. */
export const readPlaces = async (
  ctx: TenantContext,
  amenityIds: readonly string[],
): Promise<Map<string, Omit<ScopeFacts, 'category'>>> => {
  const asked = [...new Set(amenityIds)]
  if (asked.length === 0) return new Map()
  const rows = await ctx.run<PlaceRow>(placesText, [ctx.tenantId, asked])
  return new Map(
    rows.map((row) => [
      row.amenity_id,
      { buildingId: row.building_id, type: row.type, locationIds: row.location_ids },
    ]),
  )
}

interface ScopedTask {
  readonly id: string
  readonly building_id: string | null
  readonly amenity_id: string | null
  readonly category: string | null
}

/** By task id; a task without an amenity has only building and category. */
export const readScopeFacts = async (
  ctx: TenantContext,
  tasks: readonly ScopedTask[],
): Promise<Map<string, ScopeFacts>> => {
  const places = await readPlaces(
    ctx,
    tasks.flatMap(({ amenity_id }) => (amenity_id === null ? [] : [amenity_id])),
  )
  return new Map(
    tasks.map(({ id, amenity_id, building_id, category }) => {
      const nowhere = { buildingId: building_id, type: null, locationIds: [] }
      const place = amenity_id === null ? nowhere : (places.get(amenity_id) ?? nowhere)
      return [id, { ...place, category }]
    }),
  )
}
