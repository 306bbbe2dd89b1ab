/** Amenities of which nobody is notified: no alert rule covers all their issues, or their tasks reach nobody. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { listHolds } from '#contracts/kit/lists.ts'
import { inScope, type Scope } from '#contracts/kit/scope.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import { fillWeek, type RoutingHours } from '#contracts/routing/rules.ts'
import type { AmenityLack } from '#contracts/setup-health.ts'
import { issuesByType } from '#server/modules/places/amenity-types/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

/**
 * Scopes of rules and people, at most a few hundred for a tenant; `safety`: safety issues only. Rules that depend on
 * duty, rating or source do not count, because they do not always apply.
 */
const reachText: Readonly<Record<AmenityLack, string>> = {
  // Rules that count uses or closed faults, or only raise an open task, do not react to a visitor's issue.
  RULE: `select scope, coalesce((trigger ->> 'safety')::boolean, false) as safety, '[]'::jsonb as priorities, null::jsonb as hours
    from alert_rule where tenant_id = $1 and enabled
      and trigger ->> 'kind' in ('ISSUE', 'RATING', 'COUNT') and action ->> 'kind' in ('TASK', 'NOTICE')`,
  // Assigned by a routing rule or a company's coverage, or visible to a technician as unassigned.
  ROUTE: `select conditions as scope, false as safety, coalesce(conditions -> 'priorities', '[]') as priorities, conditions -> 'hours' as hours
    from routing_rule where tenant_id = $1 and enabled and action ? 'assign'
      and not conditions ?| array['ratingAtMost', 'onShift'] and (coalesce(conditions -> 'sources', '[]') = '[]' or conditions -> 'sources' ? 'FEEDBACK')
    union all
    select part, false, '[]', null from company c cross join lateral jsonb_array_elements(c.coverage) part
    where c.tenant_id = $1 and c.state = 'ACTIVE'
    union all
    select case when u.building_ids = '{}' then '{}' else jsonb_build_object('buildingIds', u.building_ids) end, false, '[]', null
    from app_user u where u.tenant_id = $1 and u.state = 'ACTIVE' and u.removed_at is null and 'TECHNICIAN' = any(u.roles)`,
}

/** All amenities of one building, location and type; they are covered or not covered together. */
interface AmenityGroup {
  readonly building_id: string
  readonly location_id: string | null
  readonly type: string
  readonly amenities: number
  readonly without_code: number
}

const placesText = `select a.building_id, a.location_id, a.type, count(*) as amenities,
    count(*) filter (where not exists (
      select from qr_code q where q.tenant_id = $1 and q.amenity_id = a.id and q.retired_at is null)) as without_code
  from amenity a where a.tenant_id = $1 and a.archived_at is null group by a.building_id, a.location_id, a.type`

const upText = 'select id, parent_id from location where tenant_id = $1'

/** Each location with its ancestors, from itself upwards. */
const readAncestors = async (ctx: TenantContext): Promise<(id: string | null) => readonly string[]> => {
  const rows = await ctx.run<{ id: string; parent_id: string | null }>(upText, [ctx.tenantId])
  const above = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  return (id) => {
    const way: string[] = []
    for (let at = id; at !== null && !way.includes(at); at = above.get(at) ?? null) way.push(at)
    return way
  }
}

interface CoveringScope {
  readonly scope: Scope
  readonly safety: boolean
  /** empty: all */
  readonly priorities: readonly Priority[]
  /** null: always */
  readonly hours: RoutingHours | null
}

/**
 * Whether the rules together apply to every priority at every time of the week, such as one for day and one for
 * night.
 */
const isAlways = (reaches: readonly Pick<CoveringScope, 'priorities' | 'hours'>[]): boolean =>
  priorities.every((priority) => {
    const some = reaches.filter((one) => one.priorities.length === 0 || one.priorities.includes(priority))
    return (
      some.some(({ hours }) => hours === null) ||
      fillWeek(some.flatMap(({ hours }) => (hours === null ? [] : [hours])))
    )
  })

/** A place is covered if each issue that visitors may choose there is; a rule for one issue is not enough. */
const uncoveredGroups = async (
  ctx: TenantContext,
  lack: AmenityLack,
  places: readonly AmenityGroup[],
): Promise<readonly AmenityGroup[]> => {
  const reaches = (await ctx.run<CoveringScope>(reachText[lack], [ctx.tenantId])).map(
    ({ scope: { categories, ...place }, ...when }) => ({ place, categories, ...when }),
  )
  const everywhere = reaches.filter(
    ({ place: { buildingIds, locationIds, types }, categories, safety }) =>
      !safety && [buildingIds, locationIds, types, categories].every((list) => list === undefined),
  )
  if (isAlways(everywhere)) return []
  const [upwards, issuesOf] = await Promise.all([readAncestors(ctx), issuesByType(ctx)])
  return places.filter(({ building_id: buildingId, location_id, type }) => {
    const facts = { buildingId, locationIds: upwards(location_id), type, category: null }
    const here = reaches.filter(({ place }) => inScope(place, facts))
    return !issuesOf(type).every((issue) =>
      isAlways(
        here.filter(
          ({ categories, safety }) => listHolds(categories, issue.code) && (!safety || issue.safety),
        ),
      ),
    )
  })
}

const readGroups = (ctx: TenantContext): Promise<AmenityGroup[]> =>
  ctx.run<AmenityGroup>(placesText, [ctx.tenantId])

/**
 * A condition on `amenity`. A comparison with a list instead of a join, which the planner would choose without
 * statistics.
 */
export const uncoveredCondition = async (
  ctx: TenantContext,
  lack: AmenityLack,
): Promise<RawBuilder<SqlBool>> => {
  const places = await uncoveredGroups(ctx, lack, await readGroups(ctx))
  const keys = places.map(
    ({ building_id, location_id, type }) => `${building_id} ${location_id ?? ''} ${type}`,
  )
  return sql<SqlBool>`(amenity.building_id::text || ' ' || coalesce(amenity.location_id::text, '') || ' ' || amenity.type)
    = any(${keys}::text[])`
}

/** Counts active amenities without a sticker, a rule or an assignee for their tasks, in one pass. */
export const countIncompleteAmenities = async (
  ctx: TenantContext,
): Promise<Readonly<Record<'CODE' | AmenityLack, number>>> => {
  const places = await readGroups(ctx)
  const sum = (some: readonly AmenityGroup[]): number =>
    some.reduce((all, { amenities }) => all + amenities, 0)
  return {
    CODE: places.reduce((all, place) => all + place.without_code, 0),
    RULE: sum(await uncoveredGroups(ctx, 'RULE', places)),
    ROUTE: sum(await uncoveredGroups(ctx, 'ROUTE', places)),
  }
}
