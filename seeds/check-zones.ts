/** Stored time zones that this version does not know: they count as UTC until somebody changes them. */
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { zoneIfStored } from '#server/platform/stored-zone.ts'
import { asSystem, listTenants } from './tenants.ts'

export interface StrangeZone {
  readonly tenant: string
  readonly zone: string
  readonly kind: 'organisation' | 'building' | 'person' | 'schedule' | 'mailing'
  readonly count: number
}

const text = `select kind, zone, count(*) as count from (
    select 'organisation' as kind, time_zone as zone from tenant where id = $1
    union all select 'building', time_zone from building where tenant_id = $1 and archived_at is null
    union all select 'person', time_zone from app_user where tenant_id = $1 and removed_at is null and time_zone is not null
    union all select 'schedule', time_zone from schedule where tenant_id = $1
    union all select 'mailing', time_zone from mailing where tenant_id = $1) z
  group by kind, zone order by kind, zone`

const strangeOf = async (ctx: TenantContext, tenant: string): Promise<StrangeZone[]> => {
  const rows = await ctx.run<Omit<StrangeZone, 'tenant'>>(text, [ctx.tenantId])
  return rows.filter(({ zone }) => zoneIfStored(zone) === undefined).map((row) => ({ ...row, tenant }))
}

export const strangeZones = async (platform: Platform, now: Date): Promise<StrangeZone[]> => {
  const found: StrangeZone[] = []
  // Row security allows one tenant at a time.
  for (const { id, slug } of await listTenants(platform))
    found.push(...(await asSystem(platform, id, now, (ctx) => strangeOf(ctx, slug))))
  return found
}
