/** The time zone of a question. */

import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'

export const readTimeZone = async (ctx: TenantContext): Promise<string> => {
  const [row] = await ctx.run<{ time_zone: string }>('select time_zone from tenant where id = $1', [
    ctx.tenantId,
  ])
  return storedZone(row?.time_zone ?? 'UTC')
}

const ofBuilding = `select coalesce(b.time_zone, t.time_zone) as time_zone
  from building b join tenant t on t.id = $1 where b.tenant_id = $1 and b.id = $2 and b.archived_at is null`

/** Of the building, otherwise of the tenant. @throws ServiceError NOT_FOUND */
export const readTimeZoneAt = async (ctx: TenantContext, buildingId: string | null): Promise<string> => {
  if (buildingId === null) return readTimeZone(ctx)
  const [row] = await ctx.run<{ time_zone: string }>(ofBuilding, [ctx.tenantId, buildingId])
  if (!row) throw notFound()
  return storedZone(row.time_zone)
}

const ofBuildings = `select t.time_zone as own, b.id, b.time_zone from tenant t
  left join building b on b.tenant_id = $1 and b.id = any($2::uuid[]) where t.id = $1`

/** Of several buildings; without their own or without a building, the tenant's. */
export const readTimeZones = async (
  ctx: TenantContext,
  buildingIds: readonly (string | null)[],
): Promise<{ of(buildingId: string | null): string }> => {
  const ids = [...new Set(buildingIds.filter((id) => id !== null))]
  const rows = await ctx.run<{ own: string; id: string | null; time_zone: string | null }>(ofBuildings, [
    ctx.tenantId,
    ids,
  ])
  const zones = new Map(rows.map((row) => [row.id, row.time_zone]))
  const own = rows[0]?.own ?? 'UTC'
  return { of: (id) => storedZone(zones.get(id) ?? own) }
}
