/** The nearest working amenities of the same type, for a visitor who needs another. */
import type { Static } from 'typebox'
import type { Alternative, OperationalState } from '#contracts/records.ts'
import { faults } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/**
 * Order: same room or area, then same floor, then the nearest floors; fully working ones before those that are
 * degraded or have an open fault.
 */
const nearestText = `with recursive tree as (
    select id, name as path, case when kind = 'FLOOR' then id end as floor, case when kind = 'FLOOR' then position end as level, 1 as depth
    from location where tenant_id = $1 and building_id = $2 and parent_id is null
    union all
    select l.id, t.path || ', ' || l.name, coalesce(t.floor, case when l.kind = 'FLOOR' then l.id end),
           coalesce(t.level, case when l.kind = 'FLOOR' then l.position end), t.depth + 1
    from location l join tree t on t.id = l.parent_id where l.tenant_id = $1 and t.depth < 20
  )
  select a.name, spot.path as location, s.state
  from amenity a
  cross join lateral (select case when a.state = 'OPERATIONAL' and exists (
      select from ${faults.openFaults}
    ) then 'DEGRADED' else a.state end as state) s
  left join tree spot on spot.id = a.location_id
  left join tree own on own.id = $5
  where a.tenant_id = $1 and a.building_id = $2 and a.type = $3 and a.id <> $4 and a.archived_at is null
    and a.state in ('OPERATIONAL', 'DEGRADED')
  order by s.state = 'OPERATIONAL' desc, spot.id = own.id desc nulls last, spot.floor = own.floor desc nulls last,
           abs(spot.level - own.level) nulls last, a.name, a.id
  limit 3`

export interface AmenityPlace {
  readonly amenityId: string
  readonly buildingId: string
  readonly locationId: string | null
  /** code of an amenity type */
  readonly type: string
}

/** At most three, nearest first. */
export const alternativesTo = async (
  ctx: TenantContext,
  spot: AmenityPlace,
): Promise<Static<typeof Alternative>[]> =>
  ctx.run<{ name: string; location: string | null; state: OperationalState }>(nearestText, [
    ctx.tenantId,
    spot.buildingId,
    spot.type,
    spot.amenityId,
    spot.locationId,
  ])
