/** On which clock a question is meant. */
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

export const readTimeZone = async (ctx: TenantContext): Promise<string> => {
  const [row] = await ctx.run<{ time_zone: string }>('select time_zone from tenant where id = $1', [ctx.tenantId])
  return row?.time_zone ?? 'UTC'
}

const ofBuilding = `select coalesce(b.time_zone, t.time_zone) as time_zone
  from building b join tenant t on t.id = $1 where b.tenant_id = $1 and b.id = $2 and b.archived_at is null`

/** Of the building, else of the tenant. @throws ServiceError NOT_FOUND */
export const readTimeZoneAt = async (ctx: TenantContext, buildingId: string | null): Promise<string> => {
  if (buildingId === null) return readTimeZone(ctx)
  const [row] = await ctx.run<{ time_zone: string }>(ofBuilding, [ctx.tenantId, buildingId])
  if (!row) throw notFound()
  return row.time_zone
}
