/** Buildings without service hours, closed days or a time zone. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BuildingLack } from '#contracts/setup-health.ts'
import type { TenantContext } from '#server/platform/context.ts'

/** Values that the organisation has set apply to all buildings; defaults do not count as set. */
const setByTenant = (tenantId: string, part: string) =>
  sql`(select t.settings -> 'profile' -> ${part}::text from tenant t where t.id = ${tenantId})`

/** SQL conditions on `building`. */
export const lackConditions = (tenantId: string): Readonly<Record<BuildingLack, RawBuilder<SqlBool>>> => ({
  HOURS: sql`(building.service_hours is null and ${setByTenant(tenantId, 'serviceHours')} is null)`,
  HOLIDAYS: sql`(building.holidays = '[]' and coalesce(${setByTenant(tenantId, 'holidays')}, '[]') = '[]')`,
  TIME_ZONE: sql`building.time_zone in ('UTC', 'Etc/UTC')`,
})

export const countIncompleteBuildings = async (
  ctx: TenantContext,
): Promise<Readonly<Record<BuildingLack, number>>> => {
  const lacking = lackConditions(ctx.tenantId)
  return ctx.db
    .selectFrom('building')
    .where('archived_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(lacking.HOURS).as('HOURS'),
      fn.countAll<number>().filterWhere(lacking.HOLIDAYS).as('HOLIDAYS'),
      fn.countAll<number>().filterWhere(lacking.TIME_ZONE).as('TIME_ZONE'),
    ])
    .executeTakeFirstOrThrow()
}
