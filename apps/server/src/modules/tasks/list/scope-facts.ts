/** What scopes look at: where tasks are and what they are about. */
import type { ScopeFacts } from '#contracts/kit/scope.ts'
import type { TenantContext } from '#server/platform/context.ts'

interface PlaceRow {
  amenity_id: string
  building_id: string
  type: string
  location_ids: string[]
}

// Locations lie at most six levels deep (`maxLocationDepth`).
const placesText = `select a.id as amenity_id, a.building_id, a.type,
    array_remove(array[a.location_id, l1.parent_id, l2.parent_id, l3.parent_id, l4.parent_id, l5.parent_id], null) as location_ids
  from unnest($2::uuid[]) as asked (id)
  cross join lateral (select id, building_id, type, location_id from amenity where tenant_id = $1 and id = asked.id offset 0) a
  left join location l1 on l1.tenant_id = $1 and l1.id = a.location_id
  left join location l2 on l2.tenant_id = $1 and l2.id = l1.parent_id
  left join location l3 on l3.tenant_id = $1 and l3.id = l2.parent_id
  left join location l4 on l4.tenant_id = $1 and l4.id = l3.parent_id
  left join location l5 on l5.tenant_id = $1 and l5.id = l4.parent_id`

/** Of amenities, by id. */
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

interface Placed {
  readonly id: string
  readonly building_id: string | null
  readonly amenity_id: string | null
  readonly category: string | null
}

/** Of tasks, by id; where one is without an amenity only building and category are known. */
export const readScopeFacts = async (
  ctx: TenantContext,
  tasks: readonly Placed[],
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
