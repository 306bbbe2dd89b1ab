/** How far a tenant's submissions are in the rollup, read in the same snapshot as the counts. */

import type { TenantContext } from '#server/platform/context.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

/** Buildings of one time zone that are counted equally far. */
export interface RollupGroup {
  readonly zone: string
  /** ms; the first time that is not counted, within a local day if the building is busy; -Infinity if nothing is */
  readonly until: number
  readonly buildingIds: readonly string[]
  /** ms; times before `until` whose local day must be recounted, for one building each */
  readonly recounts: readonly { readonly buildingId: string; readonly at: number }[]
}

interface CoverageRow {
  id: string
  time_zone: string
  counted_zone: string | null
  until: Date | null
}

/**
 * SQL, of `feedback_rollup r`: the first time that is not counted. A fully counted day lies after its partial count.
 */
export const untilText = 'greatest(r.until, case when r.open_zone = r.time_zone then r.open_until end)'

const buildingsText = `select b.id, b.time_zone, r.time_zone as counted_zone, ${untilText} as until
  from building b left join feedback_rollup r on r.tenant_id = $1 and r.building_id = b.id where b.tenant_id = $1`

const recountsText =
  'select building_id as "buildingId", quarter as at from feedback_recount where tenant_id = $1 order by building_id, quarter'

export const readCoverage = async (ctx: TenantContext): Promise<RollupGroup[]> => {
  const [buildings, recounts] = await Promise.all([
    ctx.run<CoverageRow>(buildingsText, [ctx.tenantId]),
    ctx.run<{ buildingId: string; at: Date }>(recountsText, [ctx.tenantId]),
  ])
  const rows = buildings.map(({ id, time_zone, counted_zone, until }) => {
    const zone = storedZone(time_zone)
    // Its days are counted in another time zone.
    const counted = counted_zone !== null && storedZone(counted_zone) === zone
    return { id, zone, until: counted ? until : null }
  })
  const recountsOf = Map.groupBy(recounts, ({ buildingId }) => buildingId)
  return [...Map.groupBy(rows, ({ zone, until }) => `${zone} ${until?.getTime()}`).values()].flatMap(
    (alike) => {
      const [first] = alike
      if (!first) return []
      const until = first.until?.getTime() ?? -Infinity
      return [
        {
          zone: first.zone,
          until,
          buildingIds: alike.map(({ id }) => id),
          recounts: alike.flatMap(({ id }) =>
            (recountsOf.get(id) ?? []).flatMap(({ buildingId, at }) =>
              at.getTime() < until ? [{ buildingId, at: at.getTime() }] : [],
            ),
          ),
        },
      ]
    },
  )
}

/** The coverage of some buildings only. */
export const coverageOf = (
  rollupGroups: readonly RollupGroup[],
  buildingIds: readonly string[] | undefined,
): readonly RollupGroup[] => {
  if (!buildingIds) return rollupGroups
  const wanted = new Set(buildingIds)
  return rollupGroups.flatMap((rollupGroup) => {
    const some = rollupGroup.buildingIds.filter((id) => wanted.has(id))
    const recounts = rollupGroup.recounts.filter(({ buildingId }) => wanted.has(buildingId))
    return some.length > 0 ? [{ ...rollupGroup, buildingIds: some, recounts }] : []
  })
}
